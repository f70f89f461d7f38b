"""The rules of Sky 5 that no case of the page holds, or none alone."""

from itertools import pairwise

import pytest

from arena.engine.ask import Event
from arena.engine.table import Table
from arena.games.sky5 import SKY_5, words
from arena.games.sky5.position import clockwise_after, deal
from arena.games.sky5.rules import TURN_CAP, Sky5
from tests.games.sky5.random_play import play_out
from tests.games.sky5.script import game_at, play, result

VECTOR_SEED = "b0d51c58c8b9c1f458fadf16c7d375630ef51da4df81915893b05c0fa4ed8bc6"
"""SHA-256 of `vector`."""


@pytest.mark.rule("S5-01", "S5-03")
def test_deck_of_the_vector_seed() -> None:
    """T12: the stream `deck/0` shuffles the canonical pack; the last cards are removed."""
    top = deal(2, bytes.fromhex(VECTOR_SEED)).deck
    whole = deal(5, bytes.fromhex(VECTOR_SEED))

    assert top[:12] == ["B0", "Y5", "B1", "R3", "Y2", "R4", "G5", "G2", "G1", "*6", "G3", "R3"]
    assert [*top, *deal(2, bytes.fromhex(VECTOR_SEED)).removed] == [*whole.deck, *whole.removed]


@pytest.mark.rule("S5-02")
def test_die_of_a_seat_falls_as_its_stream_says() -> None:
    """The n-th roll of a seat is the n-th value of its stream, whoever else rolled meanwhile."""
    table = Table.new(SKY_5, SKY_5.header(2, VECTOR_SEED))
    while table.asks():
        table.answer(table.asks()[0].seat, 1)  # bank at once
    rolls: tuple[list[int], list[int]] = ([], [])
    for event in table.log:
        if isinstance(event, words.Rolled):
            rolls[event.seat].append(event.number)

    assert rolls[0][:12] == [5, 6, 4, 4, 4, 3, 1, 1, 4, 6, 6, 5]
    assert rolls[1][:12] == [4, 4, 1, 1, 5, 5, 1, 5, 3, 3, 1, 1]


@pytest.mark.rule("S5-04", "S5-06", "S5-27")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_turns_go_clockwise_from_seat_0_to_the_end(players: int) -> None:
    """One act a turn, seat after seat; the final round continues without a break."""
    events = play_out(Sky5.new(SKY_5.header(players, VECTOR_SEED)), choices=f"turns {players}")
    turns = [event for event in events if isinstance(event, words.TurnBegan)]
    acts = [event for event in events if isinstance(event, words.Drawn | words.Rolled)]

    assert [turn.seat for turn in turns] == [place % players for place in range(len(turns))]
    assert [turn.turn for turn in turns] == list(range(1, len(turns) + 1))
    assert len(acts) == len(turns) - sum(isinstance(event, words.NotRolled) for event in events)


@pytest.mark.rule("S5-08")
def test_drawn_card_is_seen_by_all_before_it_is_given_away() -> None:
    """It lies in the drawer's front while he chooses who gets it."""
    game = game_at("A {R1} B {} C {} deck R5")
    play(game, ["A: draw bank > draw"])

    for seat in (None, 0, 1, 2):
        assert game.view(seat).fronts == (("R1", "R5"), (), ())
        assert game.view(seat).drawn == "R5"


@pytest.mark.rule("S5-10")
def test_gift_goes_to_the_player_chosen() -> None:
    """The drawer may pick another than the first, also to deny him a Sky Five."""
    acts = ("A: draw bank > draw", "A: B C > C")
    game = game_at("A {R1} B {G1 B1 Y1 P1} C {} deck R5")

    assert result(game, acts, turns=1) == "A {R1} B {G1 B1 Y1 P1} C {R5} next B"


