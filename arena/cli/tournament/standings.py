"""How final standings are shown to people: the table, and in words what its numbers come from."""

from arena.cli.console import say, table
from arena.service.final_standings import FinalRow, FinalTable
from arena.tournament.standings.table import LEAST_SETS

_BY = {
    "score": "ranked by scores, since every pair has met equally often",
    "elo": "ranked by Elo, since not every pair has met equally often",
}


def print_final(found: FinalTable) -> None:
    """Print final standings, the best first; `?` marks a bot of too few sets."""
    scores = ("score", "adjusted") if found.adjustment else ("score",)
    more = ("of", "sets", "faults", "tied", "next", "more sets")
    rows = [_cells(row, adjusted=found.adjustment > 0) for row in found.rows]
    table(("bot", "rank", "95 %", "Elo", "±", *scores, *more), rows)
    say()
    say(f"{_state(found)} {found.sets} sets, {_BY[found.ranked_by]}")
    if found.adjustment:
        say(f"adjusted: less {found.adjustment:.0%} of the luck of seats; what counts for ranks")
    say("tied: groups of neighbours of whom none is told apart (95 %) from the first")
    say("next: how sure it is that a bot is above the next; more sets of each that would tell")
    say(f"of less than {LEAST_SETS} sets only the rating is told: any rank, apart from nobody")


def _cells(row: FinalRow, *, adjusted: bool) -> tuple[str, ...]:
    return (
        row.name,
        str(row.rank),
        f"{row.best}-{row.worst}",
        f"{row.elo:.1f}{'?' if row.provisional else ' '}",
        "-" if row.error is None else f"{row.error:.1f}",
        f"{row.score:.1f}",
        *([f"{row.adjusted:.2f}"] if adjusted else []),
        str(row.games),
        str(row.sets),
        str(row.faults),
        ",".join(map(str, row.groups)) or "-",
        "-" if row.above_next is None else f"{row.above_next:.2f}",
        _more(row),
    )


def _more(row: FinalRow) -> str:
    if row.above_next is None:
        return "-"
    return "many" if row.sets_to_tell is None else str(row.sets_to_tell)


def _state(found: FinalTable) -> str:
    return "final:" if found.over else "so far:"
