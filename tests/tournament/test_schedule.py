"""The schedule: balance, modes, numbering, seeds; each set by itself."""

import tracemalloc
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.engine.chance import Stream
from arena.tournament.config import ConfigError, Mode
from arena.tournament.schedule import Schedule, SetPlan, classes
from arena.tournament.seeds import deal_seed
from tests.tournament.sample import FINAL, bots, config, schedule

MODES: tuple[Mode, ...] = ("rotation", "field", "off")


@st.composite
def schedules(draw: st.DrawFn, modes: tuple[Mode, ...] = MODES, least: int = 0) -> Schedule:
    """Any small schedule, of `least` bots more than players at least."""
    players = draw(st.integers(2, 5))
    count = draw(st.integers(players + least, 13))
    mode = draw(st.sampled_from(modes))
    return schedule(count, players, rounds=2, mode=mode, deals=draw(st.integers(1, 3)))


def all_sets(plan: Schedule) -> Iterator[SetPlan]:
    """The sets of all rounds."""
    return (one for r in range(1, plan.rounds + 1) for one in plan.sets(r))


@given(schedules(least=1))
def test_in_every_round_every_bot_sits_equally_often_in_every_seat(plan: Schedule) -> None:
    """T13: seat counts are exactly equal, in every mode, byes or not."""
    for round_ in (1, 2):
        counts: dict[str, Counter[int]] = defaultdict(Counter)
        for one in plan.sets(round_):
            for match in one.matches:
                for seat, bot in enumerate(match.seats):
                    counts[bot][seat] += 1
        if plan.config.players > 2 or len(plan.bots) % 2 == 0:
            assert set(counts) == set(plan.bots)
        for by_seat in counts.values():
            assert len(by_seat) == plan.config.players
            assert len(set(by_seat.values())) == 1


@given(schedules())
def test_no_two_pairs_differ_by_more_than_two_tables(plan: Schedule) -> None:
    """T13: max - min of the pair counts over a whole tournament, deals counted once."""
    counts: Counter[tuple[str, ...]] = Counter()
    for one in all_sets(plan):
        if one.deal == 0:
            counts.update(tuple(sorted(pair)) for pair in combinations(one.bots, 2))
    pairs = [counts[pair] for pair in combinations(sorted(plan.bots), 2)]
    assert max(pairs) - min(pairs) <= 2


@given(schedules())
def test_a_set_is_the_same_by_itself_and_in_its_round(plan: Schedule) -> None:
    """Numbers run from 0; table and deal follow from them."""
    again = Schedule(plan.config, plan.bots, FINAL, plan.blocks)
    for round_ in (2, 1):
        sets = list(plan.sets(round_))
        assert [one.number for one in sets] == list(range(plan.set_count(round_)))
        assert again.set(round_, len(sets) - 1) == sets[-1]
        deals = plan.config.deals
        assert all((one.table, one.deal) == divmod(one.number, deals) for one in sets)
        assert all(one.bots == plan.table(round_, one.table) for one in sets)


@given(schedules())
def test_the_nominal_number_of_sets_is_what_a_bot_without_byes_plays(plan: Schedule) -> None:
    """`sets_before` counts a bye; nobody plays more, and with an even number nobody less."""
    played = Counter(bot for one in plan.sets(1) for bot in one.bots)
    assert max(played.values()) <= plan.sets_before(2)
    if plan.config.players > 2 or len(plan.bots) % 2 == 0:
        assert set(played.values()) == {plan.sets_before(2)}
    assert plan.sets_before(1) == 0


@given(schedules(modes=("rotation",)))
def test_rotation_plays_one_deal_in_all_seatings_of_one_multiplier(plan: Schedule) -> None:
    """k matches with the deal's seed; every bot is in every seat once."""
    for one in all_sets(plan):
        seed = deal_seed(FINAL, "sky-5", one.round, one.table, one.deal).hex()
        assert [match.seed for match in one.matches] == [seed] * plan.config.players
        assert all(
            set(c) == set(one.bots) for c in zip(*(m.seats for m in one.matches), strict=True)
        )
        assert one.cluster == one.number


@given(schedules(modes=("off",)))
def test_off_repeats_no_deal(plan: Schedule) -> None:
    """Seating t is played with the seed of deal × k + t; all seeds of a tournament differ."""
    players = plan.config.players
    for one in all_sets(plan):
        assert [match.seed for match in one.matches] == [
            deal_seed(FINAL, "sky-5", one.round, one.table, one.deal * players + t).hex()
            for t in range(players)
        ]
    seeds = [match.seed for one in all_sets(plan) for match in one.matches]
    assert len(set(seeds)) == len(seeds)


@given(schedules(modes=("off",)))
def test_off_has_the_seats_of_rotation(plan: Schedule) -> None:
    """The set's own deal number chooses the multiplier in both."""
    kept = plan.config
    twin = Schedule(
        config(kept.players, 2, "rotation", kept.deals, ((None, 10),)), plan.bots, FINAL
    )
    for one, other in zip(all_sets(plan), all_sets(twin), strict=True):
        assert [m.seats for m in one.matches] == [m.seats for m in other.matches]


