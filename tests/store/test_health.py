"""The health of bots: what puts one into quarantine, when it is checked, what releases it."""

import asyncio

from arena.store import keys
from arena.store.store import Store
from tests.store.failures import fault

BOT, OTHER = "a" * 32, "b" * 32


async def quarantine(store: Store, bot: str = BOT) -> None:
    """Put a bot in quarantine."""
    for match in ("m1", "m2", "m3"):
        await store.health.note_match(match, {bot: True})


async def turn(store: Store, **fields: int) -> None:
    """Put fields of the bot's health so many ms back, as if they were of an earlier time."""
    for name, ms in fields.items():
        await store.client.run(int, "HINCRBY", keys.health(BOT), name, -ms)


async def is_held(store: Store) -> bool:
    """Say whether the bot is in quarantine."""
    return bool(await store.health.quarantines([BOT]))


async def test_three_matches_in_a_row_put_a_bot_in_quarantine(store: Store) -> None:
    """Not its opponent; the third is announced, and which they were is kept."""
    for match in ("m1", "m2"):
        await store.health.note_match(match, {BOT: True, OTHER: False})
    assert not await is_held(store)
    await store.health.note_match("m3", {BOT: True, OTHER: False})

    held = await store.health.quarantines([OTHER, BOT])
    assert list(held) == [BOT]
    assert held[BOT].matches == ("m1", "m2", "m3")
    assert held[BOT].check_due_ms - held[BOT].since_ms == 30_000
    told = await store.feed.read("0", 9)
    assert [(each.kind, each.bot) for each in told] == [("bot_quarantined", BOT)]


async def test_a_match_that_is_told_twice_counts_once(store: Store) -> None:
    """Whoever resumes a set tells its earlier matches again."""
    for match in ("m1", "m2", "m1", "m2", "m2"):
        await store.health.note_match(match, {BOT: True})

    assert not await is_held(store)


async def test_a_match_played_to_its_end_begins_the_row_anew(store: Store) -> None:
    """Only matches in a row count."""
    for match, retired in (("m1", True), ("m2", True), ("m3", False), ("m4", True), ("m5", True)):
        await store.health.note_match(match, {BOT: retired})

    assert not await is_held(store)


async def test_a_match_that_ends_later_releases_nobody(store: Store) -> None:
    """It was in play when the quarantine began; checks release."""
    await quarantine(store)
    await store.health.note_match("m4", {BOT: False})

    assert await is_held(store)


async def test_a_check_is_made_by_one_worker_when_it_is_due(store: Store) -> None:
    """After 30 s, then after 60, then twice as long each time, up to an hour."""
    await quarantine(store)
    assert await store.health.take_checks([BOT]) == []
    for pause_s in (60, 120, 240, 480, 960, 1_920, 3_600, 3_600):
        await turn(store, due=3_600_000)
        taken = await asyncio.gather(*(store.health.take_checks([OTHER, BOT]) for _ in range(4)))
        assert sorted(taken) == [[], [], [], [BOT]]
        assert abs(await due_s(store) - pause_s) < 5


async def test_a_clock_that_is_set_back_puts_no_check_off(store: Store) -> None:
    """It would else be as far off as the clock was wrong."""
    await quarantine(store)
    await turn(store, due=-10_000_000)

    assert await store.health.take_checks([BOT]) == [BOT]


async def test_two_checks_passed_release_a_bot(store: Store) -> None:
    """The second is due 30 s after the first; the release is announced, and all is forgotten."""
    await quarantine(store)
    assert await store.health.note_check(BOT, "c1", None)
    assert abs(await due_s(store) - 30) < 5
    await turn(store, at=10_000)
    assert not await store.health.note_check(BOT, "c2", None)

    assert not await is_held(store)
    assert (await store.feed.read("0", 9))[-1].kind == "bot_released"
    assert not await store.health.note_check(BOT, "c2", None)
    await store.health.note_match("m4", {BOT: True})
    assert not await is_held(store)


async def test_checks_passed_too_close_together_count_once(store: Store) -> None:
    """A check told twice as well: an answer may be lost on its way."""
    await quarantine(store)
    for check in ("c1", "c1", "c2"):
        assert await store.health.note_check(BOT, check, None)
    await turn(store, at=10_000)

    assert await store.health.note_check(BOT, "c2", None)
    assert (await store.health.quarantines([BOT]))[BOT].checks_passed == 1


async def test_a_failed_check_counts_for_the_ones_before(store: Store) -> None:
    """Two must be passed one after another."""
    await quarantine(store)
    for check, made in (("c1", None), ("c2", fault(1)), ("c3", None)):
        assert await store.health.note_check(BOT, check, made)
        await turn(store, at=10_000)

    assert (await store.health.quarantines([BOT]))[BOT].checks_passed == 1


async def test_the_fault_of_a_failed_check_is_kept_once(store: Store) -> None:
    """Though it is told twice; one of a bot that is in no quarantine any more is not kept."""
    await store.health.note_check(BOT, "c0", fault(1))
    await quarantine(store)
    for check, made in (("c1", None), ("c2", fault(1)), ("c2", fault(1))):
        await store.health.note_check(BOT, check, made)

    (kept,) = await store.faults.before(BOT, None, 9)
    assert (kept.during, kept.fault) == ("check", fault(1))


async def due_s(store: Store) -> float:
    """Give in how many seconds the next check is due."""
    now_s = int((await store.client.run(list[bytes], "TIME"))[0])
    held = (await store.health.quarantines([BOT]))[BOT]
    return held.check_due_ms / 1_000 - now_s
