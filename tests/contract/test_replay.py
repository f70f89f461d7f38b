"""Records of every game: what is recorded is played again, and nothing else is accepted."""

from random import Random

import msgspec

from arena.engine.ask import FAULT
from arena.engine.record import decode_record, encode_record
from arena.engine.replay import resume, verify
from arena.engine.rules import Game
from arena.engine.table import Table
from tests.contract.play import at_random, begin, by_content, every_table, play_out
from tests.contract.state import snapshot
from tests.sizes import size

MATCHES = size(2, 20)
CHANGES = size(40, 400)
PREFIXES = size(12, 100)


def played_with_faults(game: Game, players: int, number: int) -> Table:
    """Give a finished match in which answers failed now and then."""
    table, choose, chance = begin(game, players, number), at_random(number), Random(number)
    while not table.over:
        ask = table.asks()[0]
        if chance.random() < 0.05:
            table.fault(ask.seat, chance.choice(["timeout", "illegal", None]))
        else:
            table.answer(ask.seat, choose(ask, table.view(ask.seat)))
    return table


@every_table
def test_a_record_is_played_again_to_the_same_end(game: Game, players: int) -> None:
    """Through the file and back, event by event."""
    for number in range(MATCHES):
        table = played_with_faults(game, players, number)
        record = decode_record(encode_record(table.record()))
        again = resume(game, record.header, record.decisions, record.faults)

        assert again.record() == record
        assert again.log == table.log
        assert verify(game, record) is None


@every_table
def test_a_match_resumed_from_any_prefix_goes_on_as_it_would_have(game: Game, players: int) -> None:
    """Whoever was interrupted loses nothing, inside a beat either."""
    record = played_with_faults(game, players, 5).record()
    count = len(record.decisions)
    for at in Random(players).sample(range(count + 1), min(PREFIXES, count + 1)):
        faults = [note for note in record.faults if note.at < at]
        table = resume(game, record.header, record.decisions[:at], faults)
        twin = table.clone()
        kinds = {note.at: note.kind for note in record.faults}
        for place, decision in enumerate(record.decisions[at:], at):
            seat = table.asks()[0].seat
            if decision == FAULT:
                table.fault(seat, kinds.get(place))
            else:
                table.answer(seat, decision)

        assert table.record() == record
        assert snapshot(play_out(twin.clone(), by_content)) == snapshot(play_out(twin, by_content))


@every_table
def test_a_changed_decision_is_found(game: Game, players: int) -> None:
    """Anywhere in a match, for any other decision: it is illegal, or the digest is another."""
    record = played_with_faults(game, players, 6).record()
    chance, count = Random(players), len(record.decisions)
    for at in chance.sample(range(count), min(CHANGES, count)):
        other = chance.choice([i for i in range(FAULT, 4) if i != record.decisions[at]])
        decisions = (*record.decisions[:at], other, *record.decisions[at + 1 :])
        found = verify(game, msgspec.structs.replace(record, decisions=decisions))

        assert found is not None
        assert found.first <= at + 1 <= found.last


@every_table
def test_a_record_cut_short_or_drawn_out_is_found(game: Game, players: int) -> None:
    """All decisions belong to a match, and no more."""
    record = played_with_faults(game, players, 7).record()
    for decisions in (record.decisions[:-1], (*record.decisions, 0), ()):
        assert verify(game, msgspec.structs.replace(record, decisions=decisions)) is not None
