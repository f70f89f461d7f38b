"""What RQ takes of a worker's time: what a job costs that plays nothing, beside full ones.

One real worker. A round is played whose jobs are as full as they get; then jobs come whose
tournament is finished, which cost what RQ does around any job (its records, the fork, opening the
services) and nothing else. So much of each full job was RQ's too.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from redis import Redis
from rq import Worker

from arena.app import App, open_app
from arena.app.settings import Settings
from arena.service.tournaments import TournamentView
from arena.store.embedded import serve
from arena.tournament.config import Config
from tests.bench.http import trivial_bot

BOTS = 12
EMPTY_JOBS = 40
CONFIG = Config(
    game="sky-5", players=2, rounds=1, deals=8, mode="rotation", k_schedule=((None, 3),)
)
_POLL_S = 0.005


def main() -> None:
    """Measure, and print the share."""
    with (
        tempfile.TemporaryDirectory() as directory,
        serve(Path(directory)) as (store_url, _),
        trivial_bot() as url,
        worker(store_url),
        Redis.from_url(store_url) as redis,
    ):
        settings = Settings(
            redis_url=store_url, data=Path(directory), allow_networks=("127.0.0.1/32",)
        )
        full_s, empty_s = asyncio.run(measure(settings, url, redis))
    print(f"RQ: {empty_s * 1_000:.1f} ms of a full job of {full_s * 1_000:,.0f} ms on average")
    print(f"  share {empty_s / full_s:.1%}, allowed 3 %")


@contextmanager
def worker(store_url: str) -> Iterator[None]:
    """Run a worker."""
    environ = os.environ | {"ARENA_REDIS_URL": store_url, "ARENA_ALLOW_NETWORK": "127.0.0.1/32"}
    with subprocess.Popen([sys.executable, "-m", "workers.worker"], env=environ) as process:
        try:
            yield
        finally:
            process.terminate()


async def measure(settings: Settings, url: str, redis: Redis) -> tuple[float, float]:
    """Give the seconds that a full job took on average, and an empty one."""
    async with open_app(settings) as app:
        await until(lambda: Worker.count(connection=redis) > 0)
        began = time.perf_counter()
        view = await play(app, url)
        await until(lambda: idle(redis))
        full_s, full_jobs = time.perf_counter() - began, jobs_done(redis)
        began = time.perf_counter()
        await app.store.queue.put(view.id, 1, [[number] for number in range(EMPTY_JOBS)])
        await until(lambda: jobs_done(redis) == full_jobs + EMPTY_JOBS)
        return full_s / full_jobs, (time.perf_counter() - began) / EMPTY_JOBS


async def play(app: App, url: str) -> TournamentView:
    """Play a round of many sets to its end."""
    _, token = await app.owners.create("bench", ("organiser", "contestant"))
    who = await app.owners.authenticate(token)
    view = await app.tournaments.create(who, "Bench", CONFIG)
    await app.tournaments.open(who, view.id)
    for number in range(BOTS):
        bot = await app.bots.register(who, f"bot {number}", f"{url}/{number}")
        await app.entries.enter(who, view.id, bot.id)
    view = await app.tournaments.start(who, view.id)
    while view.state != "finished":
        await asyncio.sleep(_POLL_S)
        view = await app.tournaments.get(view.id)
    return view


async def until(condition: Callable[[], bool]) -> None:
    """Return when the condition holds."""
    while not condition():  # noqa: ASYNC110 (it comes true in another process)
        await asyncio.sleep(_POLL_S)


def idle(redis: Redis) -> bool:
    """Whether the worker has nothing to do."""
    return all(each.get_state() == "idle" for each in Worker.all(connection=redis))


def jobs_done(redis: Redis) -> int:
    """Give how many jobs the worker has finished."""
    return sum(each.successful_job_count for each in Worker.all(connection=redis))


if __name__ == "__main__":
    main()