@pytest.mark.rule("S5-13")
def test_one_roll_banks_the_whole_front() -> None:
    """No number matches: all cards go to the pile, stars and zeros too."""
    game = game_at("A {R1 G0 *6} B {Y1}", rolls="A5")

    assert result(game, ["A: draw bank > bank"], turns=1) == "A {} +7/3 B {Y1} next B"
    assert game.position.piles[0] == ("R1", "G0", "*6")


@pytest.mark.rule("S5-16")
def test_bust_comes_only_from_a_colour_all_show_or_a_matching_roll() -> None:
    """In whole matches each bust follows such an act of the same seat, and each such act, one."""
    for number in range(20):
        events = play_out(Sky5.new(SKY_5.header(3, f"{number:064x}")), choices=f"busts {number}")
        for before, event in pairwise(events):
            if isinstance(event, words.Busted):
                assert isinstance(before, words.Drawn | words.Rolled)
                assert before.seat == event.seat
            if isinstance(before, words.Rolled):
                assert isinstance(event, words.Busted | words.Banked)
                shown = {int(card[1]) for card in event.cards}
                assert isinstance(event, words.Busted) == (before.number in shown)


@pytest.mark.rule("S5-17", "S5-18")
def test_each_taker_sees_what_was_taken_before() -> None:
    """The card the first taker took is gone for the second; one card each."""
    game = game_at("A {R1 G2} B {} C {}", rolls="A1")
    play(game, ["A: draw bank > bank", "B: none R1 G2 > G2"])

    assert game.view(2).fronts == (("R1",), ("G2",), ())
    assert (game.view(2).takers, game.view(2).open) == ((2,), ("R1",))


@pytest.mark.rule("S5-20")
def test_bust_ends_the_turn_with_an_empty_front() -> None:
    """Even a front nobody may touch is discarded, and the next player is to move."""
    game = game_at("A {R1 G1} B {R2 G2}", rolls="A1")

    assert result(game, ["A: draw bank > bank"], turns=1) == "A {} B {R2 G2} discard R1 G1 next B"


@pytest.mark.rule("S5-23")
def test_draw_of_the_fifth_colour_banks_stars_too() -> None:
    """The whole front is banked without a roll, and the turn is over."""
    game = game_at("A {R1 G2 *6 B3 Y4} B {Y1} deck P0")

    assert result(game, ["A: draw bank > draw"], turns=1) == "A {} +16/6 B {Y1} next B"


@pytest.mark.rule("S5-25", "S5-29")
def test_sky_five_in_the_final_round_leaves_the_final_turn_owed() -> None:
    """C banks on A's turn; C's own final turn comes all the same, without a roll."""
    game = game_at("A {P5} B {} C {R1 G2 B3 Y4} final A B C", rolls="A5")
    events = play(game, ["B: none P5 > none", "C: none P5 > P5"])

    assert words.SkyFive(2, ("R1", "G2", "B3", "Y4", "P5"), 15) in events
    assert events[-3:-1] == [words.TurnBegan(2, 3), words.NotRolled(2)]


@pytest.mark.rule("S5-25", "S5-30")
def test_after_a_sky_five_one_may_take_until_the_final_turn_and_must_roll_for_it() -> None:
    """C is empty after his Sky Five, takes from B's bust, and loses that card by his own roll."""
    game = game_at("A {P5} B {R6} C {R1 G2 B3 Y4} final A B C", rolls="A5 B6 C6")
    acts = ["B: none P5 > none", "C: none P5 > P5", "C: none R6 > R6"]

    assert result(game, acts, turns=3) == "A {} B {} C {} +15/5 discard R6 over"


