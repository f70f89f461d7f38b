"""F17: hostile bots, every misbehaviour at every kind of ask, and what many of them cost."""

import asyncio
import sys
import time
from collections.abc import Mapping
from itertools import cycle, islice
from pathlib import Path

import msgspec
import pytest

from arena.engine.rules import Game
from arena.engine.table import Table
from arena.games import GAMES
from arena.match.clock import Limits
from arena.match.http import BotClient
from arena.match.local import LocalPlayer
from arena.match.player import Player, Reply, Request
from arena.match.referee import Played, play
from tests.faults.check import Outcome
from tests.faults.hostile import AUTHORITY, Hostile, hostile_bots
from tests.faults.hostile_calls import Cost, Task
from tests.faults.report import Report
from tests.match.asks import LOOPBACK
from tests.match.faulty import Faulty, asked_at
from tests.match.players import KEY, Scripted
from tests.match.zoo import choose, limits
from tests.sizes import full

ENDLESS = ("endless_body", "announced", "ten_mib", "flood_1xx", "gzip_bomb", "vast_headers")
"""Those who send as much as they can, or much more than it seems."""
ILLEGAL = "beyond"
"""Whose fault is found by the referee, not by the call."""
MOST_MIB = 20
MOST_LATE_MS = 100
"""Beyond a deadline, by the clock of bots: it leaves out what this machine was late itself."""
SLACK_S = 10.0
"""For a machine that does other things too."""


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
async def test_every_misbehaviour_at_every_kind_of_ask(
    game: Game, tmp_path: Path, fault_report: Report
) -> None:
    """F17. It is recorded as the fault it is, the default is played, and the match ends in time."""
    played = 0
    async with hostile_bots(tmp_path) as bots:
        turns = cycle(bots.items())
        for kind in game.kinds:
            for name, bot in islice(turns, full(2, len(bots))):
                await check_match(game, kind, name, bot)
                played += 1

    outcome = Outcome(sets=0, matches=played, extra_runs=0, asked_again=0)
    fault_report("F17", f"hostile bots at every kind of ask of {game.name}", played, outcome)


async def check_match(game: Game, kind: str, name: str, bot: Hostile) -> None:
    """Play a match whose seat 0 is this bot's at asks of one kind; it goes as the table says."""
    given = limits(bot.fault)
    used_ms = given.bank_ms + given.max_strikes * given.move_ms if bot.fault == "timeout" else 0
    before = time.perf_counter()
    async with BotClient(bot.url, LOOPBACK) as client:
        found = await match(game, kind, Faulty(client, kind), given)
    took_s = time.perf_counter() - before

    expected = await match(game, kind, Scripted(lambda ask: scripted(ask, kind, bot)), given)
    assert found.record.decisions == expected.record.decisions, name
    assert found.record.digest == expected.record.digest, name
    assert {each.kind for each in found.faults} <= {bot.fault}, name
    assert bool(found.faults) == (bot.fault is not None), name
    assert took_s < used_ms / 1_000 + SLACK_S, name


async def match(game: Game, kind: str, player: Player, given: Limits) -> Played:
    """Play the match in which seat 0 is asked this, with the player there."""
    header = asked_at(game, kind)
    others: list[Player] = [LocalPlayer(choose) for _ in range(header.players - 1)]
    return await play(Table.new(game, header), [player, *others], given, KEY)


def scripted(ask: Request, kind: str, bot: Hostile) -> Reply:
    """Give what the bot's answer must come to, without a bot."""
    if ask.kind != kind:
        return Reply(choose(ask))
    return Reply(0) if bot.fault is None else Reply(None, bot.fault)


@pytest.mark.parametrize("which", ["of all kinds", "without end"])
async def test_hostile_calls_fill_no_memory_and_end_in_time(
    which: str, tmp_path: Path, fault_report: Report
) -> None:
    """F17. A worker's memory is what it was before, and no call lasts longer than it may."""
    calls = full(100, 1_000)
    async with hostile_bots(tmp_path) as bots:
        names = ENDLESS if which == "without end" else [*bots.keys() - {ILLEGAL}]
        chosen = {name: bots[name] for name in sorted(names)}
        cost = await cost_of(chosen, calls, tmp_path)

    assert cost.wrong == []
    assert cost.grown_mib < MOST_MIB
    assert cost.peak_mib < MOST_MIB
    assert cost.late_ms < SLACK_S * 1_000
    assert cost.counted_ms < MOST_LATE_MS
    how = (
        f"calls {which}: memory {cost.grown_mib:+.1f} MiB, at most {cost.peak_mib:+.1f};"
        f" at most {cost.late_ms:.0f} ms late, {cost.counted_ms:.0f} by the clock of bots"
    )
    fault_report("F17", how, calls, Outcome(sets=0, matches=0, extra_runs=0, asked_again=0))


async def cost_of(bots: Mapping[str, Hostile], calls: int, directory: Path) -> Cost:
    """Have another process call them, and give what it says."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.faults.hostile_calls"),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        env={"SSL_CERT_FILE": str(directory / AUTHORITY)},
    )
    said, _ = await process.communicate(msgspec.json.encode(Task(dict(bots), calls)))
    assert process.returncode == 0
    return msgspec.json.decode(said, type=Cost)
