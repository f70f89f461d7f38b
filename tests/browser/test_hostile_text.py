"""Names, versions, words and reasons of strangers: text wherever they stand, and nothing but it."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from playwright.async_api import Page

from arena.app import App
from arena.protocol.messages import BotInfo, Choice
from arena.service.errors import Invalid
from arena.service.naming import MAX_REASON, clean_name
from arena.service.owners import Identity
from arena.service.schedules import RoundView
from arena.tournament.config import Config
from arena.web.routes.tournaments import SETS as SETS_SHOWN
from bots.kit import Ask, Function
from tests.browser.conftest import PHONE
from tests.browser.hall import opened, told
from tests.browser.payloads import PAYLOADS
from tests.browser.show import Place
from tests.loopback import Loopback, by_view

SETS: Final = 4
WIDE: Final = PAYLOADS[-6:-1]
"""Names that take much room, for one table."""
SEEN_ALONE: Final = (PAYLOADS[0], PAYLOADS[5], *PAYLOADS[-9:])
"""Names whose bots' own pages are looked at."""
LISTEN: Final = """
window.blocked = [];
addEventListener("securitypolicyviolation", (event) => blocked.push(event.violatedDirective));
"""
MADE: Final = """
() => {
  const ours = "script[src^='/static/'], .brand img";
  const active = "script, img, iframe, object, embed, base, form, video, audio, marquee, math, " +
    "style, template, meta[http-equiv], u, body h1 ~ h1";
  const made = [...document.querySelectorAll(active)]
    .filter((each) => !each.matches(ours) && !each.matches("form[role=search], main form"));
  const acts = [...document.querySelectorAll(":not(#keys button)")].filter((each) =>
    [...each.attributes].some(({ name }) => name.startsWith("on") || name === "autofocus" ||
      name === "srcdoc"));
  const leaves = [...document.querySelectorAll("[href], [src], [action]")].filter((each) =>
    new URL(each.getAttribute("href") ?? each.getAttribute("src") ?? each.getAttribute("action"),
      location.href).origin !== location.origin);
  return [...made, ...acts, ...leaves].map((each) => each.outerHTML.slice(0, 200));
}
"""
"""What stands in a page that no page of ours has of itself."""


def names() -> Sequence[str]:
    """Give all that may be a name."""
    return [payload for payload in PAYLOADS if _is_name(payload)]


def _is_name(payload: str) -> bool:
    try:
        return bool(clean_name("name", payload))
    except Invalid:
        return False


class Contest(NamedTuple):
    """A tournament that was on, one match of it, and all that is said in that and of this."""

    id: str
    match: str
    bots: dict[str, str]
    said: Sequence[str]
    reasons: Sequence[str]


def saying(words: str) -> Function:
    """Give a bot that says this with its first decision of a match."""

    def decide(ask: Ask) -> Choice:
        is_first = not any(event.__struct_config__.tag == "load" for event in ask.events)
        return Choice(by_view(ask), words[:80] if is_first else None)

    return decide


def reasons() -> Iterator[str]:
    """Give reasons that hold, together, all that may be in one."""
    reason = ""
    for payload in filter(str.isprintable, PAYLOADS):
        if len(reason) + len(payload) >= MAX_REASON:
            yield reason
            reason = ""
        reason = f"{reason} {payload}".strip()
    yield reason


async def hold(app: App, loopback: Loopback) -> Contest:
    """Have strangers take part: by the names of their bots, what these state and say, and why they
    are taken out.
    """
    _, token = await app.owners.create(PAYLOADS[1], ("organiser", "contestant"))
    who = await app.owners.authenticate(token)
    config = Config(game="sky-heist", players=5, rounds=2, rounds_per_match=1)
    view = await app.tournaments.create(who, PAYLOADS[0], config)
    await app.tournaments.open(who, view.id)
    bots = await _entered(app, who, loopback, view.id)
    view = await app.tournaments.start(who, view.id)
    await app.sets.play(view.id, 1, sorted(await app.store.sets.open_numbers(view.id))[:SETS])
    for bot, reason in zip(bots.values(), reasons(), strict=False):
        await app.direction.withdraw(who, view.id, bot, reason)
    await app.direction.cancel(who, view.id)  # which opens the replays
    match = await _at_one_table(app, who, [bots[name] for name in WIDE])
    said = [say.text for say in (await app.matches.replay(match)).says]
    assert said
    return Contest(view.id, match, bots, said, list(reasons()))


