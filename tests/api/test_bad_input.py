"""Input that cannot be taken: the problem names the place, what is expected and what was given."""

from collections.abc import Mapping

import pytest
from litestar.exceptions import ClientException

from arena.api.requests import decode
from arena.app import App
from tests.api.acts import DUEL, draft, enter, everything, open_draft, register, start_cup
from tests.api.client import Api, answer_to
from tests.loopback import Loopback

LISTS = ("matches", "crosstable", "history")
CUP = {"name": "Cup", "config": DUEL}
BOT = {"name": "Slapper", "url": "https://bot.example"}


def cup_with(**changes: object) -> Mapping[str, object]:
    """Give the body of a tournament whose config is changed."""
    return {"name": "Cup", "config": DUEL | changes}


@pytest.mark.parametrize(
    ("path", "body", "field", "expected"),
    [
        ("bots", BOT | {"colour": "red"}, "colour", "expected no such field"),
        ("bots", {"name": "Slapper"}, "url", "expected a value, got none"),
        ("bots", BOT | {"name": 7}, "name", "expected `str`, got `int`"),
        ("bots", BOT | {"name": ""}, "name", 'length >= 1, got ""'),
        ("bots", BOT | {"name": "x" * 41}, "name", "1 to 40 characters, got 41"),
        ("bots", BOT | {"name": "a\u202eb"}, "name", "visible characters"),
        ("bots", BOT | {"url": "https://x.example/" + "y" * 2_048}, "url", "length <= 2048"),
        ("bots", BOT | {"url": "ftp://bot.example"}, "url", "expected the scheme https"),
        ("bots", BOT | {"url": "https://10.0.0.1"}, "url", "expected a public address"),
        ("bots", BOT | {"url": "https://bot.example/?x=1"}, "url", "without a query"),
        ("bots", BOT | {"url": "http://127.0.0.1:1"}, "url", "expected port 443"),
        ("bots", [BOT], "body", "expected `object`, got `array`"),
        ("tournaments", CUP | {"seed": 1}, "seed", "expected no such field"),
        ("tournaments", {"name": "Cup"}, "config", "expected a value, got none"),
        ("tournaments", cup_with(colour=1), "config.colour", "expected no such field"),
        ("tournaments", cup_with(game="sky-6"), "config.game", "sky-5, sky-heist, got 'sky-6'"),
        ("tournaments", cup_with(game="../x"), "config.game", 'got "../x"'),
        ("tournaments", cup_with(players=6), "config.players", "<= 5, got 6"),
        ("tournaments", cup_with(players=1), "config.players", ">= 2, got 1"),
        ("tournaments", cup_with(players="2"), "config.players", "expected `int`, got `str`"),
        ("tournaments", cup_with(rounds=10**30), "config.rounds", "expected `int`"),
        ("tournaments", cup_with(rounds=0), "config.rounds", ">= 1, got 0"),
        ("tournaments", cup_with(rules=9), "config.rules", "version 1, not 9"),
        ("tournaments", cup_with(mode="swiss"), "config.mode", 'off or rotation, got "swiss"'),
        ("tournaments", cup_with(rounds_per_match=2), "config.rounds_per_match", "1 to 1, got 2"),
        ("tournaments", CUP | {"\x1b\u202e": 1}, r"\x1b\u202e", "expected no such field"),
        ("tournaments", cup_with(deals=9), "config.k_schedule", "at most 350"),
        ("tournaments", cup_with(k_schedule=[[5, 20]]), "config.k_schedule", "[[5, 20]]"),
        ("tournaments", cup_with(k_schedule=[[None, 400]]), "config.k_schedule[0][1]", "got 400"),
        ("tournaments", cup_with(k_schedule=[[1, 2]] * 9_000), "config.k_schedule", "got [[1, 2],"),
        ("tournaments", cup_with(beacon=0), "config.beacon", "got 0"),
        ("tournaments", CUP | {"name": " Cup"}, "name", "no space at the ends"),
    ],
)
async def test_a_body_that_cannot_be_taken_is_refused(
    api: Api, app: App, ada: str, path: str, body: object, field: str, expected: str
) -> None:
    """422, with the place in the body; nothing is stored."""
    before = await everything(app)

    problem = (await api.post(f"/v1/{path}", body, ada)).problem(422, field)
    assert expected in problem.detail
    assert problem.detail.startswith(f"{field}: ")
    assert await everything(app) == before


