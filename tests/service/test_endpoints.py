"""Whom an owner may have us call: with consent, and rarely without."""

import msgspec
import pytest
from aiohttp import web

from arena.app import App
from arena.service.errors import Invalid, TooMany
from arena.service.owners import Identity
from tests.loopback import BOTH_GAMES, Loopback
from tests.match.lookups import answer_lookups

DAY_S = 86_400
TRIES = 3
"""Calls of one server that has not proved anything, for one owner in a day."""
SHARE, ALL = 6, 16
"""Calls of a network at once, for one owner and for all."""


class Server:
    """Somebody's server, which states what it likes, and counts who asks."""

    def __init__(self, verify: str | None = None, games: tuple[str, ...] = ("sky-5",)) -> None:
        self.info = msgspec.structs.replace(BOTH_GAMES, verify=verify, games=games)
        self.calls = 0
        self.port = 0

    def at(self, host: str) -> str:
        """Give its URL under a name."""
        return f"http://{host}:{self.port}"

    async def start(self, loopback: Loopback) -> "Server":
        """Listen on a port of loopback."""
        app = web.Application()
        app.router.add_get("/{path:.*}", self._get)
        self.port = int((await loopback.serve(app)).rpartition(":")[2])
        return self

    async def _get(self, _: web.Request) -> web.Response:
        self.calls += 1
        body = msgspec.json.encode(self.info)
        return web.Response(body=body, content_type="application/json")


@pytest.fixture(autouse=True)
def names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every name leads to loopback, as many names may lead to one victim."""
    answer_lookups(monkeypatch, lambda _: ("127.0.0.1",))


@pytest.fixture
async def victim(loopback: Loopback) -> Server:
    """A server whose owner never heard of us."""
    return await Server().start(loopback)


async def make_owners(app: App, count: int) -> list[Identity]:
    """Make so many owners."""
    tokens = [(await app.owners.create(f"owner {n}", ("contestant",)))[1] for n in range(count)]
    return [await app.owners.authenticate(token) for token in tokens]


async def register(app: App, who: Identity, url: str) -> str:
    """Try to register a bot; give how it ended, in a word."""
    try:
        await app.bots.register(who, f"bot {url[-30:]}", url)
    except Invalid:
        return "refused"
    except TooMany:
        return "too many"
    return "registered"


async def test_a_server_without_consent_is_called_a_few_times_a_day(
    app: App, ada: Identity, victim: Server
) -> None:
    """Three times in any 24 hours, whatever the path; then the answer says how to go on."""
    ended = [await register(app, ada, victim.at("victim.example") + f"/{n}") for n in range(9)]

    assert ended == ["refused"] * TRIES + ["too many"] * 6
    assert victim.calls == TRIES
    with pytest.raises(TooMany, match=f'"verify": "{ada.owner.verify}"') as caught:
        await app.bots.register(ada, "bot", victim.at("victim.example"))
    assert DAY_S - 600 < caught.value.retry_after_s <= DAY_S


async def test_many_names_for_one_victim_do_not_help(
    app: App, ada: Identity, victim: Server
) -> None:
    """What counts is where they lead: the addresses that were looked up are those connected to."""
    for n in range(9):
        await register(app, ada, victim.at(f"name-{n}.example"))

    assert victim.calls == SHARE


async def test_all_owners_together_call_a_network_rarely(app: App, victim: Server) -> None:
    """However many join in; and one of them alone leaves room for others."""
    for number, who in enumerate(await make_owners(app, 5)):
        for n in range(SHARE):
            await register(app, who, victim.at(f"name-{number}-{n}.example"))

    assert victim.calls == ALL


async def test_a_stranger_does_not_lock_an_honest_owner_out(
    app: App, ada: Identity, bob: Identity, loopback: Loopback
) -> None:
    """His server says whom it wants; what others tried with its URL is on their account."""
    honest = await Server(ada.owner.verify).start(loopback)
    url = honest.at("honest.example")
    assert [await register(app, bob, url) for _ in range(5)][-1] == "too many"

    assert await register(app, ada, url) == "registered"


async def test_calls_that_end_in_consent_are_not_counted(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """An owner may have many bots on one server, and check them when others have used all up."""
    honest = await Server(ada.owner.verify).start(loopback)
    victim = await Server().start(loopback)
    urls = [honest.at("honest.example") + f"/{n}" for n in range(8)]
    assert {await register(app, ada, url) for url in urls} == {"registered"}
    for number, who in enumerate(await make_owners(app, 5)):
        for n in range(SHARE):
            await register(app, who, victim.at(f"name-{number}-{n}.example"))

    bot = (await app.bots.page(None, 1)).items[0]
    assert (await app.bots.check(ada, bot.id)).id == bot.id


async def test_a_server_that_no_longer_proves_anything_is_checked_rarely(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Its name may have been sold, or been turned on somebody else."""
    server = await Server(ada.owner.verify).start(loopback)
    bot = await app.bots.register(ada, "bot", server.at("sold.example"))
    server.info = msgspec.structs.replace(server.info, verify=None)
    server.calls = 0

    for _ in range(9):
        with pytest.raises((Invalid, TooMany)):
            await app.bots.check(ada, bot.id)
    assert server.calls == SHARE


async def test_an_owner_has_few_calls_made_even_of_willing_servers(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Ten at once, then one every half a minute."""
    server = await Server(ada.owner.verify).start(loopback)
    bot = await app.bots.register(ada, "bot", server.at("willing.example"))
    for _ in range(9):
        await app.bots.check(ada, bot.id)

    with pytest.raises(TooMany, match="calls") as caught:
        await app.bots.check(ada, bot.id)
    assert 0 < caught.value.retry_after_s <= 30
    assert server.calls == 10


async def test_in_the_operators_own_network_nothing_is_limited(
    app: App, ada: Identity, victim: Server
) -> None:
    """There bots are called by address, and nobody is to be protected from them."""
    for n in range(20):
        assert await register(app, ada, victim.at("127.0.0.1") + f"/{n}") == "registered"


async def test_a_server_for_other_games_has_proved_nothing(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Whatever else it answers, a stranger's server is not asked again and again."""
    chess = await Server(games=("chess",)).start(loopback)

    for _ in range(5):
        await register(app, ada, chess.at("chess.example"))
    assert chess.calls == TRIES
