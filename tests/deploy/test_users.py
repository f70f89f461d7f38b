"""The users of `deploy/users.acl`, one by one: what is denied, and that all they need is not."""

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager

import msgspec
import pytest
from redis.exceptions import NoPermissionError, ResponseError

from arena.service.owners import Owners
from arena.service.tokens import Tokens
from arena.service.witness import Witness
from arena.store import keys
from arena.store.alarms import Alarm
from arena.store.client import LIBRARY
from arena.store.epoch import found
from arena.store.store import Store, open_store
from tests.deploy.deeds import exhibit, fail, keep_bots, lose_holders, play_badly, quarantine, sweep
from tests.deploy.server import ACL, USERS, Deployed, deployed, set_passwords
from tests.store.cup import Cup

LIFE = (
    "EVAL return 0", "EVAL_RO return 0", "EVALSHA 0 0", "SCRIPT LOAD return", "SCRIPT FLUSH",
    "FUNCTION FLUSH", f"FUNCTION DELETE {LIBRARY}", "FUNCTION RESTORE 0", "FUNCTION DUMP",
    "FLUSHALL", "FLUSHDB", "SWAPDB 0 1", "KEYS *", "RANDOMKEY", "DBSIZE",
    "CONFIG SET appendonly no", "CONFIG REWRITE", "DEBUG SLEEP 0", "SHUTDOWN",
    "ACL LIST", "ACL SETUSER arena-api +@all", "ACL LOAD", "ACL WHOAMI", "MODULE LIST",
    "MONITOR", "CLIENT LIST", "CLIENT KILL TYPE normal", "CLIENT PAUSE 1",
    "CLIENT TRACKING ON BCAST", "REPLICAOF NO ONE", "MIGRATE h 1 k 0 1", "BGREWRITEAOF", "SAVE",
    "PUBLISH rq:pubsub:x stop", "SUBSCRIBE rq:pubsub:x", "PSUBSCRIBE *",
    "GET other", "SET other 1", "DEL other", "MSET other 1", "RPUSH other 1",
    f"DEL {keys.EPOCH}", f"DEL {keys.log('t')}", f"XDEL {keys.log('t')} 0-1",
    f"XTRIM {keys.log('t')} MAXLEN 0", f"XTRIM {keys.ALARMS} MAXLEN 0",
    f"DEL {keys.tournament('t')}",
    f"RENAME {keys.board('t')} {keys.base('t')}", f"EXPIRE {keys.EPOCH} 1", "SET rq:queue:other 1",
)  # fmt: skip
"""What ends the arena, or gives more than anybody has: denied to all."""
RESULTS = (
    f"ZADD {keys.base('t')} 1 b", f"RPUSH {keys.journal('t', 1, 0)} 1",
    f"HSET {keys.done('t', 1)} 0 0-1", f"SADD {keys.slots('b')} s",
    "BLMOVE rq:queue:arena rq:wip:arena LEFT RIGHT 0",
)  # fmt: skip
"""What makes results: denied to all but workers."""
TAKING_BACK = (
    f"XADD {keys.log('t')} * d 1", f"ZINCRBY {keys.board('t')} 1 b",
    f"HINCRBY {keys.played('t')} b 1", f"DEL {keys.journal('t', 1, 0)}",
)  # fmt: skip
"""What takes results back as well, when an organiser makes them void."""
VOIDING = (f"RPUSH {keys.voids('t')} 1-0", f"SADD {keys.withdrawn('t')} b")
"""What only organisers' acts write."""
LADDERS = (
    f"ZADD {keys.ladder_board('g')} 1 b", f"XADD {keys.ladder_log('g')} * r 1",
    f"RPUSH {keys.ladder_rounds('t')} 1-0", f"SREM {keys.UNRATED} t",
)  # fmt: skip
"""What rates on a ladder: denied to all but janitors."""
PEOPLE = (
    f"GET {keys.token('x')}", f"SET {keys.token('x')} 1", f"MSET {keys.token('x')} 1",
    f"GET {keys.owner('x')}", f"SET {keys.owner('x')} 1", f"HSET {keys.owner_bots('x')} n b",
    f"SET {keys.bot('b')} 1", f"MSET {keys.bot('b')} 1", f"ZADD {keys.BOTS} 1 b",
    f"FCALL {LIBRARY}_add_bot 3 {keys.bot('b')} {keys.owner_bots('x')} {keys.BOTS}",
    f"GET {keys.report('b')}", f"SET {keys.report('b')} 1", f"DEL {keys.report('b')}",
    f"HSET {keys.NAMES} b n", f"HSET {keys.owner_urls('x')} u b", f"SADD {keys.RETIRED} b",
)  # fmt: skip
"""Owners, tokens and bots."""
FOUNDING = ("FUNCTION LOAD code", f"SET {keys.EPOCH} 1")
STARTING = (
    f"ZADD {keys.board('t')} 1 b", f"HSET {keys.entries('t')} b 1", f"SADD {keys.RUNNING} t",
    f"SADD {keys.OPENED} t", f"SREM {keys.OPENED} t",
    f"ZADD {keys.TOURNAMENTS} 1 t", f"SADD {keys.unfinished('x')} t", f"HSET {keys.LATEST} sky-5 t",
    f"SET {keys.bucket('x')} 1", f"DEL {keys.bucket('x')}",
    f"ZADD {keys.owner_exhibitions('x')} 1 e", f"SADD {keys.UNRATED} t",
)  # fmt: skip
SECRETS_OF_BOTS = (f"GET {keys.bot('b')}", f"MGET {keys.bot('b')}")
WRITES = (
    f"SET {keys.BARRIER} x", f"HSET {keys.tournament('0' * 32)} state open",
    f"ZADD {keys.open_sets('t')} 1 0", f"HSET {keys.health('b')} since 1",
    f"XADD {keys.FEED} * v 1", f"XADD {keys.ALARMS} * kind x", f"HINCRBY {keys.COUNTERS} x 1",
    f"SREM {keys.RUNNING} t", f"RPUSH {keys.heads('t')} h", "RPUSH rq:queue:arena x",
    "HSET rq:job:x data x", f"FCALL {LIBRARY}_retry 1 {keys.open_sets('t')} 1",
    f"HSET {keys.exhibition('x')} ending x",
)  # fmt: skip
"""What the other processes write beside that."""
LOOKS = ("SCAN 0", "CONFIG GET *")
"""What looks at all there is."""
DENIED = {
    "arena-api": (*LIFE, *RESULTS, *LADDERS, *PEOPLE[2:3], *PEOPLE[4:5], *FOUNDING, *LOOKS),
    "arena-worker": (
        *LIFE, *VOIDING, *LADDERS, *PEOPLE, *FOUNDING, *STARTING, *LOOKS, SECRETS_OF_BOTS[0],
    ),
    "arena-janitor": (
        *LIFE, *RESULTS, *TAKING_BACK, *VOIDING, *PEOPLE, *FOUNDING, *STARTING, *SECRETS_OF_BOTS,
    ),
    "arena-reader": (
        *LIFE, *RESULTS, *TAKING_BACK, *VOIDING, *LADDERS, *PEOPLE, *FOUNDING, *STARTING,
        *SECRETS_OF_BOTS, *WRITES, *LOOKS, "MULTI",
    ),
    "arena-setup": (
        *LIFE, *RESULTS, *TAKING_BACK, *VOIDING, *LADDERS, *PEOPLE[2:3], *PEOPLE[5:], *STARTING,
        *SECRETS_OF_BOTS, *WRITES[1:], LOOKS[0], f"HGETALL {keys.tournament('t')}",
    ),
}  # fmt: skip


