"""The connection: which servers are fit, and what is said when one is not or does not answer."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
import uvloop

from arena.store.client import Argument, open_client
from arena.store.connection import RETRIES
from arena.store.errors import StoreAway, StoreError, StoreUnfit
from arena.store.fitness import check_fit
from arena.store.queue import JobQueue
from tests.loopback import Loopback
from tests.store.settings import changed

FIT = {"redis_version": "7.2.4", "aof_enabled": "1", "maxmemory_policy": "noeviction"}


@pytest.mark.parametrize(
    ("name", "value", "advice"),
    [
        ("appendonly", "no", "appendonly yes"),
        ("maxmemory-policy", "allkeys-lru", "maxmemory-policy noeviction"),
    ],
)
async def test_an_unfit_server_is_refused_with_advice(
    store_url: str, name: str, value: str, advice: str
) -> None:
    """A server that would lose or evict results is not used; the message says what to set."""
    async with open_client(store_url) as client, changed(client, name, value):
        with pytest.raises(StoreUnfit, match=advice):
            async with open_client(store_url):
                pass


@pytest.mark.parametrize(
    ("name", "value", "advice"),
    [("role", "slave", "name its primary"), ("cluster_enabled", "1", "use a single server")],
)
def test_a_server_that_cannot_keep_a_step_whole_is_refused(
    name: str, value: str, advice: str
) -> None:
    """A replica takes no writes, and a cluster has not all keys in one place."""
    with pytest.raises(StoreUnfit, match=advice):
        check_fit(FIT | {name: value})


@pytest.mark.parametrize("version", ["6.2.14", "5.0.0", "2.8"])
def test_an_old_server_is_refused(version: str) -> None:
    """Before 7.0 there are no function libraries."""
    with pytest.raises(StoreUnfit, match=rf"Redis {version}.*7\.0"):
        check_fit(FIT | {"redis_version": version})


@pytest.mark.parametrize("version", ["7.0.0", "7.4.2", "8.2.1", "10.0.0"])
def test_a_new_server_is_taken(version: str) -> None:
    """From 7.0 on, with two-digit versions too."""
    check_fit(FIT | {"redis_version": version})


async def test_a_server_that_is_not_there_is_named(tmp_path: Path) -> None:
    """The message says where it was sought."""
    url = f"unix://{tmp_path}/nobody.sock"

    with pytest.raises(StoreAway, match=r"nobody\.sock"):
        async with open_client(url):
            pass


@pytest.mark.parametrize(
    "url",
    [
        "gopher://here",
        "127.0.0.1:6379",
        "redis://here:port",
        "redis://[::1",
        "redis://:hunter2/hunter2@here",
        "redis://here?password=hunter2&nosuch=1",
        "redis://:hunter2@here?socket_timeout=hunter2",
    ],
)
async def test_an_address_that_is_none_is_bad_input(url: str) -> None:
    """The message names the variable and what is expected, and never holds a password."""
    with pytest.raises(StoreUnfit, match=r"ARENA_REDIS_URL: expected redis://.*, got '") as caught:
        async with open_client(url):
            pass
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize("options", ["", "?password=hunter2"])
async def test_a_message_never_holds_the_password(options: str) -> None:
    """Messages end up in logs."""
    with pytest.raises(StoreAway, match=r"127\.0\.0\.1:1 does not answer") as caught:
        async with open_client(f"redis://arena:hunter2@127.0.0.1:1{options}"):
            pass
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    ("user", "rights"),
    [
        ("nobody", None),
        ("blind", ("+@all", "-info")),
        ("idle", ("+@all", "-function|load", "-function|list")),
    ],
)
async def test_a_server_that_does_not_let_us_work_is_unfit(
    store_url: str, user: str, rights: tuple[str, ...] | None
) -> None:
    """A wrong name or password, or too few rights: no waiting helps, so it is not called away."""
    async with open_client(store_url) as client:
        if rights is not None:
            await client.run(bytes, "ACL", "SETUSER", user, "on", ">hunter2", "~*", "&*", *rights)
        try:
            with pytest.raises(StoreUnfit, match=r"the store at .* cannot be used") as caught:
                async with open_client(store_url.replace("://", f"://{user}:hunter2@")):
                    pass
        finally:
            await client.run(int, "ACL", "DELUSER", user)
    assert "hunter2" not in str(caught.value)


async def test_a_right_that_is_missing_is_no_bug_of_ours(store_url: str) -> None:
    """An operator can give it: were it our bug, sets would go to quarantine for want of it."""
    async with open_client(store_url) as client:
        rights = ("+@all", "-set")
        await client.run(bytes, "ACL", "SETUSER", "mute", "on", ">hunter2", "~*", "&*", *rights)
        try:
            async with open_client(store_url.replace("://", "://mute:hunter2@")) as mute:
                with pytest.raises(StoreUnfit, match=r"cannot be used: SET: .*permission"):
                    await mute.run(bytes, "SET", "a", "b")
        finally:
            await client.run(int, "ACL", "DELUSER", "mute")


async def test_a_server_of_something_else_is_unfit() -> None:
    """Here one that speaks HTTP."""
    async with Loopback() as loopback:
        url = (await loopback.start()).replace("http:", "redis:")
        with pytest.raises(StoreUnfit, match="cannot be used"):
            async with open_client(url):
                pass


async def test_the_queue_says_like_all_else_that_the_store_is_away(tmp_path: Path) -> None:
    """RQ has a client of its own, whose errors nobody else knows."""
    queue = JobQueue(f"unix://{tmp_path}/nobody.sock")
    with pytest.raises(StoreAway, match=r"nobody\.sock"):
        await queue.waiting()
    with pytest.raises(StoreAway, match=r"nobody\.sock"):
        await queue.put("0" * 32, 1, [[0]])


async def test_a_refused_command_is_our_error(store_url: str) -> None:
    """It is not taken for an absent store."""
    async with open_client(store_url) as client:
        with pytest.raises(StoreError, match="NOSUCH"):
            await client.run(bytes, "NOSUCH")


async def test_a_server_out_of_memory_is_away_for_now(store_url: str) -> None:
    """It helps to wait; nothing of a step is done then, and reading goes on."""
    async with open_client(store_url) as client:
        before = await client.run(int, "DBSIZE")
        draft: list[Argument] = ["plan", "id", 1, "head", 9, "owner", "name"]
        async with changed(client, "maxmemory", "1"):
            with pytest.raises(StoreAway, match="does not take this now"):
                await client.step(bytes, "draft", [*"abcde"], draft)
            with pytest.raises(StoreAway, match="does not take this now"):
                await client.run(bytes, "SET", "a", "b")
            assert await client.run(int, "DBSIZE") == before
        assert await client.step(bytes, "draft", [*"abcde"], draft) == b"OK"


async def test_a_server_that_breaks_every_connection_is_tried_a_bounded_number_of_times(
    tmp_path: Path,
) -> None:
    """Retries of commands, connections and greetings do not multiply."""
    connections = 0

    async def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        nonlocal connections
        connections += 1
        writer.close()

    path = tmp_path / "s"
    async with await asyncio.start_unix_server(hang_up, path):
        with pytest.raises(StoreAway):
            async with open_client(f"unix://{path}"):
                pass
    assert connections == RETRIES + 1


@pytest.mark.parametrize("new_loop", [asyncio.new_event_loop, uvloop.new_event_loop])
def test_a_connection_that_breaks_when_it_is_written_to_is_made_again(
    store_url: str, new_loop: Callable[[], asyncio.AbstractEventLoop]
) -> None:
    """Also on the loop of the workers, which has an error of its own for that."""

    async def use_a_broken_one() -> bytes:
        async with open_client(store_url) as client:
            (connection,) = client._redis.connection_pool._available_connections
            assert connection._writer is not None
            connection._writer.transport.abort()
            return await client.run(bytes, "PING")

    with asyncio.Runner(loop_factory=new_loop) as runner:
        assert runner.run(use_a_broken_one()) == b"PONG"
