"""The cases of a round's beginning and a match's end."""

from collections import Counter
from hashlib import sha256

import pytest

from arena.engine.record import Outcome
from arena.games.sky_heist import SKY_HEIST
from arena.games.sky_heist import events as told
from arena.games.sky_heist.cards import PACK, SHERIFFS
from arena.games.sky_heist.position import Position
from arena.games.sky_heist.rules import SkyHeist
from tests.games.sky_heist.scene import Scene


@pytest.mark.case("SH-T41")
@pytest.mark.rule("SH-16", "SH-17", "SH-50")
def test_assistants_go_with_the_round() -> None:
    """In the next round the limit is six again and the pack is whole."""
    scene = Scene("A {} [1 1 1 1 2 2 2 2] As As; B {} [3]; C {} [4]; loot 5*; out 4; at arrival")
    position = scene.position

    assert (position.round, position.assistants) == (2, [0, 0, 0])
    assert [position.limit(seat) for seat in range(3)] == [6, 6, 6]
    assert pack_of(position) == Counter((*PACK, *SHERIFFS))


def pack_of(position: Position) -> Counter[str]:
    """Give all cards of a position at the beginning of a round."""
    return Counter(
        card for cards in (*position.hands, position.deck, position.bonus) for card in cards
    )


def new_round(players: int, seed: int) -> Position:
    """Give the position after the deal of the first round."""
    game = SkyHeist.new(SKY_HEIST.header(players, f"{seed:064x}"))
    game.step([])
    return game.position


@pytest.mark.case("SH-T01")
@pytest.mark.rule("SH-01")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_pack(players: int) -> None:
    """69 cards lie on the table of a new round, whatever the number of players."""
    assert pack_of(new_round(players, 1)) == Counter(
        {
            **dict.fromkeys("1234567", 7),
            **{"W": 6, "M": 3, "Sub": 3, "As": 2, "In": 2, "S": 4},
        }
    )


@pytest.mark.case("SH-T02")
@pytest.mark.rule("SH-02")
@pytest.mark.parametrize(("players", "deck"), [(3, 51), (4, 45), (5, 39)])
@pytest.mark.parametrize("seed", range(5))
def test_new_round(players: int, deck: int, seed: int) -> None:
    """Six cards each, no sheriff among them; nothing else lies on the table."""
    position = new_round(players, seed)

    assert [len(hand) for hand in position.hands] == [6] * players
    assert not any("S" in hand for hand in position.hands)
    assert (len(position.deck), position.deck.count("S")) == (deck, 4)
    assert (position.loot, position.bonus, position.aside) == ((), (), ())
    assert position.revolvers == [()] * players


@pytest.mark.case("SH-T03")
@pytest.mark.rule("SH-03")
@pytest.mark.parametrize("seed", range(5))
def test_new_round_of_two(seed: int) -> None:
    """Three bonus cards that nobody sees, six each, and a deck of 54."""
    game = SkyHeist.new(SKY_HEIST.header(2, f"{seed:064x}"))
    events = game.step([])
    position = game.position

    assert (len(position.bonus), position.bonus.count("S")) == (3, 0)
    assert [len(hand) for hand in position.hands] == [6, 6]
    assert (len(position.deck), position.deck.count("S")) == (54, 4)
    assert events[0] == told.RoundStart(round=1, first=0, deck=54, bonus=3)
    assert {game.view(seat).bonus for seat in (0, 1, None)} == {3}


@pytest.mark.case("SH-T59")
@pytest.mark.rule("SH-52")
def test_a_shared_victory() -> None:
    """The two with 31 share the first place, the next is the third."""
    scene = Scene(
        "players 5; round 6; scores 31 31 30 12 8; A {} [1]; B {} [2]; C {} [3]; D {} [4];"
        " E {} [5]; out 4; at arrival"
    )

    assert scene.table.outcome() == Outcome(ranks=(1, 1, 3, 4, 5), scores=(31, 31, 30, 12, 8))
    assert scene.happened(told.End) == [told.End((1, 1, 3, 4, 5), (31, 31, 30, 12, 8))]


@pytest.mark.case("SH-T60")
@pytest.mark.rule("SH-05")
def test_a_lead_does_not_end_the_match() -> None:
    """After round 5 comes round 6, and nothing after it."""
    scene = Scene("round 5; scores 60 0 0; A {} [1]; B {} [2]; C {} [3]; out 4; at arrival")

    assert scene.position.round == 6
    assert scene.kinds() == {"C": "turn"}
    while scene.table.asks():
        scene.table.answer(scene.table.asks()[0].seat, 0)
    assert [end.round for end in scene.happened(told.RoundEnd)] == [5, 6]
    assert scene.table.outcome().ranks[0] == 1


@pytest.mark.rule("SH-02", "SH-50", "SH-64")
def test_each_round_has_its_own_deal_and_latencies() -> None:
    """As in the published vectors for the seed SHA-256 of "vector": rounds 0 and 1 there."""
    game = SkyHeist.new(SKY_HEIST.header(4, sha256(b"vector").hexdigest()))
    events = game.step([])
    decks = {1: " ".join(game.position.deck[:10])}
    while game.position.round < 3:
        events += game.step([0] * len(game.asks()))
        decks.setdefault(game.position.round, " ".join(game.position.deck[:10]))

    assert (decks[1], decks[2]) == ("6 3 S 5 7 6 2 2 M M", "3 2 W S 1 7 S 4 7 2")
    assert [
        {hand.seat: hand.latency_us for hand in event.hands if hand.seat < 3}
        for event in events
        if isinstance(event, told.Hands)
    ] == [{0: 279_666, 1: 256_450, 2: 353_543}, {0: 199_480, 1: 199_326, 2: 193_344}]
