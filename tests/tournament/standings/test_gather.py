"""From a log to the sets that count: voids, reruns, classes, faults, order."""

from collections import Counter

import msgspec
import numpy as np
import pytest

from arena.engine.chance import Stream, shuffled
from arena.tournament.log import Entry, LogError, Result
from arena.tournament.schedule import Schedule
from arena.tournament.standings.gather import Played, gathered
from arena.tournament.voids import Void, Voids
from tests.tournament.sample import FINAL, play_tournament, schedule

OFF = schedule(6, 4, rounds=2, mode="off")
FIELD = schedule(10, 2, rounds=2, mode="field")


def log_of(plan: Schedule) -> list[Result]:
    """A log of all that is planned, as if played."""
    return play_tournament(plan, Stream(FINAL, "log"))[0]


def same(one: Played, other: Played) -> bool:
    """Whether two are the same in every number."""
    arrays = zip((*one.sets[2:], one.faults), (*other.sets[2:], other.faults), strict=True)
    return one.bots == other.bots and all(np.array_equal(a, b) for a, b in arrays)


@pytest.mark.parametrize("plan", [OFF, FIELD], ids=["off", "field"])
def test_every_set_of_a_log_is_taken_in_with_its_bots(plan: Schedule) -> None:
    """By number of round and set; half-points as the ranks say."""
    log = log_of(plan)
    found = gathered(plan, log)
    table = Counter(tuple(found.bots[n] for n in line) for line in found.sets.bots.tolist())

    assert table == Counter(result.bots for result in log)
    games = found.sets.matches * plan.config.players * (plan.config.players - 1)
    assert found.sets.points.sum(axis=1).tolist() == [games] * len(log)


def test_faults_are_counted_by_bot() -> None:
    """Those of whoever sat there."""
    log, counted = log_of(OFF), Counter[str]()
    for result in log:
        for match in result.matches:
            for place, strikes in zip(match.seats, match.strikes, strict=True):
                counted[result.bots[place]] += strikes

    found = gathered(OFF, log)
    assert dict(zip(found.bots, found.faults.tolist(), strict=True)) == dict(counted)


@pytest.mark.parametrize("plan", [OFF, FIELD], ids=["off", "field"])
def test_the_order_of_commits_does_not_matter(plan: Schedule) -> None:
    """However workers were timed, the same arrays come of it."""
    log = log_of(plan)

    assert same(gathered(plan, log), gathered(plan, shuffled(log, Stream(FINAL, "order"))))


def test_a_set_is_a_cluster_of_its_own_except_in_field_mode() -> None:
    """There all tables of a class are one, as the plan of each says."""
    off, field = gathered(OFF, log_of(OFF)).sets, gathered(FIELD, log_of(FIELD)).sets
    planned = [(one.round, one.cluster) for r in (1, 2) for one in FIELD.sets(r)]

    assert off.cluster_count == len(off.bots)
    assert Counter(field.clusters.tolist()).most_common() == [
        (number, 5) for number in range(len(set(planned)))
    ]


def voided(plan: Schedule, void: Void) -> tuple[Schedule, list[Entry]]:
    """The plan with this void, and a log of all that was planned, of the void, and of reruns."""
    after = Schedule(plan.config, plan.bots, plan.final, plan.blocks, Voids([void]))
    log = log_of(plan)
    reruns = [
        msgspec.structs.replace(one, round=void.round, number=number)
        for number, one in zip(
            after.reruns(void.round),
            [one for one in log if one.round == void.of and one.number in void.numbers],
            strict=True,
        )
    ]
    return after, [*log, void, *reruns]


def test_void_sets_are_out_and_reruns_in_their_place() -> None:
    """With the same bots and ranks in the rerun all adds up as before."""
    after, log = voided(OFF, Void(2, 1, (0, 3), (), rerun=True))
    before, found = gathered(OFF, log_of(OFF)), gathered(after, log)

    assert len(found.sets.bots) == len(before.sets.bots)
    assert found.faults.tolist() == before.faults.tolist()
    assert found.sets.played.tolist() == before.sets.played.tolist()
    fewer = gathered(after, log[:-2])
    assert len(fewer.sets.bots) == len(before.sets.bots) - 2
    assert fewer.faults.sum() == before.faults.sum() - 8


def test_a_rerun_in_field_mode_shares_its_deal_with_nobody() -> None:
    """Its cards are fresh, and no other table has them."""
    after, log = voided(FIELD, Void(2, 1, (0,), (), rerun=True))
    sizes = Counter(gathered(after, log).sets.clusters.tolist())

    assert sorted(sizes.values())[:2] == [1, 4]
    assert set(sorted(sizes.values())[2:]) == {5}


def test_nothing_played_is_no_sets_of_all_bots() -> None:
    """A tournament that has just started has a table."""
    found = gathered(OFF, [])

    assert found.bots == tuple(sorted(OFF.bots))
    assert len(found.sets.bots) == 0
    assert found.sets.cluster_count == 0


def test_a_set_of_another_size_is_refused_by_name() -> None:
    """It is none of this tournament, whatever else it says."""
    (other, *_) = log_of(schedule(6, 4, rounds=1, mode="field"))

    with pytest.raises(LogError, match="round 1, set 0"):
        gathered(OFF, [other])
