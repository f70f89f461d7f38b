"""The theatre in a browser: how long it takes to load, and each step of it, drawn and laid out.

The match is one of Sky Heist, of four seats and six rounds, whose bots choose by a checksum of what
they see. A screen of 60 pictures a second leaves 16.7 ms for each. Steps are measured in the page,
up to where the browser has laid out what is new; pictures are counted while steps are made at each,
and beside them is told what of that time the page's own thread was at work: on a machine that does
other things as well, it waits for the rest.
"""

import asyncio
import tempfile
from collections.abc import Sequence
from pathlib import Path
from statistics import median

from playwright.async_api import CDPSession, Page

from arena.app import open_app
from arena.app.settings import Settings
from arena.store.embedded import serve
from arena.tournament.config import Config
from tests.api.process import running
from tests.browser.chromium import installed, launched
from tests.loopback import Loopback

CUP = Config(game="sky-heist", players=4, rounds=1, rounds_per_match=6)
LOADS = 5
FRAME_MS = 1_000 / 60

_READY = "#theatre[data-moment]"
_STEPS = """async (places) => {
  const scrub = document.querySelector("#scrub");
  const spent = [];
  for (const place of places) {
    const began = performance.now();
    scrub.value = place;
    scrub.dispatchEvent(new Event("input", { bubbles: true }));
    document.body.offsetHeight;
    spent.push(performance.now() - began);
    await new Promise(requestAnimationFrame);
  }
  return spent;
}"""
_PICTURES = """async () => {
  const on = document.querySelector('[data-do="on"]');
  const last = Number(document.querySelector("#scrub").max);
  document.querySelector('[data-do="start"]').click();
  const took = [];
  let before = await new Promise(requestAnimationFrame);
  for (let moment = -1; moment < last; moment++) {
    on.click();
    const now = await new Promise(requestAnimationFrame);
    took.push(now - before);
    before = now;
  }
  return took;
}"""


def main() -> None:
    """Measure, and print a line for each way of stepping."""
    path = installed()
    if path is None:
        print("Theatre: not measured, since no Chromium is installed")
        return
    with tempfile.TemporaryDirectory() as directory, serve(Path(directory)) as (store, _):
        settings = Settings(redis_url=store, data=Path(directory), allow_networks=("127.0.0.1/32",))
        match = asyncio.run(prepare(settings))
        with running(store) as (_, url):
            asyncio.run(measure(path, f"{url}/matches/{match}"))


async def prepare(settings: Settings) -> str:
    """Play a match; give its id."""
    async with open_app(settings) as app, Loopback() as loopback:
        _, token = await app.owners.create("bench", ("organiser", "contestant"))
        who = await app.owners.authenticate(token)
        cup = await app.tournaments.create(who, "Bench", CUP)
        await app.tournaments.open(who, cup.id)
        for number in range(CUP.players):
            bot = await app.bots.register(who, f"bot {number}", await loopback.start())
            await app.entries.enter(who, cup.id, bot.id)
        await app.tournaments.start(who, cup.id)
        await app.sets.play(cup.id, 1, [0])
        return f"{cup.id}-1-0-0"


async def measure(chromium: str, url: str) -> None:
    """Load the theatre and step through it in every way."""
    async with launched(chromium) as browser:
        page = await browser.new_page(viewport={"width": 1280, "height": 800})
        loads = [await load(page, url) for _ in range(LOADS)]
        last = int(await page.get_attribute("#scrub", "max") or 0)
        print(f"Theatre of a match of {last + 1} moments: ms, and the worst of all")
        tell("load, till the table stands", loads)
        on = list(range(-1, last + 1))
        tell("steps on, laid out", await page.evaluate(_STEPS, on))
        tell("steps back, laid out", await page.evaluate(_STEPS, on[::-1]))
        tell("scrubbing by 7 from end to start", await page.evaluate(_STEPS, on[::-7]))
        tell("leaps from end to end", await page.evaluate(_STEPS, [-1, last] * 20))
        session = await page.context.new_cdp_session(page)
        await session.send("Performance.enable", {"timeDomain": "threadTicks"})
        before = await at_work(session)
        pictures = await page.evaluate(_PICTURES)
        tell("between pictures, a step at each", pictures)
        work = (await at_work(session) - before) / len(pictures)
        print(f"  {'work of the page for a step':34} {work:7.1f}")
        late = sum(each > 1.5 * FRAME_MS for each in pictures)
        print(f"  {late} of {len(pictures)} pictures came late, 60 a second being wanted")


async def load(page: Page, url: str) -> float:
    """Load the page anew; give the ms until its table stands."""
    await page.goto("about:blank")
    await page.goto(url)
    await page.wait_for_selector(_READY)
    return float(await page.evaluate("performance.now()"))


async def at_work(session: CDPSession) -> float:
    """Give the ms for which the page's own thread has had a processor since this was enabled."""
    found = (await session.send("Performance.getMetrics"))["metrics"]
    return next(1_000 * float(each["value"]) for each in found if each["name"] == "TaskDuration")


def tell(name: str, spent: Sequence[float]) -> None:
    """Print the median and the worst of what was measured."""
    print(f"  {name:34} {median(spent):7.1f} {max(spent):7.1f}")


if __name__ == "__main__":
    main()
