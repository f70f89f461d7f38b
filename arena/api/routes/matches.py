"""`/v1/matches`, those of a tournament, `/v1/highlights`: finished matches and their replays."""

from collections.abc import Iterator
from typing import Annotated

import msgspec
from litestar import Router, get
from litestar.di import NamedDependency, Provide
from litestar.params import QueryParameter, SkipValidation
from litestar.response.base import ASGIResponse

from arena.api.auth import PUBLIC, TOKEN_OPTIONAL
from arena.api.tables import Format, Table, TableOperation
from arena.engine.record import Record
from arena.games import GAMES
from arena.http.parameters import (
    ID,
    Cursor,
    Limit,
    MatchId,
    MaybeHolder,
    Services,
    TournamentId,
    one_of,
)
from arena.http.problems import ApiRequest, problems
from arena.service.clock import moment
from arena.service.highlights import HighlightsView
from arena.service.matches import MatchFilter, MatchView
from arena.service.paging import Page

_DATE = "ms since 1970, or a date or time of RFC 3339"

Tournament = Annotated[
    str | None, QueryParameter(description="Only of this tournament.", pattern=ID, max_length=32)
]
Game = Annotated[
    str | None,
    QueryParameter(
        description=f"Only of this game: {' or '.join(GAMES)}.",
        pattern=one_of(GAMES),
        max_length=40,
    ),
]
Bot = Annotated[
    str | None, QueryParameter(description="Only with this bot.", pattern=ID, max_length=32)
]
Opponent = Annotated[
    str | None,
    QueryParameter(
        description="Only with this bot as well; it needs `bot`.", pattern=ID, max_length=32
    ),
]
Rated = Annotated[
    bool | None, QueryParameter(description="Only those that count, or (false) that do not.")
]
Faults = Annotated[
    bool | None, QueryParameter(description="Only those with a fault, or (false) without any.")
]
From = Annotated[
    str | None,
    QueryParameter(name="from", description=f"Committed then or later: {_DATE}.", max_length=40),
]
To = Annotated[str | None, QueryParameter(description=f"Committed before: {_DATE}.", max_length=40)]
Filter = NamedDependency[SkipValidation[MatchFilter]]


class SeatLine(msgspec.Struct):
    """A line of the table of matches: one seat of one."""

    match: str
    tournament: str
    game: str
    round: int
    set: int
    committed_ms: int
    rated: bool
    voided: bool
    seat: int
    bot: str
    version: str
    rank: int
    score: int
    strikes: int
    ending: str
    calls: int
    median_ms: int | None
    worst_ms: int | None
    delta: int | None
    replay: bool
    digest: str


def _seats(page: Page[MatchView]) -> Iterator[SeatLine]:
    for match in page.items:
        for seat, bot in enumerate(match.bots):
            yield SeatLine(
                match=match.id,
                tournament=match.tournament,
                game=match.game,
                round=match.round,
                set=match.set,
                committed_ms=match.committed_ms,
                rated=match.rated,
                voided=match.voided,
                seat=seat,
                bot=bot,
                version=match.versions[seat],
                rank=match.outcome.ranks[seat],
                score=match.outcome.scores[seat],
                strikes=match.strikes[seat],
                ending=match.endings[seat],
                calls=match.latencies[seat].calls,
                median_ms=match.latencies[seat].median_ms,
                worst_ms=match.latencies[seat].worst_ms,
                delta=None if match.deltas is None else match.deltas[seat],
                replay=match.replay,
                digest=match.digest,
            )


_TABLE = Table(Page[MatchView], SeatLine, _seats)


def _filter(
    game: Game = None,
    bot: Bot = None,
    opponent: Opponent = None,
    rated: Rated = None,
    faults: Faults = None,
    from_: From = None,
    to: To = None,
) -> MatchFilter:
    """Give which matches are asked for."""
    return MatchFilter(
        game=game,
        bot=bot,
        opponent=opponent,
        rated=rated,
        faults=faults,
        since_ms=0 if from_ is None else moment("from", from_),
        until_ms=None if to is None else moment("to", to),
    )


@get(
    "/matches",
    summary="List matches",
    security=PUBLIC,
    responses={**_TABLE.described("Matches, the newest first."), **problems(404, 422)},
    operation_class=TableOperation,
    dependencies={"wanted": Provide(_filter, sync_to_thread=False)},
)
async def list_matches(
    request: ApiRequest,
    app: Services,
    wanted: Filter,
    tournament: Tournament = None,
    cursor: Cursor = None,
    limit: Limit = 20,
    format: Format = "json",
) -> ASGIResponse:
    """Gives finished matches, the newest first, of the newest 1,000 tournaments.

    `limit` counts sets, whose matches stay together. 1,000 are looked at for a page: where few of
    them are wanted it is short, or empty, and there is a `next` all the same.
    """
    page = await app.matches.page(tournament, cursor, limit, wanted)
    return _TABLE.answer(request, page, format)


@get(
    "/tournaments/{tournament_id:str}/matches",
    summary="List a tournament's matches",
    security=PUBLIC,
    responses={**_TABLE.described("Matches, the newest first."), **problems(404, 422)},
    operation_class=TableOperation,
    dependencies={"wanted": Provide(_filter, sync_to_thread=False)},
)
async def list_tournament_matches(
    tournament_id: TournamentId,
    request: ApiRequest,
    app: Services,
    wanted: Filter,
    cursor: Cursor = None,
    limit: Limit = 20,
    format: Format = "json",
) -> ASGIResponse:
    """Gives a tournament's finished matches, the newest first, as `list_matches` does."""
    page = await app.matches.page(tournament_id, cursor, limit, wanted)
    return _TABLE.answer(request, page, format)


@get("/highlights", summary="Matches worth a look", security=PUBLIC, responses=problems())
async def get_highlights(app: Services) -> HighlightsView:
    """Gives the biggest upset, the closest end, the highest score of each game and the last match
    with a seat retired, among the newest 100 or more that are not sealed; as of a few seconds ago.
    """
    return await app.highlights.newest()


@get("/matches/{match_id:str}", summary="Look at a match", security=PUBLIC, responses=problems(404))
async def get_match(match_id: MatchId, app: Services) -> MatchView:
    """Gives a finished match: who sat where, ranks, scores, strikes, what it changed, digest."""
    return await app.matches.get(match_id)


@get(
    "/matches/{match_id:str}/replay",
    summary="Download a replay",
    security=TOKEN_OPTIONAL,
    responses=problems(401, 404),
)
async def get_replay(match_id: MatchId, who: MaybeHolder, app: Services) -> Record:
    """Gives the record of a match as a file that `arena replay` and `arena verify` read.

    Until its round is over it is sealed: 404, but for the tournament's organiser.
    """
    return await app.matches.replay(match_id, who)


router = Router(
    "/",
    route_handlers=[
        list_matches, list_tournament_matches, get_highlights, get_match, get_replay,
    ],
)  # fmt: skip
