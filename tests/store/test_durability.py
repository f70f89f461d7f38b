"""ARENA_DURABILITY=waitaof: what others are told of is on the disk, whoever wrote it and when.

A kill proves nothing, since the system keeps what was written to a file. What the server itself
says counts only where it is honest: with `appendfsync always`, or with `no`, where it never claims
to have brought anything to the disk. That it is honest then, its system calls show.
"""

import os
import shutil
import subprocess
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import pytest
from redis import Redis

from arena.protocol.messages import BotInfo
from arena.store import embedded, keys
from arena.store.bots import Bot
from arena.store.client import Client, open_client
from arena.store.epoch import found
from arena.store.errors import StoreAway, StoreUnfit
from arena.store.fitness import check_waitaof, parse_info
from arena.store.owners import Owner, Token
from arena.store.results import Committed
from arena.store.store import Store, open_store
from tests.store.cup import Cup
from tests.store.settings import changed
from tests.waiting import until

BRIEF_MS = 50
INFO = "# Server\r\nredis_version:{}\r\nserver_name:valkey\r\n"
Act = Callable[[Store], Awaitable[object]]


@pytest.fixture
async def durable(store_url: str) -> AsyncIterator[Store]:
    """The store as a process has it that waits for the disk."""
    async with open_client(store_url) as client:
        try:
            check_waitaof(parse_info(await client.run(bytes, "INFO")))
        except StoreUnfit as error:
            pytest.skip(str(error))
        async with (
            changed(client, "appendfsync", "always"),
            open_store(store_url, durability="waitaof") as store,
        ):
            yield store


