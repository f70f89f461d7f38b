"""The way to the server: addresses, connections, how often is tried, and whose fault an error is.

What may live here: whatever is true of every command before its reply is looked at. RQ needs a
client that blocks, all else has one that does not; both are made here, with the same limits.
"""

import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager

from redis import Redis as BlockingRedis
from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.connection import AbstractConnection
from redis.asyncio.retry import Retry
from redis.backoff import ExponentialWithJitterBackoff, NoBackoff
from redis.exceptions import (
    AuthenticationError,
    BusyLoadingError,
    ConnectionError,
    MasterDownError,
    NoPermissionError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisError,
    TimeoutError,
)
from redis.retry import Retry as BlockingRetry

from arena.store.errors import StoreAway, StoreError, StoreUnfit

RETRIES = 10
"""Of a connection that is refused or breaks, in about 4 s; a server that is silent gets no more."""

_ADDRESS = (
    "redis://[[user]:password@]host[:port][/database], the same with rediss://, or unix://path "
    "(what is special in a password as %XX)"
)
_CONNECTIONS = 64
_TIMEOUT_S = 5.0
_RETRIED = (ConnectionError, BusyLoadingError)
_BACKOFF_S = 0.05
_LONGEST_BACKOFF_S = 0.5
_GIVE_UP_S = 4.0
"""After so long there is no other try: more than those take, less than one timeout."""
_NOT_NOW = (OutOfMemoryError, ReadOnlyError, MasterDownError)
"""What a server says that is right but full, or that has just become a replica."""
_SHUT_OUT = (AuthenticationError, NoPermissionError)
"""What a server says that answers, and will not do this for us however long we wait."""
_BUSY = ("MISCONF ", "BUSY ")
"""How the answer begins of one that could not write its append-only file, or that runs a function
for too long."""
_CLOSED = "the handler is closed"
"""How the error ends that uvloop raises where another loop raises an OSError."""


class Replaced(RedisError):  # noqa: N818 (a state of the store, not of ours)
    """A new connection leads to another store than the earlier ones; the message says so."""


def connect(url: str, greet: Callable[[AbstractConnection], Awaitable[None]] | None) -> Redis:
    """Prepare to connect, and to `greet` at every connect; StoreUnfit for an address that is none.

    The library's own retries are off: those of a command, of its connection and of the greeting
    would multiply, to minutes. `insist` tries again, for all of them together.
    """
    try:
        pool = BlockingConnectionPool.from_url(
            url,
            protocol=2,
            max_connections=_CONNECTIONS,
            timeout=_TIMEOUT_S,
            socket_timeout=_TIMEOUT_S,
            socket_connect_timeout=_TIMEOUT_S,
            health_check_interval=30,
            retry=Retry(NoBackoff(), 0),
            redis_connect_func=greet,
        )
        pool.connection_class(**pool.connection_kwargs)  # finds options that there are not
    except (ValueError, TypeError):
        # Without the library's own words, in which parts of a password may stand.
        raise StoreUnfit(f"ARENA_REDIS_URL: expected {_ADDRESS}, got {place_of(url)!r}") from None
    redis = Redis.from_pool(pool)
    redis.response_callbacks.clear()
    return redis


def connect_blocking(url: str, retries: int = RETRIES) -> BlockingRedis:
    """Give a client that blocks, as RQ's must; where its connection breaks, it tries so often."""
    return BlockingRedis.from_url(
        url,
        socket_timeout=_TIMEOUT_S,
        socket_connect_timeout=_TIMEOUT_S,
        retry=BlockingRetry(_backoff(), retries, _RETRIED),
    )


def check_address(url: str) -> None:
    """Raise StoreUnfit for an address that is none."""
    connect(url, None)


def place_of(url: str) -> str:
    """Give the address without name, password and options (one may be a password), to be shown."""
    scheme, separator, rest = url.partition("://")
    return scheme + separator + rest.rpartition("@")[2].partition("?")[0]


async def insist(send: Callable[[], Awaitable[object]]) -> object:
    """Send, and again where the connection is refused or breaks, for about 4 s."""
    ends = time.monotonic() + _GIVE_UP_S

    async def again(error: Exception) -> None:
        """Give up on a silent server, which the library may call a broken connection."""
        if time.monotonic() > ends:
            raise error

    return await Retry(_backoff(), RETRIES, _RETRIED).call_with_retry(lambda: _once(send), again)


async def _once(send: Callable[[], Awaitable[object]]) -> object:
    """Send; a connection that broke just before is broken on every event loop alike."""
    try:
        return await send()
    except RuntimeError as error:
        if _CLOSED in str(error):
            raise ConnectionError(str(error)) from error
        raise


def _backoff() -> ExponentialWithJitterBackoff:
    return ExponentialWithJitterBackoff(base=_BACKOFF_S, cap=_LONGEST_BACKOFF_S)


@contextmanager
def our_errors(place: str, what: str) -> Iterator[None]:
    """Raise the client library's errors as ours; `what` was to be done.

    StoreAway where it helps to wait, StoreUnfit where the server shuts us out or is another store,
    StoreError where it was told nonsense.
    """
    try:
        yield
    except Replaced as error:
        raise StoreUnfit(str(error)) from None
    except RedisError as error:
        if isinstance(error, _SHUT_OUT) or isinstance(error.__cause__, _SHUT_OUT):
            raise StoreUnfit(f"the store at {place} cannot be used: {what}: {error}") from error
        if isinstance(error, ConnectionError | TimeoutError):
            raise StoreAway(f"the store at {place} does not answer: {error}") from error
        if isinstance(error, _NOT_NOW) or str(error).startswith(_BUSY):
            raise StoreAway(f"the store at {place} does not take this now: {error}") from error
        raise StoreError(f"{what}: {error}") from error
