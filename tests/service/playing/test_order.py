"""In whatever order a round's sets are delivered, and by however many workers: one outcome (T11).

What may live here: deliveries as the store sees them. That real workers which are killed make no
others is shown by `tests/faults/test_kills.py`.
"""

import asyncio
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

import pytest

from arena.app import App
from arena.engine.chance import Stream, shuffled
from arena.service.owners import Identity
from arena.service.started import find_started
from arena.store import keys
from arena.store.results import Commit, Committed, Rejected
from arena.store.sets import Claim, SetRepository
from arena.tournament.config import Config
from arena.tournament.log import Result, encode_entry, link, result_of, set_digest
from tests.held import Held, held
from tests.loopback import Loopback, by_view
from tests.service.contest import start_contest
from tests.sizes import size
from tests.tournament.sample import ACCEPTANCE_SEED, finished

ORDERS = size(15, 200)
CONFIG = Config(game="sky-5", rules=1, players=3, rounds=2, deals=2)
LEASE_MS = 1
"""Of a worker that is killed: its sets are at once for others."""
MOST_TIMES = 3
"""So often the same commit is delivered at most."""

Dump = Mapping[bytes, bytes]


class Round(NamedTuple):
    """The first round of a tournament: what its sets have come to, and the store before them."""

    tournament: str
    head: bytes
    results: tuple[Result, ...]
    store: Dump


class Delivery(NamedTuple):
    """A commit on its way: of which set, and by which claim."""

    result: Result
    fence: int
    killed: bool


async def names_in(app: App) -> list[bytes]:
    """Give the names of all keys."""
    return sorted(await app.store.client.run(list[bytes], "KEYS", "*"))


async def dump(app: App) -> Dump:
    """Give all keys with what is in them."""
    return {name: await app.store.client.run(bytes, "DUMP", name) for name in await names_in(app)}


async def restore(app: App, store: Dump) -> None:
    """Have the store hold these keys, and no others."""
    for name in set(await names_in(app)) - store.keys():
        await app.store.client.run(int, "DEL", name)
    for name, value in store.items():
        await app.store.client.run(bytes, "RESTORE", name, 0, value, "REPLACE")


async def begun(app: App, who: Identity, loopback: Loopback) -> Round:
    """Start a tournament of five bots; give its first round."""
    view = await start_contest(app, who, loopback, CONFIG, [by_view] * 5)
    started = await find_started(app.store.tournaments, view.id)
    base, luck = await app.store.boards.base(view.id), Stream(ACCEPTANCE_SEED, "T11 results")
    results = tuple(
        result_of(plan, [finished(match, luck) for match in plan.matches], base, 40)
        for plan in started.schedule.sets(1)
    )
    return Round(view.id, started.tournament.head, results, await dump(app))


async def claimed(app: App, round_: Round, luck: Stream) -> list[Delivery]:
    """Claim all sets, about half of them for workers that are killed at some moment, and again.

    Gives all deliveries that are on their way.
    """
    brief, deliveries = SetRepository(app.store.client, LEASE_MS), list[Delivery]()
    for result in round_.results:
        if luck.below(2):
            deliveries.append(Delivery(result, await claim(brief, round_, result), killed=True))
    await asyncio.sleep(3 * LEASE_MS / 1_000)
    for result in round_.results:
        fence = await claim(app.store.sets, round_, result)
        deliveries += [Delivery(result, fence, killed=False)] * (1 + luck.below(MOST_TIMES))
    return shuffled(deliveries, luck)


async def claim(sets: SetRepository, round_: Round, result: Result) -> int:
    """Claim a set; give the fence."""
    found = await sets.claim(round_.tournament, 1, result.number, dict.fromkeys(result.bots, 99))
    assert isinstance(found, Claim), found
    return found.fence


async def deliver(app: App, round_: Round, deliveries: list[Delivery]) -> Counter[str]:
    """Deliver these commits, each after the head of the chain as it is; count the answers."""
    answers, head = Counter[str](), round_.head
    for delivery in deliveries:
        commit = commit_of(round_.tournament, delivery, head)
        match await app.store.results.commit(commit):
            case Committed(again=again):
                answers["again" if again else "done"] += 1
                head = head if again else commit.after
            case Rejected(why=why):
                assert delivery.killed, why
                answers[why] += 1
    return answers


def commit_of(tournament_id: str, delivery: Delivery, head: bytes) -> Commit:
    """Give the commit of a set after this head of the chain."""
    result, entry = delivery.result, encode_entry(delivery.result)
    return Commit(
        tournament=tournament_id,
        round=1,
        number=result.number,
        fence=delivery.fence,
        digest=set_digest(result),
        result=entry,
        before=head,
        after=link(head, entry),
        changes=dict(zip(result.bots, result.deltas, strict=True)),
        parties=result.bots,
        counts={},
    )


async def contents(app: App, tournament_id: str) -> dict[bytes, Held]:
    """Give what the store holds, but for what tells the order of commits or of claims.

    That are places in the log and heads of its chain, the feed, counts of what has happened, and
    tickets, which are drawn by lot.
    """
    own = tournament_id
    told = {keys.log(own), keys.done(own, 1), keys.heads(own), keys.FEED, keys.COUNTERS}
    found = dict[bytes, Held]()
    for name in await names_in(app):
        if name.decode() in told or name.startswith(keys.ticket("").encode()):
            continue
        found[name] = await held(app.store.client, name)
    tournament = found[keys.tournament(own).encode()]
    assert isinstance(tournament, dict)
    del tournament[b"head"]
    log = await app.store.results.read(own, None, 1_000)
    return found | {b"log": sorted(logged.result for logged in log)}


@pytest.mark.timeout(600)
async def test_the_order_of_deliveries_does_not_matter(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """T11: 200 orders (15 at the small size), duplicates and killed workers; a rebuild agrees."""
    round_ = await begun(app, ada, loopback)
    luck, answers, first = Stream(ACCEPTANCE_SEED, "T11"), Counter[str](), None
    for _ in range(ORDERS):
        await restore(app, round_.store)
        answers += await deliver(app, round_, await claimed(app, round_, luck))
        rebuilt = await app.audit.rebuild(round_.tournament)
        assert (rebuilt.sets, rebuilt.differences) == (len(round_.results), [])
        sets = len(round_.results)
        assert await app.store.tournaments.open_round(round_.tournament, 2, sets)
        found = await contents(app, round_.tournament)
        first = first or found
        assert found == first

    assert answers["done"] == ORDERS * len(round_.results)
    assert min(answers["again"], answers["FENCED"]) > ORDERS
