"""Setting up rounds: the pack, the deal, who moves first, and the streams they come from."""

from collections import Counter

import pytest

from arena.games.sky_heist import SKY_HEIST
from arena.games.sky_heist.cards import PACK, SHERIFFS
from arena.games.sky_heist.events import Hands
from arena.games.sky_heist.luck import Streams
from arena.games.sky_heist.rules import SkyHeist
from tests.games.sky_heist.invariants import FULL_PACK, cards_of
from tests.games.sky_heist.scene import Scene

VECTOR = "b0d51c58c8b9c1f458fadf16c7d375630ef51da4df81915893b05c0fa4ed8bc6"


def new_match(players: int) -> SkyHeist:
    """Give a match of the seed of the vectors, as it first waits for an answer."""
    game = SkyHeist.new(SKY_HEIST.header(players, VECTOR))
    game.step([])
    return game


@pytest.mark.rule("SH-01")
def test_the_pack_has_69_cards() -> None:
    """Seven of each value, and twenty others."""
    counts = Counter((*PACK, *SHERIFFS))

    assert counts == {
        **dict.fromkeys("1234567", 7),
        "W": 6,
        "M": 3,
        "Sub": 3,
        "As": 2,
        "In": 2,
        "S": 4,
    }
    assert len(FULL_PACK) == 69


@pytest.mark.rule("SH-02", "SH-03")
@pytest.mark.parametrize(
    ("players", "deck", "bonus"), [(2, 54, 3), (3, 51, 0), (4, 45, 0), (5, 39, 0)]
)
def test_a_round_deals_six_cards_each_and_no_sheriffs(players: int, deck: int, bonus: int) -> None:
    """The sheriffs are all in the deck, wherever they lie."""
    position = new_match(players).position

    assert [len(hand) for hand in position.hands] == [6] * players
    assert (len(position.deck), position.deck.count("S"), len(position.bonus)) == (deck, 4, bonus)
    assert sorted(cards_of(position)) == FULL_PACK


@pytest.mark.rule("SH-02")
def test_the_deal_is_that_of_the_published_vectors() -> None:
    """T12, four players, rounds 1 and 2: anybody can deal the same cards again."""
    position = new_match(4).position

    assert [" ".join(hand) for hand in position.hands] == [
        "1 4 5 7 W Sub", "5 5 6 6 7 W", "1 1 2 3 3 5", "1 2 4 5 6 W",
    ]  # fmt: skip
    assert " ".join(position.deck[:10]) == "6 3 S 5 7 6 2 2 M M"
    luck = Streams(bytes.fromhex(VECTOR))
    second = luck.deck(1, luck.pack(1)[24:])
    assert " ".join(second[:10]) == "3 2 W S 1 7 S 4 7 2"


@pytest.mark.rule("SH-18", "SH-20")
def test_random_picks_are_those_of_the_published_vectors() -> None:
    """T12: what Substitution takes and what Indians cost, by how many were played before."""
    luck = Streams(bytes.fromhex(VECTOR))
    hand, revolver = ("1", "2", "3", "W", "M", "As"), ("1", "2", "4", "4", "W")

    assert [luck.taken(q, hand, 2) for q in range(4)] == [
        ["2", "1"], ["2", "3"], ["1", "As"], ["2", "W"],
    ]  # fmt: skip
    assert [[luck.lost(q, seat, revolver) for seat in range(3)] for q in range(2)] == [
        ["1", "2", "W"], ["4", "W", "2"],
    ]  # fmt: skip


@pytest.mark.rule("SH-64")
def test_latencies_are_those_of_the_published_vectors() -> None:
    """T12: by seat and round, whatever was drawn before."""
    luck = Streams(bytes.fromhex(VECTOR))

    assert [luck.latency_us(0, seat) for seat in range(3)] == [279666, 256450, 353543]
    assert [luck.latency_us(3, seat) for seat in range(3)] == [172816, 194548, 243441]


@pytest.mark.rule("SH-64")
def test_the_race_of_a_round_takes_the_latencies_of_that_round() -> None:
    """Each is drawn for the seat and the round, however many cards were loaded."""
    game, luck = SkyHeist.new(SKY_HEIST.header(3, VECTOR)), Streams(bytes.fromhex(VECTOR))
    log = game.step([])
    while game.asks():
        log += game.step([len(ask.options) - 1 for ask in game.asks()])
    races = [event.hands for event in log if isinstance(event, Hands)]

    assert len(races) == 6
    for number, hands in enumerate(races):
        for hand in hands:
            if hand.how != "starter":
                assert hand.latency_us == luck.latency_us(number, hand.seat)


@pytest.mark.rule("SH-04")
def test_seat_0_moves_first_and_turns_go_clockwise() -> None:
    """A tournament rotates who sits there."""
    scene = Scene("A {1 2 3 4 5 6}; B {1 2 3 4 5 6}; C {1 2 3 4 5 6}")

    assert new_match(3).asks()[0].seat == 0
    for letter in "ABCA":
        assert list(scene.asked()) == [letter]
        scene.do(f"{letter} discard {scene.hand(letter)[0]}")


@pytest.mark.rule("SH-05", "SH-50")
def test_the_last_round_ends_the_match_and_no_other_does() -> None:
    """Before it all cards are reunited, and nothing but points is carried over."""
    scene = Scene("round 5; scores 60 0 0; out 2; A {1 2} [3 3] As As; B {1}; C {1}; loot 4*")
    scene.do("A shoot")
    scene.defaults("race")

    assert scene.position.round == 6
    assert sorted(cards_of(scene.position)) == FULL_PACK
    assert [scene.position.limit(seat) for seat in range(3)] == [6, 6, 6]
    assert scene.position.scores[0] >= 60

    last = Scene("round 6; out 2; A {1 2} [3 3]; B {1}; C {1}; loot 4*")
    last.do("A shoot")
    last.defaults("race")
    assert last.table.over
