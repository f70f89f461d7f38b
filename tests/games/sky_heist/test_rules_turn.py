"""Turns in odd corners: every option of a rich hand in its order, and what empty hands lead to."""

from collections.abc import Iterable
from itertools import combinations
from random import Random

import pytest

from arena.games.sky_heist import events as told
from arena.games.sky_heist.cards import PACK
from tests.conftest import size
from tests.games.sky_heist.outcome import changes, sharing
from tests.games.sky_heist.scene import Scene

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


@pytest.mark.rule("SH-08")
@pytest.mark.parametrize(
    ("hand", "default"),
    [
        ("7 W M Sub As In", "7"), ("W M Sub As In", "Sub"), ("W M As In", "In"),
        ("W M As", "As"), ("W M", "M"), ("W W", "W"),
    ],
)  # fmt: skip
def test_what_is_discarded_by_default(hand: str, default: str) -> None:
    """One card, the least useful by the order of the page."""
    scene = Scene(f"A {{{hand}}}; B {{1}}")
    scene.do("A fault")

    assert scene.happened(told.Discarded) == [told.Discarded(0, (default,))]


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
