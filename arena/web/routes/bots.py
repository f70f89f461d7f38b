"""`/bots`: all bots by name; `/bots/{id}`: how one plays and stands."""

import asyncio
from typing import Final, get_args

from litestar import Router, get
from litestar.response.base import ASGIResponse

from arena.app import App
from arena.games import GAMES
from arena.http.parameters import BotId, Cursor, Services
from arena.http.problems import ApiRequest
from arena.protocol.messages import FaultKind
from arena.service.bot_lists import PAGE
from arena.service.bots import BotView
from arena.service.matches import MatchFilter
from arena.service.placings import MOST_TOURNAMENTS, PlacingView
from arena.service.profiles import MOST_REPLAYS
from arena.web.bots.page import (
    MOST_OPPONENTS,
    RatingHistory,
    Sat,
    ladder_history,
    matches_of,
    measures_of,
    most_met,
    results_of,
    total,
    tournament_history,
)
from arena.web.pages import page
from arena.web.parameters import PageNumber, Search
from arena.web.words import game_title

PATIENCE_S: Final = 2.0
"""So long habits are waited for; then the page says that they are being counted."""
CHARTS: Final = 6
"""Tournaments in which its ratings are drawn: the newest. Of others there is the API."""
POINTS: Final = 100
"""Rounds of a ladder that are drawn."""
SETS: Final = 4
"""Sets whose matches are shown."""


@get("/")
async def bots(
    request: ApiRequest, app: Services, search: Search = "", number: PageNumber = 1
) -> ASGIResponse:
    """Gives the bots of all owners by name."""
    found = await app.bot_lists.named(search.strip(), number)
    pages = max(1, -(-found.total // PAGE))
    return page(request, "bots.html", found=found, search=search, number=number, pages=pages)


@get("/{bot_id:str}")
async def bot(
    request: ApiRequest, app: Services, bot_id: BotId, before: Cursor = None
) -> ASGIResponse:
    """Gives a bot; `before` pages through its matches."""
    view = await app.bots.get(bot_id)
    placings = await app.placings.of_bot(bot_id)
    histories, met, profile, (sat, older) = await asyncio.gather(
        _histories(app, view, placings),
        app.histories.met(bot_id),
        app.profiles.within(bot_id, PATIENCE_S),
        _matches(app, bot_id, placings, before),
    )
    return page(
        request,
        "bot.html",
        bot=view,
        placings=placings,
        most_placings=MOST_TOURNAMENTS,
        histories=histories,
        opponents=most_met(met)[:MOST_OPPONENTS],
        met=len(met),
        profile=profile,
        most_replays=MOST_REPLAYS,
        results=list(results_of(profile.results)) if profile else [],
        total=total(profile.results) if profile else None,
        habits=[(each, measures_of(each)) for each in profile.habits] if profile else [],
        matches=sat,
        before=before,
        older=older,
        fault_kinds=get_args(FaultKind),
    )


async def _histories(app: App, bot: BotView, placings: list[PlacingView]) -> list[RatingHistory]:
    """Draw how a bot was rated: in its newest tournaments, and on ladders."""
    placed = {each.tournament: each for each in placings}
    names = {each.tournament: each.name for each in placings}
    entered = (await app.histories.of_bot(bot.id, None, MOST_TOURNAMENTS)).items
    begun = [each for each in entered if each.points][:CHARTS]
    histories = [tournament_history(each, placed.get(each.tournament)) for each in begun]
    for game in bot.games:
        points = []
        if game in GAMES:
            points = (await app.ladders.history(game, bot.id, None, POINTS)).items
        if points:
            title = f"{game_title(game)} ladder"
            histories.append(ladder_history(game, title, points[::-1], names))
    return histories


async def _matches(
    app: App, bot_id: str, placings: list[PlacingView], before: str | None
) -> tuple[list[Sat], str | None]:
    """Give the newest matches of a bot, or those before a place, and the place after them."""
    found = await app.matches.page(None, before, SETS, MatchFilter(bot=bot_id))
    bots = sorted({each for match in found.items for each in match.bots})
    names, tournaments = await app.bots.names(bots), {p.tournament: p.name for p in placings}
    return matches_of(bot_id, found.items, names, tournaments), found.next


router = Router("/bots", route_handlers=[bots, bot], include_in_schema=False)
