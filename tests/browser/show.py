"""What there is to see: contests of both games, over, on and to come, played once for all tests.

What may live here: what the store of these tests holds, and where in it things are. It is built by
the first test process that needs it; the others copy its files.
"""

import asyncio
import os
import shutil
import time
from base64 import urlsafe_b64encode
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from random import Random

import msgspec
import pytest

from arena.app import App, open_app
from arena.app.settings import Settings
from arena.service.exhibitions import Wish
from arena.service.owners import Identity
from arena.service.tournaments import TournamentView
from arena.store import embedded
from arena.store.sets import Addition, SetRepository
from arena.tournament.config import Config
from tests.api.process import running
from tests.loopback import Loopback

BUILD_S = 240
"""By then it is built, however busy the machine is; else it takes a few seconds."""
SEED = "a show"
"""Of all that chance has a part in: ids, secrets, nonces, and by these what is played."""
_DRAWS = ("bearer", "bots", "entries", "exhibitions", "owners", "tournaments")
"""The services that draw, one thing after the other."""
_NO_HURRY_MS = 600_000
"""Banks that no bot uses up, however busy the machine is: a late answer would be another match."""
_NAMES = (
    "Albatross", "Bluejay", "Cormorant", "Dotterel", "Egret", "Falcon", "Goldfinch", "Heron",
)  # fmt: skip
_SKY_5 = Config(game="sky-5", players=4, rounds=2, ladder=True, bank_ms=_NO_HURRY_MS)
_HEIST: Config = msgspec.structs.replace(_SKY_5, game="sky-heist", rounds_per_match=2, mode="field")
_DUELS: Config = msgspec.structs.replace(
    _HEIST, players=2, rounds=7, rounds_per_match=1, mode="auto", ladder=False
)


class Show(msgspec.Struct, frozen=True, kw_only=True):
    """Ids of tournaments, of their bots by name, and of one finished match of each game.

    `running` has one round over, and of the second one set, which is under seal. `token` is that of
    the owner of all of it, also of an `exhibition`; `stranger` of somebody with nothing.
    """

    token: str
    stranger: str
    sky_5: str
    sky_heist: str
    running: str
    opened: str
    bots: dict[str, str]
    sky_5_match: str
    sky_heist_match: str
    sealed_match: str
    exhibition: str


class Place(msgspec.Struct, frozen=True):
    """Where a server shows it, and what it shows."""

    url: str
    store_url: str
    show: Show


@asynccontextmanager
async def served(shared: Path, own: Path) -> AsyncIterator[Place]:
    """Serve the show from a copy of its own, built if nobody has yet."""
    show = await _built(shared)
    shutil.copytree(shared / "store", own)
    with (
        embedded.serve(own) as (store_url, _),
        running(store_url) as (_, url),
    ):
        yield Place(url, store_url, show)


async def _built(shared: Path) -> Show:
    """Build it, or wait for whoever does; give what it is."""
    done = shared / "show.json"
    if not _is_first(shared):
        deadline = time.monotonic() + BUILD_S
        while not done.exists():
            assert time.monotonic() < deadline, "another test process builds the show for ever"
            await asyncio.sleep(0.1)
        return msgspec.json.decode(done.read_bytes(), type=Show)
    with embedded.serve(shared / "store") as (url, _), the_same_each_time():
        show = await hold(url, shared)
    part = shared / "show.part"
    part.write_bytes(msgspec.json.encode(show))
    os.replace(part, done)
    return show


def _is_first(shared: Path) -> bool:
    """Say whether nobody has begun to build it, and begin."""
    try:
        shared.mkdir()
    except FileExistsError:
        return False
    return True


class Drawn:
    """Stands for `secrets`: what is drawn looks like chance, and is the same each time."""

    def __init__(self, seed: str) -> None:
        self._chance = Random(seed)

    def token_bytes(self, size: int) -> bytes:
        """Draw bytes."""
        return self._chance.randbytes(size)

    def token_hex(self, size: int) -> str:
        """Draw bytes, in hex."""
        return self.token_bytes(size).hex()

    def token_urlsafe(self, size: int) -> str:
        """Draw bytes, in base64url."""
        return urlsafe_b64encode(self.token_bytes(size)).rstrip(b"=").decode()


