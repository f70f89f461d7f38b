"""The feed to many: how late announcements come to 200 readers while a contest is played.

The API and a worker are processes of their own, the readers real connections, half of them for
lines and half for events. An announcement's id is the ms in which the store took it, so what is
measured is the whole way from the commit of a set to the end of a reader's socket. All of it is on
one machine, with the bots and the readers themselves.
"""

import asyncio
import tempfile
import time
from pathlib import Path

from arena.app import open_app
from arena.app.settings import Settings
from arena.store.embedded import serve
from arena.store.feed import Announcement, place
from tests.api.process import running
from tests.api.viewer import FORMS, Viewer
from tests.bench.http import trivial_bot
from tests.bench.queue import play, worker

READERS = 200
ALLOWED_MS = 1_000


def main() -> None:
    """Measure, and print the share that came in time, and the worst delay."""
    with (
        tempfile.TemporaryDirectory() as directory,
        serve(Path(directory)) as (store_url, _),
        trivial_bot() as url,
        worker(store_url),
        running(store_url) as (_, api_url),
    ):
        settings = Settings(
            redis_url=store_url, data=Path(directory), allow_networks=("127.0.0.1/32",)
        )
        announced, delays = asyncio.run(measure(settings, url, api_url))
    late = sorted(delays)
    in_time = sum(delay <= ALLOWED_MS for delay in late) / (announced * READERS)
    print(f"feed: {announced:,} announcements to {READERS} readers of a contest that is played")
    print(f"  within {ALLOWED_MS} ms {in_time:.2%}, all delivered: {len(late):,}")
    print(f"  delay: median {late[len(late) // 2]} ms, worst {late[-1]} ms")


async def measure(settings: Settings, bot_url: str, api_url: str) -> tuple[int, list[int]]:
    """Give how many announcements there were, and the delays of all that came (ms)."""
    delays = list[int]()

    def note(announced: Announcement) -> None:
        delays.append(time.time_ns() // 1_000_000 - place(announced.id)[0])

    viewers = [Viewer(api_url, FORMS[number % 2]) for number in range(READERS)]
    reading = [asyncio.create_task(viewer.read(on=note)) for viewer in viewers]
    async with open_app(settings) as app:
        await play(app, bot_url)
        told = [each.id for each in await app.store.feed.read("0", 100_000)]
    while any(len(viewer.had) < len(told) for viewer in viewers):  # noqa: ASYNC110 (of a bench)
        await asyncio.sleep(0.1)
    for viewer in viewers:
        assert [each.id for each in viewer.had] == told, "a reader has missed something"
        viewer.cut()
    await asyncio.gather(*reading)
    return len(told), delays


if __name__ == "__main__":
    main()
