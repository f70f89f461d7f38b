"""Boards of a thousand bots as pages: how long the server takes, and what they weigh.

A league is made up set by set, without games, and committed as if played. Pages are asked for one
after the other over one connection, so a time is that of one page on a machine that does nothing
else: reading the board, searching, sorting, drawing, compressing.
"""

import asyncio
import http.client
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple
from urllib.parse import urlsplit

import msgspec

from arena.app import App, open_app
from arena.app.settings import Settings
from arena.engine.chance import Stream
from arena.engine.record import Outcome
from arena.service.started import find_started
from arena.store.bots import Bot
from arena.store.embedded import serve
from arena.store.results import Commit, Committed
from arena.store.sets import Claim
from arena.store.tournaments import Entry
from arena.tournament.config import Config
from arena.tournament.log import Finished, Result, encode_entry, link, result_of, set_digest
from arena.tournament.schedule import MatchPlan
from tests.api.process import running
from tests.loopback import BOTH_GAMES
from tests.tournament.sample import finished

BOTS = 1_000
CUP = Config(game="sky-5", players=2, rounds=4, ladder=True)
TIMES = 40
MOST_MS = 50
MOST_KB = 150
PAGES = (
    ("leaderboard", "/tournaments/{}/leaderboard"),
    ("its last page", "/tournaments/{}/leaderboard?page=10"),
    ("searched", "/tournaments/{}/leaderboard?q=99"),
    ("sorted by name", "/tournaments/{}/leaderboard?sort=name"),
    ("final table", "/tournaments/{}/final"),
    ("ladder", "/ladders/sky-5"),
    ("overview", "/tournaments/{}"),
    ("crosstable", "/tournaments/{}/crosstable"),
    ("schedule", "/tournaments/{}/schedule?round=2"),
    ("front", "/"),
)


class Got(NamedTuple):
    """An answer: its body, and the seconds that it took."""

    body: bytes
    seconds: float


def main() -> None:
    """Measure, and print a line for each page."""
    with tempfile.TemporaryDirectory() as directory, serve(Path(directory)) as (store, _):
        settings = Settings(redis_url=store, data=Path(directory))
        cup = asyncio.run(prepare(settings))
        with running(store) as (_, url):
            at = urlsplit(url)
            connection = http.client.HTTPConnection(at.hostname or "", at.port)
            print(f"Pages of {BOTS} bots (at most {MOST_MS} ms, {MOST_KB} KB with all they load)")
            warm(connection, cup)
            for name, path in PAGES:
                print_line(name, connection, path.format(cup))


def warm(connection: http.client.HTTPConnection, cup: str) -> None:
    """Have the log read and the fit made, which the first who ask have to wait for."""
    first = get(connection, f"/tournaments/{cup}/leaderboard")
    print(f"  {'the first of all':16} {first.seconds * 1_000:6.0f} ms, with reading the log")
    began = time.perf_counter()
    while b"data-again" in get(connection, f"/tournaments/{cup}/final").body:
        time.sleep(0.1)
    print(f"  {'the fit':16} {time.perf_counter() - began:6.1f} s, which no page waits for")


def print_line(name: str, connection: http.client.HTTPConnection, path: str) -> None:
    """Print how long a page takes, and its bytes as they are and compressed."""
    times = sorted(get(connection, path).seconds * 1_000 for _ in range(TIMES))
    raw = len(get(connection, path).body) / 1_000
    small = len(get(connection, path, {"Accept-Encoding": "gzip"}).body) / 1_000
    spread = f"{times[0]:6.1f} to {times[-1]:6.1f} ms, median {median(times):6.1f}"
    print(f"  {name:16} {spread}; {raw:6.1f} KB, {small:5.1f} compressed")


def get(
    connection: http.client.HTTPConnection, path: str, headers: dict[str, str] | None = None
) -> Got:
    """Ask for a page."""
    began = time.perf_counter()
    connection.request("GET", path, headers=headers or {})
    answer = connection.getresponse()
    body = answer.read()
    assert answer.status == 200, body
    return Got(body, time.perf_counter() - began)


async def prepare(settings: Settings) -> str:
    """Make a league up; give its id."""
    async with open_app(settings) as app:
        _, token = await app.owners.create("bench", ("organiser", "contestant"))
        who = await app.owners.authenticate(token)
        cup = await app.tournaments.create(who, "Bench", CUP)
        await app.tournaments.open(who, cup.id)
        bots = [f"{number:032x}" for number in range(BOTS)]
        for bot in bots:
            await enter(app, cup.id, bot)
        await app.tournaments.start(who, cup.id)
        for round_number in range(1, CUP.rounds + 1):
            await play(app, cup.id, round_number, bots)
        await app.ladder_rounds.rate(cup.id)
        return cup.id


async def enter(app: App, cup: str, bot: str) -> None:
    """Register a bot that nobody will ask, and enter it."""
    owner, number = f"{int(bot, 16) // 100:032x}", int(bot, 16)
    made = Bot(
        id=bot, owner=owner, url=f"http://b{number}", secret="", info=BOTH_GAMES, created_ms=1
    )
    assert await app.store.bots.add(made, f"Bot number {number}") is None
    entry = Entry(bot=bot, name="", owner=owner, nonce=bytes(32), windows=False)
    assert await app.store.tournaments.enter(cup, entry) == "OK"


async def play(app: App, cup: str, round_number: int, bots: Sequence[str]) -> None:
    """Commit all sets of a round, in which better bots win more often."""
    started = await find_started(app.store.tournaments, cup)
    base = await app.store.boards.base(cup)
    head, chance = started.tournament.head, Stream(bytes(32), f"round {round_number}")
    strength = {bot: number for number, bot in enumerate(bots)}
    for plan in started.schedule.sets(round_number):
        played = [made_up(match, strength, chance) for match in plan.matches]
        result = result_of(plan, played, base, started.schedule.k_factor(round_number))
        head = await commit(app, cup, result, head)
    await app.rounds.advance(cup)


def made_up(match: MatchPlan, strength: Mapping[str, int], chance: Stream) -> Finished:
    """Give a match as if played, which the stronger wins more often the stronger he is."""
    mine, others = (strength[bot] for bot in match.seats)
    won = chance.below(4 * BOTS) < 2 * BOTS + mine - others
    outcome = Outcome(ranks=(1, 2) if won else (2, 1), scores=(0, 0))
    found = finished(match, chance)
    record = msgspec.structs.replace(found.record, outcome=outcome)
    return msgspec.structs.replace(found, record=record)


async def commit(app: App, cup: str, result: Result, head: bytes) -> bytes:
    """Commit a set after this head of the chain; give the head after it."""
    claim = await app.store.sets.claim(cup, result.round, result.number, {})
    assert isinstance(claim, Claim), claim
    entry = encode_entry(result)
    made = Commit(
        tournament=cup,
        round=result.round,
        number=result.number,
        fence=claim.fence,
        digest=set_digest(result),
        result=entry,
        before=head,
        after=link(head, entry),
        changes=dict(zip(result.bots, result.deltas, strict=True)),
        parties=(),
        counts={},
    )
    assert isinstance(await app.store.results.commit(made), Committed)
    return made.after


if __name__ == "__main__":
    main()
