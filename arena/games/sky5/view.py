"""Who may see what in Sky 5: everybody sees the table, nobody the deck or what was removed.

What may live here: building a view from a position, and nothing that a view could reach it by.
"""

from arena.games.sky5.position import Position
from arena.games.sky5.words import Sky5View


def view(position: Position, seat: int | None) -> Sky5View:
    """Give the table as `seat` (None: a spectator) sees it (S5-34)."""
    phase = position.phases[-1] if position.phases else None
    active, takers = position.active, position.takers
    return Sky5View(
        seat=seat,
        turn=position.turn,
        active=active,
        fronts=tuple(position.fronts),
        piles=tuple(position.piles),
        points=tuple(position.points),
        discard=position.discard,
        deck=len(position.deck),
        removed=len(position.removed),
        final_order=position.final_order,
        final_left=position.final_left(),
        drawn=position.fronts[active][-1] if phase == "gift" else None,
        buster=active if phase == "takes" else None,
        takers=takers,
        open=position.open_to(takers[0]) if takers else (),
    )
