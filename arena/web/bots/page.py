"""What the page of a bot shows: its ratings, its results added up, its matches as it saw them.

What may live here: from what services give to the lines of that page.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from arena.service.histories import HistoryView, OpponentView
from arena.service.ladders import LadderPoint
from arena.service.matches import MatchView
from arena.service.placings import PlacingView
from arena.service.profiles import GameHabits, HabitView, SeatResults
from arena.service.seat_endings import SeatEnding
from arena.tournament.elo import ELO, START
from arena.web.bots.charts import Chart, Fit, Rated, chart_of
from arena.web.matches.places import Place, played
from arena.web.words import percent

MOST_OPPONENTS: Final = 200
"""Opponents that are shown: those met most."""


class RatingChange(NamedTuple):
    """A rating after something, what that has changed (micro-Elo; None: not known), and when."""

    name: str
    rating: int
    change: int | None
    at_ms: int


class RatingHistory(NamedTuple):
    """How a bot was rated in a tournament, or on a ladder: drawn, and as lines of a table."""

    id: str
    title: str
    address: str
    chart: Chart
    changes: Sequence[RatingChange]
    fit: Fit | None
    versions: Sequence[str]


class Row(NamedTuple):
    """A line of results: of what, in how many matches, and what came of them.

    The share is of games won, each against one opponent.
    """

    name: str
    matches: int
    firsts: int
    share: float
    even: float
    faults: int


class TableResults(NamedTuple):
    """Results at tables of one size: in all, and by seat."""

    whole: Row
    seats: Sequence[Row]


class Measure(NamedTuple):
    """A habit as it is shown: how often, drawn as a width where it is a share, and of how many."""

    name: str
    shown: str
    width: float | None
    counted: str


class Sat(NamedTuple):
    """A match as a bot saw it: where it sat, what became of it, and the others by rank."""

    match: MatchView
    seat: int
    rank: int
    score: int
    delta: int | None
    faults: int
    ending: SeatEnding
    others: Sequence[Place]
    tournament: str


def tournament_history(history: HistoryView, placing: PlacingView | None) -> RatingHistory:
    """Draw how a bot was rated in a tournament, with the final fit's interval if it is there."""
    start = Rated(START / ELO, "Start", "0")
    rated = [Rated(p.rating / ELO, f"Round {p.round}", str(p.round)) for p in history.points]
    fit = None
    if placing is not None and placing.final and placing.elo is not None:
        fit = Fit(placing.elo, placing.error)
    before = [START, *(point.rating for point in history.points)]
    return RatingHistory(
        id=history.tournament,
        title=history.tournament_name,
        address=f"/tournaments/{history.tournament}",
        chart=chart_of([start, *rated], fit),
        changes=[
            RatingChange(f"Round {point.round}", point.rating, point.rating - last, point.at_ms)
            for point, last in zip(history.points, before, strict=False)
        ],
        fit=fit,
        versions=[f"{mark.version} from round {mark.round} on" for mark in history.versions],
    )


def ladder_history(
    game: str, title: str, points: Sequence[LadderPoint], names: Mapping[str, str]
) -> RatingHistory:
    """Draw how a bot was rated on a ladder; `points` are the oldest first."""
    named = [f"{names.get(p.tournament, 'A tournament')}, round {p.round}" for p in points]
    before = [None, *(point.rating for point in points)]
    return RatingHistory(
        id=f"ladder-{game}",
        title=title,
        address=f"/ladders/{game}",
        chart=chart_of(
            [
                Rated(point.rating / ELO, name, str(number))
                for number, (point, name) in enumerate(zip(points, named, strict=True), 1)
            ]
        ),
        changes=[
            RatingChange(
                name, point.rating, None if last is None else point.rating - last, point.at_ms
            )
            for name, point, last in zip(named, points, before, strict=False)
        ],
        fit=None,
        versions=[],
    )


def results_of(results: Sequence[SeatResults]) -> Iterator[tuple[str, list[TableResults]]]:
    """Add up results game by game; they come in order of game, number of players and seat."""
    for game, found in groupby(results, lambda each: each.game):
        yield game, [_table(size, list(of)) for size, of in groupby(found, lambda it: it.players)]


def _table(size: int, results: Sequence[SeatResults]) -> TableResults:
    seats = [_row(f"Seat {each.seat}", [each]) for each in results]
    return TableResults(_row(f"{size} players", results), seats)


def total(results: Sequence[SeatResults]) -> Row | None:
    """Add up all results; nothing of nothing."""
    return _row("All", results) if results else None


def _row(name: str, results: Sequence[SeatResults]) -> Row:
    matches = sum(each.matches for each in results)
    return Row(
        name=name,
        matches=matches,
        firsts=sum(each.firsts for each in results),
        share=sum(each.score for each in results) / sum(each.games for each in results),
        even=sum(each.matches / each.players for each in results) / matches,
        faults=sum(each.faults for each in results),
    )


def measures_of(habits: GameHabits) -> list[tuple[str, list[Measure]]]:
    """Give habits by topic, those left out for which there was no chance."""
    shown = [each for each in habits.habits if each.of]
    return [
        (topic, [_measure(each) for each in of])
        for topic, of in groupby(shown, lambda each: each.topic)
    ]


def _measure(habit: HabitView) -> Measure:
    ratio = habit.times / habit.of
    if habit.value == "share":
        width = round(100 * ratio, 1)
        return Measure(habit.name, percent(ratio), width, f"{habit.times} of {habit.of}")
    return Measure(habit.name, f"{ratio:.2f}", None, f"{habit.times} in {habit.of}")


def most_met(opponents: Iterable[OpponentView]) -> list[OpponentView]:
    """Give opponents, those met most first."""
    return sorted(opponents, key=lambda each: (-each.matches, each.name.casefold()))


def matches_of(
    bot: str, matches: Sequence[MatchView], names: Mapping[str, str], tournaments: Mapping[str, str]
) -> list[Sat]:
    """Give matches as a bot saw them."""
    return [
        _sat(bot, match, names, tournaments.get(match.tournament, "A tournament"))
        for match in matches
    ]


def _sat(bot: str, match: MatchView, names: Mapping[str, str], tournament: str) -> Sat:
    seat, outcome = match.bots.index(bot), match.outcome
    return Sat(
        match=match,
        seat=seat,
        rank=outcome.ranks[seat],
        score=outcome.scores[seat],
        delta=None if match.deltas is None else match.deltas[seat],
        faults=match.strikes[seat],
        ending=match.endings[seat],
        others=[each for each in played(match, names).places if each.bot != bot],
        tournament=tournament,
    )
