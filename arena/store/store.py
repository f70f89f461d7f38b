"""All repositories over one connection."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

from arena.store.acts import ActRepository
from arena.store.alarms import AlarmRepository
from arena.store.boards import BoardRepository
from arena.store.bots import BotRepository
from arena.store.buckets import BucketRepository
from arena.store.client import Client, Durability, open_client
from arena.store.counters import CounterRepository
from arena.store.exhibitions import ExhibitionRepository
from arena.store.faults import FaultRepository
from arena.store.feed import FeedRepository
from arena.store.health import HealthRepository
from arena.store.ladders import LadderRepository
from arena.store.owners import OwnerRepository
from arena.store.queue import JobQueue
from arena.store.repeats import RepeatRepository
from arena.store.reports import ReportRepository
from arena.store.results import ResultRepository
from arena.store.sets import LEASE_MS, SetRepository
from arena.store.tournaments import TournamentRepository


@dataclass(frozen=True)
class Store:
    """Everything that is kept, one repository a kind of thing."""

    client: Client
    acts: ActRepository
    owners: OwnerRepository
    bots: BotRepository
    buckets: BucketRepository
    health: HealthRepository
    repeats: RepeatRepository
    reports: ReportRepository
    tournaments: TournamentRepository
    sets: SetRepository
    results: ResultRepository
    exhibitions: ExhibitionRepository
    boards: BoardRepository
    ladders: LadderRepository
    feed: FeedRepository
    alarms: AlarmRepository
    faults: FaultRepository
    counters: CounterRepository
    queue: JobQueue


@asynccontextmanager
async def open_store(
    url: str, lease_ms: int = LEASE_MS, durability: Durability = "everysec"
) -> AsyncIterator[Store]:
    """Connect to a fit server (see `open_client`); close the connections at the end."""
    async with open_client(url, durability) as client:
        queue = JobQueue(url)
        try:
            yield Store(
                client=client,
                acts=ActRepository(client),
                owners=OwnerRepository(client),
                bots=BotRepository(client),
                buckets=BucketRepository(client),
                health=HealthRepository(client),
                repeats=RepeatRepository(client),
                reports=ReportRepository(client),
                tournaments=TournamentRepository(client),
                sets=SetRepository(client, lease_ms),
                results=ResultRepository(client),
                exhibitions=ExhibitionRepository(client, lease_ms),
                boards=BoardRepository(client),
                ladders=LadderRepository(client),
                feed=FeedRepository(client),
                alarms=AlarmRepository(client),
                faults=FaultRepository(client),
                counters=CounterRepository(client),
                queue=queue,
            )
        finally:
            queue.close()
