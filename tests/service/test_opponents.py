"""What a bot is sent does not tell it whom it plays."""

import json
import re
import secrets
from collections import defaultdict
from dataclasses import dataclass, field
from random import Random

import msgspec
import pytest
from aiohttp import web
from aiohttp.typedefs import Handler
from redis import Redis

from arena.app import App
from arena.protocol.messages import BotInfo, Decide
from arena.service.bots import BotWithSecret
from arena.store import keys
from arena.tournament.config import Config
from bots.kit import application
from tests.loopback import Loopback, by_view
from tests.service.contest import play_all

DUELS = Config(game="sky-5", rules=1, players=2, rounds=1, mode="off", move_ms=60_000)
ID = re.compile(r"[am]_[0-9a-f]{32}")
OWN = {"webhook-id", "webhook-timestamp", "webhook-signature", "Content-Length"}
"""Headers that are different for each request, by the message in it and the time."""


class Message(msgspec.Struct):
    """Of a request what is not of the game."""

    match_id: str
    ask_id: str = ""


@dataclass
class Heard:
    """All that was sent to one bot."""

    headers: list[list[tuple[str, str]]] = field(default_factory=list)
    bodies: list[bytes] = field(default_factory=list)

    @property
    def messages(self) -> list[Message]:
        """The messages in the order in which they came."""
        return [msgspec.json.decode(body, type=Message) for body in self.bodies if body]


async def listening(loopback: Loopback, heard: Heard, version: str) -> str:
    """Start a bot that keeps all it is sent; give its URL."""

    @web.middleware
    async def listen(request: web.Request, handler: Handler) -> web.StreamResponse:
        heard.headers.append(list(request.headers.items()))
        heard.bodies.append(await request.read())
        return await handler(request)

    info = BotInfo(protocol=1, games=("sky-5",), version=version, end=True)
    app = application(by_view, info, end=lambda _: None)
    app.middlewares.append(listen)
    return await loopback.serve(app)


async def hold(
    app: App, loopback: Loopback, names: list[str]
) -> dict[str, tuple[BotWithSecret, Heard]]:
    """Hold a round robin of bots of these names, each of an owner of the same name."""
    everybody, found = [], {}
    for name in names:
        _, token = await app.owners.create(name, ("organiser", "contestant"))
        everybody.append(await app.owners.authenticate(token))
    cup = await app.tournaments.create(everybody[0], "Cup", DUELS)
    await app.tournaments.open(everybody[0], cup.id)
    for who, name in zip(everybody, names, strict=True):
        heard = Heard()
        bot = await app.bots.register(who, name, await listening(loopback, heard, ascii(name)))
        await app.entries.enter(who, cup.id, bot.id)
        found[name] = (bot, heard)
    await play_all(app, await app.tournaments.start(everybody[0], cup.id))
    return found


async def test_nothing_but_the_game_is_different_from_request_to_request(
    app: App, loopback: Loopback
) -> None:
    """Headers, their order, and the fields of a body are the same whoever sits at the table."""
    for _, heard in (await hold(app, loopback, ["Ada", "Bob", "Zoe", "Eve"])).values():
        posts = [each for each in heard.headers if ("Content-Type", "application/json") in each]
        assert len({tuple(name for name, _ in headers) for headers in posts}) == 1
        assert len({tuple(pair for pair in each if pair[0] not in OWN) for each in posts}) == 1
        asks = [json.loads(body) for body in heard.bodies if b"ask_id" in body]
        assert {tuple(ask) for ask in asks} == {tuple(Decide.__struct_fields__)}
        assert {(ask["protocol"], ask["game"], ask["players"]) for ask in asks} == {(1, "sky-5", 2)}


async def test_no_name_of_anybody_is_sent(app: App, loopback: Loopback) -> None:
    """Neither the bot's own nor another's: no id, owner, URL, version, no tournament."""
    found = await hold(app, loopback, ["Arlette", "Barnaby", "Zenobia"])
    (cup,) = (await app.tournaments.page(None, 2)).items
    for _, heard in found.values():
        sent = repr(heard.headers).encode() + b"".join(heard.bodies)
        for name, (bot, its) in found.items():
            elsewhere = [] if heard is its else [bot.url.removeprefix("http://")]
            words = [cup.id, name, bot.id, bot.owner, bot.version, bot.secret, *elsewhere]
            assert not [word for word in words if word.encode() in sent]


async def test_ids_tell_neither_the_match_nor_the_seats_at_it(app: App, loopback: Loopback) -> None:
    """Each bot has its own name for a match; names have no common part and no order."""
    found = await hold(app, loopback, ["Ada", "Bob", "Zoe", "Eve"])
    seen: dict[str, int] = defaultdict(int)
    for _, heard in found.values():
        asks = [message.ask_id for message in heard.messages if message.ask_id]
        ids = {*asks, *(message.match_id for message in heard.messages)}
        assert all(ID.fullmatch(each) for each in ids)
        assert len({each[:4] for each in asks}) > 5
        assert asks not in (sorted(asks), sorted(asks, reverse=True))
        for each in ids:
            seen[each] += 1
    assert set(seen.values()) == {1}


async def test_the_same_contest_against_others_is_the_same_to_a_bot(
    app: App, loopback: Loopback, store_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the same draws, bots that play alike under other names, owners and URLs: same bytes."""
    heard = []
    for others in (["Bob", "Zoe"], ["A rather longer name", "Ω"]):
        draw_as(monkeypatch, 22)
        with Redis.from_url(store_url) as redis:
            epoch = redis.get(keys.EPOCH) or b""
            redis.flushall()
            redis.set(keys.EPOCH, epoch)
        found = await hold(app, loopback, ["Ada", *others])
        bodies = found["Ada"][1].bodies
        heard.append(sorted(re.sub(rb'"last_latency_ms":\d+', b"", body) for body in bodies))

    assert len(heard[0]) > 20
    assert heard[0] == heard[1]


def draw_as(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """Have all secrets drawn as those of this number are."""
    chance = Random(number)
    monkeypatch.setattr(secrets, "token_bytes", chance.randbytes)
    monkeypatch.setattr(secrets, "token_hex", lambda size: chance.randbytes(size).hex())
