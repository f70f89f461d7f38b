"""The connection to Redis or Valkey: typed commands, the function library, and who is fit to serve.

What may live here: whatever is true of every key. Replies are raw (RESP 2) and are converted to
the type that the caller expects, so that nothing untyped leaves this module. A command may be sent
twice when a reply is lost: whatever is written through it must bear that.
"""

from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from importlib.resources import files
from typing import TypeVar

import msgspec
from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialWithJitterBackoff
from redis.exceptions import (
    AuthenticationError,
    BusyLoadingError,
    ConnectionError,
    RedisError,
    TimeoutError,
)

T = TypeVar("T")
Argument = str | bytes | int

LIBRARY = "arena_v1"
"""The function library; its functions carry its name, so that versions live side by side."""
OLDEST = (7, 0)
"""The oldest version of Redis that has function libraries."""

_ADDRESS = (
    "redis://[[user]:password@]host[:port][/database], the same with rediss://, or unix://path "
    "(what is special in a password as %XX)"
)
_CONNECTIONS = 64
_TIMEOUT_S = 5.0
_RETRIES = 3


class StoreAway(Exception):  # noqa: N818 (a state of the store, not of ours)
    """The store does not answer; the message says where it was sought."""


class StoreUnfit(Exception):  # noqa: N818 (the same)
    """This server must not or cannot be used; the message says why, or what to set."""


class StoreError(Exception):
    """The store refused a command: our own bug, or a server out of memory or disk."""


