"""What a seat may not know shows in nothing that it is asked, shown or told.

A pair: two states of a match that differ only in what one seat may not know.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import msgspec

from arena.engine.ask import Ask, Event, Option
from arena.engine.rules import Game
from arena.engine.table import Table
from arena.match.clock import Limits
from arena.match.http import _encoder
from arena.match.ids import Ids
from arena.match.referee import _Match
from tests.contract.play import at_random, begin, every_table, play_beat
from tests.contract.state import snapshot
from tests.contract.traits import TRAITS
from tests.sizes import size

PAIRS = size(300, 25_000)
"""For each game and number of players; each is compared before and after a beat."""
KEY = b"the key of a match"
AT = 0
"""Which decision of its match an ask is for shows only in its id, and that tells nothing."""


@dataclass(frozen=True)
class Beat:
    """A beat played from both states of a pair: the tables after it, and what happened."""

    table: Table
    twin: Table
    events: list[Event]
    twin_events: list[Event]


def pairs(game: Game, players: int) -> Iterator[tuple[Table, Table, int | None]]:
    """Give pairs from every beat of random matches, and the seat that may not tell them apart."""
    chance, left, number = Random(players), PAIRS, 0
    while left:
        table, choose = begin(game, players, number), at_random(number)
        number += 1
        while left and not table.over:
            left -= 1
            seat = chance.choice([*range(players), None])
            twin = table.clone()
            twin._rules = TRAITS[game.name].hide(table._rules, seat, chance)
            twin._asks = twin._rules.asks()
            yield table, twin, seat
            play_beat(table, choose)


def known(table: Table, seat: int | None) -> bytes:
    """Give the bytes of all that the seat could be sent now."""
    return msgspec.json.encode((asked(table, seat), table.view(seat), table.events(seat)))


def sent(table: Table, seat: int | None) -> list[bytes]:
    """Give the bodies of the requests that a bot at this seat is sent now, as the referee does."""
    match = _Match(table, [None] * table.header.players, Limits(), Ids(KEY))
    return [
        _encoder.encode(match._request(match._seats[ask.seat], ask, AT))
        for ask in asked(table, seat)
    ]


def alike(ask: Ask, chosen: Option, hidden: tuple[type[Option], ...], chance: Random) -> int | None:
    """Give an option that others could not tell from the chosen one, if there is one."""
    if isinstance(chosen, hidden):
        kind = type(chosen)
        return chance.choice([i for i, o in enumerate(ask.options) if type(o) is kind] or [None])
    return ask.options.index(chosen) if chosen in ask.options else None


def beat_in_both(table: Table, twin: Table, game: Game, chance: Random) -> Beat | None:
    """Play a beat in copies of both, by acts that look alike, if that can be.

    Who is asked at a window is hidden too: who is asked in one of them alone does nothing there,
    by choice or by a fault.
    """
    one, other, since = table.clone(), twin.clone(), len(table.log)
    asks, twin_asks = ({ask.seat: ask for ask in t.asks()} for t in (table, twin))
    for seat in asks.keys() & twin_asks.keys():
        chosen = chance.randrange(len(asks[seat].options))
        option, hidden = asks[seat].options[chosen], TRAITS[game.name].hidden_acts
        twin_chosen = alike(twin_asks[seat], option, hidden, chance)
        if twin_chosen is None:
            return None
        one.answer(seat, chosen)
        other.answer(seat, twin_chosen)
    for seat in asks.keys() ^ twin_asks.keys():
        here, ask = (one, asks[seat]) if seat in asks else (other, twin_asks[seat])
        if ask.kind not in game.window_kinds:
            return None
        if chance.random() < 0.5:
            here.answer(seat, 0)
        else:
            here.fault(seat, "timeout")
    return Beat(one, other, one.log[since:], other.log[since:])


@every_table
def test_a_seat_cannot_tell_apart_what_it_may_not_know(game: Game, players: int) -> None:
    """Asks, view, events and requests are the same bytes; the states are not."""
    different = 0
    for table, twin, seat in pairs(game, players):
        different += snapshot(twin) != snapshot(table)

        assert known(twin, seat) == known(table, seat)
        assert sent(twin, seat) == sent(table, seat)
    assert different > PAIRS / 2


@every_table
def test_a_beat_tells_a_seat_no_more_than_its_next_view(game: Game, players: int) -> None:
    """From two such states on, by acts that look alike: whoever is told the same is shown the
    same, and is told the same where he is shown the same.

    (Except for what is shown for a moment only: some events, and the order of one's own draws. And
    where others are asked whether to load first, its own ask comes one beat later.)
    """
    reveals, chance, redacted = TRAITS[game.name].reveals, Random(players), 0
    for table, twin, seat in pairs(game, players):
        beat = beat_in_both(table, twin, game, chance)
        if beat is None:
            continue
        if told(beat.events, seat) == told(beat.twin_events, seat):
            assert beat.table.view(seat) == beat.twin.view(seat)
            asks, twin_asks = asked(beat.table, seat), asked(beat.twin, seat)
            assert asks == twin_asks or not asks or not twin_asks
            redacted += beat.events != beat.twin_events
        elif not any(isinstance(event, reveals) for event in beat.events + beat.twin_events):
            assert beat.table.view(seat) != beat.twin.view(seat)
    assert redacted or game.name == "sky-5"


def asked(table: Table, seat: int | None) -> list[Ask]:
    """Give what the seat is asked now."""
    return [ask for ask in table.asks() if ask.seat == seat]


def told(events: list[Event], seat: int | None) -> Counter[Event]:
    """Give what the seat is told of these events, in any order."""
    return Counter(seen for event in events if (seen := event.seen_by(seat)) is not None)
