"""Turns: the options of a hand in their order, one action, and what an empty hand leads to."""

from collections.abc import Iterable
from itertools import combinations
from random import Random

import pytest

from arena.games.sky_heist import events as told
from arena.games.sky_heist.cards import PACK
from tests.games.sky_heist.outcome import changes, sharing
from tests.games.sky_heist.scene import Scene
from tests.sizes import size

KINDS = ["1", "2", "3", "4", "5", "6", "7", "W", "M", "Sub", "As", "In"]
LOWEST = ["1", "2", "3", "4", "5", "6", "7", "Sub", "In", "As", "M", "W"]
HANDS = size(400, 4_000)


def is_discard(cards: tuple[str, ...]) -> bool:
    """Say whether these cards may be laid onto the loot together (SH-11 to SH-13)."""
    if len(set(cards)) == 1:
        return True
    numbers = [int(card) for card in cards if card.isdigit()]
    return len(numbers) == len(cards) > 2 and any(sum(numbers) - n == n for n in numbers)


def turn_options(hand: list[str], others: Iterable[tuple[str, bool]], start: str) -> list[str]:
    """Give the options by the letter of the page: `others` clockwise, and whether they hold any."""
    sets = {s for k in range(1, len(hand) + 1) for s in combinations(hand, k) if is_discard(s)}
    default = (min(hand, key=LOWEST.index),)
    ordered = sorted(sets - {default}, key=lambda s: (len(s), [KINDS.index(c) for c in s]))
    return [
        *(f"discard {' '.join(cards)}" for cards in (default, *ordered)),
        *(f"substitution {seat}" for seat, holds in others if holds and "Sub" in hand),
        *(["assistant"] if "As" in hand else []),
        *(["indians"] if "In" in hand else []),
        *([start] if start else []),
        *(f"load {kind}" for kind in KINDS if kind in hand and kind not in ("Sub", "As", "In")),
    ]


@pytest.mark.rule("SH-06", "SH-11", "SH-12", "SH-13", "SH-14", "SH-19", "SH-23", "SH-31", "SH-53")
def test_every_option_of_any_hand_in_order() -> None:
    """For hands of one to eight cards, at any table, with any number of sheriffs out."""
    chance = Random("turns")
    for _ in range(HANDS):
        players, out = chance.randint(2, 5), chance.randint(0, 3)
        letters = "ABCDE"[:players]
        seat = chance.randrange(players)
        cards = chance.sample(PACK, 8 + players)
        hand = sorted(cards[: chance.randint(1, 8)], key=KINDS.index)
        front = "As As" if len(hand) > 6 else ""
        if front and "As" in cards:
            continue
        clockwise = letters[seat + 1 :] + letters[:seat]
        others = [(letter, chance.random() < 0.6) for letter in clockwise]
        start = ("duel" if players == 2 else "shoot") if out > 1 else ""
        scene = Scene(
            f"players {players}; active {letters[seat]}; {letters[seat]} {{{' '.join(hand)}}}"
            f" {front}; out {out}; "
            + "; ".join(
                f"{o} {{{c if on else ''}}}" for (o, on), c in zip(others, cards[8:], strict=False)
            )
        )
        options = turn_options(hand, others, start)
        if len(options) > 1:
            assert scene.asked() == {letters[seat]: options}
        else:
            assert scene.happened(told.Discarded) == [told.Discarded(seat, tuple(hand))]


@pytest.mark.rule("SH-06", "SH-19")
def test_every_option_of_a_rich_hand_at_a_table_of_five() -> None:
    """Substitution clockwise from the player over the end of the table, past an empty hand."""
    scene = Scene(
        "active D; A {1}; B {} [...]; C {2}; D {1 1 2 3 W M Sub In} As As; E {7}; out 3; deck ..."
    )

    assert scene.asked() == {
        "D": [
            "discard 1", "discard 2", "discard 3", "discard W", "discard M", "discard Sub",
            "discard In", "discard 1 1", "discard 1 1 2", "discard 1 2 3",
            "substitution E", "substitution A", "substitution C", "indians", "shoot",
            "load 1", "load 2", "load 3", "load W", "load M",
        ]
    }  # fmt: skip


