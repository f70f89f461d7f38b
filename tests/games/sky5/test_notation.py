"""The text form of a position of Sky 5."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.engine.ask import Event
from arena.games.sky5.cards import PACK
from arena.games.sky5.notation import NotationError, format, parse
from arena.games.sky5.position import Position, deal
from arena.games.sky5.rules import Sky5
from tests.games.sky5.random_play import play_out
from tests.games.sky5.script import Scripted, game_at


def read(text: str) -> Position:
    """Read a position whose dice do not matter."""
    return parse(text, [Scripted("")] * text.count("{"))


@given(players=st.integers(2, 5), seed=st.binary(min_size=32, max_size=32))
def test_every_position_reads_back_equal(players: int, seed: bytes) -> None:
    """At each ask of a match, and at its end."""

    def compare(game: Sky5, _events: list[Event]) -> None:
        assert read(format(game.position)) == game.position

    assert read(format(deal(players, seed))) == deal(players, seed)
    play_out(Sky5(deal(players, seed)), seed.hex(), compare)


@given(players=st.integers(2, 5), seed=st.binary(min_size=32, max_size=32))
def test_position_read_back_plays_on_alike(players: int, seed: bytes) -> None:
    """It asks the same and, answered the same, ends the same."""

    def compare(game: Sky5, _events: list[Event]) -> None:
        twin = Sky5(parse(format(game.position), [die.copy() for die in game.position.dice]))
        twin.step([])
        assert twin.asks() == game.asks()
        if game.asks():
            assert twin.step([1]) == game.clone().step([1])

    play_out(Sky5(deal(players, seed)), seed.hex(), compare)


@pytest.mark.parametrize(
    "text",
    [
        "A {R1 G4 *6} B {R2} C {R3 G1} deck R5 active A",
        "A {} [R6 G6] B {} deck exactly R2 discard *1 *2",
        "A {} B {R2} C {} final A B C active B",
    ],
)
def test_cards_named_nowhere_complete_the_pack(text: str) -> None:
    """Whatever a text leaves open, all 106 cards are somewhere and the right number removed."""
    position = read(text)
    parts = [*position.fronts, *position.piles, position.deck, position.discard, position.removed]

    assert Counter(card for part in parts for card in part) == Counter(PACK)
    assert len(position.removed) == 13 * (6 - position.players)


def test_named_cards_lie_where_they_are_said_to() -> None:
    """The named cards are on top of the deck, or are all of it."""
    below = read("A {R1} B {} deck R5 B2")
    exactly = read("A {R1} B {} deck exactly R5 B2 discard G1")

    assert (below.deck[:2], len(below.deck), below.discard) == (["R5", "B2"], 53, ())
    assert (exactly.deck, exactly.discard[0]) == (["R5", "B2"], "G1")
    assert len(exactly.discard) == 106 - 52 - 3


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "players: expected 2 to 5"),
        ("A {R1}", "players: expected 2 to 5 like `A {R1}`, got 1"),
        ("A {R1} C {}", "players: expected B, got 'C'"),
        ("A {} B {} C {} D {} E {} F {}", "players: expected at most 5 players, got 'F'"),
        ("A {R7} B {}", "front of A: expected cards like R3 or .4, got 'R7'"),
        ("A {} [R] B {}", "pile of A: expected cards like R3 or .4, got 'R'"),
        ("A {R0} [R0] B {} discard R0", "R0: named 1 times more than the pack has it"),
        ("A {R1 R2} B {}", "front of A: expected at most one card of a colour"),
        ("A {} B {R1 G1 B1 Y1 P1}", "front of B: .* not all five colours"),
        ("A {} B {} stack R1", "expected one of deck, .*, got 'stack'"),
        ("A {} B {} deck R1 deck R2", "deck: given twice"),
        ("A {} B {} deck exactly", "deck: expected at least one card before the final round"),
        ("A {} B {} removed R1", "removed: expected 52 cards, got 1"),
        ("A {} B {} active C", "active: expected players A B, got 'C'"),
        ("A {} B {} active", "active: expected 1 words after it, got 0"),
        ("A {} B {} turn 0", "turn: expected a number from 1 to 9999, got '0'"),
        ("A {} B {} C {} final A C B", "final: expected all, clockwise, got A C B"),
        ("A {} B {} C {} final A B", "final: expected all, clockwise, got A B"),
        ("A {} B {} C {} final", "final: expected players A B C, got none"),
        ("A {R1} B {} C {} takes B", "takes: expected the last of B C, got B"),
        ("A {R1} B {} final A B active B takes A", "takes: expected the last of nobody, got A"),
        ("A {R1} B {} gift", "gift: expected, before the final round, .* got R1"),
        ("A {} B {} gift", "gift: expected, .* got no card"),
        ("A {*1 *2} B {} gift", r"gift: expected, .* got \*2"),
        ("A {R1} B {} takes B over", "expected one of over, gift, takes, got over and takes"),
    ],
)
def test_bad_text_is_refused_with_its_part_named(text: str, message: str) -> None:
    """The message says what was given and what is expected."""
    with pytest.raises(NotationError, match=message):
        read(text)


def test_a_die_for_each_player_is_needed() -> None:
    """The number of dice is checked too."""
    with pytest.raises(NotationError, match="dice: expected 2, one per player, got 1"):
        parse("A {} B {}", [Scripted("")])


def test_gift_and_takes_go_on_where_they_stood() -> None:
    """A text can begin in the middle of a turn."""
    gift = game_at("A {R1 R4} B {} C {} gift")
    takes = game_at("A {R1 G4 *6 R5} B {R2} C {R3 G1} takes C")
    gift.step([])
    takes.step([])

    assert [option.to for option in gift.asks()[0].options if hasattr(option, "to")] == [1, 2]
    assert takes.view(None).open == ("*6",)
