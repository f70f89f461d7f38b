"""Tokens: what their text tells by itself, how long they are good, and how many there are."""

import asyncio
import time

import pytest

from arena.app import App
from arena.service.bearer import draw, id_of, proves
from arena.service.errors import Conflict, NotFound, Unauthorised
from arena.service.owners import Owners
from arena.service.tokens import OVERLAP_MS
from arena.store import keys
from arena.store.client import Client
from arena.store.owners import MOST_TOKENS, OwnerRepository
from tests.forged import forged
from tests.waiting import until


def test_a_mistyped_token_is_known_by_its_checksum() -> None:
    """Any one character that is another, or is missing: whoever scans for tokens can tell too."""
    token = draw("0" * 32, ("viewer",), 1)

    assert id_of(token.text) == token.kept.id
    assert id_of(forged("f" * 16)) == "f" * 16
    for at, character in enumerate(token.text):
        other = "0" if character != "0" else "1"
        assert id_of(token.text[:at] + other + token.text[at + 1 :]) is None
        assert id_of(token.text[:at] + token.text[at + 1 :]) is None


@pytest.mark.parametrize(
    "text", ["", "x", "\udcff", "Ä" * 77, forged()[:-1] + "٣", forged() + "\n", forged()[:-1] + "g"]
)
async def test_a_text_that_is_no_token_is_refused_without_the_store(text: str) -> None:
    """The store of this test answers nobody: to ask it would raise another error."""
    owners = Owners(OwnerRepository(Client("unix:///nowhere/store.sock", "everysec")))

    with pytest.raises(Unauthorised, match=r"token: expected `arena_`"):
        await owners.authenticate(text)


def test_as_much_is_compared_where_no_token_is_kept() -> None:
    """And it proves nothing, whatever the text: bytes are compared, so no text is too odd."""
    kept = draw("0" * 32, ("viewer",), 1)

    assert proves(kept.text, kept.kept)
    for text in (forged(), kept.text[:-1], "Ä€猫", ""):
        assert not proves(text, kept.kept)
        assert not proves(text, None)


async def test_an_expired_token_is_good_for_nothing(app: App) -> None:
    """The store forgets it by itself, and it is no longer listed."""
    owner, last = await app.owners.create("Ada", ("viewer",))
    token = draw(owner.id, ("viewer",), 1)
    soon_ms = int(time.time() * 1_000) + 500
    assert await app.store.owners.add_token(token.kept, soon_ms)
    assert (await app.owners.authenticate(token.text)).token_id == token.kept.id

    async def expired() -> bool:
        try:
            await app.owners.authenticate(token.text)
        except Unauthorised:
            return True
        return False

    await until(expired, "the token does not expire")
    assert [each.id for each in await app.tokens.of(owner.id)] == [id_of(last)]
    with pytest.raises(NotFound):
        await app.tokens.rotate(token.kept.id, 1)


async def test_to_rotate_prolongs_no_token(app: App) -> None:
    """One that would expire before the overlap ends does so all the same."""
    owner, _ = await app.owners.create("Ada", ("viewer",))
    token = draw(owner.id, ("viewer",), 1)
    soon_ms = int(time.time() * 1_000) + OVERLAP_MS // 2
    await app.store.owners.add_token(token.kept, soon_ms)
    await app.tokens.rotate(token.kept.id, 30)

    found = {each.id: each for each in await app.tokens.of(owner.id)}
    assert found[token.kept.id].expires_ms == soon_ms
    assert len(found) == 3


async def test_a_token_that_is_rotated_while_it_is_revoked_stays_revoked(app: App) -> None:
    """Whichever comes first: no token is made of one that is gone, and none comes back."""
    owner, text = await app.owners.create("Ada", ("viewer",))
    token_id = str(id_of(text))
    rotated, _ = await asyncio.gather(
        app.tokens.rotate(token_id, 1), app.tokens.revoke(token_id), return_exceptions=True
    )

    left = [each.id for each in await app.tokens.of(owner.id)]
    assert left == ([] if isinstance(rotated, BaseException) else [rotated.id])
    with pytest.raises(Unauthorised):
        await app.owners.authenticate(text)


async def test_the_number_of_tokens_holds_when_many_are_made_at_once(app: App) -> None:
    """The store counts; tokens that have expired leave room."""
    owner, _ = await app.owners.create("Ada", ("viewer",))
    made = await asyncio.gather(
        *(app.tokens.add(owner.id, ("viewer",), 1) for _ in range(MOST_TOKENS + 5)),
        return_exceptions=True,
    )
    assert sum(isinstance(each, Conflict) for each in made) == 6
    assert len(await app.tokens.of(owner.id)) == MOST_TOKENS

    gone = next(each for each in made if not isinstance(each, BaseException))
    client = app.store.client
    await client.run(int, "ZADD", keys.owner_tokens(owner.id), "XX", 1, gone.id)
    await app.tokens.add(owner.id, ("viewer",), 1)
    with pytest.raises(Conflict):
        await app.tokens.add(owner.id, ("viewer",), 1)