@pytest.mark.rule("SH-06", "SH-07")
def test_a_turn_is_one_action_then_the_refill_then_the_next_player() -> None:
    """After the action nothing more is asked of the active player."""
    scene = Scene("A {1 2 3 4 5 6}; out 2; deck 7 ...")
    scene.do("A discard 5")

    assert scene.hand("A") == "1 2 3 4 6 7"
    assert list(scene.asked()) == ["B"]


@pytest.mark.rule("SH-07")
def test_the_window_comes_before_the_action_and_on_every_turn() -> None:
    """Also where the turn will be a pass."""
    scene = Scene("A {} [1 1 2 2 3 3]; B {4 4 4 4 4 4}; C {5 5 5 5 5 5}; windows B C; out 1")

    assert scene.kinds() == {"B": "load", "C": "load"}
    scene.do("B none", "C none")
    assert scene.happened(told.Passed) == [told.Passed(0)]


@pytest.mark.rule("SH-08")
def test_with_a_card_in_hand_there_is_no_pass() -> None:
    """Not even with one that nobody wants to part with."""
    scene = Scene("A {7} [1 1 2 2 3]; out 1")

    assert scene.asked() == {"A": ["discard 7", "load 7"]}


@pytest.mark.rule("SH-08")
def test_an_empty_hand_passes_with_fewer_than_two_sheriffs_out() -> None:
    """Nothing is drawn, since hand and revolver are at the limit."""
    scene = Scene("A {} [1 1 2 2 3 3]; B {4 4 4 4 4 4}; out 1; deck 7 ...")

    assert scene.happened(told.Passed) == [told.Passed(0)]
    assert scene.position.deck[0] == "7"
    assert list(scene.asked()) == ["B"]


@pytest.mark.rule("SH-08", "SH-42")
def test_an_empty_hand_must_shoot_with_two_sheriffs_out() -> None:
    """It is done without asking, and the starter's wilds are ignored as ever."""
    scene = Scene("A {} [1 2 W W W W]; B {} [3 3]; C {} [4]; out 2")

    assert scene.happened(told.Shooting) == [told.Shooting(0, forced=True)]
    assert scene.position.scores == [0, 0, 0]


@pytest.mark.rule("SH-08", "SH-53")
def test_with_two_players_an_empty_hand_must_challenge() -> None:
    """The duel takes the place of the shooting here too."""
    scene = Scene("players 2; A {} [1 1 2 2 3 3]; out 3; deck 5 6 ...")

    assert scene.happened(told.Challenged) == [told.Challenged(0, forced=True)]


@pytest.mark.rule("SH-08")
def test_loading_the_last_card_leads_to_what_an_empty_hand_leads_to() -> None:
    """Here to a pass."""
    scene = Scene("A {5} [1 1 2 2 3]; out 1")
    scene.do("A load 5")

    assert scene.happened(told.Passed) == [told.Passed(0)]


@pytest.mark.rule("SH-09", "SH-33")
def test_when_all_hands_are_empty_the_sheriff_arrives() -> None:
    """Every hand races, and nobody is the starter."""
    scene = Scene("A {} [1 1 2 2 3 3]; B {} [4 4 5 5 6 6]; C {} [7 7 W W W W]; out 1; loot 8*")

    assert scene.happened(told.Arrival) == [told.Arrival("empty_hands")]
    assert scene.happened(told.RaceStart) == [told.RaceStart(None)]


@pytest.mark.rule("SH-09")
def test_the_active_player_may_load_the_last_card_of_all() -> None:
    """The sheriff arrives though he had an action left."""
    scene = Scene("A {5} [...]; B {} [...]; C {} [...]; out 1")
    scene.do("A load 5")

    assert scene.happened(told.Arrival) == [told.Arrival("empty_hands")]


@pytest.mark.rule("SH-09", "SH-08")
def test_with_two_sheriffs_out_empty_hands_mean_a_shooting_instead() -> None:
    """The active player starts it, at his price."""
    scene = Scene("A {} [...]; B {} [...]; C {} [...]; out 2")

    assert not scene.happened(told.Arrival)
    assert scene.happened(told.Hands)[0].hands[0].how == "starter"


