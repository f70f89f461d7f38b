"""A contest of hostile bots on the running service: what it leaves in logs and on terminals."""

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path

from redis import Redis

from arena.app import App, open_app
from arena.app.settings import Settings
from arena.cli.processes import free_ports
from arena.service.owners import Identity
from arena.service.tournaments import TournamentView
from arena.store import keys
from arena.store.embedded import socket_url
from tests.cli.command import output_until, running
from tests.cli.conftest import Run
from tests.match.zoo import zoo
from tests.service.contest import DUEL
from tests.workers.foreign import GOOD, QUEUE, job

NAMES = ("[red]x[/red] :smile:", "<script>alert(1)</script>", "%s {0} \\u202e")
FIELDS = (
    "a\nb",
    '\r{"event": "forged"}\r\n',
    "\x1b[2J\x1b]0;x\x07",
    "\u2028\u2029\x85",
    "x" * 100_000,
)
"""Fields of jobs as one can write them who can write to the store."""


async def started(app: App, who: Identity, urls: Mapping[str, str]) -> TournamentView:
    """Start a contest of the bots of these names at these URLs."""
    cup = await app.tournaments.create(who, "Cup", DUEL)
    await app.tournaments.open(who, cup.id)
    for name, url in urls.items():
        bot = await app.bots.register(who, name, url)
        await app.entries.enter(who, cup.id, bot.id)
    return await app.tournaments.start(who, cup.id)


def put_foreign_jobs(redis_url: str) -> None:
    """Have the workers find jobs with these fields in the queue; none is one that may run."""
    with Redis.from_url(redis_url) as redis:
        for number, name in enumerate(FIELDS):
            redis.hset(f"rq:job:foreign-{number}", mapping=job(GOOD, **{name: "x"}))
            redis.rpush(QUEUE, f"foreign-{number}")


async def played(app: App, redis_url: str, cup: TournamentView) -> None:
    """Wait until the contest is over and the foreign jobs are refused."""
    with Redis.from_url(redis_url) as redis:
        while True:
            refused = int(redis.hget(keys.COUNTERS, "jobs_refused") or 0)
            if refused == len(FIELDS) and (await app.tournaments.get(cup.id)).state == "finished":
                return
            await asyncio.sleep(0.1)


async def test_a_hostile_contest_forges_nothing_in_logs_or_on_terminals(
    tmp_path: Path, arena_process: Run
) -> None:
    """One line of the log for each event, in ASCII, without a token; names printed as they are."""
    url, port = socket_url(tmp_path), str(free_ports(1)[0])
    command = ("up", "--data", tmp_path, "--port", port, "--allow-network", "127.0.0.1/32")
    with running(*command) as process:
        printed = await asyncio.to_thread(output_until, process, "Ctrl-C stops it")
        token = printed.partition("shown only now: ")[2].split()[0]
        settings = Settings(redis_url=url, data=tmp_path, allow_networks=("127.0.0.1/32",))
        async with zoo() as bots, open_app(settings) as app:
            who = await app.owners.authenticate(token)
            modes = ("deep_json", "html", "endless_body")
            urls = {name: bots.bot(mode) for name, mode in zip(NAMES, modes, strict=True)}
            cup = await started(app, who, urls)
            put_foreign_jobs(url)
            await played(app, url, cup)
            rows = await app.boards.leaderboard(cup.id)
        board = await asyncio.to_thread(arena_process, "leaderboard", cup.id, "--data", tmp_path)
        process.terminate()
        await asyncio.to_thread(process.wait)

    assert [line.split("  ")[0] for line in board.out.splitlines()[1:]] == [
        row.name for row in rows
    ]
    text = "".join(log.read_bytes().decode("ascii") for log in (tmp_path / "logs").iterdir())
    events = [json.loads(line) for line in text.removesuffix("\n").split("\n")]
    assert [event["event"] for event in events].count("job_refused") == len(FIELDS)
    assert all(" " <= sign <= "~" or sign == "\n" for sign in text)
    assert token[-40:] not in text
