"""What is counted of how a bot plays Sky Heist."""

from collections import Counter

import pytest

from arena.engine.beat import Beat, Decided
from arena.engine.retelling import beats
from arena.games.sky_heist import SKY_HEIST
from arena.games.sky_heist import events as told
from arena.games.sky_heist.habits import HABITS
from tests.contract.play import played
from tests.games.sky_heist.scene import Scene

Counts = dict[str, tuple[int, int]]


class Watched(Scene):
    """A scene whose beats are kept, one for each act."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.beats: list[Beat] = [Beat((), list(self.table.log))]

    def act(self, *acts: str) -> None:
        """Answer with each act in a call of its own."""
        for each in acts:
            letter, _, what = each.partition(" ")
            ask = self._ask("ABCDE".index(letter))
            choice = -1 if what == "fault" else self._index(ask.seat, what)
            events = self.do(each)
            self.beats.append(Beat((Decided(0, ask, choice),), events))


def counted(beats_told: list[Beat], seat: int) -> Counts:
    """Give times and chances of each habit that shows, by its name."""
    times, chances = Counter[str](), Counter[str]()
    for note in HABITS.notes(iter(beats_told), seat):
        times[note.habit.name] += note.times
        chances[note.habit.name] += note.of
    return {name: (times[name], chances[name]) for name in times if times[name] or chances[name]}


def test_a_shooting_a_race_and_its_sharing_are_counted() -> None:
    """Counted by hand: A shoots when it may, B loads in the race and comes last, C is first."""
    scene = Watched(
        "players 3; round 1; rounds 1; out 2; A {1 2} [6 6]; B {2} [5]; C {} [4]; loot 8*;"
        " latency B 100000 C 150000"
    )
    scene.act("A load 1", "A shoot", "B load 2")

    assert counted(scene.beats, 0) == {
        "Cards loaded in a round": (1, 0),  # the scene begins after the round did
        "Starts a shooting, when it may": (1, 1),
        "Its share of the loot": (4, 8),
    }
    assert counted(scene.beats, 1) == {
        "Cards loaded in a round": (1, 0),
        "Cards loaded in a race": (1, 1),
        "Puts its hand down rather than load": (0, 1),
        "First of the hands that race": (0, 1),
        "Last of all hands": (1, 1),
        "Its share of the loot": (0, 8),
    }
    assert counted(scene.beats, 2)["First of the hands that race"] == (1, 1)
    assert counted(scene.beats, 2)["Its share of the loot"] == (2, 8)


def test_false_slaps_are_of_cancelled_duels_and_faults_are_no_habit() -> None:
    """A challenges with the lower card and anticipates; B does not answer at all."""
    scene = Watched("players 2; rounds 1; out 2; loot 9*; A {1 2}; B {1 2}; deck 3 6 ...")
    scene.act("A duel", "A anticipate", "B fault")

    assert counted(scene.beats, 0) == {
        "Challenges to a duel, when it may": (1, 1),
        "Anticipates in a duel": (1, 1),
        "False slaps, of duels that are cancelled": (1, 1),
        "Its share of the loot": (scene.happened(told.RoundEnd)[0].shares[0], 9),
    }
    assert "Anticipates in a duel" not in counted(scene.beats, 1)
    assert counted(scene.beats, 1)["False slaps, of duels that are cancelled"] == (0, 1)


@pytest.mark.parametrize("players", [2, 4])
def test_counts_are_those_of_the_events(players: int) -> None:
    """Over a random match: loads, starts by choice, races and shares, as its log has them."""
    match = played(SKY_HEIST, players, 5)
    record, log = match.record(), match.log
    rounds = [event for event in log if isinstance(event, told.RoundEnd)]
    for seat in range(players):
        counts = counted(list(beats(SKY_HEIST, record)), seat)
        loads = sum(isinstance(e, told.Loaded) and e.seat == seat for e in log)
        chosen = sum(
            isinstance(e, told.Shooting | told.Challenged) and e.seat == seat and not e.forced
            for e in log
        )
        started = (
            "Challenges to a duel, when it may"
            if players == 2
            else "Starts a shooting, when it may"
        )
        assert counts["Cards loaded in a round"] == (loads, record.header.rounds)
        assert counts.get(started, (0, 0))[0] == chosen
        assert counts["Its share of the loot"] == (
            sum(each.shares[seat] for each in rounds),
            sum(each.loot for each in rounds),
        )
    firsts = sum(
        counted(list(beats(SKY_HEIST, record)), seat)["First of the hands that race"][0]
        for seat in range(players)
    )
    races = sum(isinstance(e, told.RaceStart) for e in log)
    assert firsts == races
