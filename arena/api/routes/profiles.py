"""`/v1/bots/{id}/profile`, `/tournaments`: how a bot plays, and how it stands."""

from litestar import Router, get

from arena.api.auth import PUBLIC
from arena.http.parameters import BotId, Services
from arena.http.problems import problems
from arena.service.placings import PlacingView
from arena.service.profiles import ProfileView


@get(
    "/{bot_id:str}/profile",
    summary="How a bot plays",
    security=PUBLIC,
    responses=problems(404),
)
async def get_profile(bot_id: BotId, app: Services) -> ProfileView:
    """Gives its results by game, number of players and seat, and its habits.

    Results are of the newest 400 rated matches or so, habits of the newest 40 of these whose
    replays are public: what it chose in them, and what came of it, faults left out.
    """
    return await app.profiles.get(bot_id)


@get(
    "/{bot_id:str}/tournaments",
    summary="Tournaments of a bot",
    security=PUBLIC,
    responses=problems(404),
)
async def list_bot_tournaments(bot_id: BotId, app: Services) -> list[PlacingView]:
    """Gives the newest 20 that it has entered, the newest first, with its rank in each.

    Of those that are over it is that of the final standings, as soon as these are made.
    """
    return await app.placings.of_bot(bot_id)


router = Router("/bots", route_handlers=[get_profile, list_bot_tournaments])
"""Beside that of `arena.api.routes.bots`."""
