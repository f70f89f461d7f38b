"""What may be seen in Sky 5: the table by all, the hidden cards by none."""

import msgspec
import pytest

from arena.engine.ask import Event
from arena.engine.chance import Stream, shuffled
from arena.games.sky5.position import deal
from arena.games.sky5.rules import Sky5
from arena.games.sky5.words import Sky5View
from tests.games.sky5.random_play import play_out
from tests.games.sky5.script import game_at, play
from tests.sizes import size


@pytest.mark.rule("S5-34")
def test_view_shows_the_whole_table() -> None:
    """Fronts, piles and their points, discard, counts, and what is going on."""
    game = game_at("A {R1 G4 *6} [Y6] B {R2} C {R3 G1} deck R5 discard P1 P2 turn 7")
    play(game, ["A: draw bank > draw"])

    assert game.view(1) == Sky5View(
        seat=1,
        turn=7,
        active=0,
        fronts=(("R1", "G4", "*6", "R5"), ("R2",), ("R3", "G1")),
        piles=(("Y6",), (), ()),
        points=(6, 0, 0),
        discard=("P1", "P2"),
        deck=106 - 39 - 10,
        removed=39,
        final_order=(),
        final_left=(),
        drawn=None,
        buster=0,
        takers=(1, 2),
        open=("G4", "*6"),
    )


@pytest.mark.rule("S5-34", "S5-27")
def test_view_shows_the_final_round() -> None:
    """Its order, and whose turns are still to come after the one in progress."""
    game = game_at("A {G1} B {R2} C {} D {} final B C D A", rolls="B2")
    play(game, [])

    view = game.view(None)
    assert (view.seat, view.active, view.turn) == (None, 1, 1)
    assert (view.final_order, view.final_left) == ((1, 2, 3, 0), (2, 3, 0))
    assert (view.buster, view.takers, view.open) == (1, (2, 3, 0), ("R2",))


@pytest.mark.rule("S5-34")
def test_hidden_cards_change_nothing_that_is_seen() -> None:
    """With the unseen cards in another order, asks, views and past events are the same bytes."""
    encode = msgspec.json.Encoder(order="sorted").encode

    def compare(game: Sky5, _events: list[Event]) -> None:
        position = game.position.clone()
        hidden = shuffled([*position.deck, *position.removed], Stream(bytes(32), "hidden"))
        position.deck[:] = hidden[: len(position.deck)]
        position.removed = tuple(hidden[len(position.deck) :])
        other = Sky5(position)
        for seat in (None, *range(position.players)):
            assert encode(other.view(seat)) == encode(game.view(seat))

    for number in range(size(10, 100)):
        play_out(Sky5(deal(3, number.to_bytes(32, "big"))), f"hidden {number}", compare)


def test_views_share_nothing_that_can_change() -> None:
    """A view taken earlier is the same after the match has gone on."""
    game = Sky5(deal(3, bytes(32)))
    taken: list[tuple[Sky5View, bytes]] = []

    def take(game: Sky5, _events: list[Event]) -> None:
        view = game.view(0)
        taken.append((view, msgspec.json.encode(view)))

    play_out(game, "shared", take)

    assert all(msgspec.json.encode(view) == encoded for view, encoded in taken)
