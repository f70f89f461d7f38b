"""The pages of a tournament: how it stands, who meets whom, what came of it, how to check it."""

import re
from pathlib import Path

from playwright.async_api import Page, expect

from arena.service.boards import Row
from arena.service.histories import CrosstableRow
from arena.service.paging import Page as Items
from arena.service.schedules import RoundView
from arena.service.started import find_started
from arena.service.tournaments import TournamentSummary, TournamentView
from arena.tournament.config import Config
from arena.web.tournaments.crosstable import wilson
from arena.web.tournaments.schedule import STATES
from tests.browser.hall import hall, told
from tests.browser.show import Place

DUELS = Config(game="sky-5", players=2, rounds=2, mode="off")
CELLS = """
() => [...document.querySelectorAll("#cross tbody tr")].map((row) => [
  row.dataset.key,
  ...[...row.querySelectorAll("td")].map(
    (cell) => cell.textContent.trim() + (cell.querySelector("a")?.getAttribute("href") ?? "")
  ),
])
"""
"""The crosstable: of each row its bot, then each cell with where it leads."""
SETS = """
() => [...document.querySelectorAll("#sets > li")].map((set) => {
  const hrefs = [...set.querySelectorAll("a")].map((link) => link.getAttribute("href"));
  const into = (what) => hrefs.filter((href) => href.startsWith(what));
  return [set.querySelector(".badge").textContent, ...into("/bots/"), ...into("/matches/")];
})
"""
"""The schedule: of each set how it stands, and where it leads."""


async def test_an_overview_says_what_can_be_done(page: Page, place: Place, tmp_path: Path) -> None:
    """Of a draft nothing yet; then how to enter, by invitation too; of what never began no more."""
    async with hall(place, tmp_path) as own:
        cup = await own.draft("Closed cup", DUELS, "invitation")
        path, lead = f"/tournaments/{cup.id}", page.locator("#standing .lead")
        await page.goto(path)
        await expect(page.get_by_role("heading", level=1)).to_contain_text("Closed cup announced")
        await expect(lead).to_have_text("Announced: it does not take entries yet.")
        await expect(page.locator("#proof")).to_contain_text(cup.commitment)

        await own.app.tournaments.open(own.who, cup.id)
        enter = page.locator("#standing pre")
        await expect(enter.first).to_have_text(f"arena bot enter BOT {cup.id} --invitation CODE")
        await expect(enter.last).to_contain_text('{"bot": "BOT", "invitation": "CODE"}')

        await own.app.direction.cancel(own.who, cup.id)
        await expect(lead).to_have_text("Cancelled before it began.")
        await expect(page.get_by_role("link", name="Download the bundle")).to_have_count(0)
        await page.goto(f"{path}/schedule")
        await expect(page.locator("main")).to_contain_text("It was cancelled before it began")

    await page.goto(f"/tournaments/{place.show.opened}")
    command = page.get_by_text(f"arena bot enter BOT {place.show.opened}", exact=True)
    await expect(command).to_be_visible()
    await expect(page.locator("#entrants li")).to_have_count(5)
    for rest in ("crosstable", "schedule"):
        await page.goto(f"/tournaments/{place.show.opened}/{rest}")
        await expect(page.get_by_role("link", name="It takes entries now.")).to_be_visible()


async def test_an_overview_keeps_up_to_the_end(page: Page, place: Place, tmp_path: Path) -> None:
    """Progress, board and matches move as sets are played; at the end the secret is open."""
    async with hall(place, tmp_path) as own:
        cup = await own.start("Watched cup", DUELS, 3)
        await page.goto(f"/tournaments/{cup.id}")
        await expect(page.locator(".live [role=status]")).to_have_text("Live")
        standing, proof = page.locator("#standing"), page.locator("#proof")
        of, here = DUELS.rounds * cup.sets_open, cup.sets_open
        await expect(standing).to_contain_text(f"0 of {of} sets are played, {here} of this round")
        await expect(standing).to_contain_text("it should end at")
        await expect(proof).not_to_contain_text("Secret")

        await own.play(cup.id, 1)
        await expect(standing).to_contain_text(f"1 of {of} sets are played")
        recent = page.locator("#recent .matches > li")
        await expect(recent).to_have_count(DUELS.players)
        await expect(recent.first).to_contain_text("Round 1, set 0 · sealed")
        await expect(recent.first.get_by_role("link", name="Round 1")).to_have_count(0)

        await own.app.direction.void(own.who, cup.id, 1, [0], "a power cut", rerun=True)
        await expect(page.locator("#acts")).to_contain_text(
            "round 1: 1 sets (0), played again: a power cut"
        )
        over = await own.play(cup.id)
        lead = standing.locator(".lead")
        await expect(lead).to_contain_text("Over: all 2 rounds are played")
        assert over.secret is not None
        await expect(proof).to_contain_text(over.secret)
        await expect(proof).to_contain_text(over.heads[-1])
        await expect(proof).to_contain_text(f"arena export {cup.id} --out bundle.ndjson.gz")
        bundle = proof.get_by_role("link", name="Download the bundle")
        await expect(bundle).to_have_attribute("href", f"/v1/tournaments/{cup.id}/bundle")
        assert (await page.request.get(f"/v1/tournaments/{cup.id}/bundle")).ok


