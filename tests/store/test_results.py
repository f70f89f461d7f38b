"""The commit: all of it or nothing, exactly once."""

import msgspec
import pytest

from arena.store import keys
from arena.store.errors import StoreError
from arena.store.results import Commit, Committed, Rejected
from arena.store.sets import Addition, Refusal
from tests.held import Held, held
from tests.store.cup import START, Cup


async def everything(cup: Cup) -> dict[bytes, Held]:
    """Give what is under all keys but the counts of events, to see that nothing has changed."""
    names = await cup.store.client.run(list[bytes], "KEYS", "*")
    kept = [name for name in names if name.decode() != keys.COUNTERS]
    return {name: await held(cup.store.client, name) for name in kept}


async def test_a_commit_moves_log_board_count_and_feed_together(cup: Cup) -> None:
    """After it, the set is in the log, rated, counted, announced and no longer open."""
    claim = await cup.claim(2)
    answer = await cup.store.results.commit(cup.result(2, claim.fence))

    assert answer == Committed(again=False, left=3)
    assert await cup.ratings() == {
        cup.bots[0]: START + 5_000_002,
        cup.bots[1]: START - 5_000_002,
        cup.bots[2]: START,
    }
    assert await cup.store.boards.played(cup.id) == {cup.bots[0]: 1, cup.bots[1]: 1}
    logged = await cup.store.results.get(cup.id, 1, 2)
    assert logged is not None
    assert logged.result == b"result 2"
    assert await cup.store.results.read(cup.id, None, 10) == [logged]
    last = (await cup.store.feed.read("0", 100))[-1]
    assert (last.version, last.kind, last.round, last.set) == (1, "set", 1, 2)
    assert await cup.store.sets.claim(cup.id, 1, 2, {}) == Refusal("GONE")


async def test_the_journal_goes_when_the_set_is_committed(cup: Cup) -> None:
    """Nothing of the play itself is left."""
    claim = await cup.claim(0)
    await cup.store.sets.append(cup.id, 1, [Addition(0, claim.fence, 0, [b"a"])])
    journal = keys.journal(cup.id, 1, 0)
    assert await cup.store.client.run(int, "EXISTS", journal) == 1
    await cup.store.results.commit(cup.result(0, claim.fence))

    assert await cup.store.client.run(int, "EXISTS", journal) == 0


async def test_the_same_result_again_changes_nothing(cup: Cup) -> None:
    """A resent commit, or a second worker with the same match, is told that it is done."""
    claim = await cup.claim(0)
    commit = cup.result(0, claim.fence)
    await cup.store.results.commit(commit)
    before = await everything(cup)

    assert await cup.store.results.commit(commit) == Committed(again=True, left=None)
    assert await everything(cup) == before


async def test_another_result_is_an_alarm_and_changes_nothing_else(cup: Cup) -> None:
    """The first recorded result stands."""
    claim = await cup.claim(0)
    commit = cup.result(0, claim.fence)
    await cup.store.results.commit(commit)
    before = await everything(cup)

    other = msgspec.structs.replace(commit, digest=b"another")
    assert await cup.store.results.commit(other) == Rejected("CONFLICT")
    after = await everything(cup)
    alarms = after.pop(keys.ALARMS.encode())
    assert alarms is not None
    assert after == before


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"fence": 2}, Rejected("FENCED")),
        ({"round": 2}, Rejected("ROUND")),
        ({"number": 9}, Rejected("GONE")),
        ({"before": b"elsewhere"}, Rejected("HEAD", b"head 0")),
    ],
)
async def test_what_is_not_ours_to_commit_changes_nothing(
    cup: Cup, changes: dict[str, int | bytes], why: Rejected
) -> None:
    """An old fence, another round, an unknown set, a log that has grown meanwhile."""
    claim = await cup.claim(0)
    before = await everything(cup)
    commit = msgspec.structs.replace(cup.result(0, claim.fence), **changes)

    assert await cup.store.results.commit(commit) == why
    assert await everything(cup) == before


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"a" * 32: 1, "b" * 32: -2}, "SUM"),
        ({}, "SUM"),
        ({"a" * 32: 1, "f" * 32: -1}, "UNKNOWN"),
        ({"a" * 32: 2**53 + 1, "b" * 32: -(2**53)}, "CHANGE"),
    ],
)
async def test_a_wrong_change_of_ratings_is_our_error(
    cup: Cup, changes: dict[str, int], why: str
) -> None:
    """Ratings sum to the same for ever, and are those of the tournament's own bots."""
    claim = await cup.claim(0)
    before = await everything(cup)
    commit = msgspec.structs.replace(cup.result(0, claim.fence), changes=changes)

    with pytest.raises(StoreError, match=why):
        await cup.store.results.commit(commit)
    assert await everything(cup) == before


async def test_the_chain_goes_on_from_the_head_that_the_answer_names(cup: Cup) -> None:
    """Of two commits after the same head one is put after the other."""
    first, second = await cup.claim(0), await cup.claim(1)
    await cup.store.results.commit(cup.result(0, first.fence))
    commit = cup.result(1, second.fence)

    answer = await cup.store.results.commit(commit)
    assert isinstance(answer, Rejected)
    assert answer.head == b"head after 0"
    retried: Commit = msgspec.structs.replace(commit, before=answer.head)
    assert await cup.store.results.commit(retried) == Committed(again=False, left=2)
