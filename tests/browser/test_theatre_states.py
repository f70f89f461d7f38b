"""The table at every moment: what the page shows is what the engine's view of that moment is.

Random matches are told to the page in the place of the one that it is of, as the API would tell
them. The page goes through all moments in one go; the end of each beat is compared.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

import msgspec
import pytest
from playwright.async_api import Page, Route, expect

from arena.engine.ask import View
from arena.engine.record import Record
from arena.engine.rules import Game
from arena.engine.table import Table
from arena.games import GAMES
from arena.games.sky_heist.words import HeistView
from arena.service.matches import TimedRecord
from arena.service.plays import Onlooker, PlayView, play_view
from tests.browser import sky5_table, sky_heist_table
from tests.browser.show import BUILD_S, Place
from tests.contract.play import begin
from tests.sizes import FULL_ACCEPTANCE, size

MATCHES: Final = size(3, 50)
ROUNDS: Final = size(2, 6)
FAULTS: Final = 0.03
"""How often a seat gives no answer."""
BACK: Final = 12
"""Moments that are gone back to, in any order."""

Marks = Sequence[Mapping[str, str]]
Read = Callable[[Marks, int | None], View]
READ: Final[Mapping[str, Read]] = {
    "sky-5": sky5_table.view_of,
    "sky-heist": sky_heist_table.view_of,
}

_STEP_THROUGH: Final = """async ({ ends, back }) => {
  const table = document.querySelector("#table");
  const scrub = document.querySelector("#scrub");
  const go = (moment) => {
    scrub.value = moment;
    scrub.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const read = () => [...table.querySelectorAll("*")].flatMap(({ dataset, textContent }) => {
    const marks = { ...dataset };
    if ("count" in marks) marks.number = textContent;
    return Object.keys(marks).length ? [marks] : [];
  });
  const wanted = new Set(ends);
  const shown = {};
  for (let moment = -1; moment <= Number(scrub.max); moment++) {
    go(moment);
    if (wanted.has(moment)) shown[moment] = read();
  }
  const differ = back.filter((moment) => {
    go(moment);
    return JSON.stringify(read()) !== JSON.stringify(shown[moment]);
  });
  return { shown, differ };
}"""


class Played(NamedTuple):
    """A random match, and at the end of each beat the view of each seat, the spectator's last."""

    record: Record
    views: list[list[View]]


@pytest.mark.timeout(size(2 * BUILD_S, 3_000))
@pytest.mark.parametrize(
    ("game", "players"),
    [
        pytest.param(game, players, id=f"{game.name}-{players}")
        for game in GAMES.values()
        for players in range(game.min_players, game.max_players + 1)
    ],
)
async def test_the_table_shows_each_moment_as_the_engine_has_it(
    page: Page, place: Place, game: Game, players: int
) -> None:
    """For whoever looks: everything, a spectator, or a seat; stepped through, and gone back to."""
    stage = Stage(page, place)
    await stage.open(game)
    for number in range(MATCHES):
        played = play(game, players, number)
        match = TimedRecord(played.record, ((),) * players)
        for onlooker in onlookers(players, number):
            ends, shown = await stage.show(play_view("0", match, onlooker))
            for end, views in zip(ends, played.views, strict=True):
                check(game, shown[str(end)], views, onlooker)


class Stage:
    """The page of one match, to which another is told."""

    def __init__(self, page: Page, place: Place) -> None:
        self._page = page
        self._show = place.show
        self._body = b""

    async def open(self, game: Game) -> None:
        """Show the table of a game."""
        match = {"sky-5": self._show.sky_5_match, "sky-heist": self._show.sky_heist_match}
        await self._page.goto(f"/matches/{match[game.name]}/embed?seat=spectator")
        await expect(self._page.locator("#theatre[data-digest]")).to_be_visible()
        await self._page.route("**/events?seen_by=*", self._tell)

    async def show(self, play: PlayView) -> tuple[list[int], Mapping[str, Marks]]:
        """Show another match; give the last moment of each beat, and what is shown then."""
        self._body = msgspec.json.encode(play)
        await self._page.evaluate("hash => { location.hash = hash; }", f"seen_by={play.seen_by}")
        ready = f"#theatre[data-digest='{play.digest}'][data-seen-by='{play.seen_by}']"
        await self._page.wait_for_selector(ready)
        ends = list(_ends(play))
        back = Random(len(ends)).sample(ends, min(BACK, len(ends)))
        found = await self._page.evaluate(_STEP_THROUGH, {"ends": ends, "back": back})
        assert found["differ"] == []
        return ends, found["shown"]

    async def _tell(self, route: Route) -> None:
        await route.fulfill(body=self._body, content_type="application/json")


def _ends(play: PlayView) -> Iterator[int]:
    moment = -1
    for beat in play.beats:
        moment += len(beat.events)
        yield moment


def onlookers(players: int, number: int) -> Sequence[Onlooker]:
    """Give who looks at a match, one after the other; nobody twice in a row, through all of them.

    Each match is looked at by one, in turns, but at full size by all there are.
    """
    if FULL_ACCEPTANCE:
        return ["all", "spectator", *range(players)]
    return [("all", "spectator", 3 * number % players)[number % 3]]


def play(game: Game, players: int, number: int) -> Played:
    """Play a random match, in which now and then a seat gives no answer."""
    chance = Random(number)
    header = begin(game, players, number).header
    rounds = min(ROUNDS, game.max_rounds)
    table = Table.new(game, msgspec.structs.replace(header, rounds=rounds))
    views = [_views(table, players)]
    while not table.over:
        for ask in table.asks():
            if chance.random() < FAULTS:
                table.fault(ask.seat, "timeout")
            else:
                table.answer(ask.seat, chance.randrange(len(ask.options)))
        views.append(_views(table, players))
    return Played(table.record(), views)


def _views(table: Table, players: int) -> list[View]:
    return [table.view(seat) for seat in (*range(players), None)]


def check(game: Game, marks: Marks, views: Sequence[View], onlooker: Onlooker) -> None:
    """Compare what is shown with the views of those whose knowledge it is."""
    read = READ[game.name]
    *seats, spectator = views
    if onlooker in ("all", "spectator"):
        assert read(marks, None) == spectator
    for seat, view in enumerate(seats):
        if onlooker in ("all", seat):
            assert read(marks, seat) == view
    owners = [view for view in seats if isinstance(view, HeistView)]
    if owners:
        hands, revolvers = [view.hand for view in owners], [view.revolver for view in owners]
        assert sky_heist_table.claims_no_more(marks, hands, revolvers)
