"""The fault log over the API: its owner's alone, and harmless wherever it is shown."""

import msgspec
import pytest
from aiohttp import web

from arena.app import App
from arena.service.faults import FaultView
from arena.service.paging import Page
from arena.service.tournaments import TournamentView
from tests.api.acts import draft, enter, open_draft, register
from tests.api.client import Api
from tests.loopback import BOTH_GAMES, Loopback
from tests.service.contest import play_all

BODY = "\x1b[2J<script>alert(1)</script>\r\n\x00\u202eäß".encode() + b"\xff"


def hostile() -> web.Application:
    """Give a bot whose answers would steer a terminal or a page."""

    async def get(_: web.Request) -> web.Response:
        return web.Response(body=msgspec.json.encode(BOTH_GAMES), content_type="application/json")

    async def decide(_: web.Request) -> web.Response:
        return web.Response(body=BODY, status=500, content_type="text/html")

    server = web.Application()
    server.router.add_get("/", get)
    server.router.add_post("/decide", decide)
    return server


@pytest.fixture
async def path(app: App, api: Api, ada: str, loopback: Loopback) -> str:
    """Where the faults of a bot of Ada's are, which has played."""
    cup = await open_draft(api, ada, await draft(api, ada))
    urls = [await loopback.serve(hostile()), await loopback.start()]
    bots = [await register(api, ada, url, f"bot {n}") for n, url in enumerate(urls)]
    for bot in bots:
        await enter(api, ada, cup, bot)
    started = await api.post(f"/v1/tournaments/{cup.id}/start", token=ada)
    await play_all(app, started.read(TournamentView))
    return f"/v1/bots/{bots[0].id}/faults"


async def test_a_body_is_shown_as_printable_ascii(api: Api, ada: str, path: str) -> None:
    """Whatever it holds, it steers nothing; what is markup is for a page to escape."""
    page = (await api.get(path, ada)).read(Page[FaultView])

    assert {each.body_start for each in page.items} == {
        "\\x1b[2J<script>alert(1)</script>\\r\\n\\x00\\u202e\\xe4\\xdf\\ufffd"
    }
    assert {each.body_bytes for each in page.items} == {len(BODY)}


async def test_to_others_there_is_nothing(api: Api, bob: str, eve: str, path: str) -> None:
    """The answer is the one for a bot that there is not; whoever may only look on has none."""
    absent = f"/v1/bots/{'0' * 32}/faults"
    theirs, none = [(await api.get(each, bob)).problem(404).detail for each in (path, absent)]

    assert theirs.replace(path.split("/")[3], "0" * 32) == none
    (await api.get(path, eve)).problem(403)
    (await api.get(path)).problem(401)


async def test_a_bad_filter_is_named(api: Api, ada: str, path: str) -> None:
    """With what is allowed."""
    for query, named in {
        "kind=slow": "refused_address",
        "match=1": "[0-9a-f]{32}-",
        "exhibition=1": "[0-9a-f]{32}",
        "during=play": "match or exhibition or check",
        "cursor=x": "`next` of an earlier page",
        "limit=0": ">= 1",
    }.items():
        problem = (await api.get(f"{path}?{query}", ada)).problem(422, query.partition("=")[0])
        assert named in problem.detail
