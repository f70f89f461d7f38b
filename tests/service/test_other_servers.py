"""Bots whose name leads to another server than the one that was registered: it is not asked."""

from collections import Counter

import msgspec
import pytest
from aiohttp import web

from arena.app import App
from arena.service.matches import MatchView
from arena.service.owners import Identity
from arena.service.tournaments import TournamentView
from tests.loopback import BOTH_GAMES, Loopback
from tests.service.contest import DUEL, play_all, play_round

BY_NAME, BY_ADDRESS = "localhost", "127.0.0.1"


class Place:
    """What a bot's URL leads to: at first its server, then whatever `page` is."""

    def __init__(self, verify: str | None) -> None:
        self.page = msgspec.json.encode(msgspec.structs.replace(BOTH_GAMES, verify=verify))
        self.media_type = "application/json"
        self.status = 200
        self.asked = Counter[str]()

    def is_sold(self, verify: str | None = None) -> None:
        """Have another's bot there."""
        self.page = msgspec.json.encode(msgspec.structs.replace(BOTH_GAMES, verify=verify))

    def application(self) -> web.Application:
        """Give it as an application."""
        app = web.Application()
        app.router.add_get("/", self._get)
        app.router.add_post("/decide", self._decide)
        return app

    async def _get(self, _: web.Request) -> web.Response:
        self.asked["GET"] += 1
        return web.Response(body=self.page, content_type=self.media_type, status=self.status)

    async def _decide(self, _: web.Request) -> web.Response:
        self.asked["POST"] += 1
        return web.json_response({"choice": 0})


async def start(
    app: App, who: Identity, loopback: Loopback, place: Place, host: str
) -> TournamentView:
    """Start a contest of the bot at this place against one that is well."""
    config = msgspec.structs.replace(DUEL, rounds=4)
    url = (await loopback.serve(place.application())).replace(BY_ADDRESS, host)
    bot = await app.bots.register(who, "sold", url)
    view = await app.tournaments.create(who, "Cup", config)
    await app.tournaments.open(who, view.id)
    other = await app.bots.register(who, "other", await loopback.start())
    for each in (bot, other):
        await app.entries.enter(who, view.id, each.id)
    return await app.tournaments.start(who, view.id)


async def matches(app: App, view: TournamentView) -> list[MatchView]:
    """Give all matches."""
    return (await app.matches.page(view.id, None, 100)).items


async def test_a_server_that_no_longer_says_what_it_said_is_not_asked(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Its sets are played by defaults, rated; after three matches the bot is in quarantine."""
    place = Place(ada.owner.verify)
    view = await play_round(app, await start(app, ada, loopback, place, BY_NAME))
    assert place.asked["POST"] > 0

    place.is_sold()
    place.asked.clear()
    view = await play_all(app, view)
    assert view.state == "finished"
    assert place.asked["POST"] == 0
    assert place.asked["GET"] <= 2
    assert {bot.name for bot in (await app.bots.page(None, 9)).items if bot.quarantined} == {"sold"}
    assert all(sum(match.strikes) == 0 for match in await matches(app, view))
    (bot,) = {bot.id for bot in (await app.bots.page(None, 9)).items if bot.name == "sold"}
    (told, *_) = (await app.faults.page(ada, bot, None, 9)).items
    assert (told.kind, told.ask) == ("schema", None)
    assert told.detail.startswith("another `verify` than before")
    assert (await app.audit.verify(view.id)).differences == []


@pytest.mark.parametrize(
    ("body", "media_type"), [(b"<html>", "text/html"), (b"[", "application/json")]
)
async def test_a_page_is_no_bot(
    app: App, ada: Identity, loopback: Loopback, body: bytes, media_type: str
) -> None:
    """A server that is well and answers something else never asked to be called."""
    place = Place(ada.owner.verify)
    view = await start(app, ada, loopback, place, BY_NAME)
    place.page, place.media_type = body, media_type

    await play_round(app, view)
    assert place.asked["POST"] == 0


async def test_a_server_that_is_not_well_is_asked_as_before(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """It may be starting anew just now, and costs its bot no match."""
    place = Place(ada.owner.verify)
    view = await start(app, ada, loopback, place, BY_NAME)
    place.status = 503

    await play_round(app, view)
    assert place.asked["POST"] > 0


async def test_in_the_operators_own_network_nothing_has_to_be_said(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """There a bot may say one word today and another tomorrow."""
    place = Place("one")
    view = await start(app, ada, loopback, place, BY_ADDRESS)
    place.is_sold("another")

    await play_round(app, view)
    assert place.asked["POST"] > 0