@pytest.mark.parametrize(
    ("data", "media_type", "status", "expected"),
    [
        (b'{"name": "Slap', "application/json", 400, "truncated"),
        (b'{"name": NaN}', "application/json", 400, "expected JSON"),
        (b'{"name": "\xff", "url": "x"}', "application/json", 400, "UTF-8"),
        (b'{"name": "Slapper", "url": "x"} {}', "application/json", 400, "expected JSON"),
        (b"{}", "text/plain", 415, "expected application/json, got 'text/plain'"),
        (b"name=x&url=y", "application/x-www-form-urlencoded", 415, "expected application/json"),
        (b"{}", "application/json; charset=utf-16", 415, "got 'application/json; charset=utf-16'"),
        (b" " * (64 * 1024) + b"{}", "application/json", 413, "at most 65536 bytes"),
    ],
)
async def test_a_body_that_cannot_be_read_is_refused(
    api: Api, app: App, ada: str, data: bytes, media_type: str, status: int, expected: str
) -> None:
    """400 for what is not JSON, 415 for what does not say that it is, 413 for too much."""
    before = await everything(app)

    reply = await api.send("POST", "/v1/bots", data, ada, media_type)
    assert expected in reply.problem(status).detail
    assert await everything(app) == before


@pytest.mark.parametrize("sent", [b"zz\r\n{}\r\n", b"2\r\n{}\r\n-1\r\n"])
async def test_ill_formed_chunks_are_the_senders_fault(api_url: str, ada: str, sent: bytes) -> None:
    """400, and nothing for us to look into."""
    headers = (f"Authorization: Bearer {ada}", "Transfer-Encoding: chunked")

    assert await answer_to(api_url, *headers, body=sent) == "HTTP/1.1 400 Bad Request"


async def test_a_body_that_is_not_there_is_missed(api: Api, ada: str) -> None:
    """As malformed as any other that is not JSON."""
    assert "got nothing" in (await api.post("/v1/bots", token=ada)).problem(400, "body").detail


def test_a_body_of_very_many_levels_is_malformed() -> None:
    """Here by itself, since every body of ours is found to be of the wrong type before that."""
    with pytest.raises(ClientException, match="too many levels"):
        decode(b"[" * 60_000, object)


@pytest.mark.parametrize(
    ("query", "field", "expected"),
    [
        ("limit=0", "limit", ">= 1, got '0'"),
        ("limit=101", "limit", "<= 100, got '101'"),
        ("limit=ten", "limit", "expected `int`, got 'ten'"),
        ("limit=", "limit", "expected `int`, got ''"),
        ("limit=1e99", "limit", "expected `int`, got '1e99'"),
        ("cursor=somewhere", "cursor", "expected `next` of an earlier page"),
        (f"cursor={'f' * 32}", "cursor", "expected `next` of an earlier page"),
        ("cursor=%ff%00%0a", "cursor", "expected `next` of an earlier page"),
        (f"cursor={'9' * 20}-0", "cursor", "expected `next` of an earlier page"),
        (f"cursor=0-{'9' * 20}", "cursor", "expected `next` of an earlier page"),
        (f"cursor={'9' * 73}", "cursor", "length <= 72"),
    ],
)
async def test_a_page_that_cannot_be_is_refused(
    api: Api, app: App, ada: str, loopback: Loopback, query: str, field: str, expected: str
) -> None:
    """Of any list; the problem repeats what was given, short and in ASCII."""
    cup = await start_cup(api, ada, loopback)
    before = await everything(app)

    lists = ("bots", "tournaments", "matches", *(f"tournaments/{cup.id}/{each}" for each in LISTS))
    for path in lists:
        problem = (await api.get(f"/v1/{path}?{query}")).problem(422, field)
        assert expected in problem.detail
    assert await everything(app) == before