async def test_a_crosstable_has_the_numbers_of_the_api(page: Page, place: Place) -> None:
    """Share, interval and sets of every pair, in the order of the board; ways to each pair."""
    path = f"/tournaments/{place.show.running}"
    rows = await told(page, f"/v1{path}/standings", list[Row])
    table = await told(page, f"/v1{path}/crosstable?limit=100", Items[CrosstableRow])
    met = {(row.bot, each.bot): each for row in table.items for each in row.opponents}

    def cell(bot: str, other: str) -> str:
        pair = met.get((bot, other))
        if pair is None:
            return "itself" if bot == other else "–"
        share = pair.score / pair.matches
        low, high = (round(100 * each) for each in wilson(share, pair.sets))
        sets = "1 set" if pair.sets == 1 else f"{pair.sets} sets"
        return f"{100 * share:.0f}\u202f%{low}–{high}{sets}/bots/{bot}#vs-{other}"

    await page.goto(f"{path}/crosstable")
    assert met
    assert await page.evaluate(CELLS) == [
        [row.bot, *(cell(row.bot, other.bot) for other in rows)] for row in rows
    ]
    assert (await page.request.get(f"{path}/crosstable?page=99&against=7")).status == 200
    for wrong in ("page=0", "page=x", "against=-1"):
        assert 400 <= (await page.request.get(f"{path}/crosstable?{wrong}")).status < 500


async def test_a_schedule_shows_every_set_of_every_round(
    page: Page, place: Place, tmp_path: Path
) -> None:
    """As the pure function has them, to the last round; matches are linked once they are public."""
    contest = place.show.running
    path = f"/tournaments/{contest}"
    async with hall(place, tmp_path) as own:
        schedule = (await find_started(own.app.store.tournaments, contest)).schedule
    view = await told(page, f"/v1{path}", TournamentView)
    await page.goto(f"{path}/schedule")
    await expect(page.get_by_role("heading", level=2)).to_contain_text(f"Round {view.round} of")
    for number in (1, view.round, schedule.rounds):
        await (
            page.get_by_role("navigation", name="Rounds")
            .get_by_role("link", name=re.compile(rf"^{number}\b"))
            .click()
        )
        await expect(page).to_have_url(f"{path}/schedule?round={number}")
        found = await told(page, f"/v1{path}/schedule?round={number}&limit=100", RoundView)
        public = [
            [f"/matches/{match.id}" for match in each.matches if match.replay]
            for each in found.items
        ]
        assert any(public) == (number < view.round)
        assert await page.evaluate(SETS) == [
            [STATES[each.state], *(f"/bots/{bot}" for bot in planned.bots), *matches]
            for each, planned, matches in zip(
                found.items, schedule.sets(number), public, strict=True
            )
        ]
    await expect(page.get_by_text("It has not begun")).to_be_visible()
    for wrong in ("round=0", "round=8", "round=x", "cursor=99", f"cursor={'9' * 80}"):
        assert 400 <= (await page.request.get(f"{path}/schedule?{wrong}")).status < 500


async def test_all_tournaments_are_listed_page_by_page(page: Page) -> None:
    """Each once, the newest first within what can be done with it."""
    await page.goto("/tournaments")

    async def listed(query: str) -> list[str]:
        path = f"/v1/tournaments?limit=30{query}"
        return [each.id for each in (await told(page, path, Items[TournamentSummary])).items]

    async def shown() -> list[str]:
        links = await page.locator("#groups h3 a").all()
        return [(await link.get_attribute("href") or "").rpartition("/")[2] for link in links]

    newest = await listed("")
    assert sorted(await shown()) == sorted(newest)
    await page.goto(f"/tournaments?cursor={newest[1]}")
    assert sorted(await shown()) == sorted(await listed(f"&cursor={newest[1]}"))
    await page.get_by_role("link", name="Newest").click()
    await expect(page).to_have_url("/tournaments")
    assert (await page.request.get("/tournaments?cursor=nonsense")).status == 422
