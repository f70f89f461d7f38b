"""Who has won a tournament that is finished, as far as that is at hand.

What may live here: how long a page waits for final standings.
"""

from collections.abc import Sequence
from typing import Final

from arena.app import App
from arena.service.final_standings import FinalRow
from arena.service.tournaments import TournamentSummary

PATIENCE_S: Final = 0.1
"""They may take seconds to make, and are there when the page is asked for again."""


async def winners(app: App, tournament: TournamentSummary) -> Sequence[FinalRow]:
    """Give the first of the final standings; nobody while they are not final, or not made yet."""
    if tournament.state != "finished":
        return ()
    table = await app.final_standings.within(tournament.id, PATIENCE_S)
    return () if table is None else [row for row in table.rows if row.rank == 1]