@pytest.mark.parametrize(
    ("query", "field", "expected"),
    [
        ("game=chess", "game", "expected sky-5 or sky-heist, got 'chess'"),
        ("game=sky-5%0a", "game", r"expected sky-5 or sky-heist, got 'sky-5\n'"),
        ("tournament=x", "tournament", "matching regex"),
        ("bot=x", "bot", "matching regex"),
        (f"bot={'0' * 32}", "bot", "expected the id of a bot"),
        (f"opponent={'0' * 32}", "opponent", "beside `bot`"),
        ("rated=perhaps", "rated", "expected true or false"),
        ("faults=3", "faults", "expected true or false"),
        ("from=yesterday", "from", "expected ms since 1970, or as in 2026-05-01"),
        (f"from={'9' * 41}", "from", "length <= 40"),
        ("to=2026-02-30", "to", "expected ms since 1970, or as in 2026-05-01"),
        ("from=2026-05-02&to=2026-05-01", "to", "expected a time after `from`"),
        ("format=xml", "format", "expected json or csv"),
        ("format=csv%0a", "format", "expected json or csv"),
        ("oponent=x", "oponent", "expected one of bot, cursor, faults, format, from, game, limit,"),
        ("bot%0a%e2%80%ae=x", r"bot\n\u202e", "expected one of bot, cursor"),
        ("rated=true&rated=false", "rated", "expected it once, got it 2 times"),
    ],
)
async def test_a_filter_that_cannot_be_is_refused(
    api: Api, query: str, field: str, expected: str
) -> None:
    """The problem names it, and what it may be."""
    assert expected in (await api.get(f"/v1/matches?{query}")).problem(422, field).detail


async def test_a_page_of_a_ladders_rounds_is_short(api: Api) -> None:
    """Each may name a thousand bots: a hundred of them would stop us while they are written."""
    problem = (await api.get("/v1/ladders/sky-5/rounds?limit=11")).problem(422, "limit")
    assert "<= 10, got '11'" in problem.detail


async def test_what_takes_no_parameter_is_given_none(api: Api, ada: str) -> None:
    """It is told, as a field of a body would be."""
    for path in (f"/v1/bots/{'0' * 32}", "/v1/tokens"):
        problem = (await api.get(f"{path}?cursor=x", ada)).problem(422, "cursor")
        assert "expected no parameter" in problem.detail


async def test_a_list_of_kinds_may_be_given(api: Api) -> None:
    """Each as a parameter of its own."""
    reply = await api.get("/v1/feed?kind=set&kind=round&since=0&follow=false")

    assert reply.status == 200


@pytest.mark.parametrize(
    "junk", ["x", "0" * 31, "0" * 33, "A" * 32, "0" * 31 + "%0a", "%00", "..%2f..", "*", "%ff"]
)
async def test_an_id_that_is_none_is_not_found(api: Api, junk: str) -> None:
    """It is compared with the form of an id, so that it never becomes part of a key."""
    for path in (f"/v1/bots/{junk}", f"/v1/tournaments/{junk}", f"/v1/matches/{junk}"):
        reply = await api.get(path)
        assert reply.status == 404, reply.body
        assert reply.media_type == "application/problem+json"


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/v1/bots/{id}"),
        ("POST", "/v1/bots/{id}/check"),
        ("GET", "/v1/tournaments/{id}"),
        ("POST", "/v1/tournaments/{id}/open"),
        ("POST", "/v1/tournaments/{id}/start"),
        ("GET", "/v1/tournaments/{id}/entries"),
        ("GET", "/v1/tournaments/{id}/standings"),
        ("GET", "/v1/tournaments/{id}/matches"),
        ("GET", "/v1/tournaments/{id}/crosstable"),
        ("GET", "/v1/tournaments/{id}/history"),
        ("GET", "/v1/bots/{id}/history"),
        ("GET", "/v1/bots/{id}/opponents"),
        ("GET", "/v1/bots/{id}/opponents/{id}"),
        ("GET", "/v1/matches/{id}-1-0-0"),
        ("GET", "/v1/matches/{id}-1-0-0/replay"),
    ],
)
async def test_an_unknown_id_is_not_found(
    api: Api, app: App, ada: str, method: str, path: str
) -> None:
    """404, and nothing is made of it."""
    before = await everything(app)

    reply = await api.send(method, path.replace("{id}", "0" * 32), token=ada)
    assert "0" * 32 in reply.problem(404).detail
    assert await everything(app) == before


