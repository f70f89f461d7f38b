"""Who may know what (SH-63): every event and every view, for every kind of seat."""

import msgspec
import pytest

from arena.engine.ask import Event
from arena.games.sky_heist import SKY_HEIST
from arena.games.sky_heist import events as told
from arena.games.sky_heist.words import (
    Cancelled,
    ChallengeNow,
    InPlay,
    RaceNow,
    SharingNow,
    Swap,
)
from tests.games.sky_heist.scene import Scene

EVERYBODY = {0, 1, 2, 3, None}
HAND = told.Hand(1, "raced", 5, 1, 80_005)

EVENTS: tuple[tuple[Event, set[int | None], Event | None], ...] = (
    (told.RoundStart(1, 0, 45, 0), EVERYBODY, None),
    (told.Deal(1, 2, ("1", "2")), {1}, told.Deal(1, 2, None)),
    (told.Turn(1, 3), EVERYBODY, None),
    (told.Loaded(1, "7"), {1}, told.Loaded(1, None)),
    (told.NotLoaded(1), {1}, None),
    (told.Fault(1, "load"), {1}, None),
    *((told.Fault(1, kind), EVERYBODY, None) for kind in ("turn", "give", "nerve", "race")),
    (told.Fault(1, "cancel"), EVERYBODY, None),
    (told.Discarded(1, ("1", "1")), EVERYBODY, None),
    (told.Passed(1), EVERYBODY, None),
    (told.Played(1, "Sub", 2), EVERYBODY, None),
    (told.Took(1, 2, 2, ("3", "W")), {1, 2}, told.Took(1, 2, 2, None)),
    (told.Gave(1, 2, 2, ("3", "W")), {1, 2}, told.Gave(1, 2, 2, None)),
    (told.Took(0, 2, 2, ("3", "W")), {0, 2}, told.Took(0, 2, 2, None)),
    (told.Gave(2, 0, 2, ("3", "W")), {0, 2}, told.Gave(2, 0, 2, None)),
    (told.Lost(1, "6"), {1}, told.Lost(1, None)),
    (told.Put(1, "In", "loot"), EVERYBODY, None),
    (told.Drew(1, "6"), {1}, told.Drew(1, None)),
    (told.SheriffTurned(1, 2), EVERYBODY, None),
    (told.Shooting(1, forced=False), EVERYBODY, None),
    (told.Challenged(1, forced=False), EVERYBODY, None),
    (told.DuelDrew(1, "6"), set(), told.DuelDrew(1, None)),
    (told.Revealed(1, ("2", "6"), (0,), on=True), EVERYBODY, None),
    (told.Arrival("fourth_sheriff"), EVERYBODY, None),
    (told.RaceStart(1), EVERYBODY, None),
    (told.Down(1, fault=False), {1}, None),
    (told.Down(1, fault=True), {1}, None),
    (told.Hands((HAND,), 2), EVERYBODY, None),
    (told.FalseSlap(1), EVERYBODY, None),
    (told.Bonus(1, ("1", "2", "In")), EVERYBODY, None),
    (told.Shown(1, ("7",)), EVERYBODY, None),
    (told.Missed(1, 2, "7"), EVERYBODY, None),
    (told.Wilds(1, 2, "7"), EVERYBODY, None),
    (told.Shared(1, 1, 3, "7", 12), EVERYBODY, None),
    (told.RoundEnd(1, 23, 2, (12, 6, 3, 0), (12, 6, 3, 0), 3), EVERYBODY, None),
    (told.End((1, 2, 3, 4), (12, 6, 3, 0)), EVERYBODY, None),
)
"""An event, who is told all of it, and what the others are told (None: nothing)."""


@pytest.mark.rule("SH-63", "SH-25")
@pytest.mark.parametrize(("event", "knowing", "others"), EVENTS)
def test_who_is_told_of_an_event(
    event: Event, knowing: set[int | None], others: Event | None
) -> None:
    """Seats and spectators alike."""
    for seat in EVERYBODY:
        assert event.seen_by(seat) == (event if seat in knowing else others)


def test_no_event_is_left_out() -> None:
    """The table above has every type."""
    assert {type(event) for event, _, _ in EVENTS} == set(SKY_HEIST.events)


