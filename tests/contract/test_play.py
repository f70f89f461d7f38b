"""What every game does while it is played: asks, defaults, faults, copies, ends."""

import pickle
import subprocess
import sys
from itertools import zip_longest

import pytest

from arena.engine.ask import FAULT
from arena.engine.rules import Game
from arena.engine.table import TableError
from tests.contract.play import (
    at_random,
    begin,
    by_content,
    default,
    every_game,
    every_table,
    play_beat,
    play_out,
    played,
)
from tests.contract.state import shared, snapshot
from tests.contract.traits import TRAITS
from tests.sizes import size

MATCHES = size(3, 30)
CLONED_EVERY = size(21, 7)
"""Beats."""


@every_table
def test_asks_are_real_choices_of_different_seats_in_order(game: Game, players: int) -> None:
    """What is forced is never asked; no option is there twice; kinds are those of the game."""
    for number in range(MATCHES):
        table, choose = begin(game, players, number), at_random(number)
        while not table.over:
            seats = [ask.seat for ask in table.asks()]

            assert seats == sorted(set(seats))
            assert set(seats) <= set(range(players))
            for ask in table.asks():
                assert len(set(ask.options)) == len(ask.options) >= 2
                assert {type(option) for option in ask.options} <= set(game.options)
                assert ask.kind in game.kinds
                assert ask.kind not in game.window_kinds or ask.seat in table.header.windows
            play_beat(table, choose)


@every_table
def test_a_match_ends_with_a_place_for_everybody(game: Game, players: int) -> None:
    """Equals share a place and the next is skipped."""
    for number in range(MATCHES):
        outcome = played(game, players, number).outcome()

        assert len(outcome.scores) == players
        assert outcome.ranks == tuple(
            1 + sum(other < rank for other in outcome.ranks) for rank in outcome.ranks
        )
        for one in range(players):
            for other in range(players):
                if outcome.scores[one] > outcome.scores[other]:
                    assert outcome.ranks[one] < outcome.ranks[other]


@every_table
def test_a_match_of_defaults_or_of_faults_alone_ends(game: Game, players: int) -> None:
    """The default is always legal, and nobody need ever answer."""
    play_out(begin(game, players), default)
    table = begin(game, players)
    while not table.over:
        table.fault(table.asks()[0].seat, None)

    assert set(table.decisions) == {FAULT}


@every_table
def test_a_fault_plays_the_default(game: Game, players: int) -> None:
    """But for the event that tells of it, all is as if the default had been chosen."""
    traits = TRAITS[game.name]
    table, choose = begin(game, players), at_random(7)
    while not table.over:
        for asked in table.asks():
            if asked.kind in traits.race_kinds:
                continue
            faulty, honest, since = table.clone(), table.clone(), len(table.log)
            for ask in table.asks():
                honest.answer(ask.seat, 0)
                if ask is asked:
                    faulty.fault(ask.seat, "timeout")
                else:
                    faulty.answer(ask.seat, 0)
            told = [event for event in faulty.log[since:] if not isinstance(event, traits.fault)]

            assert told == honest.log[since:]
            assert len(faulty.log) == len(honest.log) + 1
            assert snapshot(faulty.clone()._rules) == snapshot(honest.clone()._rules)
        play_beat(table, choose)


@every_table
def test_the_order_of_answers_in_a_beat_does_not_matter(game: Game, players: int) -> None:
    """The network decides who answers first, and must decide nothing else."""
    table, choose = begin(game, players), at_random(11)
    while not table.over:
        twin = table.clone()
        answers = [(ask.seat, choose(ask, table.view(ask.seat))) for ask in table.asks()]
        for seat, index in answers:
            table.answer(seat, index)
        for seat, index in reversed(answers):
            twin.answer(seat, index)

        assert snapshot(twin) == snapshot(table)


@every_table
def test_the_same_seed_and_decisions_give_the_same_match(game: Game, players: int) -> None:
    """And another seed another one."""
    digests = {
        play_out(begin(game, players, number), by_content).digest() for number in (1, 1, 1, 2)
    }

    assert len(digests) == 2


