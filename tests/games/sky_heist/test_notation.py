"""Positions as text."""

from random import Random

import pytest

from arena.games.sky_heist import SKY_HEIST
from arena.games.sky_heist.cards import PACK
from arena.games.sky_heist.notation import NotationError, format, option_text, parse
from arena.games.sky_heist.rules import SkyHeist
from arena.games.sky_heist.words import OPTIONS, Cancel, Discard, Load, Substitution
from tests.games.sky_heist.invariants import FULL_PACK, cards_of
from tests.games.sky_heist.personalities import LEANINGS, choose


def test_a_text_says_where_the_cards_lie_and_the_rest_is_filled_up() -> None:
    """Seats that are left out hold full hands; the deck takes what is left over."""
    position = parse("B {3 ...} [W 3] As; C {} [...]; deck 7 S ...; out 1; loot 1 2; active B")

    assert [len(hand) for hand in position.hands] == [6, 5, 0]
    assert position.revolvers[:2] == [(), ("3", "W")]
    assert (len(position.revolvers[2]), position.assistants) == (6, [0, 1, 0])
    assert (position.deck[:2], position.sheriffs, position.loot) == (["7", "S"], 1, ("1", "2"))
    assert (position.active, position.first) == (1, 1)
    assert sorted(cards_of(position)) == FULL_PACK


def test_a_deck_without_dots_is_exactly_that() -> None:
    """So that the last card can be a sheriff."""
    assert parse("deck 4 S; out 3").deck == ["4", "S"]


def test_chance_is_what_is_written() -> None:
    """And the first card, or 200,000 µs, where nothing is."""
    luck = parse("latency B 7; picks 6 W / 1 2; loses B 6 C 5 / B 1").luck

    assert [luck.latency_us(0, seat) for seat in range(3)] == [200_000, 7, 200_000]
    hand = ("1", "2", "6", "W")
    assert [luck.taken(q, hand, 2) for q in range(3)] == [["6", "W"], ["1", "2"], ["1", "2"]]
    revolver = ("1", "5", "6")
    assert [luck.lost(0, seat, revolver) for seat in range(3)] == ["1", "6", "5"]
    assert [luck.lost(1, seat, revolver) for seat in range(3)] == ["1", "1", "1"]


def test_what_was_written_reads_back_as_the_same_position() -> None:
    """At every turn of whole matches."""
    seen = 0
    for players in (2, 3, 5):
        chance = Random(players)
        game = SkyHeist.new(SKY_HEIST.header(players, "07" * 32))
        game.step([])
        while game.asks():
            if game.asks()[0].kind == "turn":
                old, new = game.position, parse(format(game.position))
                new.luck, new.lost, new.swaps = old.luck, old.lost, old.swaps
                new.substitutions, new.indians = old.substitutions, old.indians
                assert new == old
                seen += 1
            sheriffs = game.position.sheriffs
            game.step([choose(ask, LEANINGS[2], sheriffs, chance) for ask in game.asks()])
    assert seen > 300


def test_the_middle_of_an_effect_has_no_text() -> None:
    """A text begins before or after an action."""
    game = SkyHeist(parse("A {Sub 1}; B {2 3}"))
    game.step([])
    game.step([[option_text(o) for o in game.asks()[0].options].index("substitution B")])

    with pytest.raises(NotationError, match="give"):
        format(game.position)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("F {1}", "one each of A, B"),
        ("A {1}; A {2}", "one each"),
        ("A {8}", "no further card '8'"),
        ("A {S}", "never held"),
        ("A {As As As}", "no further card 'As'"),
        ("A 1 2 3", "expected A"),
        ("A {1 2 3 4} [5 6 7]", "no more cards than 6"),
        ("A {} [Sub]", "can be loaded"),
        ("A {...} [...]", "not both"),
        ("A {1 ... 2}", "no further card '...'"),
        ("players 6", "2 to 5"),
        ("players 2; C {1}", "2 to 5"),
        ("active D", "A to C"),
        ("out many", "out 'many'"),
        ("loot x*", "loot 'x'"),
        ("loot 60*", "too few cards"),
        ("scores 1 2", "a score for each seat"),
        ("round 7", "a round from 1"),
        ("at lunch", "setup, turn, action, refill, arrival"),
        ("latency A", "pairs of a seat"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_reason(text: str, message: str) -> None:
    """The message names the clause and what is expected."""
    with pytest.raises(NotationError, match=message.replace("...", r"\.\.\.")):
        parse(text)


def test_options_have_a_text() -> None:
    """The name, then cards or the seat."""
    plain = [kind() for kind in OPTIONS if not kind.__struct_fields__]

    assert [option_text(option) for option in plain] == [
        "none", "assistant", "indians", "shoot", "duel", "react", "anticipate", "hand_down",
    ]  # fmt: skip
    assert option_text(Discard(("3", "4", "7"))) == "discard 3 4 7"
    assert option_text(Load("W")) == "load W"
    assert option_text(Substitution(1)) == "substitution B"
    assert option_text(Cancel(4)) == "cancel E"
    assert len(PACK) == 65
