"""`/v1/leaderboards`: who leads in a game."""

import msgspec
from litestar import Router, get

from arena.api.auth import PUBLIC
from arena.api.parameters import GameName, Services
from arena.api.problems import problems
from arena.service.boards import Row
from arena.service.tournaments import TournamentView


class Leaderboard(msgspec.Struct, frozen=True):
    """The live ratings of a tournament, the best first."""

    tournament: TournamentView
    rows: list[Row]


@get("/{game:str}", summary="Who leads in a game", security=PUBLIC, responses=problems(404))
async def get_leaderboard(game: GameName, app: Services) -> Leaderboard:
    """Gives the board of the tournament of the game that was the last to start."""
    tournament = await app.tournaments.latest(game)
    return Leaderboard(tournament, await app.boards.leaderboard(tournament.id))


router = Router("/leaderboards", route_handlers=[get_leaderboard])
