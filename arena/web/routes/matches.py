"""`/matches/{id}`: the theatre of a match; `/embed`: its table alone, for pages of others."""

from typing import Annotated, Final

from litestar import Router, get
from litestar.params import QueryParameter
from litestar.response.base import ASGIResponse

from arena.app import App
from arena.http.parameters import MatchId, Services, one_of
from arena.http.problems import ApiRequest
from arena.service.errors import Invalid, NotFound
from arena.service.matches import MatchView
from arena.service.plays import PlayView
from arena.web.matches.result import seat_results
from arena.web.matches.stage import SPEEDS, stage
from arena.web.matches.story import story
from arena.web.pages import FRAMED, page

_MOST_MOMENTS: Final = 1_000_000

Moment = Annotated[
    int | None,
    QueryParameter(description="Begins here; -1 is before all.", ge=-1, le=_MOST_MOMENTS),
]
Speed = Annotated[
    str, QueryParameter(description="How fast it plays.", pattern=one_of(SPEEDS), max_length=3)
]
Seat = Annotated[
    str,
    QueryParameter(
        description="What it shows: as a seat knew it, a `spectator`, or `all`.",
        pattern=one_of(("all", "spectator", "[0-9]")),
        max_length=9,
    ),
]
Play = Annotated[bool, QueryParameter(description="Whether it plays by itself.")]


@get("/matches/{match_id:str}", include_in_schema=False)
async def match(match_id: MatchId, request: ApiRequest, app: Services) -> ASGIResponse:
    """Gives the result of a match, and its theatre once the replay is public."""
    view = await app.matches.get(match_id)
    tournament = await app.tournaments.get(view.tournament)
    names = await app.bots.names(view.bots)
    play = await _play(app, view)
    return page(
        request,
        "match.html",
        match=view,
        tournament=tournament,
        seats=seat_results(view, names),
        play=play,
        lines=[] if play is None else story(play),
        speeds=SPEEDS,
        stage=stage(view.game),
    )


@get("/matches/{match_id:str}/embed", include_in_schema=False)
async def embed(
    match_id: MatchId,
    request: ApiRequest,
    app: Services,
    moment: Moment = None,
    speed: Speed = "1",
    seat: Seat = "all",
    play: Play = False,
) -> ASGIResponse:
    """Gives the table of a match and what it is played by, to stand in pages of others."""
    view = await app.matches.get(match_id)
    if seat.isdecimal() and int(seat) >= len(view.bots):
        raise Invalid("seat", f"expected a seat, 0 to {len(view.bots) - 1}, got {seat}")
    return page(
        request,
        "embed.html",
        headers=FRAMED,
        match=view,
        seats=seat_results(view, await app.bots.names(view.bots)),
        begin={"moment": moment, "speed": speed, "seen-by": seat, "play": play or None},
        speeds=SPEEDS,
        stage=stage(view.game),
    )


async def _play(app: App, view: MatchView) -> PlayView | None:
    """Give a match as it was played; none under seal, or by rules that are others today."""
    try:
        return await app.plays.play(view.id, "all") if view.replay else None
    except NotFound:
        return None


router: Final = Router("/", route_handlers=[match, embed])