@pytest.mark.rule("SH-06", "SH-31", "SH-53")
@pytest.mark.parametrize(("players", "start"), [(2, "duel"), (3, "shoot")])
@pytest.mark.parametrize(("out", "offered"), [(0, False), (1, False), (2, True), (3, True)])
def test_a_start_is_offered_with_two_or_three_sheriffs_out(
    players: int, start: str, out: int, offered: bool
) -> None:
    """Never as the default."""
    scene = Scene(f"players {players}; A {{1 2}}; out {out}")

    assert (start in scene.asked()["A"]) == offered
    assert scene.asked()["A"][0] == "discard 1"


@pytest.mark.rule("SH-08", "SH-19")
def test_a_choice_of_one_is_carried_out() -> None:
    """Only a Substitution that can be played on nobody leaves no choice."""
    text = "A {Sub} [1 1 1 1 1]; B {} [2 2 2 3 3 3]; C {} [4 4 4 5 5 5]; deck 7"
    scene = Scene(text)

    assert scene.happened(told.Discarded) == [told.Discarded(0, ("Sub",))]
    assert changes(text, scene.position) == "A {7} [1 1 1 1 1]; deck; loot Sub"


@pytest.mark.rule("SH-08", "SH-42")
def test_loading_the_last_card_with_two_out_is_a_shooting() -> None:
    """It is forced, and the wilds of its starter are ignored, the one just loaded too."""
    scene = Scene(
        "out 2; A {W W} [7 7]; B {} [6 6 6]; C {} [5 W W W]; loot 8*; latency B 200 C 300"
    )
    scene.do("A load W")
    assert scene.asked() == {
        "A": ["discard W", "shoot", "load W"],
    }
    scene.do("A load W")

    assert scene.happened(told.Shooting) == [told.Shooting(0, forced=True)]
    assert sharing(scene) == "hands ABC, C excluded; B 3×6 takes 4, A 2×7 takes 2; left 2; next C"


@pytest.mark.rule("SH-08", "SH-31", "SH-06")
def test_a_shooting_by_choice_is_not_forced() -> None:
    """And no refill follows it, though a hand is short."""
    scene = Scene("out 2; A {As}; B {As}; C {1}; deck 7 7 ...; latency C 300000")
    scene.do("A shoot", "C hand_down")

    assert scene.happened(told.Shooting) == [told.Shooting(0, forced=False)]
    assert scene.happened(told.Drew) == []


@pytest.mark.rule("SH-09", "SH-07")
@pytest.mark.parametrize("out", [0, 1])
def test_the_last_card_of_all_loaded_in_a_window(out: int) -> None:
    """The sheriff arrives in the turn of A, before any action of his; no refill."""
    scene = Scene(f"windows B C; out {out}; A {{}} [1]; B {{2}} [2]; C {{}} [3]; deck 7 7 ...")
    assert scene.kinds() == {"B": "load"}
    scene.do("B load 2")

    assert scene.happened(told.Passed) == []
    assert scene.happened(told.Arrival) == [told.Arrival("empty_hands")]
    assert scene.happened(told.Turn)[0] == told.Turn(0, 1)
    assert scene.happened(told.Drew) == []


@pytest.mark.rule("SH-09", "SH-58")
def test_two_players_with_empty_hands() -> None:
    """No cards are compared; the bonus goes to the first hand."""
    scene = Scene(
        "players 2; out 1; A {5} [1 1 1]; B {} [4 4]; bonus 4 4 In; loot 6*; latency A 2 B 1"
    )
    scene.do("A load 5")

    assert scene.happened(told.Challenged) == []
    assert sharing(scene) == "hands BA; bonus B; B 4×4 takes 6, A 3×1 takes 0; left 0; next A"


@pytest.mark.rule("SH-08", "SH-57")
def test_a_forced_duel_that_is_cancelled_ends_the_turn() -> None:
    """The next turn of the same player forces the next one."""
    text = "players 2; out 2; A {} [1 1 1 2 2 2]; B {7 7 7 6 6 6}; deck 3 4 5 6 7 5"
    scene = Scene(text)
    scene.do("A react", "B react")
    assert changes(text, scene.position) == "active B; deck 5 6 7 5; aside 3 4"
    scene.do("B discard 6")

    assert changes(text, scene.position) == "B {5 6 6 7 7 7} []; deck 5; loot 6; aside 3 4"
    assert scene.happened(told.Challenged)[-1] == told.Challenged(0, forced=True)