@pytest.mark.parametrize("name", ["chess", "sky-5%0a"])
async def test_an_unknown_game_has_no_leaderboard_and_no_ladder(api: Api, name: str) -> None:
    """The problem lists the games there are."""
    for path in (f"leaderboards/{name}", f"ladders/{name}", f"ladders/{name}/rounds"):
        assert "sky-heist" in (await api.get(f"/v1/{path}")).problem(404, "game").detail


async def test_too_few_bots_cannot_start(api: Api, app: App, ada: str, loopback: Loopback) -> None:
    """The tournament stays open, and can be started when there are enough."""
    cup = await open_draft(api, ada, await draft(api, ada))
    await enter(api, ada, cup, await register(api, ada, await loopback.start(), "one"))
    before = await everything(app)

    reply = await api.post(f"/v1/tournaments/{cup.id}/start", token=ada)
    assert "expected at least 2 (players), got 1" in reply.problem(422, "bots").detail
    assert await everything(app) == before
    await enter(api, ada, cup, await register(api, ada, await loopback.start(), "two"))
    assert (await api.post(f"/v1/tournaments/{cup.id}/start", token=ada)).status == 200


async def test_what_the_state_does_not_allow_is_a_conflict(
    api: Api, app: App, ada: str, loopback: Loopback
) -> None:
    """No entry or start before it is open, none of the steps again once it runs: 409."""
    bot = await register(api, ada, await loopback.start())
    early = await draft(api, ada)
    running = await start_cup(api, ada, loopback)
    before = await everything(app)

    for cup, steps in ((early, ("start",)), (running, ("open", "start"))):
        path = f"/v1/tournaments/{cup.id}"
        (await api.post(f"{path}/entries", {"bot": bot.id}, ada)).problem(409)
        for step in steps:
            (await api.post(f"{path}/{step}", token=ada)).problem(409)
    assert await everything(app) == before


async def test_what_is_there_already_is_a_conflict(
    api: Api, app: App, ada: str, loopback: Loopback
) -> None:
    """The name of an own bot, and a bot that is entered: 409, and the first stays as it is."""
    cup = await open_draft(api, ada, await draft(api, ada))
    bot = await register(api, ada, await loopback.start())
    await enter(api, ada, cup, bot)
    before = await everything(app)

    (await api.post("/v1/bots", {"name": bot.name, "url": bot.url}, ada)).problem(409)
    (await api.post(f"/v1/tournaments/{cup.id}/entries", {"bot": bot.id}, ada)).problem(409)
    assert await everything(app) == before


@pytest.mark.parametrize(
    ("entry", "field"),
    [
        ({"bot": "x"}, "bot"),
        ({"bot": "0" * 31 + "\n"}, "bot"),
        ({"bot": "0" * 32, "nonce": "f" * 63}, "nonce"),
        ({"bot": "0" * 32, "nonce": 5}, "nonce"),
        ({}, "bot"),
    ],
)
async def test_an_entry_that_cannot_be_is_refused(
    api: Api, app: App, ada: str, entry: object, field: str
) -> None:
    """422 with the field."""
    cup = await open_draft(api, ada, await draft(api, ada))
    before = await everything(app)

    (await api.post(f"/v1/tournaments/{cup.id}/entries", entry, ada)).problem(422, field)
    assert await everything(app) == before
