"""What is counted of how a bot plays Sky 5."""

from collections import Counter

import pytest

from arena.engine.beat import Beat, Decided
from arena.engine.record import Record
from arena.engine.retelling import beats
from arena.engine.table import Table
from arena.games.sky5 import SKY_5, words
from arena.games.sky5.habits import HABITS
from tests.contract.play import played
from tests.games.sky5.script import answer, game_at

Counts = dict[str, tuple[int, int]]


def counted(told: list[Beat], seat: int) -> Counts:
    """Give times and chances of each habit that shows, by its name."""
    times, chances = Counter[str](), Counter[str]()
    for note in HABITS.notes(iter(told), seat):
        times[note.habit.name] += note.times
        chances[note.habit.name] += note.of
    return {name: (times[name], chances[name]) for name in times if times[name] or chances[name]}


def told_of(position: str, rolls: str, acts: tuple[str, ...]) -> list[Beat]:
    """Play these acts from a position with empty fronts; give the beats."""
    game = game_at(position, rolls)
    told = [Beat((), game.step([]))]
    for number, act in enumerate(acts):
        (ask,) = game.asks()
        choice = answer(ask, act)
        told.append(Beat((Decided(number, ask, choice),), game.step([choice])))
    return told


def test_attempts_are_counted_by_risk_and_points() -> None:
    """Counted by hand: A draws R5 unasked, then G5, then B3, then banks 13 points at 2 in 6."""
    told = told_of(
        "A {} B {} deck R5 R1 G5 G1 B3 B1 Y2 Y1",
        "A1",
        ("A: draw bank > draw", "B: draw bank > draw", "A: draw bank > draw",
         "B: draw bank > draw", "A: draw bank > bank"),
    )  # fmt: skip

    assert counted(told, 0) == {
        "1 in 6": (0, 2),  # R5, and R5 G5: both are matched by the same number
        "2 in 6": (1, 1),
        "3 to 5": (0, 1),
        "9 to 11": (0, 1),
        "12 or more": (1, 1),
        "Points of an attempt that succeeds": (13, 1),
        "Attempts that bust": (0, 1),
        "Draws that bust": (0, 3),
    }


def test_busts_are_told_apart_and_faults_are_no_habit() -> None:
    """A busts by a roll, and B takes a card; or A does not answer, draws, and busts by that."""
    rolled = told_of("A {} B {} deck R4 G2", "A4", ("A: draw bank > bank", "B: none R4 > R4"))
    drawn = told_of("A {} B {} deck R4 R2 R5", "", ("A: draw bank > -",))

    assert counted(rolled, 0)["Attempts that bust"] == (1, 1)
    assert counted(rolled, 0)["Draws that bust"] == (0, 1)
    assert counted(rolled, 1)["Takes a card of a bust, when it may"] == (1, 1)
    assert counted(drawn, 0) == {"Draws that bust": (1, 2)}


def test_gifts_go_both_ways() -> None:
    """A draws a second red card, which C alone lacks."""
    told = told_of("A {} B {} C {} deck R1 R2 G3 R6", "", ("A: draw bank > draw",))

    assert counted(told, 0)["Cards given away in a match"] == (1, 0)
    assert "Cards got as gifts in a match" not in counted(told, 0)
    assert counted(told, 2)["Cards got as gifts in a match"] == (1, 0)


@pytest.mark.parametrize("players", [2, 5])
def test_counts_are_those_of_views_and_events(players: int) -> None:
    """Over a random match: what lies in front is what the engine shows at every ask."""
    match = played(SKY_5, players, 3)
    asked = fronts_asked(match.record())
    for seat in range(players):
        counts = counted(list(beats(SKY_5, match.record())), seat)
        for risk in range(1, 7):
            banks = [bank for front, bank in asked[seat] if len(set(front) - {"0"}) == risk]
            assert counts.get(f"{risk} in 6", (0, 0)) == (sum(banks), len(banks))
        rich = [bank for front, bank in asked[seat] if sum(map(int, front)) >= 12]
        assert counts.get("12 or more", (0, 0)) == (sum(rich), len(rich))
        banked = [e.points for e in match.log if isinstance(e, words.Banked) and e.seat == seat]
        assert counts["Points of an attempt that succeeds"] == (sum(banked), len(banked))
        busts = sum(isinstance(e, words.Busted) and e.seat == seat for e in match.log)
        assert counts["Attempts that bust"][0] + counts["Draws that bust"][0] == busts
        assert counts["Sky Fives in a match"][1] == 1


def fronts_asked(record: Record) -> list[list[tuple[list[str], bool]]]:
    """Give by seat the numbers in front at each of its turns, as its view has them, and whether it
    tried to bank.
    """
    table = Table.new(SKY_5, record.header)
    asked: list[list[tuple[list[str], bool]]] = [[] for _ in range(record.header.players)]
    for decision in record.decisions:
        (ask,) = table.asks()
        view = table.view(ask.seat)
        assert isinstance(view, words.Sky5View)
        if ask.kind == "turn":
            numbers = [card[1] for card in view.fronts[ask.seat]]
            asked[ask.seat].append((numbers, decision == 1))
        table.answer(ask.seat, decision)
    return asked
