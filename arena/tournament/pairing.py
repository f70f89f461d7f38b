"""Which bots sit together: what the three ways of pairing have in common, and the simplest.

What may live here: the contract of a pairing, and the choice among them by the number of bots.
"""

from typing import Protocol

from arena.engine.chance import Chance
from arena.tournament.blocks import Blocks, Cyclic, find_blocks
from arena.tournament.circle import Circle
from arena.tournament.config import Config, played_mode


class Pairing(Protocol):
    """The tables of every round, by index of bot; rounds count from 1, tables from 0."""

    def tables(self, round_: int) -> int:
        """Give the number of tables of a round."""
        ...

    def tables_per_bot(self, round_: int) -> int:
        """Give how many tables of the round every bot plays, a bye counted as one."""
        ...

    def table(self, round_: int, number: int) -> tuple[int, ...]:
        """Give the indices of the bots at a table, in table order."""
        ...


class OneTable:
    """As many bots as players: every round is one table, in index order."""

    def __init__(self, players: int) -> None:
        self._table = tuple(range(players))

    def tables(self, round_: int) -> int:  # noqa: ARG002 (the same in every round)
        """Give the number of tables of a round."""
        return 1

    def tables_per_bot(self, round_: int) -> int:  # noqa: ARG002 (so are these)
        """Give how many tables of the round every bot plays."""
        return 1

    def table(self, round_: int, number: int) -> tuple[int, ...]:  # noqa: ARG002 (and this)
        """Give the indices of the bots at the table."""
        return self._table


def blocks_for(config: Config, bots: int, chance: Chance) -> Blocks:
    """Give the base blocks to publish with a tournament; none where it needs none."""
    if config.players == 2 or bots == config.players:
        return ()
    return find_blocks(bots, config.players, config.rounds, chance)


def pairing_for(config: Config, bots: int, blocks: Blocks) -> Pairing:
    """Give the pairing of a tournament of `bots` bots with these base blocks."""
    if bots == config.players:
        return OneTable(bots)
    if config.players == 2:
        doubled = played_mode(config, bots) == "field"
        return Circle(bots, config.rounds, config.deals, config.k_schedule, doubled=doubled)
    return Cyclic(bots, blocks)


def set_count(config: Config, bots: int, after: int = 0) -> int:
    """Give how many sets are planned for `bots` bots, in all rounds or those `after` one."""
    if bots != config.players and config.players > 2:
        per_round = bots * config.deals  # a base block seats every bot at each place
        return (config.rounds - after) * per_round
    pairing = pairing_for(config, bots, ())
    rounds = range(after + 1, config.rounds + 1)
    return config.deals * sum(pairing.tables(round_) for round_ in rounds)


def match_count(config: Config, bots: int) -> int:
    """Give how many matches a tournament of `bots` bots has: its planned sets have."""
    per_set = 1 if played_mode(config, bots) == "field" else config.players
    return per_set * set_count(config, bots)
