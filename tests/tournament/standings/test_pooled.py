"""One fit of several tournaments: that of one is its own, and those of two are more sure."""

import numpy as np
import pytest

from arena.engine.chance import Stream
from arena.tournament.standings.gather import Played
from arena.tournament.standings.pooled import Strength, strengths
from arena.tournament.standings.sets import Sets, pairs_of, totals
from arena.tournament.standings.table import LEAST_SETS, standings
from tests.sizes import size
from tests.tournament.standings.made import ODD, duels, ladder, league, played

SEED = bytes(32)


def chance(name: str) -> Stream:
    """A stream of this test alone."""
    return Stream(SEED, name)


def named(sets: Sets, *bots: str) -> Played:
    """Sets of bots with these names, which ascend as in any tournament."""
    assert list(bots) == sorted(bots)
    return Played(bots, sets, np.zeros(len(bots), np.int64))


def by_bot(found: tuple[Strength, ...]) -> dict[str, Strength]:
    """Rows by bot."""
    return {row.bot: row for row in found}


@pytest.mark.parametrize("players", [2, 4])
def test_of_one_tournament_it_says_what_its_final_standings_say(players: int) -> None:
    """But for the draws, which are of another stream: ratings and errors to the digit."""
    one = played(league(ladder(8, 60), players, 1, 400, chance(f"one/{players}")))
    table = {row.bot: row for row in standings(one, SEED).rows}
    for row in strengths([one], SEED):
        other = table[row.bot]
        assert (row.elo, row.error, row.sets) == (other.elo, other.error, other.sets)
        assert abs(row.best - other.best) <= 1
        assert abs(row.worst - other.worst) <= 1


def test_tables_of_unlike_sizes_are_one_fit() -> None:
    """It solves the equations of all games together, whoever was in which tournament."""
    elo = ladder(6, 80)
    duel = named(league(elo[:4], 2, 2, 150, chance("duels")), "a", "b", "c", "d")
    tables = named(league(elo[2:], 4, 1, 90, chance("tables")), "c", "d", "e", "f")
    found = by_bot(strengths([duel, tables], SEED))

    games = np.zeros((6, 6))
    scored = np.zeros(6)
    for each, first in ((duel, 0), (tables, 2)):
        met = pairs_of(each.sets)
        games[met.first + first, met.second + first] += met.games
        scored[first : first + 4] += totals(each.sets, each.sets.points / 2)
    fitted = np.array([found[bot].elo for bot in "abcdef"])
    for bot in range(6):
        # Elo's fixed point: what a bot scored is what it was expected to, but for the virtual tie.
        met_with = games[bot] + games[:, bot]
        expected = (met_with / (1 + 10 ** ((fitted - fitted[bot]) / 400))).sum()
        assert expected == pytest.approx(scored[bot], abs=1)
    assert {bot: row.sets for bot, row in found.items()} == {
        bot: int(duel.sets.played[n] if n < 4 else 0)
        + int(tables.sets.played[n - 2] if n > 1 else 0)
        for n, bot in enumerate("abcdef")
    }


def test_who_never_met_is_told_apart_only_by_others() -> None:
    """Two leagues with no bot in common are each fitted, and everybody has an interval."""
    one = named(duels(2, [(0, 1, 1, 2), (0, 1, 2, 1)] * 20), "a", "b")
    other = named(duels(2, [(0, 1, 1, 2)] * 3 + [(0, 1, 2, 1)] * 17), "c", "d")
    found = by_bot(strengths([one, other], SEED))
    assert found["a"].elo == pytest.approx(1500, abs=0.1)
    assert found["d"].elo > found["a"].elo > found["c"].elo
    assert all(row.error for row in found.values())


@pytest.mark.parametrize("name", ODD)
def test_odd_fields_are_fitted(name: str) -> None:
    """Whoever has won all, met nobody or played nothing has a rating, and no error of it."""
    field, sets = ODD[name]
    found = strengths([played(duels(field, sets)), played(duels(field, sets))], SEED)
    assert len(found) == field
    for row in found:
        assert 1 <= row.best <= row.worst <= field
        assert row.sets >= LEAST_SETS or (row.error, row.best, row.worst) == (None, 1, field)
    assert strengths([], SEED) == ()


def test_intervals_hold_what_is_true_and_shrink_with_more_tournaments() -> None:
    """About 95 % of known strengths; those of four tournaments are half as wide as of one."""
    elo, held, errors = ladder(6, 50), list[bool](), {1: list[float](), 4: list[float]()}
    for number in range(size(12, 200)):
        parts = [
            named(league(elo, 2 + (number + k) % 3, 1, 60, chance(f"{number}/{k}")), *"abcdef")
            for k in range(4)
        ]
        for count in errors:
            found = by_bot(strengths(parts[:count], SEED))
            for bot, truth in zip("abcdef", elo, strict=True):
                error = found[bot].error
                if error is not None:
                    errors[count].append(error)
                    held.append(abs(found[bot].elo - truth) <= error)
    assert 0.9 <= np.mean(held) <= 0.99
    assert 1.6 <= np.mean(errors[1]) / np.mean(errors[4]) <= 2.4
