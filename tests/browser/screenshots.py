"""`python -m tests.browser.screenshots [DIR]`: pictures of every page, at phone and desktop size.

What may live here: what is shown, which are the contests of `arena demo` and those of these tests,
and how a picture is taken. The README shows three of them.
"""

import asyncio
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import msgspec
from playwright.async_api import Browser, Page, ViewportSize
from structlog.testing import capture_logs

from arena.app import open_app
from arena.app.settings import Settings
from arena.store import embedded
from tests.api.process import running
from tests.browser.chromium import installed, launched
from tests.browser.conftest import DESKTOP, PHONE
from tests.browser.paths import OWNED, PATHS, path_of, signing_in
from tests.browser.show import Show, hold, the_same_each_time
from tests.cli.command import ARENA

HERE: Final = Path(__file__).parent / "screenshots"
ROUNDS: Final = 4
"""Of each of the demo's tournaments."""
SIZES: Final[Mapping[str, ViewportSize]] = {"phone": PHONE, "desktop": DESKTOP}
SETTLE_MS: Final = 400
"""Time that scripts have to draw what they draw."""
TALLEST: Final = 3_000
"""Pixels of a page that are shown at most."""
DARK: Final = (
    "front", "tournament", "leaderboard", "crosstable", "bot", "sky-5", "sky-heist", "docs",
)  # fmt: skip
"""Of these there are pictures in the dark too."""
IN_README: Final[ViewportSize] = {"width": 1200, "height": 640}
AT_TABLE: Final[ViewportSize] = {"width": 960, "height": 600}
SMALLER: Final = 0.72
"""So much of its size is the picture of a table in the README."""
MOST_BYTES: Final = 120_000
"""Of a picture in the README."""
WORTH_SEEING: Final[Mapping[str, str]] = {"sky-5": "sky_five", "sky-heist": "share"}
"""The event at whose moment the README shows the table of a game, where it happens."""


class Tag(msgspec.Struct):
    """An event, so far as to tell its kind."""

    event: str


class Told(msgspec.Struct):
    """An event as it is told."""

    event: Tag


class Beat(msgspec.Struct):
    """What happened at one time."""

    events: list[Told]


class Play(msgspec.Struct):
    """A match event by event."""

    beats: list[Beat]


def main(arguments: Sequence[str]) -> int:
    """Write the pictures into a directory; give 1 if a page is missing."""
    out = Path(arguments[0]) if arguments else HERE
    chromium = installed()
    if chromium is None:
        raise SystemExit("no Chromium is installed: there is nothing to take pictures with")
    out.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="arena-pictures-") as data:
        subprocess.run([ARENA, "demo", "--rounds", str(ROUNDS), "--data", data], check=True)
        return asyncio.run(_take_all(chromium, Path(data), out))


async def _take_all(chromium: str, data: Path, out: Path) -> int:
    async with _shown(data) as (url, show), launched(chromium) as browser:
        camera = _Camera(browser, url, out, show.token)
        for name in PATHS:
            await camera.take_page(name, path_of(name, show))
        await camera.take_page("error", "/no-such-page")
        await camera.take("leaderboard", path_of("leaderboard", show), IN_README, is_whole=False)
        for name, match in (("sky-5", show.sky_5_match), ("sky-heist", show.sky_heist_match)):
            moment = await camera.find(match, WORTH_SEEING[name])
            await camera.take(
                name, f"/matches/{match}/embed?moment={moment}", AT_TABLE, scale=SMALLER
            )
    print(f"{camera.taken} pictures are in {out}", flush=True)
    sizes = {name: (out / f"{name}.png").stat().st_size for name in ("leaderboard", *WORTH_SEEING)}
    wrong = [f"missing: {path}" for path in camera.missing]
    wrong += [
        f"too large: {name}, {size} bytes" for name, size in sizes.items() if size > MOST_BYTES
    ]
    for each in wrong:
        print(each, flush=True)
    return 1 if wrong else 0


@asynccontextmanager
async def _shown(data: Path) -> AsyncIterator[tuple[str, Show]]:
    """Hold further contests; give the URL of a server that has all, and what they are."""
    print("Holding contests that are on, and to come ...", flush=True)
    with embedded.serve(data) as (store_url, _):
        with capture_logs(), the_same_each_time():  # a line of every set that is played
            show = await hold(store_url, data)
        show = await _with_the_demo(store_url, data, show)
        with running(store_url) as (_, url):
            yield url, show


async def _with_the_demo(store_url: str, data: Path, show: Show) -> Show:
    """Give what is shown, with the tournaments and bots of the demo in the first place."""
    async with open_app(Settings(redis_url=store_url, data=data)) as app:
        await app.ladder_rounds.rate_all()
        every = (await app.tournaments.page(None, 20)).items
        demo = {each.config.game: each.id for each in every if each.config.mode == "rotation"}
        rows = await app.boards.leaderboard(demo["sky-5"])
    return msgspec.structs.replace(
        show,
        sky_5=demo["sky-5"],
        sky_heist=demo["sky-heist"],
        bots={row.name: row.bot for row in rows},
        sky_heist_match=f"{demo['sky-heist']}-1-0-0",
    )


class _Camera:
    """Takes pictures of pages, and keeps what was missing."""

    def __init__(self, browser: Browser, url: str, out: Path, token: str) -> None:
        """`token` is shown to pages that are of an owner alone."""
        self._browser = browser
        self._token = token
        self._url = url
        self._out = out
        self.taken = 0
        self.missing: list[str] = []

    async def take_page(self, name: str, path: str) -> None:
        """Take a page at every size, in the dark too where that is listed."""
        for size, viewport in SIZES.items():
            if not await self.take(f"{name}-{size}", path, viewport):
                break
            if name in DARK:
                await self.take(f"{name}-{size}-dark", path, viewport, dark=True)

    async def find(self, match: str, event: str) -> int:
        """Give the moment of a match at which this first happens, or that in its middle."""
        page = await self._browser.new_page(base_url=self._url)
        answer = await page.request.get(f"/v1/matches/{match}/events")
        play = msgspec.json.decode(await answer.body(), type=Play)
        await page.close()
        events = [told.event.event for beat in play.beats for told in beat.events]
        return events.index(event) if event in events else len(events) // 2

    async def take(
        self,
        name: str,
        path: str,
        viewport: ViewportSize,
        *,
        dark: bool = False,
        is_whole: bool = True,
        scale: float = 1.0,
    ) -> bool:
        """Take one picture, of the whole page or of what is first seen of it, if it is there."""
        page = await self._browser.new_page(
            base_url=self._url,
            viewport=viewport,
            color_scheme="dark" if dark else "light",
            device_scale_factor=scale,
        )
        if name.partition("-")[0] in OWNED:
            await page.add_init_script(signing_in(self._token))
        answer = await page.goto(path)
        is_there = answer is not None and (answer.ok or name.startswith("error"))
        if is_there:
            await self._shoot(page, name, viewport, is_whole)
        else:
            self.missing.append(path)
            print(f"MISSING: {path}", flush=True)
        await page.close()
        return is_there

    async def _shoot(self, page: Page, name: str, viewport: ViewportSize, is_whole: bool) -> None:
        await page.wait_for_timeout(SETTLE_MS)
        tall = await page.evaluate("document.documentElement.scrollHeight") if is_whole else 0
        height = min(max(tall, viewport["height"]), TALLEST)
        await page.set_viewport_size({"width": viewport["width"], "height": height})
        await page.screenshot(path=self._out / f"{name}.png")
        self.taken += 1
        print(f"  {name}.png", flush=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
