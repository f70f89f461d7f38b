"""The sums of a log: what follows from them can be added up in another way as well."""

from collections import Counter

import msgspec
import pytest

from arena.engine.chance import Stream
from arena.tournament.elo import START
from arena.tournament.ledger import MOST_VERSIONS, Ledger, Score, VersionMark
from arena.tournament.log import Result
from arena.tournament.schedule import Schedule
from arena.tournament.voids import Void, taken_back
from tests.tournament.sample import FINAL, play_tournament, schedule

DUELS = schedule(4, 2, rounds=3)
TABLES = schedule(6, 4, rounds=2)


def ledger_of(plan: Schedule, log: list[Result]) -> Ledger:
    """Take in a log whose entries are made at 10, 20, 30... ms."""
    ledger = Ledger(plan.bots, plan.k_factor)
    for number, result in enumerate(log, 1):
        ledger.add(result, 10 * number)
    return ledger


@pytest.mark.parametrize("plan", [DUELS, TABLES], ids=["duels", "tables of four"])
def test_what_is_gained_from_all_opponents_is_what_a_rating_has_changed(plan: Schedule) -> None:
    """So does the change by one opponent say what he is worth, at tables of any size."""
    log, ratings = play_tournament(plan, Stream(FINAL, "log"))
    ledger = ledger_of(plan, log)

    for bot in plan.bots:
        gained = sum(ledger.meetings(bot, other).delta for other in ledger.opponents(bot))
        assert ratings[bot] == START + gained
        assert ledger.history(bot)[-1].rating == ratings[bot]


@pytest.mark.parametrize("plan", [DUELS, TABLES], ids=["duels", "tables of four"])
def test_two_bots_tell_the_same_of_each_other(plan: Schedule) -> None:
    """One's wins are the other's losses, and no match of theirs is lost."""
    log, _ = play_tournament(plan, Stream(FINAL, "log"))
    ledger = ledger_of(plan, log)

    for bot in plan.bots:
        for other in ledger.opponents(bot):
            mine, theirs = ledger.meetings(bot, other), ledger.meetings(other, bot)
            sets = [result for result in log if {bot, other} <= set(result.bots)]
            assert (mine.sets, mine.matches) == (len(sets), sum(len(s.matches) for s in sets))
            assert (mine.wins, mine.ties, mine.losses) == (theirs.losses, theirs.ties, theirs.wins)
            assert mine.wins + mine.ties + mine.losses == mine.matches
            assert mine.score + theirs.score == mine.matches
            assert mine.delta == -theirs.delta
        met = [ledger.meetings(bot, other) for other in ledger.opponents(bot)]
        score = Score(sum(each.score for each in met), sum(each.matches for each in met))
        assert ledger.score(bot) == score


def test_a_win_is_a_better_rank_and_a_tie_the_same() -> None:
    """By hand, for the first set of a log."""
    log, _ = play_tournament(DUELS, Stream(FINAL, "log"))
    first, second = log[0].bots
    ranks = [dict(zip(match.seats, match.ranks, strict=True)) for match in log[0].matches]
    wins = sum(rank[0] < rank[1] for rank in ranks)
    ties = sum(rank[0] == rank[1] for rank in ranks)
    met = ledger_of(DUELS, log[:1]).meetings(first, second)

    assert (met.wins, met.ties, met.score) == (wins, ties, wins + ties / 2)
    assert met.delta == log[0].deltas[0]


def test_sets_and_faults_are_counted_by_bot() -> None:
    """Faults by seat become faults of whoever sat there."""
    log, _ = play_tournament(TABLES, Stream(FINAL, "log"))
    ledger, faults = ledger_of(TABLES, log), Counter[str]()
    for result in log:
        for match in result.matches:
            for seat, strikes in enumerate(match.strikes):
                faults[result.bots[match.seats[seat]]] += strikes

    assert {bot: ledger.faults(bot) for bot in TABLES.bots} == dict(faults)
    played = Counter(bot for result in log for bot in result.bots)
    assert {bot: ledger.sets(bot) for bot in TABLES.bots} == dict(played)


def test_a_rating_is_told_after_each_round_and_as_it_is_now() -> None:
    """With the time of the newest entry of each."""
    log, _ = play_tournament(DUELS, Stream(FINAL, "log"))
    half = [result for result in log if result.round < 3] + [log[-1]]
    ledger, bot = ledger_of(DUELS, half), log[-1].bots[0]
    ratings = [START]
    for number in (1, 2, 3):
        changes = (dict(zip(r.bots, r.deltas, strict=True)) for r in half if r.round == number)
        ratings.append(ratings[-1] + sum(each.get(bot, 0) for each in changes))
    first = sum(result.round == 1 for result in half)

    points = ledger.history(bot)
    assert [point.round for point in points] == [1, 2, 3]
    assert [point.rating for point in points] == ratings[1:]
    assert [point.at_ms for point in points] == [10 * first, 10 * (len(half) - 1), 10 * len(half)]


@pytest.mark.parametrize("plan", [DUELS, TABLES], ids=["duels", "tables of four"])
def test_a_void_set_counts_nowhere(plan: Schedule) -> None:
    """Once it is void, all is as if it had not been, but for the way that ratings went."""
    log, _ = play_tournament(plan, Stream(FINAL, "log"))
    void, rest = log[0], log[1:]
    changes, _ = taken_back([dict(zip(void.bots, void.deltas, strict=True))])
    ledger, other = ledger_of(plan, log), ledger_of(plan, rest)
    before = ledger.history(void.bots[0])
    ledger.add(Void(plan.rounds, 1, (void.number,), changes), 9_999, [void])

    for bot in plan.bots:
        assert ledger.sets(bot) == other.sets(bot)
        assert ledger.faults(bot) == other.faults(bot)
        assert ledger.score(bot) == other.score(bot)
        assert ledger.opponents(bot) == other.opponents(bot)
        assert sum(ledger.meetings(bot, each).delta for each in plan.bots) == (
            ledger.history(bot)[-1].rating - START
        )
    assert ledger.history(void.bots[0])[:-1] == before[:-1]
    assert ledger.history(void.bots[0])[-1].at_ms == 9_999


def test_versions_are_marked_where_they_change() -> None:
    """By the first set that was played with one; a bot that states none goes on with the last."""
    log, _ = play_tournament(DUELS, Stream(FINAL, "log"))
    bot = log[0].bots[0]
    own = [result for result in log if bot in result.bots]
    stated = {own[1]: "2.0", own[2]: "", own[3]: "2.0", own[4]: "1.0"}
    ledger = ledger_of(DUELS, [restated(each, stated.get(each, "1.0")) for each in log])

    where = [(each.round, each.number, 10 * (log.index(each) + 1)) for each in own]
    expected = [
        VersionMark("1.0", *where[0]),
        VersionMark("2.0", *where[1]),
        VersionMark("1.0", *where[4]),
    ]
    assert ledger.versions(bot) == expected


def test_versions_are_bounded() -> None:
    """A bot may state another with each match; the newest are kept."""
    log, _ = play_tournament(DUELS, Stream(FINAL, "log"))
    many = [restated(log[0], str(number)) for number in range(MOST_VERSIONS + 10)]
    versions = ledger_of(DUELS, many).versions(log[0].bots[0])

    assert len(versions) == MOST_VERSIONS
    assert versions[-1].version == str(MOST_VERSIONS + 9)


def restated(result: Result, version: str) -> Result:
    """Give a set in which everybody stated this version."""
    matches = tuple(
        msgspec.structs.replace(match, versions=(version,) * len(match.seats))
        for match in result.matches
    )
    return msgspec.structs.replace(result, matches=matches)