@pytest.mark.rule("S5-26", "S5-24")
@pytest.mark.parametrize(
    ("position", "acts", "outcome"),
    [
        (
            "A {R1} B {R2} C {} deck exactly R5",
            ["A: draw bank > draw"],
            "A {R1} B {R2} C {R5} next B",
        ),
        (
            "A {R1 G4} B {R2} C {R3} deck exactly R5",
            ["A: draw bank > draw", "B: none G4 > none", "C: none G4 > G4"],
            "A {} B {R2} C {R3 G4} discard R1 R5 next B",
        ),
        (
            "A {R1} B {G1 B1 Y1 P1} C {R2} deck exactly R5",
            ["A: draw bank > draw"],
            "A {R1} B {} +9/5 C {R2} next B",
        ),
    ],
)
def test_turn_of_the_last_card_is_resolved_before_the_final_round(
    position: str, acts: list[str], outcome: str
) -> None:
    """A gift, a bust with the takes of all others, a Sky Five: then the final round begins."""
    game = game_at(position, rolls="A3 B3 C3")
    watched = play(game.clone(), acts)
    first = next(event for event in watched if isinstance(event, words.FinalRound))

    assert result(game, acts, turns=1) == outcome
    assert first.order == (1, 2, 0)
    assert not any(
        isinstance(event, words.Given | words.SkyFive | words.Discarded)
        for event in watched[watched.index(first) :]
    )


@pytest.mark.rule("S5-31", "S5-32")
def test_after_the_final_turns_the_points_of_the_piles_are_counted() -> None:
    """Each had one final turn, every front is empty, the score is the sum of the pile."""
    game = game_at("A {R6} [*6 G0] B {G2} [Y5] C {B1} final A B C", rolls="A1 B2 C1")
    events = play(game, ["C: none G2 > -"])

    assert game.asks() == ()
    assert game.view(None).fronts == ((), (), ())
    assert game.outcome().scores == (12, 5, 0)
    assert events[-1] == words.Ended(points=(12, 5, 0), cards=(3, 1, 0), ranks=(1, 2, 3))


@pytest.mark.rule("S5-33")
@pytest.mark.parametrize(
    ("position", "ranks"),
    [
        ("A {} [R6] B {} [G6] C {} [B5] over", (1, 1, 3)),
        ("A {} [R6] B {} [G5 B1] C {} [R5] D {} [Y5] E {} over", (2, 1, 3, 3, 5)),
        ("A {} B {} over", (1, 1)),
        ("A {} [R0] B {} over", (1, 2)),
    ],
)
def test_equal_players_share_a_place_and_the_next_is_skipped(
    position: str, ranks: tuple[int, ...]
) -> None:
    """All places come from points, then cards."""
    assert game_at(position).outcome().ranks == ranks


def _play_by_drawing(position: str, rolls: str) -> list[Event]:
    game = game_at(position, rolls)
    return play(game, ["A: draw bank > draw"])


@pytest.mark.rule("S5-35")
def test_safety_stop_begins_the_final_round_with_the_deck_not_empty() -> None:
    """After turn 1,000 all have a final turn, clockwise from the left of who moved last."""
    events = _play_by_drawing("A {R1} B {G1} deck B2 turn 1000", "A3 B3")

    assert events[2:4] == [words.Capped(TURN_CAP), words.FinalRound((1, 0))]
    assert [event.turn for event in events if isinstance(event, words.TurnBegan)][1:] == [
        1001,
        1002,
    ]
    assert isinstance(events[-1], words.Ended)


@pytest.mark.rule("S5-35")
def test_safety_stop_does_not_come_a_turn_early_nor_beside_the_last_card() -> None:
    """Turn 999 is followed by another; if turn 1,000 draws the last card, it is no stop."""
    early = _play_by_drawing("A {R1} B {G1} deck B2 turn 999", "")
    last = _play_by_drawing("A {R1} B {G1} deck exactly B2 turn 1000", "A3 B3")

    assert early[-1] == words.TurnBegan(1, TURN_CAP)
    assert words.FinalRound((1, 0)) in last
    assert not any(isinstance(event, words.Capped) for event in last)


def test_clockwise_after_goes_round_the_table() -> None:
    """The left neighbour first, the right one last, oneself never."""
    assert clockwise_after(3, 5) == (4, 0, 1, 2)
