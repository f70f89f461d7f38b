"""What it costs to keep every beat in the store before anybody is asked again.

The same matches are played over HTTP against the same trivial bot, in turns with a journal in the
embedded store and without, each way first as often, and the median of the turns' ratios counts: of
the time, and of the CPU time of this process, which other work on the machine hardly moves.
"""

import asyncio
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

import msgspec
import uvloop

from arena.engine.rules import Game
from arena.games import GAMES
from arena.match.guard import Guard, networks
from arena.match.http import BotClient, HttpPlayer
from arena.match.journal import Journal
from arena.match.player import Player
from arena.match.referee import play
from arena.protocol.messages import BotInfo
from arena.protocol.signing import secret_of
from arena.service.playing.journals import JournalWriter, SetJournal
from arena.service.playing.patience import Patience
from arena.store.embedded import serve
from arena.store.store import Store, open_store
from tests.bench.http import KEY, LIMITS, PLAYERS, table, timed, trivial_bot
from tests.store.cup import Cup

AT_ONCE = 32
"""Sets that a batch has in play."""
TURNS = {"sky-5": 60, "sky-heist": 10}
"""Even numbers; they take both games about as long."""

Times = tuple[float, float]
"""Seconds, and CPU seconds of this process."""

JournalOf = Callable[[int], Journal | None]
"""Gives the journal of the match with this number."""


def main() -> None:
    """Measure both games and print a line for each."""
    print(f"Journal: s of {AT_ONCE} matches at once over HTTP, each beat kept, and without")
    with (
        tempfile.TemporaryDirectory() as directory,
        serve(Path(directory)) as (store_url, _),
        trivial_bot() as url,
    ):
        for name, players in PLAYERS.items():
            turns = uvloop.run(measure(store_url, GAMES[name], url, players))
            cost, cpu = (median(1 - bare[of] / kept[of] for kept, bare in turns) for of in (0, 1))
            kept_s, bare_s = (
                median(seconds for seconds, _ in way) for way in zip(*turns, strict=True)
            )
            print(
                f"  {name:10} {kept_s:8.3f} {bare_s:8.3f}   cost {cost:.1%}, allowed 15 %;"
                f" of CPU time {cpu:.1%}"
            )


async def measure(store_url: str, game: Game, url: str, players: int) -> list[tuple[Times, Times]]:
    """Give, for every turn, the times with a journal and without."""
    guard = Guard(networks(["127.0.0.1/32"]))
    async with (
        open_store(store_url) as store,
        BotClient(url, guard, secret_of(KEY)) as client,
    ):
        seats: list[Player] = [
            HttpPlayer(client, BotInfo(protocol=1, games=(game.name,)))
        ] * players
        journals = await claimed(store, f"{players:032x}")
        return [await turn(game, seats, journals, number) for number in range(TURNS[game.name])]


async def claimed(store: Store, tournament_id: str) -> list[SetJournal]:
    """Give the journals of as many sets, claimed, of a tournament made for them."""
    cup = Cup(store)
    cup.id, cup.sets = tournament_id, AT_ONCE
    cup.plan = msgspec.structs.replace(cup.plan, id=tournament_id)
    await cup.start()
    writer = JournalWriter(store.sets, cup.id, 1, Patience(30.0, asyncio.Event()))
    claims = [await cup.claim(number, 2 * AT_ONCE) for number in range(AT_ONCE)]
    return [SetJournal(writer, number, claim) for number, claim in enumerate(claims)]


async def turn(
    game: Game, seats: list[Player], journals: list[SetJournal], number: int
) -> tuple[Times, Times]:
    """Play the matches both ways; each turn is one more match of every set."""
    ways: list[JournalOf] = [
        lambda at: journals[at].of_match(number, game.name, Cup.bots),
        lambda _: None,
    ]
    order = ways if number % 2 else ways[::-1]
    times = {journal_of: await times_of(game, seats, journal_of) for journal_of in order}
    return times[ways[0]], times[ways[1]]


async def times_of(game: Game, seats: list[Player], journal_of: JournalOf) -> Times:
    """Play the matches; give how long it takes."""
    before = time.process_time()
    seconds = await timed(lambda: play_all(game, seats, journal_of))
    return seconds, time.process_time() - before


async def play_all(game: Game, seats: list[Player], journal_of: JournalOf) -> None:
    """Play the matches."""
    await asyncio.gather(
        *(
            play(table(game, len(seats), at), seats, LIMITS, KEY, journal_of(at))
            for at in range(AT_ONCE)
        )
    )


if __name__ == "__main__":
    main()