@asynccontextmanager
async def without_disk(client: Client, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """Have the server write to its file, and never bring that to the disk; be impatient."""
    async with changed(client, "appendfsync", "no"):
        with monkeypatch.context() as patch:
            patch.setattr("arena.store.client._DISK_MS", BRIEF_MS)
            yield


@pytest.mark.usefixtures("durable")
@pytest.mark.skipif(shutil.which("strace") is None, reason="no strace here to see it with")
async def test_what_is_told_was_brought_to_the_disk_before(tmp_path: Path) -> None:
    """By the system calls of the embedded server: it syncs its file, and only then answers."""
    with embedded.serve(tmp_path, "waitaof") as (url, _), Calls(url, tmp_path / "calls") as calls:
        async with open_store(url, durability="waitaof") as store:
            await Cup(store).start()
            await Cup(store).commit(0)

    assert calls.synced.count(True) >= len(("draft", "open", *Cup.bots, "start", "round", "commit"))
    assert all(calls.synced)


class Calls:
    """What a server does with its file, its disk and its clients, as the system sees it.

    `synced` says of each barrier whether it was on the disk before the next answer.
    """

    def __init__(self, url: str, log: Path) -> None:
        with Redis.from_url(url) as redis:
            self._pid = str(msgspec.convert(redis.info("server")["process_id"], int))
        self._log = log
        self.synced: list[bool] = []

    def __enter__(self) -> "Calls":
        command = [
            "strace",
            "-f",
            "-e",
            "trace=write,fdatasync",
            "-s",
            "9999",
            "-o",
            str(self._log),
        ]
        self._tracer = subprocess.Popen([*command, "-p", self._pid], stderr=subprocess.DEVNULL)
        status = Path(f"/proc/{self._pid}/status")
        while f"TracerPid:\t{self._tracer.pid}\n" not in status.read_text():
            if self._tracer.poll() is not None:
                pytest.skip("strace may not trace here")
            time.sleep(0.01)
        return self

    def __exit__(self, *_: object) -> None:
        self._tracer.terminate()
        self._tracer.wait()
        calls = [line.split(" ", 1)[1].strip() for line in self._log.read_text().splitlines()]
        for place, call in enumerate(calls):
            if keys.BARRIER in call:
                self.synced.append(calls[place + 1].startswith("fdatasync("))


async def commit(store: Store) -> object:
    """Commit set 0, under the claim that it has."""
    return await store.results.commit(Cup(store).result(0, 1))


async def opened(store: Store) -> object:
    """Open the tournament, which it is already."""
    return await store.tournaments.open(Cup.id, Cup.plan.owner)


@pytest.mark.parametrize("act", [commit, opened])
async def test_a_second_answer_waits_for_the_first_effect(
    act: Act, store: Store, durable: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first answer was lost with its connection: what it did may not be on the disk yet."""
    await prepare(act, Cup(store))
    async with without_disk(store.client, monkeypatch):
        first = await act(store)
        with pytest.raises(StoreAway, match=f"did not reach its disk in {BRIEF_MS} ms"):
            await act(durable)
    again = await act(durable)

    assert again == (Committed(again=True, left=None) if act is commit else first)


async def prepare(act: Act, cup: Cup) -> None:
    """Bring the tournament to where this can be done."""
    if act is opened:
        await cup.draft()
    elif act is change_bot:
        await add_bot(cup.store)
    else:
        await cup.start()
        await cup.claim(0)


BOT = Bot(
    id="a" * 32, owner="e" * 32, url="http://a", secret="s", created_ms=1,
    info=BotInfo(protocol=1, games=("sky-5",), version="1"),
)  # fmt: skip


TOKEN = Token(id="t" * 16, owner="e" * 32, scopes=("viewer",), sha256=bytes(32), created_ms=1)


async def add_owner(store: Store) -> None:
    """Make an owner with a token."""
    owner = Owner(id="e" * 32, name="Ada", verify="v", created_ms=1)
    await store.owners.add(owner, TOKEN, 2**52)


async def revoke(store: Store) -> None:
    """Revoke a token: it must not come back after a power cut."""
    await store.owners.revoke_token(TOKEN)


async def add_bot(store: Store) -> object:
    """Register a bot."""
    return await store.bots.add(BOT, "a")


async def change_bot(store: Store) -> None:
    """Change a bot's URL."""
    await store.bots.change(BOT.id, lambda bot: msgspec.structs.replace(bot, url="http://b"))


async def retry(store: Store) -> object:
    """Put sets back into play."""
    return await store.sets.retry(Cup.id, 1)


@pytest.mark.parametrize("act", [add_owner, revoke, add_bot, change_bot, opened, commit, retry])
async def test_nothing_is_told_that_the_disk_has_not(
    act: Act, durable: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tokens, bots, the steps of a tournament, results, and what an organiser does."""
    await prepare(act, Cup(durable))
    async with without_disk(durable.client, monkeypatch):
        with pytest.raises(StoreAway, match="did not reach its disk"):
            await act(durable)
    await act(durable)


async def test_a_server_out_of_memory_is_away_for_now(durable: Store) -> None:
    """The step is refused, and so is the barrier that would be waited for."""
    await Cup(durable).draft()
    async with changed(durable.client, "maxmemory", "1"):
        with pytest.raises(StoreAway, match="does not take this now"):
            await durable.tournaments.open(Cup.id, Cup.plan.owner)
    assert await durable.tournaments.open(Cup.id, Cup.plan.owner)


async def test_a_file_that_is_turned_off_is_not_taken_for_a_disk(durable: Store) -> None:
    """Somebody changes the server while it runs: nothing is done until he has changed it back."""
    await Cup(durable).draft()
    async with changed(durable.client, "appendonly", "no"):
        with pytest.raises(StoreAway, match="writes nothing to its disk"):
            await durable.tournaments.open(Cup.id, Cup.plan.owner)

    async def reached() -> bool:
        try:
            return await durable.tournaments.open(Cup.id, Cup.plan.owner)
        except StoreAway:  # the new file is not whole yet
            return False

    await until(reached, "the disk was not reached")


@pytest.mark.parametrize("policy", ["everysec", "no"])
async def test_a_server_that_syncs_later_is_not_made_a_store_of(
    policy: str, durable: Store, store_url: str, tmp_path: Path
) -> None:
    """It may answer WAITAOF too early; whoever does not wait takes it."""
    async with changed(durable.client, "appendfsync", policy):
        with pytest.raises(StoreUnfit, match="set `appendfsync always`"):
            found(store_url, tmp_path, "waitaof")
        assert not found(store_url, tmp_path, "everysec")
    assert not found(store_url, tmp_path, "waitaof")


@pytest.mark.usefixtures("durable")
async def test_the_embedded_server_syncs_at_once_for_who_waits(tmp_path: Path) -> None:
    """It is ours, so nobody has to set anything."""
    with embedded.serve(tmp_path, "waitaof") as (url, _), Redis.from_url(url) as redis:
        assert redis.config_get("appendfsync") == {"appendfsync": "always"}


@pytest.mark.parametrize("version", ["7.0.15", "7.1.0", "6.2.14"])
def test_a_server_that_cannot_tell_is_refused(version: str) -> None:
    """Its disk may have everything, but nobody knows when."""
    with pytest.raises(StoreUnfit, match=rf"Redis {version}: ARENA_DURABILITY=waitaof needs"):
        check_waitaof(parse_info(INFO.format(version).encode()))


@pytest.mark.parametrize("version", ["7.2.0", "7.10.1", "8.0.0", "10.2.3"])
def test_a_server_that_can_tell_is_taken(version: str) -> None:
    """From Redis 7.2 on; Valkey says that it is one of these."""
    check_waitaof(parse_info(INFO.format(version).encode()))


def old_server() -> str | None:
    """Find a server here that cannot say when its disk has what it wrote."""
    for name in (os.environ.get("ARENA_TEST_SERVER"), "redis-server", "valkey-server"):
        binary = name and shutil.which(name)
        if not binary:
            continue
        said = subprocess.run([binary, "--version"], capture_output=True, text=True).stdout
        version = said.partition("v=")[2].split(" ")[0]
        try:
            check_waitaof({"redis_version": version})
        except StoreUnfit:
            return binary
    return None


@pytest.mark.skipif(old_server() is None, reason="no server here that is older than Redis 7.2")
async def test_a_real_server_that_cannot_tell_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It serves with the other durability."""
    monkeypatch.setattr(embedded, "find_binary", old_server)
    with embedded.serve(tmp_path) as (url, _):
        async with open_client(url, "everysec"):
            pass
        with pytest.raises(StoreUnfit, match=r"needs Redis 7\.2 or Valkey"):
            async with open_client(url, "waitaof"):
                pass