def public(scene: Scene) -> dict[str, object]:
    """Give the part of the view that all have in common, having seen that they have."""
    private = ("seat", "hand", "revolver", "swaps", "lost")
    seats = (None, *range(scene.position.players))
    views = [msgspec.structs.asdict(scene.view(seat)) for seat in seats]
    for seen, seat in zip(views, seats, strict=True):
        assert seen["seat"] == seat
        for name in private:
            del seen[name]
    assert all(seen == views[0] for seen in views)
    return views[0]


@pytest.mark.rule("SH-63")
def test_the_whole_view() -> None:
    """In the middle of a Substitution: what all see, and what each sees beside it."""
    scene = Scene(
        "round 3; turn 9; first C; scores 5 6 7; A {Sub 1 2} [4 5]; B {6 6 W} [7] As; C {3} [M];"
        " out 1; loot 5 2; deck 1 S 3; picks W 6"
    )
    scene.do("A substitution B")

    assert public(scene) == {
        "phase": "give",
        "round": 3,
        "rounds": 6,
        "turn": 9,
        "first": 2,
        "active": 0,
        "scores": (5, 6, 7),
        "deck": 3,
        "sheriffs": 1,
        "loot": ("5", "2"),
        "hands": (4, 1, 1),
        "revolvers": (2, 1, 1),
        "assistants": (0, 1, 0),
        "bonus": 0,
        "aside": (),
        "in_play": InPlay("Sub", 0, 1),
        "challenge": None,
        "race": None,
        "sharing": None,
    }
    swap = (Swap(0, 1, ("6", "W"), None),)
    own = {s: (scene.view(s).hand, scene.view(s).revolver, scene.view(s).swaps) for s in (0, 1)}
    assert own == {0: (("1", "2", "6", "W"), ("4", "5"), swap), 1: (("6",), ("7",), swap)}
    for seat, cards in ((2, (("3",), ("M",))), (None, ((), ()))):
        seen = scene.view(seat)
        assert (seen.hand, seen.revolver, seen.swaps, seen.lost) == (*cards, (), ())


@pytest.mark.rule("SH-63", "SH-18")
def test_a_substitution_is_remembered_by_its_two_players_for_the_round() -> None:
    """With what was given."""
    scene = Scene("A {Sub 1 2}; B {6 6 W}; C {3}; deck ...; picks 6 W")
    scene.do("A substitution B", "A give 1 6")

    swap = (Swap(0, 1, ("6", "W"), ("1", "6")),)
    assert [scene.view(seat).swaps for seat in (0, 1, 2, None)] == [swap, swap, (), ()]


@pytest.mark.rule("SH-63", "SH-20")
def test_a_card_lost_to_indians_is_known_to_its_owner() -> None:
    """He keeps knowing which lie under the deck; the others see only that one went there."""
    scene = Scene("A {In 1}; B {In} [5 6]; C {2} [7 2]; loses B 6 C 7 / C 2; deck ...")
    scene.do("A indians", "B indians")

    assert [scene.view(seat).lost for seat in (0, 1, 2, None)] == [(), ("6",), ("7", "2"), ()]


@pytest.mark.rule("SH-63", "SH-50")
def test_memories_end_with_the_round() -> None:
    """All cards are shuffled again."""
    scene = Scene("out 2; A {Sub In}; B {6 6} [5]; C {In}; deck ...; latency B 1 C 2")
    scene.do("A substitution B", "A give 6 6", "B discard 1", "C indians")
    assert (len(scene.view(0).swaps), scene.view(1).lost) == (1, ("5",))
    scene.do("A shoot")
    scene.defaults("race")

    assert scene.position.round == 2
    for seat in (0, 1, 2):
        assert (scene.view(seat).swaps, scene.view(seat).lost) == ((), ())


@pytest.mark.rule("SH-63", "SH-25")
def test_a_window_looks_like_the_turn_to_come() -> None:
    """Neither views nor events say who is asked, or that anybody is."""
    open_, shut = Scene("windows B; A {1}; B {2}; C {3}"), Scene("A {1}; B {2}; C {3}")
    assert (open_.kinds(), shut.kinds()) == ({"B": "load"}, {"A": "turn"})

    for seat in (0, 1, 2, None):
        assert open_.view(seat) == shut.view(seat)
        assert open_.table.events(seat) == shut.table.events(seat)


