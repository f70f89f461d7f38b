"""What metrics tell of the arena: counts that are those of the log, and how play stands now."""

import asyncio
from collections import Counter

from arena.app import App
from arena.service.calls import BUCKETS_MS
from arena.service.owners import Identity
from arena.store.sets import SetRepository
from bots.kit import Ask
from tests.loopback import Loopback, by_view
from tests.service.contest import play_all, play_round, start_contest
from tests.service.quarantine import put_in_quarantine
from tests.waiting import until


def broken(_: Ask) -> int:
    """Answer what is not to be had."""
    return 1_000


async def test_calls_are_counted_as_the_log_has_them(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Each once, though the play of a set was broken off and went on."""
    stop, asked = asyncio.Event(), 0

    def stopping(ask: Ask) -> int:
        nonlocal asked
        asked += 1
        if asked == 9:
            stop.set()
        return by_view(ask)

    view = await start_contest(app, ada, loopback, bots=[stopping, broken, by_view])
    await app.sets.play(view.id, 1, [0, 1, 2], stop)
    await play_all(app, await app.tournaments.get(view.id))
    totals = (await app.metrics.look()).totals
    matches = (await app.matches.page(view.id, None, 100)).items
    strikes = sum(sum(match.strikes) for match in matches)
    calls = sum(seat.calls for match in matches for seat in match.latencies)

    assert totals.sets == {"sky-5": 6}
    assert totals.matches == {"sky-5": len(matches)} == {"sky-5": 12}
    assert +Counter(totals.calls) == {"ok": calls - strikes, "illegal": strikes}
    assert sum(totals.latencies) == calls
    assert totals.latency_ms <= sum(totals.latencies[:-1]) * BUCKETS_MS[-1]


async def test_open_sets_are_told_by_what_becomes_of_them(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """With the age of the oldest lease, run out or not, and of the oldest mark."""
    view = await start_contest(app, ada, loopback)
    await put_in_quarantine(app, view.id, 0)
    await SetRepository(app.store.client, 10).claim(view.id, 1, 1, {})
    await asyncio.sleep(0.1)
    found = await app.metrics.look()

    assert found.open_sets.counts() == {"leased": 0, "enqueued": 1, "idle": 1, "quarantined": 1}
    lapsed_ms = found.open_sets.oldest_lease_ms - app.store.sets.lease_ms
    assert 80 <= lapsed_ms < 20_000
    assert 100 <= found.open_sets.oldest_mark_ms < 20_000
    assert found.jobs_waiting == 1
    assert found.workers == 0
    assert found.events["alarms quarantined"] == 1
    assert found.events["leases_lost"] == 5
    assert found.events["sets_enqueued"] == 3

    await app.store.sets.claim(view.id, 1, 2, {})
    found = await app.metrics.look()
    assert found.open_sets.leased == 1


async def test_bots_in_quarantine_are_counted_while_they_are_to_play(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Those of tournaments that run."""
    view = await start_contest(app, ada, loopback, bots=[broken, by_view, by_view])
    assert (await app.metrics.look()).bots_quarantined == 0
    await play_round(app, view)

    assert (await app.metrics.look()).bots_quarantined == 1


async def test_the_lag_of_the_feed_is_how_long_something_is_untold(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """None as long as it is followed; else it grows."""
    await start_contest(app, ada, loopback)
    await asyncio.sleep(0.05)
    assert (await app.metrics.look()).feed_lag_ms >= 50

    async def caught_up() -> bool:
        return (await app.metrics.look()).feed_lag_ms == 0

    async with app.feed.followed():
        await until(caught_up, "the feed lags")
