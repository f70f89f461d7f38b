"""An owner's own tokens: made, listed, rotated and revoked over the API."""

import time
from collections.abc import Mapping

import pytest

from arena.app import App
from arena.service.errors import Unauthorised
from arena.service.tokens import NewToken, TokenView
from arena.store.owners import MOST_TOKENS
from tests.api.acts import everything
from tests.api.client import Api

DAY_MS = 86_400_000


async def make(api: Api, token: str, body: Mapping[str, object]) -> NewToken:
    """Make a further token."""
    return (await api.post("/v1/tokens", body, token)).read(NewToken, 201)


async def listed(api: Api, token: str) -> Mapping[str, TokenView]:
    """Give the tokens of whoever shows one, by their ids."""
    found = (await api.get("/v1/tokens", token)).read(list[TokenView])
    return {each.id: each for each in found}


async def test_a_further_token_is_good_for_as_long_as_was_chosen(api: Api, ada: str) -> None:
    """A year where nobody says."""
    week = await make(api, ada, {"scopes": ["contestant"], "days": 7})
    year = await make(api, week.token, {"scopes": ["contestant"]})
    now_ms = time.time() * 1_000

    found = await listed(api, year.token)
    assert len(found) == 3
    assert found[week.id].scopes == ("contestant",)
    assert abs(found[week.id].expires_ms - now_ms - 7 * DAY_MS) < 120_000
    assert abs(found[year.id].expires_ms - now_ms - 365 * DAY_MS) < 120_000


async def test_a_token_makes_none_that_covers_more(api: Api, app: App, bob: str) -> None:
    """Else a contestant's would be good for everything."""
    before = await everything(app)

    reply = await api.post("/v1/tokens", {"scopes": ["contestant", "organiser"]}, bob)
    assert "organiser; yours covers contestant" in reply.problem(403).detail
    assert await everything(app) == before


async def test_a_rotated_token_is_good_for_a_day_more(api: Api, ada: str) -> None:
    """And the new one covers the same: there is no moment without a good token."""
    new = (await api.post("/v1/tokens/rotate", {"days": 30}, ada)).read(NewToken, 201)

    found = await listed(api, ada)
    assert await listed(api, new.token) == found
    old_id = ada.split("_")[1]
    assert set(found) == {old_id, new.id}
    assert found[old_id].scopes == found[new.id].scopes == ("organiser", "contestant")
    assert abs(found[old_id].expires_ms - time.time() * 1_000 - DAY_MS) < 120_000


async def test_a_revoked_token_is_good_for_nothing_at_once_and_everywhere(
    api: Api, app: App, ada: str
) -> None:
    """In the process that was told, and in another; the last and the one shown may be revoked."""
    other = await make(api, ada, {"scopes": ["contestant"]})
    assert (await app.owners.authenticate(other.token)).token_id == other.id

    assert (await api.send("DELETE", f"/v1/tokens/{other.id}", token=ada)).status == 204
    (await api.get("/v1/tokens", other.token)).problem(401)
    with pytest.raises(Unauthorised):
        await app.owners.authenticate(other.token)
    last = ada.split("_")[1]
    assert list(await listed(api, ada)) == [last]
    assert (await api.send("DELETE", f"/v1/tokens/{last}", token=ada)).status == 204
    (await api.get("/v1/tokens", ada)).problem(401)


async def test_a_token_revokes_none_that_covers_more(api: Api, ada: str) -> None:
    """Whoever finds one that may only play must not lock its owner out; itself it may end."""
    lesser = await make(api, ada, {"scopes": ["contestant"]})
    all_of_it = ada.split("_")[1]

    refused = await api.send("DELETE", f"/v1/tokens/{all_of_it}", token=lesser.token)
    assert "organiser; yours covers contestant" in refused.problem(403).detail
    assert set(await listed(api, ada)) == {all_of_it, lesser.id}
    assert (await api.send("DELETE", f"/v1/tokens/{lesser.id}", token=lesser.token)).status == 204


async def test_an_owner_has_a_bounded_number_of_tokens(api: Api, ada: str) -> None:
    """409 at the limit, also for a rotation, until one is revoked."""
    made = [await make(api, ada, {"scopes": ["contestant"]}) for _ in range(MOST_TOKENS - 1)]

    for path, body in (("", {"scopes": ["contestant"]}), ("/rotate", {})):
        assert "revoke one" in (await api.post(f"/v1/tokens{path}", body, ada)).problem(409).detail
    assert (await api.send("DELETE", f"/v1/tokens/{made[0].id}", token=ada)).status == 204
    await make(api, ada, {"scopes": ["contestant"]})


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"scopes": []}, "scopes"),
        ({"scopes": ["king"]}, "scopes[0]"),
        ({"scopes": ["viewer"] * 4}, "scopes"),
        ({"scopes": ["viewer"], "days": 0}, "days"),
        ({"scopes": ["viewer"], "days": 731}, "days"),
        ({"scopes": ["viewer"], "token": "x"}, "token"),
    ],
)
async def test_a_token_that_cannot_be_is_refused(
    api: Api, app: App, ada: str, body: Mapping[str, object], field: str
) -> None:
    """422 that names the field."""
    before = await everything(app)

    (await api.post("/v1/tokens", body, ada)).problem(422, field)
    assert await everything(app) == before


async def test_the_store_holds_no_text_of_a_token(api: Api, app: App, ada: str) -> None:
    """Whoever has all keys and values, after all that can be done with tokens, has no token."""
    made = await make(api, ada, {"scopes": ["contestant"]})
    rotated = (await api.post("/v1/tokens/rotate", {}, made.token)).read(NewToken, 201)
    await api.send("DELETE", f"/v1/tokens/{made.id}", token=ada)
    await listed(api, rotated.token)
    client = app.store.client
    await client.run(bytes, "CONFIG", "SET", "rdbcompression", "no")  # else DUMP may hide a text
    names = await client.run(list[bytes], "KEYS", "*")
    # a bucket that is full again is gone meanwhile
    kept = b"".join([name + (await client.find(bytes, "DUMP", name) or b"") for name in names])

    assert ada.split("_")[1].encode() in kept
    for text in (ada, made.token, rotated.token):
        secret = text.split("_", 2)[2]
        assert secret[:12].encode() not in kept
        assert secret[-20:].encode() not in kept
