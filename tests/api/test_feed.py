"""The feed as it is read over the API: both forms, where it begins, what is picked out of it."""

from collections.abc import Sequence

import aiohttp
import msgspec
import pytest

from arena.api.routes.feed import EVENTS, NDJSON
from arena.app import App
from arena.service.feed import MOST_OF_CLIENT
from arena.service.tournaments import TournamentView
from arena.store import keys
from arena.store.feed import GAP, Announcement
from tests.api.acts import draft, open_draft, start_cup
from tests.api.client import Api, Reply
from tests.api.viewer import crowd
from tests.loopback import Loopback
from tests.service.contest import play_all
from tests.waiting import until


def announced(reply: Reply) -> list[Announcement]:
    """Give what an answer in lines announces."""
    assert (reply.status, reply.media_type) == (200, NDJSON), reply.body
    return [msgspec.json.decode(line, type=Announcement) for line in reply.lines()]


def kinds(announcements: Sequence[Announcement]) -> list[str]:
    """Give their kinds."""
    return [each.kind for each in announcements]


async def held(api: Api, app: App, token: str, loopback: Loopback) -> TournamentView:
    """Hold a tournament of three bots to its end."""
    cup = await start_cup(api, token, loopback)
    return await play_all(app, cup)


async def test_it_tells_of_a_contest_from_its_opening_to_its_end(
    api: Api, app: App, ada: str, loopback: Loopback
) -> None:
    """Every step once, in order, with what it takes to find it elsewhere."""
    cup = await held(api, app, ada, loopback)
    told = announced(await api.get("/v1/feed"))

    assert kinds(told) == [
        "open", *3 * ["entry"], "start", "round", *3 * ["set"], "round", *3 * ["set"], "finish",
    ]  # fmt: skip
    assert {each.tournament for each in told} == {cup.id}
    sets = [(each.round, each.set) for each in told if each.kind == "set"]
    assert sorted(sets) == [(1, 0), (1, 1), (1, 2), (2, 0), (2, 1), (2, 2)]
    entries = await app.entries.of(cup.id)
    assert {each.bot for each in told if each.bot} == {each.bot for each in entries}


async def test_it_comes_as_events_to_whoever_wants_these(
    api: Api, ada: str, loopback: Loopback
) -> None:
    """Each with its id and kind, as a browser takes them; before all others the place alone."""
    await start_cup(api, ada, loopback)
    told = announced(await api.get("/v1/feed"))
    reply = await api.send("GET", "/v1/feed", more={"Accept": f"{EVENTS}, */*;q=0.1"})
    first, *events = reply.body.decode().removesuffix("\n\n").split("\n\n")

    assert (reply.status, reply.media_type) == (200, EVENTS)
    assert first == ":\nid: 0"
    assert events == [
        f"id: {each.id}\nevent: {each.kind}\ndata: {msgspec.json.encode(each).decode()}"
        for each in told
    ]


async def test_it_goes_on_after_the_id_that_was_had_last(
    api: Api, ada: str, loopback: Loopback
) -> None:
    """By parameter, or by the header that browsers send, which goes before it."""
    await start_cup(api, ada, loopback)
    told = announced(await api.get("/v1/feed"))

    for number, each in enumerate(told):
        reply = await api.get(f"/v1/feed?follow=false&since={each.id}")
        assert announced(reply) == told[number + 1 :]
        assert reply.headers["Last-Event-ID"] == each.id
    reply = await api.send(
        "GET", "/v1/feed?follow=false&since=0", more={"Last-Event-ID": told[-2].id}
    )
    assert announced(reply) == told[-1:]
    reply = await api.get("/v1/feed?follow=false")
    assert (announced(reply), reply.headers["Last-Event-ID"]) == ([], told[-1].id)


async def test_it_tells_of_one_tournament_bot_or_kind(
    api: Api, ada: str, loopback: Loopback
) -> None:
    """Each picks out what it names, and together what they all do."""
    cup = await start_cup(api, ada, loopback, bots=2)
    other = await open_draft(api, ada, await draft(api, ada))
    told = announced(await api.get("/v1/feed"))
    bot = next(each.bot for each in told if each.kind == "entry")

    of_cup = announced(await api.get(f"/v1/tournaments/{cup.id}/feed"))
    assert kinds(of_cup) == ["open", "entry", "entry", "start", "round"]
    of_other = announced(await api.get(f"/v1/tournaments/{other.id}/feed"))
    assert of_other == told[-1:]
    base = "follow=false&since=0"
    of_bot = announced(await api.get(f"/v1/feed?{base}&bot={bot}"))
    assert [(each.kind, each.bot) for each in of_bot] == [("entry", bot)]
    of_kind = announced(await api.get(f"/v1/feed?{base}&kind=open&kind=start"))
    assert kinds(of_kind) == ["open", "start", "open"]
    path = f"/v1/tournaments/{cup.id}/feed?{base}"
    assert kinds(announced(await api.get(f"{path}&kind=open"))) == ["open"]


async def test_what_it_cannot_take_is_named(api: Api) -> None:
    """With what would be taken; a tournament that is not there is none whose feed is empty."""
    for since in ("x", "1", "-1", "1-", "0-0-0", "99999999999999999999-0", "1-0%0A", "+"):
        problem = (await api.get(f"/v1/feed?since={since}")).problem(422, "since")
        assert "the id of an announcement, or 0 for the oldest" in problem.detail
    problem = (await api.get("/v1/feed?kind=begin")).problem(422, "kind")
    assert "expected one of open, entry, start" in problem.detail
    assert "got 'begin'" in problem.detail
    (await api.get("/v1/feed?bot=x")).problem(422, "bot")
    (await api.get("/v1/feed?follow=perhaps")).problem(422, "follow")
    (await api.get(f"/v1/tournaments/{'0' * 32}/feed")).problem(404)


@pytest.mark.parametrize("lost", ["the oldest", "the newest"])
async def test_who_may_have_missed_something_is_told_so(
    api: Api, app: App, ada: str, loopback: Loopback, lost: str
) -> None:
    """Where the last he had is not kept any more: it is too old, or a power cut took it back."""
    await start_cup(api, ada, loopback)
    told = announced(await api.get("/v1/feed"))
    had = told[1] if lost == "the oldest" else told[-1]
    gone = told[:2] if lost == "the oldest" else told[-1:]
    await app.store.client.run(int, "XDEL", keys.FEED, *[each.id for each in gone])

    gap, *rest = announced(await api.get(f"/v1/feed?follow=false&since={had.id}&kind=set"))
    assert (gap.kind, rest) == (GAP, [])
    gap, *rest = announced(await api.get(f"/v1/feed?follow=false&since={had.id}"))
    assert gap.kind == GAP
    assert rest == (told[2:] if lost == "the oldest" else [])
    assert gap.id == (had.id if lost == "the oldest" else told[-2].id)


async def test_readers_at_one_address_are_limited_and_leave_room_when_they_go(
    api: Api, api_url: str
) -> None:
    """429 with Retry-After for one too many; whoever goes makes room for another."""
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(api_url, connector=connector) as session:
        readers = await crowd(session)
        assert len(readers) == MOST_OF_CLIENT
        refused = await api.get("/v1/feed?follow=false")
        assert "at most 200 readers at this address" in refused.problem(429).detail
        assert int(refused.headers["Retry-After"]) > 0

        readers[0].close()

        async def is_let_in() -> bool:
            return (await api.get("/v1/feed?follow=false")).status == 200

        await until(is_let_in, "a reader who has gone leaves no room")
