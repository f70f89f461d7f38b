"""One fit of several tournaments: how strong bots are that met in any of them.

What may live here: how sets of unlike tables become one fit, with errors as those of final
standings. A bot is taken to be as strong in all of them, so what is pooled should lie close
together in time. No luck of seats is taken off the scores: they are right on average without that,
and each cluster still counts as one. Resampling draws the clusters of each tournament by itself,
with the words of its own stream: `bootstrap/0` is of the first.
"""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
import numpy as np

from arena.engine.chance import Stream
from arena.tournament.elo import ELO
from arena.tournament.standings.bootstrap import (
    RESAMPLINGS,
    rank_intervals,
    slopes,
    stepped,
    tied_groups,
    without_knowledge,
)
from arena.tournament.standings.errors import covariance, residuals
from arena.tournament.standings.fit import SCALE, Fit, curvature, strengths_of
from arena.tournament.standings.gather import Played
from arena.tournament.standings.sets import Floats, Ints, Pairs, Sets, pairs_of, summed, totals
from arena.tournament.standings.table import LEAST_SETS, TWO_SIDED


class Strength(msgspec.Struct, frozen=True, kw_only=True):
    """How strong a bot is by one fit of several tournaments, as a row of final standings says it.

    `elo` ± `error` is the rating with its 95 % interval, centred at 1500 over all bots of the fit;
    `best` to `worst` is the 95 % interval of its place among them; `groups` are the statistically
    tied ones that it is in. No error, and any place, where nothing is known of it.
    """

    bot: str
    elo: float
    error: float | None
    best: int
    worst: int
    sets: int
    groups: tuple[int, ...]


class _Pool(NamedTuple):
    """All that was played, bots numbered alike in each part: who met whom, who won how much."""

    bots: tuple[str, ...]
    parts: tuple[Sets, ...]
    pairs: Pairs
    scored: Floats


def strengths(played: Sequence[Played], seed: bytes) -> tuple[Strength, ...]:
    """Give the strengths of all bots of these tournaments, the strongest first."""
    pool = _pooled(played)
    if not pool.bots:
        return ()
    fits = _fits(pool)
    left = [residuals(*each) for each in zip(pool.parts, fits, strict=True)]
    drawn = np.zeros((len(pool.bots), RESAMPLINGS))
    for number, each in enumerate(left):
        drawn += slopes(each, Stream(seed, f"bootstrap/{number}"), len(pool.bots))
    fit = fits[0]
    return tuple(_rows(pool, fit.elo, covariance(fit, *left), stepped(fit, drawn)))


def _pooled(played: Sequence[Played]) -> _Pool:
    bots = sorted({bot for each in played for bot in each.bots})
    index = {bot: number for number, bot in enumerate(bots)}
    parts, games = list[Sets](), np.zeros((len(bots), len(bots)), np.int64)
    scored = np.zeros(len(bots))
    for each in played:
        places = np.array([index[bot] for bot in each.bots], np.int64)
        part = each.sets._replace(field=len(bots), bots=places[each.sets.bots])
        met = pairs_of(part)
        games[met.first, met.second] += met.games
        scored += totals(part, part.points / 2)
        parts.append(part)
    first, second = np.nonzero(games)
    return _Pool(tuple(bots), tuple(parts), Pairs(first, second, games[first, second]), scored)


def _fits(pool: _Pool) -> list[Fit]:
    """Give the one fit as each part has it: with its own scores."""
    found = strengths_of(pool.pairs, pool.scored)
    assert found is not None, "the virtual games keep every strength finite"
    inverse = np.linalg.inv(curvature(pool.pairs, found)).astype(np.float64)
    return [Fit(found, inverse, part.points / 2, 0.0) for part in pool.parts]


def _rows(pool: _Pool, elo: Floats, known: Floats, drawn: Ints) -> list[Strength]:
    order = np.argsort(-np.rint(elo * ELO), kind="stable")
    sets = np.sum([part.played for part in pool.parts], axis=0)
    ratings = without_knowledge(drawn[order], sets[order] < LEAST_SETS)
    best, worst = rank_intervals(ratings)
    groups = tied_groups(ratings)
    errors = TWO_SIDED * SCALE * np.sqrt(np.maximum(known.diagonal(), 0))
    told = (sets >= LEAST_SETS) & (pool.scored > 0) & (pool.scored < _games(pool.pairs, len(sets)))
    return [
        Strength(
            bot=pool.bots[bot],
            elo=round(float(elo[bot]), 1),
            error=round(float(errors[bot]), 1) if told[bot] else None,
            best=int(best[place]),
            worst=int(worst[place]),
            sets=int(sets[bot]),
            groups=groups[place],
        )
        for place, bot in enumerate(order)
    ]


def _games(pairs: Pairs, field: int) -> Floats:
    """Give how many games each bot has played."""
    both = np.concatenate((pairs.first, pairs.second))
    return summed(both, np.tile(pairs.games, 2).astype(np.float64), field)
