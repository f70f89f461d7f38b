"""Finished matches and their replays: who may read them, and when."""

import pytest

from arena.app import App
from arena.service import matches
from arena.service.clock import moment
from arena.service.errors import Invalid, NotFound
from arena.service.matches import MatchFilter, MatchView
from arena.service.owners import Identity
from bots.kit import Ask
from tests.loopback import Loopback, by_view
from tests.service.contest import play_all, play_round, start_contest


def absent(_: Ask) -> int:
    """Choose what is no option, which is a fault."""
    return 99


FAULTY = (by_view, by_view, absent)


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
    """The newest first, each match once."""
    view = await play_all(app, await start_contest(app, ada, loopback))
    seen: list[str] = []
    cursor: str | None = None
    while True:
        page = await app.matches.page(view.id, cursor, 2)
        assert [match.committed_ms for match in page.items] == sorted(
            (match.committed_ms for match in page.items), reverse=True
        )
        seen += [match.id for match in page.items]
        cursor = page.next
        if cursor is None:
            break

    assert len(seen) == len(set(seen)) == view.sets_done * 2
    with pytest.raises(Invalid, match=r"^cursor: "):
        await app.matches.page(view.id, "-", 2)


async def test_matches_are_found_by_what_they_are(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """By bot, opponent, faults, and whether they count; each filter alone and together."""
    view = await play_round(app, await start_contest(app, ada, loopback, bots=FAULTY))
    await app.direction.void(ada, view.id, 1, [0], "wrong cards", rerun=False)
    everything = (await app.matches.page(view.id, None, 100)).items
    names = {entry.name: entry.bot for entry in await app.entries.of(view.id)}
    bot, opponent = names["bot 0"], names["bot 2"]

    async def found(wanted: MatchFilter) -> list[MatchView]:
        return (await app.matches.page(None, None, 100, wanted)).items

    assert await found(MatchFilter(game="sky-heist")) == []
    assert await found(MatchFilter(game="sky-5")) == everything
    assert await found(MatchFilter(bot=bot)) == [each for each in everything if bot in each.bots]
    both = [each for each in everything if {bot, opponent} == set(each.bots)]
    assert len(both) == 2
    assert await found(MatchFilter(bot=bot, opponent=opponent)) == both
    assert await found(MatchFilter(bot=bot, faults=False)) == [
        each for each in everything if bot in each.bots and opponent not in each.bots
    ]
    void = await found(MatchFilter(rated=False))
    assert [(each.set, each.voided, each.deltas) for each in void] == [(0, True, None)] * 2
    rated = await found(MatchFilter(rated=True))
    assert sorted(each.id for each in void + rated) == sorted(each.id for each in everything)
    assert all(sum(each.deltas or ()) == 0 and each.deltas for each in rated)


async def test_matches_are_found_by_their_time(app: App, ada: Identity, loopback: Loopback) -> None:
    """From a time on, and before one; what is committed then is in the one and not in the other."""
    view = await start_contest(app, ada, loopback)
    for number in (0, 1, 2):
        await app.sets.play(view.id, 1, [number])
    matches = (await app.matches.page(view.id, None, 100)).items
    middle = matches[2].committed_ms

    later = await app.matches.page(None, None, 100, MatchFilter(since_ms=middle))
    before = await app.matches.page(None, None, 100, MatchFilter(until_ms=middle))
    assert later.items + before.items == matches
    assert (len(later.items), len(before.items)) == (4, 2)
    page = await app.matches.page(None, None, 1, MatchFilter(until_ms=middle + 1))
    rest = await app.matches.page(None, page.next, 100, MatchFilter(until_ms=middle + 1))
    assert page.items + rest.items == matches[2:]


async def test_nothing_is_older_than_the_beginning(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """The lowest time and the lowest cursor give an empty page."""
    view = await start_contest(app, ada, loopback, bots=[by_view] * 2)
    await app.sets.play(view.id, 1, [0])

    for tournament in (None, view.id):
        for wanted, cursor in ((MatchFilter(until_ms=0), None), (MatchFilter(), f"0-0-{'0' * 32}")):
            page = await app.matches.page(tournament, cursor, 10, wanted)
            assert (page.items, page.next) == ([], None)


async def test_matches_of_several_tournaments_come_newest_first(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Whichever they are of, and wherever a page ends."""
    _, token = await app.owners.create("Cleo", ("organiser", "contestant"))
    cleo = await app.owners.authenticate(token)
    first = await start_contest(app, ada, loopback)
    second = await start_contest(app, cleo, loopback)
    for number in (0, 1, 2):
        await app.sets.play(first.id, 1, [number])
        await app.sets.play(second.id, 1, [number])
    seen, cursor = list[MatchView](), None
    while True:
        page = await app.matches.page(None, cursor, 1)
        seen += page.items
        cursor = page.next
        if cursor is None:
            break

    times = [match.committed_ms for match in seen]
    assert times == sorted(times, reverse=True)
    assert len({match.id for match in seen}) == len(seen) == 12
    assert {match.tournament for match in seen[:4]} == {first.id, second.id}


async def test_one_request_looks_at_so_many_sets(
    app: App, ada: Identity, loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page may be empty then and not the last; who goes on finds all."""
    monkeypatch.setattr(matches, "SCANNED", 2)
    view = await play_round(app, await start_contest(app, ada, loopback))
    oldest = (await app.matches.page(view.id, None, 2)).next
    last = (await app.matches.page(view.id, oldest, 2)).items
    wanted = MatchFilter(until_ms=last[0].committed_ms + 1, faults=True)

    page = await app.matches.page(None, None, 10, MatchFilter(faults=True))
    assert (page.items, page.next) == ([], oldest)
    assert (await app.matches.page(None, page.next, 10, wanted)).next is None


async def test_a_filter_that_cannot_be_is_refused(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """An opponent of nobody, of itself, or that is no bot; the field is named."""
    view = await start_contest(app, ada, loopback)
    bot = (await app.entries.of(view.id))[0].bot
    for opponent_of in (None, bot):
        with pytest.raises(Invalid, match=r"^opponent: "):
            MatchFilter(bot=opponent_of, opponent=bot)
    with pytest.raises(Invalid, match=r"^bot: "):
        await app.matches.page(None, None, 10, MatchFilter(bot="0" * 32))
    with pytest.raises(Invalid, match=r"^opponent: "):
        await app.matches.page(view.id, None, 10, MatchFilter(bot=bot, opponent="0" * 32))
    with pytest.raises(NotFound):
        await app.matches.page("0" * 32, None, 10)


@pytest.mark.parametrize(
    ("text", "ms"),
    [
        ("0", 0),
        ("1767225600000", 1_767_225_600_000),
        ("2026-01-01", 1_767_225_600_000),
        ("2026-01-01T00:00:00Z", 1_767_225_600_000),
        ("2026-01-01t01:00:00.5+01:00", 1_767_225_600_500),
        ("1900-01-01", 0),
    ],
)
def test_a_time_is_ms_or_as_in_rfc_3339(text: str, ms: int) -> None:
    """A date is its beginning in UTC."""
    assert moment("from", text) == ms


@pytest.mark.parametrize(
    "text",
    ["", "-1", "1e3", "9" * 15, "yesterday", "2026-13-01", "2026-W01-1", "2026-01-01T00",
     "2026-01-01T00:00:00", "2026-01-01T25:00:00Z", "٢٠٢٦-01-01"],
)  # fmt: skip
def test_a_time_that_is_none_is_refused(text: str) -> None:
    """With the forms that there are."""
    with pytest.raises(Invalid, match=r"^from: expected ms since 1970, or as in 2026-05-01"):
        moment("from", text)
