"""`/exhibitions`: an owner's matches for practice; `/exhibitions/{id}`: the theatre of one.

What may live here: the frames of these pages, which are the same for everybody. What stands in them
a script asks the API for with the token of its tab, so that no page and no cache has it.
"""

from typing import Annotated, Final, NamedTuple

from litestar import Router, get
from litestar.params import QueryParameter
from litestar.response.base import ASGIResponse

from arena.engine.rules import Game
from arena.games import GAMES
from arena.http.parameters import DEAL_ID, ID, ExhibitionId
from arena.http.problems import ApiRequest
from arena.match.house import HOUSE, house_bots
from arena.service.exhibitions import A_MINUTE
from arena.store.exhibitions import KEPT_MS, MOST_KEPT, MOST_OWN
from arena.web.matches.stage import SPEEDS, stage
from arena.web.pages import page

_DAY_MS: Final = 24 * 3_600_000

Of = Annotated[
    str | None,
    QueryParameter(description="Whose cards are to be played.", pattern=DEAL_ID, max_length=49),
]
With = Annotated[
    str | None,
    QueryParameter(name="with", description="Who is to play.", pattern=ID, max_length=32),
]


class Offer(NamedTuple):
    """A game that can be played, and the house bots of it as seats, the strongest first."""

    game: Game
    house: tuple[str, ...]


@get("/")
async def exhibitions(request: ApiRequest, of: Of = None, bot: With = None) -> ASGIResponse:
    """Gives the form to have one played, and the place of the list."""
    return page(
        request,
        "exhibitions.html",
        offers=_offers(),
        of=of,
        bot=bot,
        house=HOUSE,
        most_own=MOST_OWN,
        a_minute=A_MINUTE,
        most_kept=MOST_KEPT,
        days_kept=KEPT_MS // _DAY_MS,
    )


@get("/{exhibition_id:str}")
async def exhibition(request: ApiRequest, exhibition_id: ExhibitionId) -> ASGIResponse:
    """Gives the place of an exhibition, whether there is one of this id or not."""
    stages = {name: stage(name) for name in GAMES}
    return page(request, "exhibition.html", exhibition=exhibition_id, stages=stages, speeds=SPEEDS)


def _offers() -> list[Offer]:
    return [
        Offer(game, tuple(HOUSE + bot.name for bot in reversed(house_bots(game.name))))
        for game in GAMES.values()
    ]


router: Final = Router(
    "/exhibitions", route_handlers=[exhibitions, exhibition], include_in_schema=False
)
