"""Loading windows and races in odd corners: who is asked again, and whose hand lies where."""

import pytest

from arena.games.sky_heist import SKY_HEIST
from arena.games.sky_heist import events as told
from arena.games.sky_heist.rules import SkyHeist
from arena.games.sky_heist.words import HeistView
from tests.games.sky_heist.outcome import changes, seats
from tests.games.sky_heist.scene import Scene

FOUR = "players 4; out 2; A {1}; B {7 7}; C {7 7}; D {7}; "
ARRIVES = "players 5; active D; out 4; at arrival; A {1}; B {2}; C {3}; D {4}; E {5}; "


@pytest.mark.rule("SH-26", "SH-32", "SH-33", "SH-34", "SH-64")
@pytest.mark.parametrize(
    ("text", "acts", "hands"),
    [
        pytest.param(
            FOUR + "latency B 100000 C 200000 D 599999",
            ("A shoot", "B load 7", "C fault", "D hand_down", "B fault"),
            "A D B180 C200",
            id="two faults by time, after the slowest honest hand; the load counts",
        ),
        pytest.param(
            FOUR + "latency B 100000 C 150000 D 599999",
            ("A shoot", "B load 7", "C fault", "D hand_down", "B fault"),
            "A D C150 B180",
            id="a load may turn them round",
        ),
        pytest.param(
            FOUR + "latency B 200000 C 200000 D 200000",
            ("A shoot", "D fault", "C fault", "B fault"),
            "A B C D",
            id="equal faults clockwise, whatever the order of the answers",
        ),
        pytest.param(
            "players 4; active C; out 2; A {1}; B {7 7}; C {7 7}; D {7};",
            ("C shoot", "A hand_down", "B hand_down", "D hand_down"),
            "C D A B",
            id="equal times clockwise from the starter",
        ),
        pytest.param(
            FOUR + "latency B 100000 C 180000 D 180001",
            ("A shoot", "B load 7", "C hand_down", "D hand_down", "B hand_down"),
            "A B180 C180 D180",
            id="equal times after a load, clockwise",
        ),
        pytest.param(
            FOUR + "latency B 100000 C 300000 D 200000",
            ("A shoot", "B load 7", "C hand_down", "D hand_down", "B load 7"),
            "A D200 B260 C300",
            id="a hand without loadable cards comes down unasked",
        ),
        pytest.param(
            "out 2; A {1}; B {In As Sub}; C {7}; latency B 300000 C 200000",
            ("A shoot", "C fault"),
            "A B300 C200",
            id="who has nothing to load is not asked, races, and beats a fault",
        ),
        pytest.param(
            ARRIVES,
            ("A fault", "B fault", "C fault", "D fault", "E fault"),
            "D E A B C",
            id="all at fault: from the active player clockwise",
        ),
        pytest.param(
            ARRIVES + "latency A 100000 B 190000 C 110000 D 599999 E 270000",
            ("A hand_down", "B load 2", "C hand_down", "D hand_down", "E fault"),
            "A100 C110 B270 D599 E270",
            id="on arrival the active player has no right, a fault is last",
        ),
        pytest.param(
            "players 2; out 3; at arrival; A {1}; B {2}; latency A 100000 B 100000; active B",
            ("A hand_down", "B hand_down"),
            "B100 A100",
            id="two players, equal: the active one",
        ),
        pytest.param(
            "players 2; out 3; at arrival; A {1}; B {2}; latency A 100000 B 500000",
            ("A fault", "B load 2"),
            "B580 A100",
            id="two players, a fault",
        ),
    ],
)
def test_order_of_hands(text: str, acts: tuple[str, ...], hands: str) -> None:
    """Lowest first, with times in ms where they matter; the last of three or more is excluded."""
    scene = Scene(text)
    scene.do(*acts)

    (order,) = scene.happened(told.Hands)
    for hand, expected in zip(order.hands, hands.split(), strict=True):
        assert "ABCDE"[hand.seat] == expected[0]
        assert expected[1:] in ("", str(hand.time_us // 1000))
        assert hand.time_us == hand.latency_us + 80_000 * hand.loaded
    assert order.excluded == (None if scene.position.players == 2 else order.hands[-1].seat)
    faults = {"ABCDE".index(act[0]) for act in acts if act.endswith("fault")}
    assert {hand.seat for hand in order.hands if hand.how == "fault"} == faults
    assert scene.happened(told.Fault) == [told.Fault(seat, "race") for seat in sorted(faults)]


@pytest.mark.rule("SH-64")
def test_asks_of_a_retired_seat_are_faults() -> None:
    """Its hand is last though it is the fastest."""
    scene = Scene(FOUR + "latency B 1 C 2 D 3")
    scene.do("A shoot", "C hand_down", "D hand_down")
    scene.table.fault(1, None)

    (order,) = scene.happened(told.Hands)
    assert seats(hand.seat for hand in order.hands) == "ACDB"
    assert order.hands[-1].how == "fault"


@pytest.mark.rule("SH-26", "SH-34")
def test_cards_loaded_before_a_fault_stay_and_the_rest_of_the_hand_does_not_load() -> None:
    """They are in the revolver; whose hand is down is asked no more."""
    scene = Scene(FOUR)
    scene.do("A shoot", "B load 7", "C load 7", "D hand_down")
    assert scene.asked() == {"B": ["hand_down", "load 7"], "C": ["hand_down", "load 7"]}
    scene.do("B fault", "C load 7")

    (shown,) = [event for event in scene.happened(told.Shown) if event.seat == 2]
    assert shown.cards == ("7", "7")
    assert scene.happened(told.Loaded) == [
        told.Loaded(1, "7"), told.Loaded(2, "7"), told.Loaded(2, "7"),
    ]  # fmt: skip


@pytest.mark.rule("SH-26", "SH-63")
def test_in_a_race_no_one_sees_the_answers_of_a_beat_before_it_is_over() -> None:
    """Then loads show as counts; who laid the hand down or failed does not show at all."""
    scene = Scene(FOUR)
    scene.do("A shoot")
    views = [scene.table.view(seat) for seat in (0, 1, 2, 3, None)]
    scene.do("D load 7", "C fault")
    assert [scene.table.view(seat) for seat in (0, 1, 2, 3, None)] == views
    scene.do("B load 7")

    seen = scene.table.view(2)
    assert isinstance(seen, HeistView)
    assert seen.revolvers == (0, 1, 0, 1)
    assert seen.hands == (1, 1, 2, 0)
    assert seen.race is not None
    assert seen.race.loaded == (0, 1, 0, 1)
    assert [event.seen_by(2) for event in scene.table.log[-2:]] == [
        told.Loaded(1, None), told.Loaded(3, None),
    ]  # fmt: skip


@pytest.mark.rule("SH-25", "SH-07", "SH-24")
def test_loads_of_a_window_are_applied_together_and_loaders_asked_again() -> None:
    """In seat order, whatever the order of the answers; C, who wants none, is not asked again."""
    text = "players 5; windows A B C E; B {1 2 2 3 4 5}; C {1 1 1 2 3 3}; D {In}; E {7 As}"
    scene = Scene(text + "; A {6 6}")
    assert scene.kinds() == {"B": "load", "C": "load", "E": "load"}
    assert scene.asked()["E"] == ["none", "load 7"]
    scene.do("E load 7", "C none")
    assert changes(text + "; A {6 6}", scene.position) == ""
    events = scene.do("B load 2")

    assert events == [told.Loaded(1, "2"), told.NotLoaded(2), told.Loaded(4, "7")]
    assert scene.asked() == {"B": ["none", "load 1", "load 2", "load 3", "load 4", "load 5"]}
    view = scene.table.view(1)
    assert isinstance(view, HeistView)
    assert (view.revolvers, view.revolver) == ((0, 1, 0, 0, 1), ("2",))
    scene.do("B load 2", "B none")
    assert scene.kinds() == {"A": "turn"}
    assert changes(text + "; A {6 6}", scene.position) == "B {1 3 4 5} [2 2]; E {As} [7]"


@pytest.mark.rule("SH-25")
def test_a_fault_in_a_window_loads_nothing_and_closes_it_for_the_seat() -> None:
    """It is told to that seat alone, as is that it loaded nothing."""
    scene = Scene("windows B C; B {1}; C {2 2}")
    events = scene.do("B fault", "C load 2")

    assert events == [told.Fault(1, "load"), told.NotLoaded(1), told.Loaded(2, "2")]
    assert scene.kinds() == {"C": "load"}
    for seat, heard in ((0, 1), (1, 3), (2, 1), (None, 1)):
        assert sum(event.seen_by(seat) is not None for event in events) == heard


@pytest.mark.rule("SH-25", "SH-07")
def test_a_window_comes_before_what_the_active_player_may_do() -> None:
    """B loads his last card, so that there is nobody left for a Substitution."""
    scene = Scene("windows B; A {Sub 1 2 3 4 5}; B {7} [6 6 6 6 6]; C {} [7 7 7 3 3 3]")
    scene.do("B load 7")

    assert scene.kinds() == {"A": "turn"}
    assert not [option for option in scene.asked()["A"] if option.startswith("substitution")]


@pytest.mark.rule("SH-25")
def test_windows_are_off_by_default() -> None:
    """In a whole match nobody but the active player, a giver or a racer is asked anything."""
    game = SkyHeist.new(SKY_HEIST.header(3, "07" * 32))
    game.step([])
    kinds = set()
    while game.asks():
        kinds |= {ask.kind for ask in game.asks()}
        game.step([0] * len(game.asks()))

    assert "turn" in kinds
    assert "race" in kinds
    assert "load" not in kinds


@pytest.mark.rule("SH-25", "SH-07")
def test_the_next_turn_has_its_own_window() -> None:
    """B is asked at T1 of A and of C, and not in his own turn, where he loads at T2."""
    scene = Scene("windows B; A {1}; B {2 3 4}; C {5}; deck 1 1 1 1 1 2 2 2 2 2 3 3 3 3 3 4 4 4")
    scene.do("B none", "A discard 1")
    assert scene.kinds() == {"B": "turn"}
    scene.do("B load 3", "B load 4")
    assert scene.position.revolvers[1] == ("3", "4")
    scene.do("B discard 2")

    assert scene.kinds() == {"B": "load"}


@pytest.mark.rule("SH-25")
def test_a_race_asks_also_those_who_want_no_windows() -> None:
    """Everybody with a loadable card whose hand is not down."""
    scene = Scene("players 4; windows B; out 2; A {1}; B {1}; C {2}; D {As}")
    scene.do("B none", "A shoot")

    assert scene.asked() == {"B": ["hand_down", "load 1"], "C": ["hand_down", "load 2"]}


@pytest.mark.rule("SH-24", "SH-04")
def test_a_revolver_is_kept_in_canonical_order() -> None:
    """However it was loaded, since chance picks from it by place; turns are counted."""
    text = "windows B; A {1}; B {2 7 W} [3]; deck 4 4 4 4 4 5 5 5 5 5 6 6 6 6 6 ..."
    scene = Scene(text)
    scene.do("B load W", "B load 7", "B load 2", "A discard 1")

    assert scene.position.revolvers[1] == ("2", "3", "7", "W")
    assert scene.happened(told.Turn) == [told.Turn(0, 1), told.Turn(1, 2)]