DENIED_WITHIN = r"ACL failure|can't run this command|can't access at least one of the keys"
"""Of what a server says when a command within a function is denied."""


@pytest.fixture(scope="module")
def founded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Deployed]:
    """A server that nothing happens on."""
    with deployed(tmp_path_factory.mktemp("denied"), set_passwords(ACL)) as server:
        yield server


def test_every_user_is_in_the_table() -> None:
    """A new one has to be thought through."""
    assert set(DENIED) == set(USERS)


@pytest.mark.parametrize("user", USERS)
def test_a_user_is_denied_what_is_not_its_work(user: str, founded: Deployed) -> None:
    """What would end the arena or run foreign code, and the work of the others."""
    with founded.as_user(user) as redis:
        for command in DENIED[user]:
            try:
                answer = redis.execute_command(*command.split())
            except NoPermissionError:
                continue
            except ResponseError as error:
                if "DEBUG command not allowed" in str(error):  # to anybody, which is asked first
                    continue
                answer = error
            pytest.fail(f"{user} may {command}: {answer!r}")


async def test_a_function_gives_nobody_more_than_it_has(server: Deployed) -> None:
    """It runs under the rights of who calls it: the API cannot commit, not by a function either."""
    async with stores(server, "arena-api", "arena-worker") as (api, worker):
        await Cup(api).start()
        claim = await Cup(worker).claim(0)
        result = Cup(worker).result(0, claim.fence)
        own = keys.tournament(Cup.id)
        names = [
            own, keys.open_sets(Cup.id), keys.fences(Cup.id), keys.losses(Cup.id),
            keys.journal(Cup.id, 1, 0), keys.done(Cup.id, 1), keys.log(Cup.id),
            keys.board(Cup.id), keys.played(Cup.id), keys.FEED, keys.ALARMS, keys.COUNTERS,
        ]  # fmt: skip
        changes = [each for pair in result.changes.items() for each in pair]
        values = [
            Cup.id, 1, 0, claim.fence, "digest", result.before, "after", "result",
            msgspec.msgpack.encode(result.counts), *changes,
        ]  # fmt: skip
        with (
            server.as_user("arena-api") as redis,
            pytest.raises(ResponseError, match=DENIED_WITHIN),
        ):
            redis.fcall(f"{LIBRARY}_commit", len(names), *names, *values)

        assert await api.results.count(Cup.id) == 0


