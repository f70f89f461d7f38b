"""Finished matches and their replays: who may read them, and when."""

import pytest

from arena.app import App
from arena.service.errors import Invalid, NotFound
from arena.service.owners import Identity
from tests.loopback import Loopback
from tests.service.contest import play_all, play_round, start_contest


async def test_a_match_can_be_read_and_its_replay_after_the_round(
    app: App, ada: Identity, bob: Identity, loopback: Loopback
) -> None:
    """Until then only its organiser has the replay: it would tell the deal to bots still to sit."""
    view = await start_contest(app, ada, loopback)
    await app.sets.play(view.id, 1, [0])
    match = (await app.matches.page(view.id, None, 10)).items[0]
    assert await app.matches.get(match.id) == match
    assert not match.replay
    for who in (None, bob):
        with pytest.raises(NotFound, match="sealed"):
            await app.matches.replay(match.id, who)
    record = await app.matches.replay(match.id, ada)
    await play_round(app, view)

    assert (await app.matches.get(match.id)).replay
    assert await app.matches.replay(match.id) == record
    assert record.digest == match.digest
    assert record.outcome == match.outcome


@pytest.mark.parametrize("match_id", ["", "x", "0" * 32 + "-1-0-0", "0" * 32 + "-1-0-0-0"])
async def test_an_unknown_match_is_not_found(app: App, match_id: str) -> None:
    """Whatever it looks like."""
    with pytest.raises(NotFound):
        await app.matches.get(match_id)


async def test_a_match_of_a_set_that_has_fewer_is_not_found(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """A duel's set has two matches."""
    view = await play_round(app, await start_contest(app, ada, loopback))

    with pytest.raises(NotFound):
        await app.matches.get(f"{view.id}-1-0-2")


async def test_pages_of_matches_follow_each_other(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """In the order of the log, each match once."""
    view = await play_all(app, await start_contest(app, ada, loopback))
    seen: list[str] = []
    cursor: str | None = None
    while True:
        page = await app.matches.page(view.id, cursor, 2)
        seen += [match.id for match in page.items]
        cursor = page.next
        if cursor is None:
            break

    assert len(seen) == len(set(seen)) == view.sets_done * 2
    with pytest.raises(Invalid, match=r"^cursor: "):
        await app.matches.page(view.id, "-", 2)
