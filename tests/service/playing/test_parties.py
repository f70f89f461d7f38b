"""How many sets the bots of an owner, or of a host, play at once: all workers together."""

import asyncio
from collections import Counter
from dataclasses import dataclass, field

import msgspec
import pytest

from arena.app import App, open_app
from arena.service.owners import Identity
from arena.service.playing import contestants
from arena.service.tournaments import TournamentView
from arena.store import keys
from arena.tournament.config import Config
from bots.kit import Ask, Function
from tests.loopback import BOTH_GAMES, Loopback, by_view
from tests.service.contest import DUEL

SHORT: Config = msgspec.structs.replace(DUEL, rounds=1)


@dataclass
class Crowd:
    """Bots of several owners in one contest, each at `host`; how many sets were in play at once."""

    app: App
    loopback: Loopback
    in_play: Counter[int] = field(default_factory=Counter)

    async def start(self, who: Identity, owners: list[Identity], host: str) -> TournamentView:
        """Start a contest of a bot for each of the owners."""
        view = await self.app.tournaments.create(who, "Cup", SHORT)
        await self.app.tournaments.open(who, view.id)
        for number, owner in enumerate(owners):
            info = msgspec.structs.replace(BOTH_GAMES, verify=owner.owner.verify)
            url = await self.loopback.start(self._looking(view.id), info)
            url = url.replace("127.0.0.1", host)
            bot = await self.app.bots.register(owner, f"bot {number}", url)
            await self.app.entries.enter(owner, view.id, bot.id)
        return await self.app.tournaments.start(who, view.id)

    def _looking(self, tournament: str) -> Function:
        async def looking(ask: Ask) -> int:
            fences = keys.fences(tournament)
            self.in_play[await self.app.store.client.run(int, "HLEN", fences)] += 1
            return by_view(ask)

        return looking

    async def play(self, view: TournamentView) -> int:
        """Play the round by two workers at once; give how many sets were in play at most."""
        numbers = list(range(view.sets_open))
        async with open_app(self.app.settings) as other:
            await asyncio.gather(
                self.app.sets.play(view.id, 1, numbers), other.sets.play(view.id, 1, numbers[::-1])
            )
        assert (await self.app.tournaments.get(view.id)).state == "finished"
        return max(self.in_play)


@pytest.fixture
def crowd(app: App, loopback: Loopback, monkeypatch: pytest.MonkeyPatch) -> Crowd:
    """Bots, where an owner plays two sets at once, and a host three."""
    monkeypatch.setattr(contestants, "MOST_OF_OWNER", 2)
    monkeypatch.setattr(contestants, "MOST_OF_HOST", 3)
    return Crowd(app, loopback)


async def test_an_owner_plays_so_many_sets_at_once(crowd: Crowd, ada: Identity) -> None:
    """With however many bots: they are one person's, who could fill all workers with them."""
    assert await crowd.play(await crowd.start(ada, [ada] * 4, "localhost")) == 2


async def test_a_host_plays_so_many_sets_at_once(crowd: Crowd, ada: Identity) -> None:
    """Whoever the bots belong to: nobody's server is to be flooded through us."""
    owners = [ada]
    for name in ("Bob", "Cid", "Dan"):
        _, token = await crowd.app.owners.create(name, ("contestant",))
        owners.append(await crowd.app.owners.authenticate(token))
    assert await crowd.play(await crowd.start(ada, owners, "localhost")) == 3


async def test_the_operators_own_hosts_have_no_such_limit(crowd: Crowd, ada: Identity) -> None:
    """Addresses in a network that he allows; the bots' own limits hold there too."""
    assert await crowd.play(await crowd.start(ada, [ada] * 4, "127.0.0.1")) > 3
