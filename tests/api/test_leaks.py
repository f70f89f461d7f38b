"""What is somebody's own is in no answer to others: where bots are, secrets, replays under seal.

Everybody asks every GET that the OpenAPI document tells of, for every thing there is.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import product

import aiohttp
import msgspec
import pytest
from redis import Redis

from arena.app import App
from arena.engine.record import Record
from arena.service.bots import BotWithSecret
from arena.service.matches import MatchView
from arena.service.paging import Page
from arena.service.tournaments import TournamentView
from arena.store import keys
from bots.kit import Ask
from tests.api.acts import draft, enter, open_draft, register
from tests.api.client import Api, Document
from tests.loopback import Loopback, by_view
from tests.service.contest import play_all, play_round

REFUSED = "expected a choice from 0 to"
"""In what an owner is told of an answer that was no good."""
SPARE = "0" * 32


@dataclass(frozen=True)
class Contest:
    """A contest of two people's bots, and everybody's tokens: None for whoever shows none."""

    cup: TournamentView
    bots: Mapping[str, BotWithSecret]
    tokens: Mapping[str, str | None]
    hidden: Mapping[str, tuple[str, ...]]


def broken(_: Ask) -> int:
    """Answer what is not to be had, so that its owner is told details."""
    return 1_000


@pytest.fixture
async def contest(app: App, api: Api, ada: str, bob: str, eve: str, loopback: Loopback) -> Contest:
    """Ada organises; Ada, Bob and Zoe have a bot each, Zoe's is broken; Eve looks on."""
    zoe = (await app.owners.create("Zoe", ("contestant", "organiser")))[1]
    tokens = {"ada": ada, "bob": bob, "zoe": zoe, "eve": eve, "nobody": None}
    cup = await open_draft(api, ada, await draft(api, ada))
    bots, hidden = {}, dict[str, tuple[str, ...]]()
    for name, token in (("ada", ada), ("bob", bob), ("zoe", zoe)):
        url = await loopback.start(broken if name == "zoe" else by_view)
        bots[name] = await register(api, token, url, f"bot of {name}")
        await enter(api, token, cup, bots[name])
        verify = (await app.owners.authenticate(token)).owner.verify
        hidden[name] = (url, url.removeprefix("http://"), bots[name].secret, verify, token[-40:])
    hidden["zoe"] = (*hidden["zoe"], REFUSED)
    started = await api.post(f"/v1/tournaments/{cup.id}/start", token=ada)
    return Contest(started.read(TournamentView), bots, tokens, hidden)


def places(document: Document, contest: Contest, matches: Iterable[MatchView]) -> set[str]:
    """Give the paths of all GETs, for these things and for what is not there."""
    cup = contest.cup.id
    values = {
        "bot_id": [*(bot.id for bot in contest.bots.values()), SPARE],
        "tournament_id": [cup, SPARE],
        "match_id": [*(match.id for match in matches), f"{cup}-9-9-9"],
        "game": ["sky-5", "chess"],
        "token_id": ["0" * 16],
        "other_id": [SPARE],
        "exhibition_id": [SPARE],
        "number": ["0"],
    }
    return {
        template.format(**dict(zip(values, chosen, strict=True)))
        for template, methods in document.paths.items()
        if "get" in methods
        for chosen in product(*values.values())
    }


async def test_nobody_learns_where_anothers_bot_is(
    app: App, api: Api, document: Document, contest: Contest
) -> None:
    """Nor its secret, nor another's `verify` or token; and its owner does."""
    await play_all(app, contest.cup)
    page = await api.get(f"/v1/tournaments/{contest.cup.id}/matches?limit=100")
    paths = places(document, contest, page.read(Page[MatchView]).items)
    for path, (who, token) in product(paths, contest.tokens.items()):
        body = (await api.get(path, token)).body.decode()
        for owner, words in contest.hidden.items():
            assert owner == who or not [word for word in words if word in body], (path, who)
    own = await api.get(f"/v1/bots/{contest.bots['bob'].id}", contest.tokens["bob"])
    assert contest.hidden["bob"][0] in own.body.decode()
    faults = await api.get(f"/v1/bots/{contest.bots['zoe'].id}/faults", contest.tokens["zoe"])
    assert REFUSED in faults.body.decode()


READ: Mapping[bytes, tuple[str, ...]] = {
    b"stream": ("XRANGE", "-", "+"),
    b"hash": ("HGETALL",),
    b"zset": ("ZRANGE", "0", "-1"),
    b"list": ("LRANGE", "0", "-1"),
    b"set": ("SMEMBERS",),
}
"""The command that gives all of a key, by its type."""


