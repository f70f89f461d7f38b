"""A tournament made straight in the store, without schedule or games."""

from collections.abc import Mapping

import msgspec

from arena.store.results import Commit, Committed, Rejected
from arena.store.sets import Claim, SetRepository
from arena.store.store import Store
from arena.store.tournaments import Entry, Plan, Start
from arena.tournament.config import Config

START = 1_500_000_000
LEASE_MS = 80
"""Of the repository that is there to see leases end."""


class Cup:
    """One tournament of three bots and two rounds of four sets."""

    id = "c" * 32
    bots = ("a" * 32, "b" * 32, "d" * 32)
    sets = 4
    plan = Plan(
        id=id,
        owner="e" * 32,
        name="Cup",
        config=Config(game="sky-5", rules=1, players=2, rounds=2),
        secret=bytes(32),
        commitment="00" * 32,
        created_ms=1,
    )

    def __init__(self, store: Store) -> None:
        self.store = store
        self.brief = SetRepository(store.client, LEASE_MS)

    async def draft(self) -> None:
        """Bring it to the state `draft`."""
        await self.store.tournaments.draft(self.plan, b"head 0")

    async def start(self) -> None:
        """Bring it into round 1."""
        await self.draft()
        assert await self.store.tournaments.open(self.id, self.plan.owner)
        for bot in self.bots:
            assert await self.store.tournaments.enter(self.id, entry(bot)) == "OK"
        assert await self.store.tournaments.start(self.plan, start(len(self.bots)))
        assert await self.store.tournaments.open_round(self.id, 1, self.sets)

    async def claim(self, number: int, limit: int = 10) -> Claim:
        """Claim a set between the first two bots."""
        limits = dict.fromkeys(self.bots[:2], limit)
        claim = await self.store.sets.claim(self.id, 1, number, limits)
        assert isinstance(claim, Claim), claim
        return claim

    def result(self, number: int, fence: int, before: bytes = b"head 0") -> Commit:
        """Give the commit of a set in which the first bot gained from the second, by its number."""
        gain = 5_000_000 + number
        return Commit(
            tournament=self.id,
            round=1,
            number=number,
            fence=fence,
            digest=b"digest %d" % number,
            result=b"result %d" % number,
            before=before,
            after=b"head after %d" % number,
            changes={self.bots[0]: gain, self.bots[1]: -gain},
            parties=self.bots[:2],
            counts={"sets sky-5": 1},
        )

    async def commit(self, number: int) -> None:
        """Claim and commit a set, wherever the chain's head is."""
        claim = await self.claim(number)
        answer = await self.commit_after_head(self.result(number, claim.fence))
        assert isinstance(answer, Committed), answer

    async def commit_after_head(self, commit: Commit) -> Committed | Rejected:
        """Commit a set after the head of the chain as it is."""
        tournament = await self.store.tournaments.get(self.id)
        assert tournament is not None
        return await self.store.results.commit(
            msgspec.structs.replace(commit, before=tournament.head)
        )

    async def ratings(self) -> Mapping[str, int]:
        """Give the board."""
        return dict(await self.store.boards.ratings(self.id))


def entry(bot: str) -> Entry:
    """Give a bot's entry."""
    return Entry(bot=bot, name="mine", owner="e" * 32, nonce=bytes(32), windows=False)


def start(entries: int) -> Start:
    """Give what the start with so many entries fixes."""
    return Start(final=bytes(32), blocks=(), opened=b"head 0", entries=entries, rating=START)
