"""A finished match beat by beat, and what is no match."""

import msgspec
import pytest

from arena.engine.record import Record
from arena.engine.retelling import RetellingError, beats
from arena.engine.rules import Game
from arena.engine.table import Table
from arena.games import GAMES
from tests.cli.records import record_of
from tests.contract.play import every_game

SKY_5 = GAMES["sky-5"]


def changed(record: Record, **fields: object) -> Record:
    """Give a record of which these fields are others."""
    return msgspec.structs.replace(record, **fields)


@every_game
def test_the_beats_have_every_decision_and_every_event_once(game: Game) -> None:
    """In their order: the setup first, without a decision; asks of one beat in seat order."""
    record = record_of(game)
    told = list(beats(game, record))
    decided = [each for beat in told for each in beat.decided]

    table = Table.new(game, record.header)
    for decision in record.decisions:
        table.answer(table.asks()[0].seat, decision)
    assert told[0].decided == ()
    assert [each.number for each in decided] == list(range(len(record.decisions)))
    assert tuple(each.decision for each in decided) == record.decisions
    assert [event for beat in told for event in beat.events] == table.log
    for beat in told:
        seats = [each.ask.seat for each in beat.decided]
        assert seats == sorted(set(seats))


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"decisions": (0, 99)}, "decision 2 cannot be played"),
        ({"decisions": (*record_of(SKY_5).decisions, 0)}, "comes after the end"),
        ({"decisions": record_of(SKY_5).decisions[:-1]}, "not what it states"),
        ({"digest": "0" * 64}, "not what it states"),
    ],
    ids=["no option", "one too many", "one too few", "another digest"],
)
def test_what_is_no_match_is_not_told_as_one(fields: dict[str, object], message: str) -> None:
    """Whoever reads it is told where it stops being one, or that `arena verify` can say."""
    record = changed(record_of(SKY_5), **fields)

    with pytest.raises(RetellingError, match=message):
        list(beats(SKY_5, record))
