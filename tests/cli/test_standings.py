"""How final standings are shown to people."""

import msgspec
import pytest

from arena.cli.tournament.standings import print_final
from arena.engine.chance import Stream
from arena.service.final_standings import FinalRow, FinalTable
from arena.tournament.config import Mode
from arena.tournament.standings.gather import gathered
from arena.tournament.standings.table import standings
from tests.tournament.sample import FINAL, play_tournament, schedule


def shown(mode: Mode, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The lines that are shown of duels of ten bots."""
    plan = schedule(10, 2, rounds=4, mode=mode)
    log, _ = play_tournament(plan, Stream(FINAL, "log"))
    found = standings(gathered(plan, log), FINAL)
    rows = [FinalRow(**msgspec.structs.asdict(row), name=row.bot) for row in found.rows]
    table = FinalTable(
        over=True,
        last=None,
        sets=found.sets,
        ranked_by=found.ranked_by,
        adjustment=found.adjustment,
        resamplings=found.resamplings,
        rows=rows,
    )
    print_final(table)
    return capsys.readouterr().out.splitlines()


def test_where_adjusted_scores_count_they_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    """In field mode ranks go by them: beside the scores they are, and it is said."""
    field, off = shown("field", capsys), shown("off", capsys)

    assert field[0].split()[5:9] == ["±", "score", "adjusted", "of"]
    assert off[0].split()[5:8] == ["±", "score", "of"]
    assert "adjusted: less 100% of the luck of seats; what counts for ranks" in field
    assert not any("adjusted" in line for line in off)
