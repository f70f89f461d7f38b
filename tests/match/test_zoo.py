"""Broken bots in whole matches: every fault at every kind of ask, and every match ends in time."""

from contextlib import AsyncExitStack
from typing import get_args

import pytest

from arena.engine.replay import verify
from arena.engine.rules import Game
from arena.engine.table import Table
from arena.games import GAMES
from arena.match.clock import Heart, Limits
from arena.match.guard import Guard, networks
from arena.match.http import BotClient, HttpPlayer
from arena.match.local import LocalPlayer
from arena.match.player import Player
from arena.match.referee import Played, play
from arena.protocol.messages import BotInfo, FaultKind
from tests.contract.toy import BLUFF
from tests.match.asks import LOOPBACK
from tests.match.faulty import Faulty, asked_at
from tests.match.players import KEY
from tests.match.zoo import MODES, Zoo, choose, limits, zoo

ELSEWHERE = Guard(networks(["10.9.8.0/24"]))
ALL = (BLUFF, *GAMES.values())
KINDS = [(game, kind) for game in ALL for kind in game.kinds]
INFO = BotInfo(protocol=1, games=("bluff", "sky-5", "sky-heist"))
SENDERS: dict[FaultKind, str] = {
    "timeout": "silent", "status": "status_500", "redirect": "redirect_307", "content_type": "html",
    "oversize": "endless_body", "bad_json": "not_json", "schema": "text_choice",
    "illegal": "beyond",
}  # fmt: skip
"""A mode of the zoo for each fault that an answering server can make."""


def broken_bot(kind: FaultKind, bots: Zoo, closed_port: int) -> BotClient:
    """Give a bot that makes this fault at every ask."""
    if kind == "connect":
        return BotClient(f"http://127.0.0.1:{closed_port}", LOOPBACK)
    if kind == "tls":
        return BotClient(bots.bot("well").replace("http:", "https:"), LOOPBACK)
    if kind == "refused_address":
        return BotClient(bots.bot("well").replace("127.0.0.1", "localhost"), ELSEWHERE)
    return BotClient(bots.bot(SENDERS[kind]), LOOPBACK)


@pytest.mark.parametrize(("game", "kind"), KINDS, ids=[f"{g.name}-{k}" for g, k in KINDS])
async def test_every_fault_at_every_kind_of_ask(game: Game, kind: str, closed_port: int) -> None:
    """It is recorded as what it is, at the ask where it was made, and the match goes on."""
    header = asked_at(game, kind)
    async with zoo() as bots:
        for fault in get_args(FaultKind):
            async with broken_bot(fault, bots, closed_port) as client:
                others = [LocalPlayer(choose)] * (header.players - 1)
                seats: list[Player] = [Faulty(client, kind), *others]
                played = await play(Table.new(game, header), seats, limits(fault), KEY)

            made = {(report.seat, report.ask, report.kind) for report in played.faults}
            assert made == {(0, kind, fault)}
            assert verify(game, played.record) is None


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
async def test_a_match_of_broken_bots_ends_in_time(game: Game, mode: str) -> None:
    """Within what its seats have of bank and strikes, if they use it, and 10 s by the bots' clock,
    which does not count how late this loop is, where the bots are too; all of them are retired.
    """
    fault = MODES[mode][0]
    time = limits(fault)
    used_ms = time.bank_ms + time.max_strikes * time.move_ms if fault == "timeout" else 0
    clock = Heart.of_this_loop()
    before = clock.now()

    played = await _both_seats(game, mode, time)

    assert (clock.now() - before) * 1_000 < 2 * used_ms + 10_000
    assert {report.kind for report in played.faults} == {fault}
    assert played.retired == (0, 1)
    assert verify(game, played.record) is None


async def _both_seats(game: Game, mode: str, time: Limits) -> Played:
    table = Table.new(game, game.header(2, "0f" * 32))
    async with AsyncExitStack() as stack:
        bots = await stack.enter_async_context(zoo())
        url = bots.bot(mode)
        clients = [await stack.enter_async_context(BotClient(url, LOOPBACK)) for _ in range(2)]
        return await play(table, [HttpPlayer(client, INFO) for client in clients], time, KEY)