@given(schedules(modes=("field",)))
def test_in_field_mode_a_deal_is_shared_by_a_class_of_disjoint_tables(plan: Schedule) -> None:
    """Every bot sits at most once per deal, each table is played once, in table order."""
    for round_ in (1, 2):
        clusters: dict[int, list[SetPlan]] = defaultdict(list)
        for one in plan.sets(round_):
            clusters[one.cluster].append(one)
        for cluster, sets in clusters.items():
            seated = [bot for one in sets for bot in one.bots]
            assert len(set(seated)) == len(seated)
            lowest = sets[0]
            assert lowest.number == cluster
            seed = deal_seed(FINAL, "sky-5", round_, lowest.table, lowest.deal).hex()
            for one in sets:
                assert one.deal == lowest.deal
                assert [(m.seed, m.seats) for m in one.matches] == [(seed, one.bots)]


def test_classes_are_filled_in_table_order() -> None:
    """Each table joins the earliest class it is disjoint from, else it opens a new one."""
    tables = [(0, 1), (1, 2), (2, 3), (0, 4), (4, 5), (0, 3)]
    assert classes(tables) == [0, 1, 0, 1, 0, 5]


def test_tables_are_those_of_the_published_blocks() -> None:
    """Table x of round t is block t + x, by the shuffled index of the bots."""
    plan = schedule(9, 4)
    for round_, block in enumerate(plan.blocks, 1):
        for x in range(9):
            assert plan.table(round_, x) == tuple(plan.bots[(i + x) % 9] for i in block)


def test_ten_bots_at_tables_of_four_meet_exactly_four_times_in_three_rounds() -> None:
    """T13, the line of the balance table with no spread at all."""
    counts: Counter[tuple[str, ...]] = Counter()
    for one in all_sets(schedule(10, 4, rounds=3)):
        counts.update(tuple(sorted(pair)) for pair in combinations(one.bots, 2))
    assert len(counts) == 45
    assert set(counts.values()) == {4}


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_as_many_bots_as_players_are_one_table_in_index_order(players: int) -> None:
    """A round is one set per deal; successive deals take turns with the seatings."""
    plan = schedule(players, players, rounds=2, deals=2)
    assert [plan.set_count(r) for r in (1, 2)] == [2, 2]
    assert all(one.bots == plan.bots for one in all_sets(plan))
    seatings = {tuple(m.seats for m in one.matches) for one in all_sets(plan)}
    assert len(seatings) == min(players - 1, 4)
    assert plan.blocks == ()


def test_indices_depend_on_the_final_seed_and_not_on_the_order_of_entries() -> None:
    """The ids are sorted bytewise, then shuffled by their stream."""
    ids = bots(12)
    plan = Schedule(config(2), ids, FINAL)
    assert Schedule(config(2), ids[::-1], FINAL).bots == plan.bots
    assert Schedule(config(2), ids, bytes(32)).bots != plan.bots
    assert sorted(plan.bots) == sorted(ids)
    assert plan.bots != tuple(sorted(ids))


def test_k_falls_with_the_nominal_sets_before_the_round() -> None:
    """Four tables a bot a round: 28 sets before round 8, 32 before round 9."""
    plan = Schedule(config(4, rounds=30), bots(6), FINAL)
    assert [plan.sets_before(r) for r in (1, 8, 9, 27)] == [0, 28, 32, 104]
    assert [plan.k_factor(r) for r in (1, 8, 9, 25, 26, 27)] == [40, 40, 20, 20, 10, 10]


def test_published_blocks_are_used_as_they_are() -> None:
    """A schedule can be had again without finding the blocks a second time."""
    blocks = ((0, 1, 3), (0, 2, 3))
    plan = Schedule(config(3), bots(7), FINAL, blocks)
    assert plan.blocks == blocks
    assert plan.table(2, 6) == (plan.bots[6], plan.bots[1], plan.bots[2])


@pytest.mark.parametrize("blocks", [(), ((0, 1, 3),), ((0, 1), (0, 2))])
def test_blocks_of_another_plan_are_refused(blocks: tuple[tuple[int, ...], ...]) -> None:
    """One block of k indices per round."""
    with pytest.raises(ConfigError, match="blocks: expected 2 of 3 indices"):
        Schedule(config(3), bots(7), FINAL, blocks)


def test_a_tournament_that_cannot_be_held_has_no_schedule() -> None:
    """Too few bots, or one entered twice."""
    with pytest.raises(ConfigError, match="bots: expected at least 4"):
        Schedule(config(4), bots(3), FINAL)
    with pytest.raises(ConfigError, match="bots: expected each once"):
        Schedule(config(2), ["a", "b", "a"], FINAL)


@pytest.mark.parametrize(("round_", "number"), [(0, 0), (3, 0), (1, 7), (1, -1)])
def test_a_set_that_is_not_in_the_schedule_is_refused(round_: int, number: int) -> None:
    """Two rounds of seven tables."""
    with pytest.raises(IndexError, match=r"expected [01] to [26], got"):
        schedule(7, 3).set(round_, number)


@pytest.mark.parametrize("mode", ["off", "field"])
def test_a_thousand_bots_are_planned_without_keeping_their_sets(mode: Mode) -> None:
    """Of 50,000 tables any is had by itself: what is kept does not grow with what was asked for.

    In field mode the classes of one round are kept, of as many tables as there are bots.
    """
    ids, chance = bots(1000), Stream(FINAL, "asked for")
    plan = Schedule(config(5, 50, mode, k_schedule=((None, 10),)), ids, FINAL)
    tracemalloc.start()
    try:
        for _ in range(10):
            assert len(plan.set(1 + chance.below(50), chance.below(1000)).bots) == 5
        kept, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert kept < 256 * 1024
    assert peak < 1024 * 1024
