"""Requests that come again with the same idempotency key are done once."""

import asyncio

import msgspec
import pytest

from arena.app import App
from arena.match.conformance.report import Report
from arena.service.bots import BotWithSecret
from arena.service.direction import ActView, VoidView
from arena.service.entries import EntryView
from arena.service.errors import Conflict
from arena.service.paging import Page
from arena.service.tournaments import TournamentView
from arena.store.errors import StoreAway
from tests.api.acts import DUEL, open_draft, register, start_cup
from tests.api.client import Api, Reply
from tests.loopback import Loopback

CUPS = "/v1/tournaments"
CUP = {"name": "Cup", "config": DUEL}


async def post(api: Api, path: str, body: object, token: str, key: str = "mine-1") -> Reply:
    """Send a POST with an idempotency key."""
    data = msgspec.json.encode(body)
    return await api.send("POST", path, data, token, more={"Idempotency-Key": key})


async def test_a_bot_is_registered_once(api: Api, ada: str, loopback: Loopback) -> None:
    """Who has not heard the answer is given it, with the secret that signs the requests."""
    body = {"name": "Bert", "url": await loopback.start()}
    first, again = [await post(api, "/v1/bots", body, ada) for _ in range(2)]

    assert again.read(BotWithSecret, 201) == first.read(BotWithSecret, 201)
    assert len((await api.get("/v1/bots", ada)).read(Page[object]).items) == 1


async def test_a_key_gives_no_more_than_there_is_of_a_bot(
    api: Api, ada: str, loopback: Loopback
) -> None:
    """The secret that it has now; and once it is deleted nothing, neither URL nor secret."""
    body = {"name": "Bert", "url": await loopback.start()}
    bot = (await post(api, "/v1/bots", body, ada)).read(BotWithSecret, 201)
    rotated = (await api.post(f"/v1/bots/{bot.id}/secret", token=ada)).read(BotWithSecret)
    again = (await post(api, "/v1/bots", body, ada)).read(BotWithSecret, 201)
    assert again.secret == rotated.secret != bot.secret

    await api.send("DELETE", f"/v1/bots/{bot.id}", token=ada)
    (await post(api, "/v1/bots", body, ada)).problem(404)


async def test_a_request_that_comes_again_has_nobody_called(
    api: Api, ada: str, loopback: Loopback
) -> None:
    """No check begins by it: whoever is at that URL by then has proved nothing."""
    body = {"name": "Bert", "url": await loopback.start()}
    bot = (await post(api, "/v1/bots", body, ada)).read(BotWithSecret, 201)
    first = (await api.get(f"/v1/bots/{bot.id}/report", ada)).read(Report)
    await post(api, "/v1/bots", body, ada)

    assert (await api.get(f"/v1/bots/{bot.id}/report", ada)).read(Report).begun_ms == first.begun_ms


@pytest.mark.parametrize("key", ["x" * 65, "two words"])
async def test_a_key_that_cannot_be_is_named(api: Api, ada: str, key: str) -> None:
    """As the header that it came in."""
    problem = (await post(api, CUPS, CUP, ada, key)).problem(422, "Idempotency-Key")
    assert f"got {key!r}" in problem.detail


async def test_a_tournament_and_an_entry_are_made_once(
    api: Api, ada: str, loopback: Loopback
) -> None:
    """Each under a key of its own; without a key a second tournament is another one."""
    cups = [(await post(api, CUPS, CUP, ada)).read(TournamentView, 201) for _ in range(2)]
    other = (await api.post(CUPS, CUP, ada)).read(TournamentView, 201)
    assert cups[0].id == cups[1].id != other.id

    cup = await open_draft(api, ada, cups[0])
    entry = {"bot": (await register(api, ada, await loopback.start())).id}
    path = f"{CUPS}/{cup.id}/entries"
    made = [(await post(api, path, entry, ada, "2")).read(EntryView, 201) for _ in range(2)]
    assert made[0] == made[1]
    (await api.post(path, entry, ada)).problem(409)


async def test_sets_are_made_void_once(api: Api, ada: str, loopback: Loopback) -> None:
    """Who has not heard the answer is told which sets are played again, and not that none are."""
    cup = await start_cup(api, ada, loopback)
    path, body = f"{CUPS}/{cup.id}/void", {"round": 1, "sets": [0], "reason": "a slip"}
    first, again, other = [
        (await post(api, path, body, ada, key)).read(VoidView) for key in ("1", "1", "2")
    ]
    (await post(api, path, {**body, "sets": [1]}, ada, "1")).problem(422, "Idempotency-Key")

    assert first == again
    assert [(each.round, each.set) for each in first.reruns] == [(1, 3)]
    assert other.voided == other.reruns == []
    acts = (await api.get(f"{CUPS}/{cup.id}/audit")).read(Page[ActView]).items
    assert [act.act for act in acts].count("void") == 1


async def test_a_key_is_for_one_request_of_one_owner(api: Api, app: App, ada: str) -> None:
    """For another it is refused, and nothing is done; others may use the same word."""
    _, zoe = await app.owners.create("Zoe", ("organiser",))
    mine = (await post(api, CUPS, CUP, ada)).read(TournamentView, 201)
    another = await post(api, CUPS, {**CUP, "name": "Other"}, ada)
    assert "expected a new one" in another.problem(422, "Idempotency-Key").detail
    assert (await post(api, CUPS, CUP, zoe)).read(TournamentView, 201).id != mine.id
    assert len((await api.get(CUPS)).read(Page[object]).items) == 2


async def test_a_refused_request_may_be_mended(api: Api, ada: str) -> None:
    """It was not done, so its key is not used up; what is no key is refused."""
    bad = {"name": "Cup", "config": {**DUEL, "rules": 77}}
    (await post(api, CUPS, bad, ada)).problem(422, "config.rules")
    assert (await post(api, CUPS, CUP, ada)).status == 201
    for wrong in ("two words", "x" * 65):
        assert (await post(api, CUPS, CUP, ada, wrong)).status == 422


async def test_while_the_first_is_under_way_the_second_is_told_so(app: App, ada: str) -> None:
    """Nothing is made twice, whichever process is asked."""
    who = await app.owners.authenticate(ada)
    begun, go = asyncio.Event(), asyncio.Event()

    async def make() -> int:
        begun.set()
        await go.wait()
        return 7

    first = asyncio.create_task(app.repeats.once(who, "k", ("what",), int, make))
    await begun.wait()
    with pytest.raises(Conflict, match="still under way"):
        await app.repeats.once(who, "k", ("what",), int, make)
    go.set()
    assert await first == await app.repeats.once(who, "k", ("what",), int, make) == 7


async def test_what_may_have_been_done_is_not_done_again(app: App, ada: str) -> None:
    """The store was away in the middle: nobody knows, so the client is to look."""
    who = await app.owners.authenticate(ada)
    made = 0

    async def make() -> int:
        nonlocal made
        made += 1
        raise StoreAway("no answer")

    with pytest.raises(StoreAway):
        await app.repeats.once(who, "k", ("what",), int, make)
    with pytest.raises(Conflict, match="see whether it was done"):
        await app.repeats.once(who, "k", ("what",), int, make)
    assert made == 1
