"""Luck sticks to the seat: it is the same for whoever sits there, whatever others do."""

from fractions import Fraction
from itertools import permutations

from arena.engine.rules import Game
from arena.engine.table import Table
from arena.tournament.seating import seated
from tests.contract.play import (
    at_random,
    begin,
    by_content,
    every_table,
    play_out,
)
from tests.contract.traits import TRAITS
from tests.sizes import size

DEALS = size(2, 20)
MATCHES = size(10, 100)


def play_with_a_dead_seat(table: Table, dead: int, number: int) -> Table:
    """Play the match out; one seat never answers, the others choose as they would otherwise."""
    choosers = [at_random(number * 10 + seat) for seat in range(table.header.players)]
    while not table.over:
        ask = table.asks()[0]
        if ask.seat == dead:
            table.fault(dead, "timeout")
        else:
            table.answer(ask.seat, choosers[ask.seat](ask, table.view(ask.seat)))
    return table


@every_table
def test_t7_copies_of_one_bot_score_exactly_a_half_in_all_seatings(
    game: Game, players: int
) -> None:
    """Each against each, over the k(k-1) seatings of a deal; and each over the k of one kind."""
    bots = tuple(f"copy {number}" for number in range(players))
    for deal in range(DEALS):
        won = dict.fromkeys(permutations(bots, 2), Fraction(0))
        for a in range(1, players):
            for t in range(players):
                ranks = play_out(begin(game, players, deal), by_content).outcome().ranks
                place = dict(zip(seated(bots, a, t), ranks, strict=True))
                for one, other in won:
                    won[one, other] += Fraction(
                        (place[one] < place[other]) * 2 + (place[one] == place[other]), 2
                    )
            for bot in bots:
                score = sum(points for (one, _), points in won.items() if one == bot)

                assert score == Fraction(a * players * (players - 1), 2)
        assert set(won.values()) == {Fraction(players * (players - 1), 2)}


@every_table
def test_t8_a_seat_that_never_answers_shifts_nobodys_luck(game: Game, players: int) -> None:
    """The dice and latencies of all seats are those of the match in which it plays."""
    luck, compared = TRAITS[game.name].luck, 0
    for number in range(MATCHES):
        alive = luck(play_with_a_dead_seat(begin(game, players, number), -1, number).log)
        dead = number % players
        broken = luck(play_with_a_dead_seat(begin(game, players, number), dead, number).log)
        both = alive.keys() & broken.keys()
        compared += len([seat for seat, _ in both if seat != dead])

        assert {key: alive[key] for key in both} == {key: broken[key] for key in both}
    assert compared >= MATCHES