async def test_what_is_announced_and_kept_of_a_contest_names_no_place(
    app: App, contest: Contest, store_url: str
) -> None:
    """The feed, the alarms, and every key of the tournament: others read what is made of them."""
    await play_all(app, contest.cup)
    with Redis.from_url(store_url) as redis:
        names = [keys.FEED.encode(), *redis.scan_iter(f"*{contest.cup.id}*")]
        reads = [(READ[redis.type(name)], name) for name in names]
        told = str([redis.execute_command(verb, name, *rest) for (verb, *rest), name in reads])

    for name, bot in contest.bots.items():
        assert bot.id in told
        assert not [word for word in contest.hidden[name] if word in told]


VARIANTS: Mapping[str, tuple[str, str, Mapping[str, str]]] = {
    "as it is": ("GET", "", {}),
    "HEAD": ("HEAD", "", {}),
    "another method by header": ("POST", "", {"X-HTTP-Method-Override": "GET"}),
    "a part": ("GET", "", {"Range": "bytes=0-100"}),
    "if it is new": ("GET", "", {"If-None-Match": "*", "If-Modified-Since": "Thu, 01 Jan 1970"}),
    "trailing slash": ("GET", "/", {}),
    "two slashes": ("GET", "//", {}),
    "dot": ("GET", "/.", {}),
    "query": ("GET", "?sealed=false&replay=true&who=organiser", {}),
    "matrix": ("GET", ";v=1", {}),
    "suffix": ("GET", ".json", {}),
    "encoded": ("GET", "%2f", {}),
    "another URL by header": ("GET", "", {"X-Original-URL": "/health/live", "X-Rewrite-URL": "/"}),
    "from the inside": ("GET", "", {"X-Forwarded-For": "127.0.0.1", "Forwarded": "for=127.0.0.1"}),
    "as a page": ("GET", "", {"Accept": "text/html, */*"}),
    "for a cache": ("GET", "", {"Cache-Control": "only-if-cached", "Pragma": "x"}),
}


RETOLD = ("/replay", "/events", "/asks/0", "/proof")
"""The ends of all paths that tell how a match was played."""


@pytest.mark.parametrize("end", RETOLD)
async def test_a_replay_under_seal_is_had_in_no_way(
    app: App, api: Api, api_url: str, contest: Contest, end: str
) -> None:
    """Before its round is over: by no method, header or spelling, but for the organiser."""
    await app.sets.play(contest.cup.id, 1, [0])
    page = await api.get(f"/v1/tournaments/{contest.cup.id}/matches")
    match = page.read(Page[MatchView]).items[0]
    replay, path = f"/v1/matches/{match.id}/replay", f"/v1/matches/{match.id}{end}"
    record = (await api.get(replay, contest.tokens["ada"])).read(Record)
    told = await api.get(path, contest.tokens["ada"])
    assert told.headers["Cache-Control"] == "no-store"

    async with aiohttp.ClientSession() as session:
        for (name, (method, suffix, headers)), (who, token) in product(
            VARIANTS.items(), contest.tokens.items()
        ):
            if who != "ada":
                sent = dict(headers) | ({"Authorization": f"Bearer {token}"} if token else {})
                async with session.request(method, api_url + path + suffix, headers=sent) as reply:
                    body = await reply.read()
                assert reply.status in (404, 405, 422), (name, who)
                assert record.header.seed.encode() not in body
                assert b"decisions" not in body
                assert b"options" not in body

    await play_round(app, contest.cup)
    assert (await api.get(path)).body == told.body


async def test_no_seed_is_told_before_its_round_is_over(
    app: App, api: Api, document: Document, contest: Contest
) -> None:
    """On any route: neither a match's seed, nor its decisions, nor the tournament's secret."""
    await app.sets.play(contest.cup.id, 1, [0])
    page = await api.get(f"/v1/tournaments/{contest.cup.id}/matches")
    matches = page.read(Page[MatchView]).items
    kept = await app.store.tournaments.get(contest.cup.id)
    assert kept is not None
    hidden = [kept.plan.secret.hex().encode()]
    for match in matches:
        replay = await api.get(f"/v1/matches/{match.id}/replay", contest.tokens["ada"])
        record = replay.read(Record)
        hidden += [record.header.seed.encode(), msgspec.json.encode(record.decisions)]
    paths = places(document, contest, matches)
    for path, (who, token) in product(paths, contest.tokens.items()):
        body = (await api.get(path, token)).body
        if not (who == "ada" and path.endswith(RETOLD)):
            assert not [words for words in hidden if words in body], (path, who)
