"""Shootings, the sheriff's arrival, and the order of hands."""

import pytest

from arena.games.sky_heist import events as told
from tests.games.sky_heist.outcome import seats
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


@pytest.mark.rule("SH-31", "SH-32", "SH-35")
def test_the_starter_is_lowest_whatever_the_times() -> None:
    """He does not race, and there is no refill."""
    scene = Scene("A {} [1]; B {2}; C {} [3]; active B; out 3; latency A 400 B 999 C 250; deck 7 S")
    scene.do("B shoot")

    assert scene.happened(told.RaceStart) == [told.RaceStart(1)]
    assert scene.hands_down() == "B C A"
    assert scene.happened(told.Hands)[0].excluded == 0
    assert scene.happened(told.Hands)[0].hands[0] == told.Hand(1, "starter", 0, 0, 0)


@pytest.mark.rule("SH-26", "SH-64")
def test_each_card_loaded_in_the_race_delays_its_hand() -> None:
    """One card of 80 ms makes the faster of two the last."""
    scene = Scene("A {1}; B {7 2}; C {5}; out 2; latency B 200000 C 250000")
    scene.do("A shoot")
    assert scene.asked() == {"B": ["hand_down", "load 2", "load 7"], "C": ["hand_down", "load 5"]}

    scene.do("B load 7", "C hand_down", "B hand_down")
    assert scene.hands_down() == "A C B"
    assert scene.happened(told.Hands)[0].hands[2] == told.Hand(1, "raced", 200_000, 1, 280_000)


@pytest.mark.rule("SH-34")
def test_the_last_hand_is_excluded_and_its_revolver_counts_for_nothing() -> None:
    """Neither his sevens, nor his Missed, nor is it shown."""
    scene = Scene(
        "players 3; A {} [6 6]; B {} [5 5 5]; C {} [7 7 7 M]; out 4; at arrival; loot 18*; "
        "latency A 200 B 300 C 400; rounds 1"
    )
    view = scene.view(0)

    assert scene.position.scores == [5, 9, 0]
    assert view.sharing is not None
    assert view.sharing.revolvers == (("6", "6"), ("5", "5", "5"), None)


@pytest.mark.rule("SH-63", "SH-64")
def test_while_a_race_runs_only_counts_are_told() -> None:
    """Hands down and faults are heard of with the order of hands; a seat knows of its own."""
    scene = Scene("A {1}; B {7 2}; C {5 5}; D {3}; out 2")
    scene.do("A shoot")
    events = scene.do("B load 7", "C fault", "D hand_down")

    assert events == [told.Loaded(1, "7"), told.Down(2, fault=True), told.Down(3, fault=False)]
    assert [event.seen_by(0) for event in events] == [told.Loaded(1, None), None, None]
    view = scene.view(0)
    assert view.race is not None
    assert (view.race.starter, view.race.loaded) == (0, (0, 1, 0, 0))
    news = scene.do("B hand_down")
    assert news[:2] == [told.Down(1, fault=False), told.Fault(2, "race")]
    assert isinstance(news[2], told.Hands)


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

    seen = scene.view(2)
    assert seen.revolvers == (0, 1, 0, 1)
    assert seen.hands == (1, 1, 2, 0)
    assert seen.race is not None
    assert seen.race.loaded == (0, 1, 0, 1)
    assert [event.seen_by(0) for event in scene.table.log[-3:]] == [
        told.Loaded(1, None), None, told.Loaded(3, None),
    ]  # fmt: skip


@pytest.mark.rule("SH-25")
def test_a_race_asks_also_those_who_want_no_windows() -> None:
    """Everybody with a loadable card whose hand is not down."""
    scene = Scene("players 4; windows B; out 2; A {1}; B {1}; C {2}; D {As}")
    scene.do("B none", "A shoot")

    assert scene.asked() == {"B": ["hand_down", "load 1"], "C": ["hand_down", "load 2"]}