@pytest.mark.rule("SH-63", "SH-60")
def test_a_challenge_before_and_after_its_reveal() -> None:
    """Cards and choices are hidden from all, also from who drew or chose; then public."""
    scene = Scene("players 2; out 2; A {1}; B {2}; bonus 7 7 6; deck 6 2 ...")
    scene.do("A duel")
    scene.do("B anticipate")
    before = public(scene)
    assert (before["phase"], before["aside"], before["bonus"]) == ("nerve", (), 3)
    assert before["challenge"] == ChallengeNow(0, None, None)
    scene.do("A react")

    after = public(scene)
    assert (after["phase"], after["aside"], after["bonus"]) == ("race", ("6", "2"), 3)
    assert after["challenge"] == ChallengeNow(0, ("6", "2"), (1,))
    assert after["race"] == RaceNow(None, (0, 0))


@pytest.mark.rule("SH-63", "SH-57")
def test_a_cancelled_challenge_leaves_its_cards_to_be_seen() -> None:
    """In the next turn there is no challenge, but all see what lies aside."""
    scene = Scene("players 2; out 2; A {1}; B {2}; deck 2 6 ...")
    scene.do("A duel", "A react", "B react")

    after = public(scene)
    assert (after["phase"], after["challenge"], after["aside"]) == ("turn", None, ("2", "6"))


@pytest.mark.rule("SH-63")
def test_a_sharing_shows_all_but_the_excluded_revolver() -> None:
    """Revolvers, cancellations and the order of hands, to participants, excluded and spectators."""
    scene = Scene(
        "players 4; out 4; at arrival; A {1} [7 2]; B {1} [7 7]; C {1} [M M W]; D {1} [3];"
        " latency A 1 B 2 C 3 D 4"
    )
    scene.defaults("race")
    scene.do("C cancel B")
    seen = public(scene)

    assert scene.happened(told.Shown) == [
        told.Shown(0, ("2", "7")), told.Shown(1, ("7", "7")), told.Shown(2, ("W", "M", "M")),
    ]  # fmt: skip
    assert (seen["phase"], seen["race"]) == ("cancel", None)
    assert seen["sharing"] == SharingNow(
        order=(0, 1, 2, 3),
        excluded=3,
        starter=None,
        revolvers=(("2", "7"), ("7",), ("W", "M", "M"), None),
        bonus=(),
        bonus_to=None,
        cancelled=(Cancelled(2, 1, "7"),),
    )
    assert scene.view(3).revolver == ("3",)
    assert "'3'" not in repr([scene.view(seat) for seat in (0, 1, 2, None)])


@pytest.mark.rule("SH-63", "SH-56")
def test_a_sharing_of_two_shows_the_bonus() -> None:
    """Who took it and which cards it were; the revolvers hold them."""
    scene = Scene(
        "players 2; out 4; at arrival; A {1} [7 M]; B {1} [5]; bonus 7 2 M; latency A 2 B 1"
    )
    scene.defaults("race")

    assert scene.asked() == {"B": ["cancel A", "cancel B"]}
    assert public(scene)["sharing"] == SharingNow(
        order=(1, 0),
        excluded=None,
        starter=None,
        revolvers=(("7", "M"), ("2", "5", "7", "M")),
        bonus=("2", "7", "M"),
        bonus_to=1,
        cancelled=(),
    )
    assert public(scene)["bonus"] == 0


@pytest.mark.rule("SH-63")
def test_when_all_is_over() -> None:
    """The view of a finished match says so."""
    scene = Scene("rounds 1; out 4; at arrival; A {} [1]; B {} [2]; C {} [3]")

    assert public(scene)["phase"] == "over"


@pytest.mark.rule("SH-63", "SH-58")
def test_a_card_of_a_duel_cut_short_is_never_shown() -> None:
    """Not to the one who drew it, not at the sharing."""
    scene = Scene("players 2; rounds 1; out 3; A {1} [2]; B {1} [2]; bonus 2 2 3; deck 6 S ...")
    scene.do("A duel")
    scene.defaults("race")

    for seat in (0, 1, None):
        seen = [event.seen_by(seat) for event in scene.table.log]
        assert "'6'" not in repr(seen) + repr(scene.view(seat))


@pytest.mark.rule("SH-63")
def test_cards_of_one_discard_lie_in_canonical_order() -> None:
    """The loot grows at its end, one action after the other."""
    scene = Scene("A {7 4 3 W}; B {W W}; loot 6; deck ...")
    scene.do("A discard 3 4 7", "B discard W W")

    assert public(scene)["loot"] == ("6", "3", "4", "7", "W", "W")
