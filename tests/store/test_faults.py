"""Faults of bots: kept once with their beat, the latest of them, for a while."""

import pytest

from arena.engine.record import Header
from arena.store import keys
from arena.store.exhibitions import Exhibition, Failed
from arena.store.faults import DURING, Fault, encode_fault
from arena.store.sets import Addition, Made
from tests.store.cup import Cup
from tests.store.failures import fault

BOT = Cup.bots[0]
DAY_MS = 24 * 3_600_000


async def kept(cup: Cup) -> list[int]:
    """Give which ones are kept, the newest first."""
    return [each.fault.latency_ms for each in await cup.store.faults.before(BOT, None, 2_000)]


async def append(cup: Cup, at: int, entries: int, *faults: Fault, fence: int = 1) -> bool:
    """Add so many entries to the journal of set 0, the faults being of the last one."""
    made = [Made(entries - 1, BOT, each) for each in faults]
    names = [b"entry %d" % number for number in range(at, at + entries)]
    return (await cup.store.sets.append(cup.id, 1, [Addition(0, fence, at, names, made)]))[0]


async def test_a_fault_is_kept_once_with_its_beat(cup: Cup) -> None:
    """However often that is sent, with others or alone; each bot's apart from others'."""
    await cup.claim(0)
    for _ in range(2):
        assert await append(cup, 0, 2, fault(1))
    assert await append(cup, 0, 3, fault(2))
    assert await append(cup, 2, 1, fault(2))

    assert await kept(cup) == [2, 1]
    assert await cup.store.faults.before(Cup.bots[1], None, 9) == []


async def test_whoever_lost_a_set_keeps_no_faults_of_it(cup: Cup) -> None:
    """Nor does an entry that does not fit the journal."""
    await cup.claim(0)

    assert not await append(cup, 0, 1, fault(1), fence=7)
    assert not await append(cup, 3, 1, fault(1))
    assert await kept(cup) == []


async def test_the_latest_are_kept(cup: Cup) -> None:
    """1,000 of them, and a bot that makes more loses the oldest."""
    await cup.claim(0)
    await append(cup, 0, 1, *map(fault, range(1_050)))

    assert await kept(cup) == list(range(1_049, 49, -1))


async def test_they_have_a_mebibyte_at_most(cup: Cup) -> None:
    """Of large ones there are fewer, but never none."""
    await cup.claim(0)
    await append(cup, 0, 1, *(fault(number, 2_048) for number in range(900)))
    size = await cup.store.client.run(
        int, "MEMORY", "USAGE", keys.faults(BOT, "match"), "SAMPLES", 0
    )
    left = await kept(cup)

    assert size <= 1 << 20
    assert left[0] == 899
    assert 100 < len(left) < 500


async def test_they_go_after_thirty_days(cup: Cup) -> None:
    """All of them where no more come, and else those that are as old."""
    await cup.claim(0)
    await cup.store.client.run(bytes, "XADD", keys.faults(BOT, "match"), "1000-0", "f", "old")
    await append(cup, 0, 1, fault(1))
    left_ms = await cup.store.client.run(int, "PTTL", keys.faults(BOT, "match"))

    assert await kept(cup) == [1]
    assert 29 * DAY_MS < left_ms <= 30 * DAY_MS


async def test_pages_go_on_where_one_has_ended(cup: Cup) -> None:
    """The newest first."""
    await cup.claim(0)
    await append(cup, 0, 1, *map(fault, range(5)))
    first = await cup.store.faults.before(BOT, None, 3)
    second = await cup.store.faults.before(BOT, first[-1].id, 3)

    assert [each.fault.latency_ms for each in (*first, *second)] == [4, 3, 2, 1, 0]


@pytest.mark.parametrize(("size", "most"), [(0, 200), (2_000, 128)])
async def test_what_is_of_no_rated_play_pushes_no_other_away(
    cup: Cup, size: int, most: int
) -> None:
    """Others may have a bot play exhibitions that it must fail: 200 of those, in 256 KiB."""
    await cup.claim(0)
    await append(cup, 0, 1, fault(1))
    for match in ("m1", "m2", "m3"):
        await cup.store.health.note_match(match, {BOT: True})
    await cup.store.health.note_check(BOT, "c1", fault(2))
    await fail_exhibition(cup, [fault(number, size) for number in range(300)])
    found = await cup.store.faults.before(BOT, None, 2_000)
    left = [each.fault.latency_ms for each in found if each.during == "exhibition"]

    assert left == list(range(299, 299 - len(left), -1))
    assert most // 3 <= len(left) <= most
    others = [(each.during, each.fault.latency_ms) for each in found[len(left) :]]
    assert others == [("check", 2), ("match", 1)]


async def fail_exhibition(cup: Cup, faults: list[Fault]) -> None:
    """Have the bot make these in an exhibition."""
    header = Header(game="sky-5", players=2, rounds=1, rules=1, seed="0" * 64, windows=())
    one = Exhibition(
        id="1" * 32, owner="e" * 32, seats=(BOT, "house:b"), header=header, move_ms=1, bank_ms=1,
        max_strikes=1,
    )  # fmt: skip
    await cup.store.exhibitions.add(one)
    fence = await cup.store.exhibitions.claim(one.id, {}, "t")
    assert isinstance(fence, int)
    made = [(BOT, each) for each in faults]
    assert await cup.store.exhibitions.end(one.id, fence, Failed("a test"), (), made)


@pytest.mark.parametrize("limit", [1, 2, 100])
async def test_pages_lose_none_of_those_that_were_kept_at_once(cup: Cup, limit: int) -> None:
    """In one ms, in rated play, in exhibitions and in checks, under the same number."""
    for during in DURING:
        for number in range(3):
            name, record = keys.faults(BOT, during), encode_fault(fault(number))
            await cup.store.client.run(bytes, "XADD", name, f"1000-{number}", "f", record)
    found, cursor = [], None
    while page := await cup.store.faults.before(BOT, cursor, limit):
        found += [(each.during, each.fault.latency_ms) for each in page]
        cursor = page[-1].id

    assert found == [(during, number) for number in (2, 1, 0) for during in DURING[::-1]]


async def test_a_fault_at_no_ask_is_kept_once_a_minute(cup: Cup) -> None:
    """A bot is met again and again, and its `GET` fails as often."""
    for number in range(3):
        await cup.store.faults.add(BOT, fault(number))

    assert await kept(cup) == [0]
