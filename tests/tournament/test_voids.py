"""Void sets: what is played in their place, what is not played any more, the board after them."""

from collections.abc import Iterable

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.engine.chance import Stream
from arena.tournament.config import Mode
from arena.tournament.elo import START
from arena.tournament.log import Entry, LogError, decode_entry, encode_entry, result_of
from arena.tournament.rebuild import Board, rebuild
from arena.tournament.schedule import Schedule, SetPlan
from arena.tournament.seeds import deal_seed
from arena.tournament.voids import SetId, Void, Voids, taken_back
from tests.tournament.sample import FINAL, finished, schedule

MODES: tuple[Mode, ...] = ("rotation", "field", "off")


def with_voids(plan: Schedule, *voids: Void) -> Schedule:
    """The same schedule after these voids."""
    return Schedule(plan.config, plan.bots, plan.final, plan.blocks, Voids(voids))


def dealt(plan: Schedule, one: SetPlan) -> list[int]:
    """The deal numbers of a set's own table that its matches are played with."""
    origin = one.replaces[0] if one.replaces else one.round
    seeds = {
        deal_seed(plan.final, plan.config.game, origin, one.table, deal).hex(): deal
        for deal in range(60)
    }
    return [seeds[match.seed] for match in one.matches]


@pytest.mark.parametrize("mode", MODES)
def test_a_rerun_has_the_table_and_the_seats_of_the_void_set_and_unused_deals(mode: Mode) -> None:
    """The old cards are known. Two deals a table; set 5 is deal 1 of table 2."""
    plan = with_voids(schedule(8, 2, mode=mode, deals=2), Void(2, 1, (5,), (), rerun=True))
    first = plan.reruns(2).start
    void, rerun = plan.set(1, 5), plan.set(2, first)

    assert (rerun.round, rerun.replaces, rerun.cluster) == (2, (1, 5), first)
    assert (rerun.table, rerun.deal, rerun.bots) == (void.table, void.deal, void.bots)
    assert [match.seats for match in rerun.matches] == [match.seats for match in void.matches]
    expected = {"rotation": [2, 2], "field": [2], "off": [4, 5]}
    assert dealt(plan, rerun) == expected[mode]


def test_each_rerun_of_a_table_has_the_next_deals() -> None:
    """Also where a rerun is void itself, and whatever round it is played in."""
    plan = with_voids(
        schedule(8, 2, deals=2),
        Void(1, 1, (4, 5), (), rerun=True),
        Void(2, 1, (schedule(8, 2, deals=2).set_count(1),), (), rerun=True),
    )
    first = plan.reruns(1).start
    numbers = [dealt(plan, plan.set(1, first + i))[0] for i in (0, 1)]
    again = plan.set(2, plan.reruns(2).start)

    assert numbers == [2, 3]
    assert again.replaces == (1, first)
    assert (again.bots, again.deal) == (plan.set(1, 4).bots, plan.set(1, 4).deal)
    seeds = {m.seed for m in again.matches}
    assert seeds == {deal_seed(FINAL, "sky-5", 1, 2, 4).hex()}


@given(st.integers(2, 4), st.sampled_from(MODES), st.data())
def test_no_seed_is_used_twice(players: int, mode: Mode, data: st.DataObject) -> None:
    """Whatever is void and played again, ever again: no cards come that somebody has seen."""
    plan = schedule(players + 3, players, rounds=1, mode=mode, deals=2)
    voids = list[Void]()
    for _ in range(3):
        known = with_voids(plan, *voids)
        there = {*known.numbers(1), *known.reruns(1)} - {n for _, n in known.voids.sets}
        chosen = data.draw(st.sets(st.sampled_from(sorted(there)), min_size=1, max_size=4))
        voids.append(Void(1, 1, tuple(sorted(chosen)), (), rerun=True))
    plan = with_voids(plan, *voids)
    planned = {match.seed for one in plan.sets(1) for match in one.matches}
    fresh = [plan.set(1, number).matches for number in plan.reruns(1)]
    seeds = [seed for matches in fresh for seed in {match.seed for match in matches}]

    assert len(seeds) == len(set(seeds))
    assert not planned & set(seeds)


def test_a_withdrawn_bot_plays_no_later_round() -> None:
    """Its sets of the round in which it was withdrawn are void by number."""
    plan = schedule(6, 2, rounds=3)
    gone = plan.bots[0]
    plan = with_voids(plan, Void(1, 1, (), (), withdrawn=gone))

    assert plan.numbers(1) == list(range(plan.set_count(1)))
    for round_ in (2, 3):
        playing = [plan.set(round_, number).bots for number in plan.numbers(round_)]
        assert playing
        assert all(gone not in bots for bots in playing)
        assert len(plan.numbers(round_)) < plan.set_count(round_)


