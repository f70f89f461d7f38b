"""Exhibitions over the API: what is asked for, what is refused, and where."""

import asyncio

import msgspec
import pytest

from arena.app import App
from arena.engine.record import Record
from arena.service.bots import OwnBot
from arena.service.exhibitions import ExhibitionView
from arena.service.paging import Page
from arena.service.plays import OptionsView, PlayView, ProofView
from tests.api.acts import register
from tests.api.client import Api
from tests.loopback import Loopback

PATH = "/v1/exhibitions"


async def test_an_exhibition_is_begun_and_read(
    api: Api, app: App, ada: str, loopback: Loopback
) -> None:
    """What a worker plays meanwhile is played here by hand."""
    bot = await register(api, ada, await loopback.start())
    body = {"bots": [bot.id, "house:sky5-good"], "game": "sky-5"}
    begun = (await api.post(PATH, body, ada)).read(ExhibitionView, 201)
    assert begun.state == "queued"
    (await api.get(f"{PATH}/{begun.id}/replay", ada)).problem(404)
    await app.exhibitor.play(begun.id, asyncio.Event())

    view = (await api.get(f"{PATH}/{begun.id}", ada)).read(ExhibitionView)
    replay = (await api.get(f"{PATH}/{begun.id}/replay", ada)).read(Record)
    assert (view.state, view.result and view.result.digest) == ("finished", replay.digest)
    assert (await api.get(PATH, ada)).read(Page[ExhibitionView]).items == [view]


async def test_one_is_looked_at_event_by_event_by_its_owner_alone(
    api: Api, app: App, ada: str, bob: str, loopback: Loopback
) -> None:
    """As a match is; and no cache keeps any of it, since it is nobody else's."""
    bot = await register(api, ada, await loopback.start())
    body = {"bots": [bot.id, "house:sky5-good"], "game": "sky-5"}
    path = f"{PATH}/{(await api.post(PATH, body, ada)).read(ExhibitionView, 201).id}"
    (await api.get(f"{path}/events", ada)).problem(404)
    await app.exhibitor.play(path.rpartition("/")[2], asyncio.Event())

    replay = (await api.get(f"{path}/replay", ada)).read(Record)
    told = await api.get(f"{path}/events?seen_by=1", ada)
    assert told.headers["Cache-Control"] == "no-store"
    assert "ETag" not in told.headers
    play = told.read(PlayView)
    assert (play.seen_by, play.digest) == ("1", replay.digest)
    assert (await api.get(f"{path}/asks/0", ada)).read(OptionsView).choice == replay.decisions[0]
    assert (await api.get(f"{path}/proof", ada)).read(ProofView).verified
    (await api.get(f"{path}/events?seen_by=everybody", ada)).problem(422, "seen_by")
    for end in ("events", "asks/0", "proof"):
        (await api.get(f"{path}/{end}", bob)).problem(404)
        (await api.get(f"{path}/{end}")).problem(401)


async def test_a_request_that_comes_again_begins_none_more(
    api: Api, ada: str, loopback: Loopback
) -> None:
    """With the same `Idempotency-Key`: it would use up what an owner may begin."""
    bot = await register(api, ada, await loopback.start())
    body = msgspec.json.encode({"bots": [bot.id, "house:sky5-good"], "game": "sky-5"})
    key = {"Idempotency-Key": "practice-1"}
    views = [
        (await api.send("POST", PATH, body, ada, more=key)).read(ExhibitionView, 201)
        for _ in range(2)
    ]

    assert views[0] == views[1]
    assert (await api.get(PATH, ada)).read(Page[ExhibitionView]).items == views[:1]


async def test_others_may_have_a_willing_bot_play(
    api: Api, ada: str, bob: str, loopback: Loopback
) -> None:
    """All can see which are; to be asked is not the default, and can be taken back."""
    mine, others = [await register(api, who, await loopback.start()) for who in (ada, bob)]
    body = {"bots": [mine.id, others.id], "game": "sky-5"}
    (await api.post(PATH, body, ada)).problem(422, "bots[1]")
    reply = await api.send("PATCH", f"/v1/bots/{others.id}", b'{"exhibitions": true}', bob)
    assert reply.read(OwnBot).exhibitions
    view = (await api.post(PATH, body, ada)).read(ExhibitionView, 201)
    await api.send("PATCH", f"/v1/bots/{others.id}", b'{"exhibitions": false}', bob)

    (await api.post(PATH, body, ada)).problem(422, "bots[1]")
    assert (await api.get(f"{PATH}/{view.id}", bob)).read(ExhibitionView).bots[0] == mine.id


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("bots[1]", {"bots": ["0" * 32, "house:../x"]}),
        ("bots", {"bots": []}),
        ("game", {"game": "chess"}),
        ("seed", {"seed": "5eed"}),
        ("seed", {"seed": f"{'5eed' * 16}\n"}),
        ("of", {"of": "x"}),
        ("rated", {"rated": True}),
    ],
)
async def test_a_bad_field_is_named(
    api: Api, ada: str, field: str, change: dict[str, object]
) -> None:
    """With what was given and what is expected."""
    body = {"bots": ["0" * 32, "house:sky5-good"], "game": "sky-5"} | change
    (await api.post(PATH, body, ada)).problem(422, field)
