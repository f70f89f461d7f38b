"""The leaderboard over HTTP beside a bare callable that does the same ZRANGE.

Both have a process of their own on the same server software, and the load comes over as many
kept-alive connections. They take short turns, and the median of the turns' ratios counts. Where all
ask for the same board, it is read once for all who ask at a time; where each connection asks for
the board of another tournament, nothing is shared. Both with what is read kept for a moment and
without.
"""

import asyncio
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median

import msgspec
import uvloop

from arena.app import App, open_app
from arena.app.settings import Settings
from arena.store import keys
from arena.store.embedded import serve
from arena.tournament.config import Config
from tests.api.process import answers, free_port, running
from tests.bench.load import requests_per_s
from tests.loopback import Loopback

BOTS = 50
CONNECTIONS = 32
TURNS = 7
TURN_S = 1.5
CUP = Config(game="sky-5", rules=1, players=2, rounds=1, mode="field")


def main() -> None:
    """Measure, and print a line for each kind of request."""
    with tempfile.TemporaryDirectory() as directory, serve(Path(directory)) as (store, _):
        settings = Settings(redis_url=store, data=Path(directory), allow_networks=("127.0.0.1/32",))
        cups = asyncio.run(prepare(settings))
        print(f"Board of {BOTS}: requests/s at {CONNECTIONS} connections, and of a bare callable")
        with (
            running(store) as (_, arena),
            running(store, "tests.bench.uncached_api") as (_, uncached),
            bare(store) as other,
        ):
            for cache, url in (("uncached", uncached), ("cached", arena)):
                for name, ours, theirs in plans(cups):
                    turns = uvloop.run(compare(url, ours, other, theirs))
                    print_line(f"{cache}, {name}", turns)


def print_line(name: str, turns: Sequence[tuple[float, float]]) -> None:
    """Print the medians of what was measured."""
    ours, theirs = (median(speeds) for speeds in zip(*turns, strict=True))
    ratio = median(each / bare_ for each, bare_ in turns)
    print(f"  {name:32} {ours:8,.0f} {theirs:8,.0f}   ratio {ratio:.2f}")


def plans(cups: Sequence[str]) -> Iterator[tuple[str, list[str], list[str]]]:
    """Give what is measured: its name, and for each connection our path and that of the other."""
    one = [cups[0]] * CONNECTIONS
    bare_one = [f"/{keys.board(cup)}" for cup in one]
    yield "standings", [f"/v1/tournaments/{cup}/standings" for cup in one], bare_one
    yield "leaderboard", ["/v1/leaderboards/sky-5"] * CONNECTIONS, bare_one
    bare_each = [f"/{keys.board(cup)}" for cup in cups]
    yield "of many tournaments", [f"/v1/tournaments/{cup}/standings" for cup in cups], bare_each


async def compare(
    ours: str, our_paths: Sequence[str], other: str, other_paths: Sequence[str]
) -> list[tuple[float, float]]:
    """Give, for every turn, the requests per second of the arena and of the bare callable."""
    turns = []
    for _ in range(TURNS):
        turn = (
            await requests_per_s(ours, our_paths, TURN_S),
            await requests_per_s(other, other_paths, TURN_S),
        )
        turns.append(turn)
    return turns


async def prepare(settings: Settings) -> list[str]:
    """Play a tournament, and copy it for each connection; give their ids."""
    async with open_app(settings) as app, Loopback() as loopback:
        _, token = await app.owners.create("bench", ("organiser", "contestant"))
        who = await app.owners.authenticate(token)
        cup = await app.tournaments.create(who, "Bench", CUP)
        await app.tournaments.open(who, cup.id)
        for number in range(BOTS):
            bot = await app.bots.register(who, f"bot {number}", await loopback.start())
            await app.entries.enter(who, cup.id, bot.id)
        cup = await app.tournaments.start(who, cup.id)
        await app.sets.play(cup.id, 1, list(range(cup.sets_open)))
        return [cup.id, *[await copied(app, cup.id, n) for n in range(1, CONNECTIONS)]]


async def copied(app: App, cup: str, number: int) -> str:
    """Copy all that is kept of a tournament; give the id of the copy."""
    copy = f"{number:032x}"
    for name in await app.store.client.run(list[bytes], "KEYS", f"{keys.tournament(cup)}*"):
        await app.store.client.run(int, "COPY", name, name.decode().replace(cup, copy))
    tournament = await app.store.tournaments.get(copy)
    assert tournament is not None
    plan = msgspec.msgpack.encode(msgspec.structs.replace(tournament.plan, id=copy))
    await app.store.client.run(int, "HSET", keys.tournament(copy), "plan", plan)
    return copy


@contextmanager
def bare(store_url: str) -> Iterator[str]:
    """Run the bare callable as a process; give its URL."""
    port = free_port()
    command = [sys.executable, "-m", "tests.bench.bare_board", str(port), store_url]
    with subprocess.Popen(command) as process:
        try:
            url = f"http://127.0.0.1:{port}"
            while not answers(f"{url}/nothing"):
                assert process.poll() is None, "the bare callable ended"
                time.sleep(0.05)
            yield url
        finally:
            process.terminate()


if __name__ == "__main__":
    main()