class Played:
    """A tournament as if played, some sets made void on the way; its log and added up ratings."""

    def __init__(self, plan: Schedule, seed: bytes) -> None:
        self.chance = Stream(seed, "void")
        self.first = self.plan = plan
        self.log: list[Entry] = []
        self.ratings = dict.fromkeys(plan.bots, START)
        self.gained = dict[SetId, dict[str, int]]()
        for round_ in range(1, plan.rounds + 1):
            base, awaited = self.ratings.copy(), set(self.plan.numbers(round_))
            while awaited:
                if self.chance.below(6):
                    self.play(round_, awaited, base)
                else:
                    self.void(round_, awaited)

    def play(self, round_: int, awaited: set[int], base: dict[str, int]) -> None:
        """Play any of the awaited sets."""
        number = sorted(awaited)[self.chance.below(len(awaited))]
        one = self.plan.set(round_, number)
        played = [finished(match, self.chance) for match in one.matches]
        result = result_of(one, played, base, self.plan.k_factor(round_))
        self.gained[round_, number] = dict(zip(result.bots, result.deltas, strict=True))
        self.log.append(result)
        self.change(self.gained[round_, number].items())
        awaited.remove(number)

    def void(self, round_: int, awaited: set[int]) -> None:
        """Make any sets void, of this round or an earlier one."""
        of = 1 + self.chance.below(round_)
        there = {n for r, n in self.gained if r == of} | (awaited if of == round_ else set())
        there -= {n for r, n in self.plan.voids.sets if r == of}
        numbers = [number for number in sorted(there) if not self.chance.below(4)]
        changes, _ = taken_back([self.gained[of, n] for n in numbers if (of, n) in self.gained])
        void = Void(round_, of, tuple(numbers), changes, rerun=bool(self.chance.below(3)))
        before = self.plan.reruns(round_)
        self.plan = with_voids(self.first, *self.plan.voids.entries, void)
        self.log.append(void)
        self.change(changes)
        if of == round_:
            awaited.difference_update(numbers)
        awaited.update(set(self.plan.reruns(round_)) - set(before))

    def change(self, changes: Iterable[tuple[str, int]]) -> None:
        """Change the board."""
        for bot, change in changes:
            self.ratings[bot] += change


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(MODES), st.binary(min_size=32, max_size=32))
def test_a_rebuild_takes_void_sets_back(mode: Mode, seed: bytes) -> None:
    """The same integers as on the board, which the bases of later rounds never left."""
    played = Played(schedule(5, 2, rounds=2, mode=mode), seed)
    board = rebuild(played.plan, [decode_entry(encode_entry(entry)) for entry in played.log])

    assert board.ratings == played.ratings
    assert sum(board.ratings.values()) == len(played.plan.bots) * START
    assert (board.wrong, board.complete) == ([], True)


def test_changes_that_are_not_those_of_the_void_sets_are_refused() -> None:
    """A void that gives more than it takes would be a way to any rating."""
    plan = schedule(4, 2, rounds=1)
    chance = Stream(FINAL, "log")
    one = plan.set(1, 0)
    result = result_of(
        one, [finished(m, chance) for m in one.matches], dict.fromkeys(plan.bots, START), 10
    )
    forged = Void(1, 1, (0,), tuple(sorted(zip(result.bots, (1, -1), strict=True))))
    board = Board(with_voids(plan, forged))
    board.add(result)

    with pytest.raises(LogError, match="expected the changes"):
        board.add(forged)


def test_a_void_of_a_set_that_never_was_is_refused() -> None:
    """Neither in the log nor open: of a later round, or void before."""
    plan = schedule(4, 2, rounds=2)
    twice = Void(1, 1, (0,), ())
    board = Board(with_voids(plan, twice, twice))
    board.add(twice)

    with pytest.raises(LogError, match="set 0 is not in the log, and not open"):
        board.add(twice)
    with pytest.raises(LogError, match="it is none of the tournament's voids"):
        Board(plan).add(twice)


@pytest.mark.parametrize("numbers", [(3, 1), (2, 2)])
def test_an_entry_whose_numbers_do_not_ascend_is_refused(numbers: tuple[int, ...]) -> None:
    """There is one way to write a void down."""
    with pytest.raises(LogError, match="numbers: expected them to ascend"):
        decode_entry(msgspec.msgpack.encode(Void(1, 1, numbers, ())))
