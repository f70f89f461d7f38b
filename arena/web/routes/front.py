"""`/`: the front page."""

import asyncio
from collections.abc import Sequence
from typing import Final, NamedTuple

from litestar import get
from litestar.response.base import ASGIResponse

from arena.app import App
from arena.games import GAMES
from arena.http.parameters import Services
from arena.http.problems import ApiRequest
from arena.service.boards import Row
from arena.service.final_standings import FinalRow
from arena.web.matches.highlights import told
from arena.web.pages import page
from arena.web.tournaments.contests import Listed, grouped
from arena.web.tournaments.winners import winners

SHOWN: Final = 4
"""Contests of a kind."""
TOP: Final = 3


class On(NamedTuple):
    """A contest that is on, and who leads it."""

    listed: Listed
    top: Sequence[Row]


class Over(NamedTuple):
    """A contest that is over, and who has won it: none where that is not told, or not yet."""

    listed: Listed
    winners: Sequence[FinalRow]


@get("/", include_in_schema=False)
async def front(request: ApiRequest, app: Services) -> ASGIResponse:
    """Gives what is on, what is to come and what was worth a look, and how to take part."""
    contests = grouped(await app.current_tournaments.read(SHOWN))
    on, over, ladders, highlights = await asyncio.gather(
        _on(app, contests.on[:SHOWN]),
        _over(app, contests.over[:SHOWN]),
        asyncio.gather(*(app.ladders.board(name) for name in GAMES)),
        app.highlights.newest(),
    )
    return page(
        request,
        "front.html",
        on=on,
        to_come=contests.to_come[:SHOWN],
        over=over,
        looked_at=highlights.matches,
        highlights=[told(each) for each in highlights.items],
        ladders=[(name, rows[:TOP]) for name, rows in zip(GAMES, ladders, strict=True)],
    )


async def _on(app: App, listed: Sequence[Listed]) -> list[On]:
    boards = await asyncio.gather(*(app.boards.leaderboard(each.tournament.id) for each in listed))
    return [On(each, rows[:TOP]) for each, rows in zip(listed, boards, strict=True)]


async def _over(app: App, listed: Sequence[Listed]) -> list[Over]:
    won = await asyncio.gather(*(winners(app, each.tournament) for each in listed))
    return [Over(each, first) for each, first in zip(listed, won, strict=True)]
