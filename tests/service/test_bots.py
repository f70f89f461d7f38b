"""Registering bots, and who sees what of them."""

import msgspec
import pytest

from arena.app import App
from arena.service.errors import Conflict, Invalid, NotFound
from arena.service.owners import Identity
from tests.loopback import BOTH_GAMES, Loopback, by_view
from tests.service.stating import Stating


async def test_a_bot_is_registered_with_what_it_says(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Its `GET` is asked; the owner gets the secret that signs our requests."""
    url = await loopback.start()
    bot = await app.bots.register(ada, "Slapper", url)

    assert (bot.name, bot.url, bot.version) == ("Slapper", url, "1.0")
    assert bot.secret.startswith("whsec_")
    assert await app.bots.with_secret(ada, bot.id) == bot


async def test_url_and_secret_are_for_the_owner_alone(
    app: App, ada: Identity, bob: Identity, loopback: Loopback
) -> None:
    """What others see has neither, and another's bot looks as if it were not there."""
    bot = await app.bots.register(ada, "Slapper", await loopback.start())
    public = msgspec.json.encode([await app.bots.get(bot.id), await app.bots.page(None, 10)])

    assert b"127.0.0.1" not in public
    assert b"whsec_" not in public
    with pytest.raises(NotFound):
        await app.bots.get_own(bob, bot.id)
    with pytest.raises(NotFound):
        await app.bots.check(bob, bot.id)
    with pytest.raises(NotFound):
        await app.bots.get("0" * 32)


async def test_an_owners_bots_have_different_names(
    app: App, ada: Identity, bob: Identity, loopback: Loopback
) -> None:
    """Another owner may use the name too."""
    url = await loopback.start()
    await app.bots.register(ada, "Slapper", url)

    with pytest.raises(Conflict, match="Slapper"):
        await app.bots.register(ada, "Slapper", url)
    await app.bots.register(bob, "Slapper", url)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "ftp://example.org",
        "http://10.0.0.1:8000",
        "http://127.0.0.1:8000/?a=1",
        "https://127.1",
    ],
)
async def test_a_url_the_guard_refuses_is_refused(app: App, ada: Identity, url: str) -> None:
    """Nothing is stored, and nothing called."""
    with pytest.raises(Invalid, match=r"^url: "):
        await app.bots.register(ada, "Slapper", url)
    assert (await app.bots.page(None, 10)).items == []


async def test_a_bot_that_does_not_answer_is_refused(
    app: App, ada: Identity, closed_port: int
) -> None:
    """With the kind of fault."""
    with pytest.raises(Invalid, match="GET of the bot failed: connect"):
        await app.bots.register(ada, "Slapper", f"http://127.0.0.1:{closed_port}")


async def test_a_bot_for_other_games_is_refused(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """It must play at least one of ours; the message names them."""
    chess = Stating(msgspec.structs.replace(BOTH_GAMES, games=("chess",)))

    with pytest.raises(Invalid, match=r"sky-5 or sky-heist.*chess"):
        await app.bots.register(ada, "Slapper", await loopback.serve(chess.application()))


@pytest.mark.parametrize(
    "change",
    [{"version": "\u202e1"}, {"version": "1\n"}, {"version": "\x1b[2J"}, {"games": ("a\n",)}],
)
async def test_what_others_are_shown_of_a_bot_cannot_mislead_them(
    app: App, ada: Identity, loopback: Loopback, change: dict[str, str | tuple[str, ...]]
) -> None:
    """Version and games are a stranger's words, as names are."""
    stating = Stating(msgspec.structs.replace(BOTH_GAMES, **change))

    with pytest.raises(Invalid, match="schema: Expected `str` matching regex"):
        await app.bots.register(ada, "Slapper", await loopback.serve(stating.application()))


async def test_outside_allowed_networks_a_host_must_want_the_owner(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Else somebody's server could be made a bot against their will; a name is never trusted."""
    info = msgspec.structs.replace(BOTH_GAMES, verify=ada.owner.verify)
    silent, willing = await loopback.start(), await loopback.start(by_view, info)

    expected = rf"{ada.owner.verify}.*\(--allow-network\), got localhost"
    with pytest.raises(Invalid, match=expected):
        await app.bots.register(ada, "A", silent.replace("127.0.0.1", "localhost"))
    await app.bots.register(ada, "B", willing.replace("127.0.0.1", "localhost"))


async def test_a_check_keeps_what_the_bot_says_now(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """A new version is seen."""
    stating = Stating(BOTH_GAMES)
    bot = await app.bots.register(ada, "Slapper", await loopback.serve(stating.application()))
    stating.info = msgspec.structs.replace(BOTH_GAMES, version="2.0")

    assert (await app.bots.check(ada, bot.id)).version == "2.0"
    assert (await app.bots.get(bot.id)).version == "2.0"


async def test_pages_follow_each_other(app: App, ada: Identity, loopback: Loopback) -> None:
    """The newest first; each bot once; the last page has no next."""
    urls = [await loopback.start() for _ in range(3)]
    made = [(await app.bots.register(ada, f"bot {i}", url)).id for i, url in enumerate(urls)]
    first = await app.bots.page(None, 2)
    second = await app.bots.page(first.next, 2)

    assert sorted(bot.id for bot in [*first.items, *second.items]) == sorted(made)
    assert second.next is None


@pytest.mark.parametrize(("cursor", "limit"), [("nothing", 2), (None, 0), (None, 101)])
async def test_a_bad_page_is_refused(app: App, cursor: str | None, limit: int) -> None:
    """An unknown cursor, and a limit out of bounds."""
    with pytest.raises(Invalid, match=r"cursor|limit"):
        await app.bots.page(cursor, limit)
