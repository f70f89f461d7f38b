"""`/tournaments`, `/tournaments/{id}`, its crosstable and its schedule."""

import asyncio
from typing import Annotated, Final

from litestar import Router, get
from litestar.params import QueryParameter
from litestar.response.base import ASGIResponse

from arena.http.parameters import Cursor, RoundNumber, Services, TournamentId
from arena.http.problems import ApiRequest
from arena.service.paging import MAX_PAGE
from arena.web.matches.places import played
from arena.web.pages import page
from arena.web.parameters import PageNumber
from arena.web.tournaments.acts import act_lines
from arena.web.tournaments.configuration import terms
from arena.web.tournaments.contests import grouped, progress
from arena.web.tournaments.crosstable import block, lines, parts
from arena.web.tournaments.schedule import cards, rounds_of
from arena.web.tournaments.winners import winners

LISTED: Final = 30
TOP: Final = 10
"""Rows of the leaderboard on the overview."""
ENTRANTS: Final = 60
RECENT: Final = 6
"""Matches on the overview."""
SETS: Final = 50
"""Of a page of the schedule."""

Across = Annotated[int | None, QueryParameter(ge=1, le=100_000)]


@get("/tournaments", include_in_schema=False)
async def tournaments(request: ApiRequest, app: Services, cursor: Cursor = None) -> ASGIResponse:
    """Gives all tournaments, the newest first."""
    found = await app.tournaments.page(cursor, LISTED)
    return page(
        request,
        "tournaments.html",
        contests=grouped(found.items),
        first=cursor is None,
        after=found.next,
    )


@get("/tournaments/{tournament_id:str}", include_in_schema=False)
async def tournament(
    request: ApiRequest, tournament_id: TournamentId, app: Services
) -> ASGIResponse:
    """Gives an overview: how it stands, how it is held, who is in it, and how to check it."""
    view = await app.tournaments.get(tournament_id)
    entries, board, recent, acts = await asyncio.gather(
        app.entries.of(tournament_id),
        app.boards.leaderboard(tournament_id),
        app.matches.page(tournament_id, None, RECENT),
        app.direction.acts(tournament_id, None, MAX_PAGE),
    )
    names = {entry.bot: entry.name for entry in entries}
    return page(
        request,
        "tournament.html",
        tournament=view,
        progress=progress(view),
        winners=await winners(app, view),
        terms=terms(view),
        entrants=sorted(entries, key=lambda entry: entry.name.casefold())[:ENTRANTS],
        top=board[:TOP],
        recent=[played(each, names) for each in recent.items[:RECENT]],
        names=names,
        acts=act_lines(acts.items, view.owner, names),
        more_acts=acts.next is not None,
    )


@get("/tournaments/{tournament_id:str}/crosstable", include_in_schema=False)
async def crosstable(
    request: ApiRequest,
    tournament_id: TournamentId,
    app: Services,
    number: PageNumber = 1,
    against: Across = None,
) -> ASGIResponse:
    """Gives what a block of bots has made of another, or of each other."""
    view = await app.tournaments.get(tournament_id)
    board = await app.boards.leaderboard(tournament_id)
    blocks = parts(len(board))
    if not blocks:
        return page(request, "crosstable.html", tournament=view, blocks=blocks)
    down = blocks[min(number, len(blocks)) - 1]
    across = blocks[min(against or down.number, len(blocks)) - 1]
    rows, columns = block(board, down), block(board, across)
    met = await app.histories.among(
        tournament_id, [each.bot for each in rows], [each.bot for each in columns]
    )
    return page(
        request,
        "crosstable.html",
        tournament=view,
        blocks=blocks,
        down=down,
        across=across,
        columns=columns,
        lines=lines(rows, columns, met),
    )


@get("/tournaments/{tournament_id:str}/schedule", include_in_schema=False)
async def schedule(
    request: ApiRequest,
    tournament_id: TournamentId,
    app: Services,
    round_: RoundNumber = None,
    cursor: Cursor = None,
) -> ASGIResponse:
    """Gives who meets whom in a round, and what came of it."""
    view = await app.tournaments.get(tournament_id)
    if view.started_ms is None:
        return page(request, "schedule.html", tournament=view, shown=None)
    shown = await app.schedules.round(tournament_id, round_, cursor, SETS)
    names = await app.bots.names(sorted({bot for each in shown.items for bot in each.bots}))
    return page(
        request,
        "schedule.html",
        tournament=view,
        shown=shown,
        first=cursor is None,
        rounds=rounds_of(shown),
        cards=cards(shown, names),
    )


router = Router("/", route_handlers=[tournaments, tournament, crosstable, schedule])