@contextmanager
def the_same_each_time(seed: str = SEED) -> Iterator[None]:
    """Leave nothing of what is held meanwhile to chance, nor to how busy the machine is.

    Sets are played one by one, so that the order of the log is always the same too, and without a
    journal: nobody goes on with them, and a busy machine would be waited for at each beat.
    """
    drawn = Drawn(seed)
    with pytest.MonkeyPatch.context() as patch:
        for name in _DRAWS:
            patch.setattr(f"arena.service.{name}.secrets", drawn)
        patch.setattr(SetRepository, "append", _append_nothing)
        patch.setattr("arena.service.playing.batch.MOST_AT_ONCE", 1)
        patch.setattr("arena.service.playing.batch.SHARE_S", float(_NO_HURRY_MS))
        yield


async def _append_nothing(
    _: SetRepository, _tournament: str, _round: int, additions: Sequence[Addition]
) -> list[bool]:
    return [True] * len(additions)


async def hold(url: str, data: Path) -> Show:
    """Hold all of it on the store at this address."""
    settings = Settings(redis_url=url, data=data, allow_networks=("127.0.0.1/32",))
    async with open_app(settings) as app, Loopback() as loopback:
        _, token = await app.owners.create("Ada", ("organiser", "contestant"))
        _, stranger = await app.owners.create("Eve", ("viewer",))
        ada = await app.owners.authenticate(token)
        bots = {
            name: (await app.bots.register(ada, name, await loopback.start())).id for name in _NAMES
        }
        sky_5 = await _contest(app, ada, "Sky 5 Open", _SKY_5, bots)
        sky_heist = await _contest(app, ada, "Sky Heist Open", _HEIST, bots)
        for over in (sky_5, sky_heist):
            await app.ladder_rounds.rate(over.id)
        four = dict(list(bots.items())[:4])
        on = await _contest(app, ada, "Duels of Spring", _DUELS, four, sets=7)
        opened = await _entered(app, ada, "Autumn Cup", _SKY_5, list(bots.values())[:5])
        return Show(
            token=token,
            stranger=stranger,
            sky_5=sky_5.id,
            sky_heist=sky_heist.id,
            running=on.id,
            opened=opened.id,
            bots=bots,
            sky_5_match=f"{sky_5.id}-1-0-0",
            sky_heist_match=f"{sky_heist.id}-1-0-0",
            sealed_match=f"{on.id}-2-0-0",
            exhibition=await _exhibition(app, ada, bots["Falcon"], bots["Heron"]),
        )


async def _contest(
    app: App, who: Identity, name: str, config: Config, bots: dict[str, str], sets: int = 10_000
) -> TournamentView:
    """Hold a tournament, or so many sets of it."""
    view = await _entered(app, who, name, config, list(bots.values()))
    view = await app.tournaments.start(who, view.id)
    while sets and view.state == "running":
        numbers = sorted(await app.store.sets.open_numbers(view.id))[:sets]
        await app.sets.play(view.id, view.round, numbers)
        sets -= len(numbers)
        view = await app.tournaments.get(view.id)
    return view


async def _exhibition(app: App, who: Identity, *bots: str) -> str:
    """Have these play one of the house; give the id of that."""
    view = await app.exhibitions.create(who, Wish(bots=(*bots, "house:sky5-good"), game="sky-5"))
    await app.exhibitor.play(view.id, asyncio.Event())
    return view.id


async def _entered(
    app: App, who: Identity, name: str, config: Config, bots: Sequence[str]
) -> TournamentView:
    view = await app.tournaments.create(who, name, config)
    await app.tournaments.open(who, view.id)
    for bot in bots:
        await app.entries.enter(who, view.id, bot)
    return await app.tournaments.get(view.id)