async def test_users_are_denied_nothing_when_things_go_wrong(server: Deployed) -> None:
    """Fences, conflicts, quarantine and its end, alarms, and what RQ leaves behind."""
    async with stores(server, "arena-api", "arena-worker", "arena-janitor", "arena-reader") as (
        api, worker, janitor, reader,
    ):  # fmt: skip
        await keep_bots(api)
        await Cup(api).start()
        witness = Witness(janitor)
        await witness.look()
        await play_badly(Cup(worker))
        await fail(Cup(worker), api)
        await exhibit(api, worker, janitor)
        await quarantine(worker, api)
        assert list(await janitor.health.quarantines(Cup.bots)) == [Cup.bots[0]]
        await lose_holders(Cup(worker), Cup(janitor), reader)
        await witness.look()
        await janitor.alarms.add(Alarm(kind="rolled_back", tournament=Cup.id, why="a test"))
        assert {each.alarm.kind for each in await reader.alarms.newest(9)} == {
            "conflict", "quarantined", "rolled_back",
        }  # fmt: skip
        assert await reader.sets.quarantined(Cup.id) == [2, 3]
        assert await janitor.sets.retry(Cup.id, 1) == [2, 3]
        for store in (api, worker, janitor):
            await store.queue.put(Cup.id, 1, [[0], [1]])
            assert await store.queue.workers() == 0
        await sweep(server, janitor)

    assert server.denied() == []


async def test_tokens_are_made_by_whoever_sets_up_and_by_the_api(server: Deployed) -> None:
    """All that can be done with them; a new owner only by who sets up."""
    async with stores(server, "arena-setup", "arena-api") as (setup, api):
        owner, _ = await Owners(setup.owners).create("Ada", ("viewer",))
        for store in (setup, api):
            tokens = Tokens(store.owners)
            made = await tokens.add(owner.id, ("viewer",), 1)
            rotated = await tokens.rotate(made.id, 1)
            await tokens.revoke(made.id)
            assert (await Owners(api.owners).authenticate(rotated.token)).owner == owner
            assert made.id not in [each.id for each in await tokens.of(owner.id)]

    assert server.denied() == []


async def test_the_feed_is_read_by_the_api_and_by_the_janitor(server: Deployed) -> None:
    """For viewers, and to find out what the store has lost."""
    async with stores(server, "arena-api", "arena-janitor") as opened:
        for store in opened:
            assert (await store.feed.newest(), await store.feed.read("0", 9)) == (None, [])

    assert server.denied() == []


@asynccontextmanager
async def stores(server: Deployed, *users: str) -> AsyncIterator[list[Store]]:
    """Give the store as each of these users has it, founded just now."""
    durability = server.durability
    found(server.url("arena-setup"), server.socket.parent, durability)
    async with AsyncExitStack() as opened:
        await opened.enter_async_context(open_store(server.url("arena-setup")))
        yield [
            await opened.enter_async_context(open_store(server.url(user), durability=durability))
            for user in users
        ]