async def _at_one_table(app: App, who: Identity, bots: Sequence[str]) -> str:
    """Have these bots play a match with one another; give its id."""
    config = Config(game="sky-heist", players=len(bots), rounds=1, rounds_per_match=1)
    view = await app.tournaments.create(who, PAYLOADS[2], config)
    await app.tournaments.open(who, view.id)
    for bot in bots:
        await app.entries.enter(who, view.id, bot)
    await app.tournaments.start(who, view.id)
    await app.sets.play(view.id, 1, await app.store.sets.open_numbers(view.id))
    return f"{view.id}-1-0-0"


async def _entered(app: App, who: Identity, loopback: Loopback, tournament: str) -> dict[str, str]:
    """Register and enter a bot for each name, which states and says others; give their ids."""
    found = names()
    versions = [name for name in found if name.isascii()]
    bots = {}
    for number, name in enumerate(found):
        version, words = versions[number % len(versions)], PAYLOADS[number]
        info = BotInfo(protocol=1, games=("sky-heist",), version=version)
        url = await loopback.start(saying(words), info)
        bots[name] = (await app.bots.register(who, name, url)).id
        await app.entries.enter(who, tournament, bots[name])
    return bots


async def shown(page: Page, path: str, *texts: str) -> None:
    """Look at a page, large and small: these texts are there as they are, and nothing else came of
    them.
    """
    await page.goto(path)
    await page.wait_for_timeout(200)
    text = await page.evaluate("document.body.textContent")
    assert [each for each in texts if each not in text] == [], path
    assert await page.evaluate("[window.hacked, ...blocked]") == [None], path
    assert await page.evaluate(MADE) == [], path
    await page.set_viewport_size(PHONE)
    assert await page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], path


async def seated(page: Page, contest: Contest) -> list[str]:
    """Give the names of the bots in the sets that the first page of a schedule shows."""
    path = f"/v1/tournaments/{contest.id}/schedule?limit={SETS_SHOWN}"
    sets = (await told(page, path, RoundView)).items
    there = {bot for each in sets for bot in each.bots}
    return [name for name, bot in contest.bots.items() if bot in there]


async def test_hostile_text_is_shown_as_it_is_and_does_nothing(
    page: Page, place: Place, tmp_path: Path
) -> None:
    """On every page that tells of bots and contests, in a browser: no dialog, nothing for the
    policy to block, no element but ours, no page too wide.
    """
    async with opened(place, tmp_path) as app, Loopback() as loopback:
        contest = await hold(app, loopback)
    assert len(contest.bots) > 50
    await page.add_init_script(LISTEN)
    cup, at_table = f"/tournaments/{contest.id}", f"/matches/{contest.match}"

    await shown(page, cup, PAYLOADS[0], *contest.reasons)
    await shown(page, f"{cup}/leaderboard", *contest.bots)
    await shown(page, f"{cup}/final", *contest.bots)
    await shown(page, f"{cup}/crosstable")
    await shown(page, f"{cup}/schedule", *await seated(page, contest))
    await shown(page, at_table, *contest.said)
    await shown(page, f"{at_table}/embed")
    for path in ("/", "/tournaments", "/bots", "/ladders/sky-heist"):
        await shown(page, path)
    for name, bot in contest.bots.items():
        if name in SEEN_ALONE:
            await shown(page, f"/bots/{bot}", name)
