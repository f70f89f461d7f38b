"""Who is told what (SH-63): each event and each view, seat by seat."""

import msgspec
import pytest

from arena.engine.ask import Event
from arena.games.sky_heist import SKY_HEIST
from arena.games.sky_heist import events as told
from arena.games.sky_heist.words import ChallengeNow, HeistView, InPlay, RaceNow, Swap
from tests.games.sky_heist.scene import Scene

PRIVATE: tuple[tuple[Event, tuple[int, ...], Event | None], ...] = (
    (told.Deal(1, 2, ("5", "W")), (1,), told.Deal(1, 2, None)),
    (told.Loaded(1, "5"), (1,), told.Loaded(1, None)),
    (told.NotLoaded(1), (1,), None),
    (told.Fault(1, "load"), (1,), None),
    (told.Took(1, 2, 1, ("5",)), (1, 2), told.Took(1, 2, 1, None)),
    (told.Gave(1, 2, 1, ("5",)), (1, 2), told.Gave(1, 2, 1, None)),
    (told.Lost(1, "5"), (1,), told.Lost(1, None)),
    (told.Drew(1, "5"), (1,), told.Drew(1, None)),
    (told.DuelDrew(1, "5"), (), told.DuelDrew(1, None)),
)
"""An event, the seats that see all of it, and what the others see."""


def view_of(scene: Scene, seat: int | None) -> HeistView:
    """Give what the seat sees."""
    view = scene.table.view(seat)
    assert isinstance(view, HeistView)
    return view


@pytest.mark.rule("SH-63")
@pytest.mark.parametrize(("event", "whole", "rest"), PRIVATE)
def test_private_events_show_their_cards_to_those_concerned_alone(
    event: Event, whole: tuple[int, ...], rest: Event | None
) -> None:
    """A spectator sees what a stranger sees."""
    for seat in (None, 0, 1, 2, 3):
        assert event.seen_by(seat) == (event if seat in whole else rest)


@pytest.mark.rule("SH-63")
def test_all_other_events_are_public() -> None:
    """They are the ones that leave `seen_by` as it is, but for faults at other asks."""
    private = {type(event) for event, _, _ in PRIVATE}

    for kind in SKY_HEIST.events:
        assert (kind.seen_by is Event.seen_by) == (kind not in private)
    for ask in SKY_HEIST.kinds[1:]:
        assert told.Fault(1, ask).seen_by(0) == told.Fault(1, ask)


@pytest.mark.rule("SH-63")
def test_views_differ_in_the_own_cards_alone() -> None:
    """Within a Substitution, so that all of it is there."""
    scene = Scene("A {Sub 1 2} [4]; B {6 7}; C {3}; picks 6 7; loot 5 5; out 1")
    scene.do("A substitution B")
    views = [view_of(scene, seat) for seat in (None, 0, 1, 2)]

    own = [(v.hand, v.revolver, v.swaps, v.lost) for v in views]
    swap = Swap(0, 1, ("6", "7"), None)
    assert own == [
        ((), (), (), ()),
        (("1", "2", "6", "7"), ("4",), (swap,), ()),
        ((), (), (swap,), ()),
        (("3",), (), (), ()),
    ]
    bare = [
        msgspec.structs.replace(v, seat=None, hand=(), revolver=(), swaps=(), lost=())
        for v in views
    ]
    assert bare == [bare[0]] * 4
    assert bare[0].in_play == InPlay("Sub", 0, 1)
    assert (bare[0].hands, bare[0].revolvers) == ((4, 0, 1), (1, 0, 0))
    assert (bare[0].loot, bare[0].sheriffs, bare[0].phase) == (("5", "5"), 1, "give")


@pytest.mark.rule("SH-63")
def test_swaps_and_lost_cards_are_remembered_for_the_round() -> None:
    """So that a bot without memory knows what one with memory knows."""
    scene = Scene("A {Sub 1 2 3 3}; B {6 7} [5 5]; C {In 1 1 1 1 1}; active C; loses B 5; out 0")
    scene.do("C indians", "A substitution B", "A give 1 2")

    assert view_of(scene, 1).lost == ("5",)
    assert view_of(scene, 2).lost == ()
    assert view_of(scene, 0).swaps == view_of(scene, 1).swaps
    assert view_of(scene, 0).swaps[0].given == ("1", "2")
    scene.do("B discard 1", "C discard 1")
    assert len(view_of(scene, 0).swaps) == 1
    scene.position.sheriffs = 2
    scene.do("A discard 3", "B shoot")
    scene.defaults("race")
    assert scene.position.round == 2
    assert (view_of(scene, 0).swaps, view_of(scene, 1).lost) == ((), ())


@pytest.mark.rule("SH-25", "SH-63")
def test_a_view_says_nothing_of_who_is_asked_at_a_window() -> None:
    """It is the same as where nobody wants windows at all."""
    text = "A {1 2}; B {3}; C {5}; out 0"
    asked, not_asked = Scene(f"{text}; windows B C"), Scene(text)

    assert asked.kinds() != not_asked.kinds()
    for seat in (None, 0, 1, 2):
        assert view_of(asked, seat) == view_of(not_asked, seat)
        assert asked.table.events(seat) == not_asked.table.events(seat)


@pytest.mark.rule("SH-63")
def test_a_challenge_shows_its_cards_and_choices_once_revealed() -> None:
    """To both alike; then they lie aside."""
    scene = Scene("players 2; A {1}; B {1}; out 2; deck 6 2 ...")
    scene.do("A duel")
    assert view_of(scene, 0).challenge == ChallengeNow(0, None, None)

    scene.do("A react", "B anticipate")
    assert view_of(scene, 1).challenge == ChallengeNow(0, ("6", "2"), (1,))
    assert view_of(scene, None).aside == ("6", "2")
    assert view_of(scene, 0).race == RaceNow(None, (0, 0))


@pytest.mark.rule("SH-63")
def test_at_the_sharing_all_lies_open_but_the_excluded_revolver() -> None:
    """Cancelled cards are told with who cancelled them; hands stay hidden."""
    scene = Scene(
        "A {} [7 M]; B {} [7 M]; C {1} [7 7]; D {} [5]; out 4; at arrival; "
        "rounds 1; latency A 100 B 200 D 300 C 400"
    )
    scene.defaults("race")
    scene.do("A cancel B")
    sharing = view_of(scene, 3).sharing

    assert sharing is not None
    assert (sharing.order, sharing.excluded) == ((0, 1, 3, 2), 2)
    assert sharing.revolvers == (("M",), ("M",), None, ("5",))
    assert [(c.owner, c.on, c.card) for c in sharing.cancelled] == [(0, 1, "7"), (1, 0, "7")]


@pytest.mark.rule("SH-63")
def test_what_is_over_is_no_longer_shown_as_going_on() -> None:
    """A cancelled challenge with its turn, a race with the order of hands."""
    cancelled = Scene("players 2; out 2; A {1 1 1 1 1 1}; B {2 2 2 2 2 2}; deck 3 3 ...")
    cancelled.do("A duel", "A react", "B react")
    sharing = Scene("A {} [7 M]; B {} [7]; C {}; out 4; at arrival; latency A 1 B 2 C 3")

    assert view_of(cancelled, 0).challenge is None
    assert (view_of(sharing, 0).phase, view_of(sharing, 0).race) == ("cancel", None)
