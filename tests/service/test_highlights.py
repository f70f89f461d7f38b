"""What is worth a look among the newest matches."""

from collections.abc import Mapping, Sequence

import pytest

from arena.app import App
from arena.engine.record import Outcome
from arena.service import highlights
from arena.service.highlights import Highlights, HighlightsView, Pick, picks
from arena.service.matches import MatchView
from arena.service.owners import Identity
from arena.service.seat_endings import LatencyView, SeatEnding
from arena.tournament.elo import ELO, START
from tests.loopback import Loopback, by_view
from tests.service.contest import DUEL, play_round, start_contest

BOTS = ("a", "b", "c")
LEVEL: Mapping[str, int] = dict.fromkeys(BOTS, START)


def match(
    number: int,
    scores: Sequence[int],
    *,
    game: str = "sky-5",
    endings: Sequence[SeatEnding] = ("played", "played", "played"),
) -> MatchView:
    """Give a match of the three bots with these scores, by which they rank."""
    return MatchView(
        id=f"t-1-{number}-0", tournament="t", game=game, round=1, set=number, match=0,
        committed_ms=0, bots=BOTS, versions=("", "", ""),
        strikes=tuple(5 if each == "retired" else 0 for each in endings),
        endings=tuple(endings),
        latencies=(LatencyView(calls=0, median_ms=None, worst_ms=None),) * 3,
        reason="faults" if "retired" in endings else "rules",
        outcome=Outcome(
            ranks=tuple(1 + sum(other > score for other in scores) for score in scores),
            scores=tuple(scores),
        ),
        rated=True, voided=False, deltas=(0, 0, 0), replay=True, digest="",
    )  # fmt: skip


def found(
    matches: Sequence[MatchView], before: Mapping[str, int] = LEVEL
) -> list[tuple[str, int, int, int]]:
    """Give kind, set, seat and amount of what stands out, by the ratings before the round."""
    return [_told(each) for each in picks(matches, {("t", 1): before})]


def _told(pick: Pick) -> tuple[str, int, int, int]:
    return pick.kind, pick.match.set, pick.seat, pick.amount


def test_the_closest_and_the_highest_stand_out() -> None:
    """The highest of each game by itself; of equals the newest; each match once."""
    matches = [
        match(0, (30, 20, 10)),
        match(1, (20, 21, 3)),
        match(2, (41, 40, 39)),
        match(3, (7, 2, 1), game="sky-heist"),
        match(4, (9, 2, 1), game="sky-heist"),
    ]

    assert found(matches) == [
        ("closest", 1, 1, 1), ("highest", 2, 0, 41), ("highest", 4, 0, 9),
    ]  # fmt: skip


def test_an_upset_goes_by_what_was_known_before_the_round() -> None:
    """The winner was rated lower than the best of those it left behind; a shared win is none."""
    ratings = {"a": START, "b": START + 80 * ELO, "c": START + 30 * ELO}
    matches = [match(0, (1, 9, 5)), match(1, (8, 8, 1)), match(2, (1, 2, 9)), match(3, (9, 1, 2))]

    assert found(matches, ratings)[0] == ("upset", 3, 0, 80 * ELO)
    assert found(matches[:3], ratings)[0] == ("upset", 2, 2, 50 * ELO)
    assert "upset" not in [kind for kind, *_ in found(matches[:2], ratings)]


def test_what_faults_have_decided_is_told_as_that_alone() -> None:
    """A seat that nobody asked any more makes no close end and no upset."""
    matches = [
        match(0, (30, 10, 1)),
        match(1, (5, 5, 4), endings=("played", "retired", "played")),
    ]

    assert found(matches) == [("closest", 0, 0, 20), ("faults", 1, 1, 5)]


@pytest.mark.parametrize("matches", [(), (match(0, (3, 2, 1)),)])
def test_there_may_be_little_to_tell(matches: Sequence[MatchView]) -> None:
    """Nothing of no match, and of one match one thing."""
    assert len(found(matches)) == len(matches)


async def test_what_is_sealed_is_not_looked_at(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until its round is over, whatever its scores; what is told is kept for a moment."""

    async def anew() -> HighlightsView:
        return await Highlights(app.matches, app.histories, app.bots).newest()

    monkeypatch.setattr(highlights, "KEPT_S", 600.0)
    cup = await start_contest(app, ada, loopback, DUEL, [by_view] * 4)
    await app.sets.play(cup.id, 1, [0])
    assert (await app.highlights.newest(), await anew()) == (HighlightsView(0, []),) * 2

    cup = await play_round(app, cup)
    await app.sets.play(cup.id, 2, [0])
    assert cup.state == "running"
    told = await anew()
    public = [each for each in (await app.matches.page(cup.id, None, 100)).items if each.replay]
    assert told.matches == len(public) > 0
    assert {each.match.round for each in told.items} == {1}
    entrants = {entry.bot: entry.name for entry in await app.entries.of(cup.id)}
    for each in told.items:
        assert each.names == tuple(entrants[bot] for bot in each.match.bots)
    assert await app.highlights.newest() == HighlightsView(0, [])