class Client:
    """Commands on one server. Each raises StoreAway or StoreError."""

    def __init__(self, redis: Redis, place: str) -> None:
        """Take a connection; `place` is how messages name where it leads."""
        self._redis = redis
        self._place = place

    async def run(self, expected: type[T], *command: Argument) -> T:
        """Send a command; give its reply as the type `expected` (bytes, int, list[bytes], ...)."""
        return msgspec.convert(await self._send(command), expected)

    async def find(self, expected: type[T], *command: Argument) -> T | None:
        """Send a command whose reply is null where there is no such thing."""
        reply = await self._send(command)
        return None if reply is None else msgspec.convert(reply, expected)

    async def call(
        self, expected: type[T], function: str, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> T:
        """Call one of our functions."""
        name = f"{LIBRARY}_{function}"
        return await self.run(expected, "FCALL", name, len(keys), *keys, *arguments)

    async def get(self, key: str, expected: type[T]) -> T | None:
        """Give the record at a key."""
        data = await self.find(bytes, "GET", key)
        return None if data is None else msgspec.msgpack.decode(data, type=expected)

    async def get_many(self, keys: Sequence[str], expected: type[T]) -> list[T | None]:
        """Give the records at these keys, in their order."""
        if not keys:
            return []
        found = await self.run(list[bytes | None], "MGET", *keys)
        decode = msgspec.msgpack.Decoder(expected).decode
        return [None if data is None else decode(data) for data in found]

    async def put(self, records: Mapping[str, msgspec.Struct]) -> None:
        """Store records at their keys, all or none."""
        pairs: list[Argument] = []
        for key, record in records.items():
            pairs += [key, msgspec.msgpack.encode(record)]
        await self.run(bytes, "MSET", *pairs)

    async def newest(self, key: str, after: str | None, limit: int) -> list[str] | None:
        """Give members of a sorted set of ids by time, the newest first, from the one `after`.

        None if there is no such member.
        """
        first = 0
        if after is not None:
            place = await self.find(int, "ZREVRANK", key, after)
            if place is None:
                return None
            first = place + 1
        found = await self.run(list[bytes], "ZRANGE", key, first, first + limit - 1, "REV")
        return [member.decode() for member in found]

    async def _send(self, command: tuple[Argument, ...]) -> object:
        with our_errors(self._place, str(command[0])):
            reply: object = await self._redis.execute_command(*command)  # type: ignore[no-untyped-call]
        return reply


@contextmanager
def our_errors(place: str, what: str) -> Iterator[None]:
    """Raise the client library's errors as StoreAway or StoreError; `what` was to be done."""
    try:
        yield
    except (ConnectionError, TimeoutError) as error:
        if isinstance(error, AuthenticationError) or isinstance(
            error.__cause__, AuthenticationError
        ):  # a wrong password: it answers, and no waiting helps
            raise StoreError(f"{what}: {error}") from error
        raise StoreAway(f"the store at {place} does not answer: {error}") from error
    except RedisError as error:
        raise StoreError(f"{what}: {error}") from error


@asynccontextmanager
async def open_client(url: str) -> AsyncIterator[Client]:
    """Connect, check that the server is fit, and load the function library.

    Raises StoreAway if nothing answers at `url`, StoreUnfit if the server must not be used or is
    none, does not let us in, or refuses what we need.
    """
    redis = _connect(url)
    try:
        client = Client(redis, place_of(url))
        try:
            check_fit(_parse_info(await client.run(bytes, "INFO")))
            await _load_functions(client)
        except StoreError as error:
            raise StoreUnfit(f"the store at {place_of(url)} cannot be used: {error}") from error
        yield client
    finally:
        await redis.aclose()


def _connect(url: str) -> Redis:
    """Prepare to connect; raise StoreUnfit for an address that is none."""
    try:
        pool = BlockingConnectionPool.from_url(
            url,
            protocol=2,
            max_connections=_CONNECTIONS,
            timeout=_TIMEOUT_S,
            socket_timeout=_TIMEOUT_S,
            socket_connect_timeout=_TIMEOUT_S,
            health_check_interval=30,
            retry=Retry(ExponentialWithJitterBackoff(base=0.05, cap=1.0), _RETRIES),
            retry_on_error=[ConnectionError, TimeoutError, BusyLoadingError],
        )
        pool.connection_class(**pool.connection_kwargs)  # finds options that there are not
    except (ValueError, TypeError):
        # Without the library's own words, in which parts of a password may stand.
        raise StoreUnfit(f"ARENA_REDIS_URL: expected {_ADDRESS}, got {place_of(url)!r}") from None
    redis = Redis.from_pool(pool)
    redis.response_callbacks.clear()
    return redis


def place_of(url: str) -> str:
    """Give the address without name, password and options (one may be a password), to be shown."""
    scheme, separator, rest = url.partition("://")
    return scheme + separator + rest.rpartition("@")[2].partition("?")[0]


async def _load_functions(client: Client) -> None:
    """Load the library unless just this one is there: each load is written to the server's log."""
    code = files("arena.store").joinpath("functions.lua").read_bytes()
    listed = ("FUNCTION", "LIST", "LIBRARYNAME", LIBRARY, "WITHCODE")
    if not any(code in library for library in await client.run(list[list[object]], *listed)):
        await client.run(bytes, "FUNCTION", "LOAD", "REPLACE", code)


def _parse_info(text: bytes) -> dict[str, str]:
    lines = (line.partition(":") for line in text.decode(errors="replace").splitlines())
    return {name: value for name, colon, value in lines if colon}


def check_fit(info: Mapping[str, str]) -> None:
    """Raise StoreUnfit, saying what to do, if a server with this INFO must not be used."""
    version = info.get("redis_version", "0")
    parts = tuple(int(part) for part in version.split(".")[:2] if part.isdigit())
    if parts < OLDEST:
        raise StoreUnfit(f"the store is Redis {version}: Redis 7.0 or Valkey 7.2 is the oldest fit")
    if info.get("role") == "slave":
        raise StoreUnfit("the store is a replica, which takes no writes: name its primary")
    if info.get("cluster_enabled") == "1":
        raise StoreUnfit(
            "the store is a cluster, over which no step could be one: use a single server"
        )
    if info.get("aof_enabled") != "1":
        raise StoreUnfit(
            "the store keeps no append-only file and would lose results: set `appendonly yes`"
        )
    policy = info.get("maxmemory_policy", "unknown")
    if policy != "noeviction":
        raise StoreUnfit(
            f"the store evicts keys when memory is full (maxmemory-policy {policy}): "
            "set `maxmemory-policy noeviction`"
        )
