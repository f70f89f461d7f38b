"""The fit: the specification's vector, other ways to the same strengths, and odd fields."""

import mpmath  # type: ignore[import-untyped]
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.engine.chance import Stream
from arena.tournament.standings.errors import residuals
from arena.tournament.standings.fit import PRIOR, SCALE, Fit, curvature, elo_of, fit, strengths_of
from arena.tournament.standings.sets import Floats, Pairs, Sets, pairs_of, scores, totals
from tests.tournament.sample import FINAL
from tests.tournament.standings.made import ODD, WON, Duel, duels, duels_won, ladder, league

NO_PRIOR = 1e-7
"""As good as none: moves no rating of the vectors by a ten-thousandth of an Elo."""
VECTOR = duels(4, duels_won(WON))


def scored(sets: Sets) -> tuple[Pairs, Floats]:
    """What the plain fit is of."""
    return pairs_of(sets), totals(sets, scores(sets, 0.0))


def ratings(sets: Sets, prior: float) -> Floats:
    """The plain fit as ratings."""
    strengths = strengths_of(*scored(sets), prior)
    assert strengths is not None
    return elo_of(strengths)


@pytest.mark.parametrize(
    ("prior", "expected"),
    [
        (NO_PRIOR, [1609.5562, 1522.8560, 1477.1440, 1390.4438]),
        (PRIOR, [1608.1820, 1522.5811, 1477.4189, 1391.8180]),
    ],
)
def test_the_ratings_of_the_vector(prior: float, expected: list[float]) -> None:
    """Without and with the virtual game, to the last of their four digits."""
    assert ratings(VECTOR, prior).round(4).tolist() == expected


def test_the_errors_of_the_vector_by_the_model_alone() -> None:
    """Never shown, since they are wrong of sets; but they tell that the curvature is right."""
    pairs, by_bot = scored(VECTOR)
    strengths = strengths_of(pairs, by_bot, NO_PRIOR)
    assert strengths is not None
    away = np.eye(4) - 1 / 4
    naive = away @ np.linalg.inv(curvature(pairs, strengths, NO_PRIOR)) @ away

    errors = SCALE * np.sqrt(naive.diagonal())
    assert errors.round(4).tolist() == [33.7326, 31.8502, 31.8502, 33.7326]


def test_choix_finds_the_same_without_the_virtual_game() -> None:
    """By two of its ways: spectral ranking, and a general optimiser."""
    import choix  # takes a second, which not every process that collects tests is to wait for

    wins = [(i, j) for i, j, *_ in duels_won(WON)]
    ours = ratings(VECTOR, NO_PRIOR)

    for found in (choix.ilsr_pairwise(4, wins), choix.opt_pairwise(4, wins, tol=1e-9)):
        assert np.abs(elo_of(np.array(found)) - ours).max() < 1e-3


def test_sixty_digits_give_the_same_with_ties_and_tables_of_four() -> None:
    """Newton's method again, from the definition, in arithmetic of 60 digits."""
    sets = league(ladder(6, 120.0), 4, 3, 30, Stream(FINAL, "digits"))
    pairs, by_bot = scored(sets)
    games = np.zeros((6, 6), int)
    games[pairs.first, pairs.second] = games[pairs.second, pairs.first] = pairs.games
    with mpmath.workdps(60):
        exact = newton_in_digits(games.tolist(), by_bot.tolist())
        centred = [value - sum(exact) / 6 for value in exact]
        exact_elo = [1500 + float(400 * value / mpmath.log(10)) for value in centred]

    assert np.abs(fit(sets).elo - exact_elo).max() < 1e-9


def newton_in_digits(games: list[list[int]], points: list[float]) -> list[mpmath.mpf]:
    """Strengths for which expected scores are these, one virtual tie with 0 included."""
    size = len(points)
    at = mpmath.zeros(size, 1)
    for _ in range(12):
        slope, matrix = mpmath.matrix(size, 1), mpmath.zeros(size)
        for i in range(size):
            rivals = [(j, games[i][j], at[i] - at[j]) for j in range(size) if j != i]
            slope[i] = mpmath.mpf(points[i]) + mpmath.mpf(1) / 2
            for j, count, difference in [*rivals, (None, 1, at[i])]:
                win = 1 / (1 + mpmath.exp(-difference))
                slope[i] -= count * win
                matrix[i, i] += count * win * (1 - win)
                if j is not None:
                    matrix[i, j] -= count * win * (1 - win)
        at += mpmath.lu_solve(matrix, slope)
    return list(at)


def test_what_is_left_of_all_scores_is_what_the_virtual_games_take() -> None:
    """At the fit nothing moves: each bot's residuals and its virtual tie add up to nothing."""
    found = fit(VECTOR)
    left = totals(VECTOR, residuals(VECTOR, found).values)

    assert np.abs(left + 0.5 - 1 / (1 + np.exp(-found.strengths))).max() < 1e-9


@pytest.mark.parametrize(("field", "played"), ODD.values(), ids=ODD.keys())
def test_odd_fields_have_finite_ratings_around_1500(field: int, played: list[Duel]) -> None:
    """Whoever won all, lost all, met nobody: the virtual games hold everybody."""
    found = fit(duels(field, played))

    assert np.isfinite(found.elo).all()
    assert np.isfinite(found.inverse).all()
    assert found.elo.mean() == pytest.approx(1500)
    assert is_fixed_point(duels(field, played), found)


def is_fixed_point(sets: Sets, found: Fit) -> bool:
    """Whether everybody is expected to score what he did, counting the virtual game."""
    left = totals(sets, residuals(sets, found).values)
    return bool(np.abs(left + 0.5 - 1 / (1 + np.exp(-found.strengths))).max() < 1e-7)


def test_who_won_all_and_who_lost_all_are_as_far_from_the_rest() -> None:
    """Wins and losses are treated alike."""
    won = fit(duels(*ODD["one who won all"])).elo
    lost = fit(duels(*ODD["one who lost all"])).elo

    assert won[0] - 1500 == pytest.approx(1500 - lost[0])
    assert won[0] > 1900


duel = st.tuples(st.integers(0, 4), st.integers(0, 4), st.integers(1, 2), st.integers(1, 2))
some_duels = st.lists(duel.filter(lambda one: one[0] != one[1]), max_size=30)


@settings(max_examples=60, deadline=None)
@given(some_duels, st.permutations(range(5)))
def test_other_numbers_for_bots_change_nothing(played: list[Duel], order: list[int]) -> None:
    """Whoever is called what, he has the same rating."""
    renamed: list[Duel] = [(order[i], order[j], a, b) for i, j, a, b in played]

    before, after = fit(duels(5, played)).elo, fit(duels(5, renamed)).elo
    assert np.abs(before - after[order]).max() < 1e-6


@settings(max_examples=60, deadline=None)
@given(some_duels, st.integers(1, 4))
def test_a_further_win_never_lowers_a_rating(played: list[Duel], other: int) -> None:
    """Nor does it help anybody else as much."""
    before = fit(duels(5, played)).elo
    gained = fit(duels(5, [*played, (0, other, 1, 2)])).elo - before

    assert gained[0] > 0
    assert gained[0] >= gained.max() - 1e-6


def test_a_league_of_a_hundred_thousand_matches_is_fitted() -> None:
    """Strengths come out as they went in, to some Elo."""
    elo = ladder(40, 20.0)
    found = fit(league(elo, 5, 5, 20_000, Stream(FINAL, "league")))

    assert np.abs(found.elo - elo).max() < 15
    assert found.share == 0