@every_game
def test_another_process_plays_the_same_match(game: Game) -> None:
    """The order of hashes, which differs between processes, must decide nothing."""
    code = (
        "from tests.contract.play import *\n"
        f"game = {{**GAMES, BLUFF.name: BLUFF}}[{game.name!r}]\n"
        "print(play_out(begin(game, 4), by_content).digest())"
    )
    here = play_out(begin(game, 4), by_content).digest()
    for hash_seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": ":".join(filter(None, sys.path))},
            capture_output=True,
            text=True,
            check=True,
        )

        assert done.stdout.strip() == here


@every_table
def test_a_clone_plays_on_alone_exactly_as_the_match_would(game: Game, players: int) -> None:
    """At any moment: nothing is shared that either could change."""
    table, choose, beat = begin(game, players), at_random(3), 0
    while not table.over:
        if beat % CLONED_EVERY == 0:
            before, twin = snapshot(table), table.clone()

            assert snapshot(twin) == before
            assert not shared(table, twin)
            play_out(twin, by_content)
            assert snapshot(table) == before
            assert snapshot(play_out(table.clone(), by_content)) == snapshot(twin)
        play_beat(table, choose)
        beat += 1


@every_table
def test_the_state_of_a_match_is_plain_data(game: Game, players: int) -> None:
    """It can be pickled at any moment and plays on from there."""
    table, choose = begin(game, players), at_random(5)
    while not table.over:
        rules = pickle.loads(pickle.dumps(table._rules))

        assert snapshot(rules) == snapshot(table._rules)
        play_beat(table, choose)


@every_table
def test_looking_changes_nothing(game: Game, players: int) -> None:
    """Nor does looking twice show something else."""
    table, choose = begin(game, players), at_random(9)
    while not table.over:
        before = snapshot(table)
        for seat in (*range(players), None):
            assert table.view(seat) == table.view(seat)
            assert table.events(seat) == table.events(seat)
        assert table.asks() == table.asks()
        assert snapshot(table) == before
        play_beat(table, choose)


@every_table
def test_misuse_is_refused_and_changes_nothing(game: Game, players: int) -> None:
    """A wrong seat, a wrong index, a second answer, a look at an end that is not there."""
    table, choose = begin(game, players), at_random(13)
    while not table.over:
        asks, before = table.asks(), snapshot(table)
        idle = next(seat for seat in range(players + 1) if seat not in [ask.seat for ask in asks])
        for seat, index in ((asks[0].seat, len(asks[0].options)), (asks[0].seat, -1), (idle, 0)):
            with pytest.raises(TableError):
                table.answer(seat, index)
        with pytest.raises(TableError):
            table.fault(idle, "timeout")
        with pytest.raises(TableError):
            table.record()
        assert snapshot(table) == before
        play_beat(table, choose)


@every_table
def test_nothing_is_asked_or_taken_after_the_end(game: Game, players: int) -> None:
    """A finished match stays as it is."""
    table = played(game, players)
    before = snapshot(table)
    for seat in range(players):
        with pytest.raises(TableError):
            table.answer(seat, 0)

    assert table.asks() == ()
    assert snapshot(table) == before


@every_game
def test_matches_in_one_process_share_nothing(game: Game) -> None:
    """Played in turns, beat by beat, they are as if each had been alone."""
    alone = [played(game, 2 + number % 3, number).record() for number in range(4)]
    tables = [begin(game, 2 + number % 3, number) for number in range(4)]
    choosers = [at_random(number) for number in range(4)]
    while not all(table.over for table in tables):
        for table, choose in zip(tables, choosers, strict=True):
            play_beat(table, choose)

    assert [table.record() for table in tables] == alone
    assert not shared(tables[0], tables[3])


@every_table
def test_a_seat_is_told_each_event_once_and_in_order(game: Game, players: int) -> None:
    """What it is told ask by ask is what it may know of the whole log."""
    table, choose = begin(game, players), at_random(17)
    told: list[list[object]] = [[] for _ in range(players)]
    while not table.over:
        for ask in table.asks():
            told[ask.seat] += table.events(ask.seat)
        play_beat(table, choose)
    for seat in range(players):
        told[seat] += table.events(seat)
        whole = [seen for event in table.log if (seen := event.seen_by(seat)) is not None]

        assert all(one == other for one, other in zip_longest(told[seat], whole))
