"""Commands on Redis or Valkey, with typed replies; the function library; which store it is.

What may live here: whatever is true of every key. Replies are raw (RESP 2) and are converted to
the type that the caller expects, so that nothing untyped leaves this module. A command may be sent
twice when a reply is lost: whatever is written through it must bear that.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from importlib.resources import files
from typing import Annotated, Literal, TypeVar

import msgspec
from redis.asyncio.connection import AbstractConnection
from redis.exceptions import NoPermissionError, RedisError

from arena.store import keys
from arena.store.connection import Replaced, connect, insist, our_errors, place_of
from arena.store.errors import StoreAway, StoreError, StoreUnfit
from arena.store.fitness import check_fit, check_waitaof, parse_info
from arena.store.pipeline import Pipeline

T = TypeVar("T")
Argument = str | bytes | int

VERSION = 5
"""Of all that is stored: keys, records, functions, jobs. A change that older code would mistake
raises it."""
OLDEST = 5
"""The oldest version of a store whose records are read."""
LIBRARY = f"arena_v{VERSION}"
"""The function library; its functions carry its name, so that versions live side by side."""
FILES = (
    "common.lua", "owners.lua", "bots.lua", "faults.lua", "health.lua", "buckets.lua",
    "tournaments.lua", "sets.lua", "commit.lua", "voids.lua", "reports.lua", "exhibitions.lua",
    "ladders.lua",
)  # fmt: skip
"""Of what it is made, in order."""
Durability = Literal["everysec", "waitaof"]
"""How sure a step is when it is done: on disk within a second, or before anybody is told."""

_DISK_MS = 3_000


class Epoch(msgspec.Struct, frozen=True):
    """Which store this is (32 hex digits, drawn when it was founded), and the version of it all."""

    id: Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{32}\Z")]
    version: Annotated[int, msgspec.Meta(ge=1, le=1_000_000)]


class Client:
    """Commands on one server. Each raises StoreAway, StoreUnfit or StoreError.

    StoreUnfit also when the server has become another store, or an empty one.
    """

    def __init__(self, url: str, durability: Durability) -> None:
        """Prepare to connect; raise StoreUnfit for an address that is none."""
        self._redis = connect(url, self._greet)
        self._pipeline = Pipeline(self._redis)
        self.place = place_of(url)
        """Where the server is, to be shown."""
        self._durability = durability
        self._epoch: bytes | None = None

    async def close(self) -> None:
        """Close the connections."""
        await self._redis.aclose()

    async def check(self) -> None:
        """Raise StoreUnfit unless the store is still the one that was opened."""
        if await self.find(bytes, "GET", keys.EPOCH) != self._epoch:
            raise StoreUnfit(_lost(self.place))

    async def open(self) -> None:
        """Make sure that this server is fit, is a store of ours, and has our functions."""
        info = parse_info(await self.run(bytes, "INFO"))
        check_fit(info)
        if self._durability == "waitaof":
            check_waitaof(info)
        epoch = await self.find(bytes, "GET", keys.EPOCH)
        if epoch is None:
            raise StoreUnfit(_lost(self.place))
        _check_version(read_epoch(epoch, self.place).version, self.place)
        self._epoch = epoch
        await _load_functions(self)

    async def _greet(self, connection: AbstractConnection) -> None:
        """Begin a connection; refuse to if it leads to another store than before."""
        await connection.on_connect()
        if self._epoch is not None:
            await connection.send_command("GET", keys.EPOCH)
            if await connection.read_response() != self._epoch:
                raise Replaced(_lost(self.place))

    async def run(self, expected: type[T], *command: Argument) -> T:
        """Send a command; give its reply as the type `expected` (bytes, int, list[bytes], ...)."""
        return msgspec.convert(await self._send_together(command), expected)

    async def find(self, expected: type[T], *command: Argument) -> T | None:
        """Send a command whose reply is null where there is no such thing."""
        reply = await self._send_together(command)
        return None if reply is None else msgspec.convert(reply, expected)

    async def call(
        self, expected: type[T], function: str, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> T:
        """Call one of our functions."""
        return msgspec.convert(await self._send(_call(function, keys, arguments)), expected)

    async def read(
        self, expected: type[T], function: str, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> T:
        """Call one of our functions that changes nothing, together with what else is read now."""
        return await self.run(expected, *_call(function, keys, arguments))

    async def step(
        self, expected: type[T], function: str, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> T:
        """Call one of our functions, whose effect is told to others when this returns.

        With the durability `waitaof` it is on disk then, also if an earlier call had it;
        raises StoreAway if that is not known.
        """
        return msgspec.convert(await self._send_kept(_call(function, keys, arguments)), expected)

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
        with our_errors(self.place, str(command[0])):
            return await insist(lambda: self._redis.execute_command(*command))  # type: ignore[no-untyped-call]

    async def _send_together(self, command: tuple[Argument, ...]) -> object:
        """Send a command with all others of this moment; functions that write go by themselves."""
        with our_errors(self.place, str(command[0])):
            return await insist(lambda: self._pipeline.send(command))

    async def _send_kept(self, command: tuple[Argument, ...]) -> object:
        """Send a command; with the durability `waitaof`, wait until the disk has its effect.

        What is waited for is a barrier written after it, since the effect may be older than this
        connection: an answer was lost and the command sent again.
        """
        if self._durability == "everysec":
            return await self._send(command)
        with our_errors(self.place, str(command[0])):
            answers = await insist(lambda: self._pipe(command))
            reply, barred, synced = msgspec.convert(answers, tuple[object, object, object])
            for answer in (reply, barred):
                if isinstance(answer, RedisError):
                    raise answer
        if isinstance(synced, RedisError):  # its append-only file was turned off
            raise StoreAway(f"the store at {self.place} writes nothing to its disk: {synced}")
        if msgspec.convert(synced, tuple[int, int])[0] < 1:
            raise StoreAway(f"the store at {self.place} did not reach its disk in {_DISK_MS} ms")
        return reply

    async def _pipe(self, command: tuple[Argument, ...]) -> list[object]:
        """Send a command, the barrier, and that its disk be waited for, over one connection."""
        async with self._redis.pipeline(transaction=False) as pipeline:
            pipeline.execute_command(*command)
            pipeline.execute_command("SET", keys.BARRIER, "")
            pipeline.execute_command("WAITAOF", 1, 0, _DISK_MS)
            # Unraised, since the library would put what we sent into the error's words.
            return await pipeline.execute(raise_on_error=False)


@asynccontextmanager
async def open_client(url: str, durability: Durability = "everysec") -> AsyncIterator[Client]:
    """Connect, check that the server is fit and a store of ours, and load the function library.

    Raises StoreAway if nothing answers at `url`, StoreUnfit if the server must not be used or is
    none, does not let us in, or refuses what we need.
    """
    client = Client(url, durability)
    try:
        try:
            await client.open()
        except StoreError as error:
            raise StoreUnfit(f"the store at {place_of(url)} cannot be used: {error}") from error
        yield client
    finally:
        await client.close()


def read_epoch(kept: bytes, place: str) -> Epoch:
    """Give the epoch that a server keeps; raise StoreUnfit where that is none."""
    try:
        return msgspec.msgpack.decode(kept, type=Epoch)
    except msgspec.MsgspecError as error:
        raise StoreUnfit(f"the store at {place} is none of ours: {keys.EPOCH}: {error}") from error


def _check_version(version: int, place: str) -> None:
    """Refuse a store whose records we would mistake, or do not read any more."""
    if version > VERSION:
        raise StoreUnfit(f"the store at {place} is of a newer release: update this one")
    if version < OLDEST:
        raise StoreUnfit(
            f"the store at {place} is of an older release, whose records this one does not read: go"
            " on with that release, or begin anew with an empty store"
        )


def _call(
    function: str, keys: Sequence[str], arguments: Sequence[Argument]
) -> tuple[Argument, ...]:
    return ("FCALL", f"{LIBRARY}_{function}", len(keys), *keys, *arguments)


def _lost(place: str) -> str:
    return (
        f"the store at {place} is empty or not the one it was: if it held tournaments, restore its "
        "append-only file; if it is new, `arena init` makes a store of it"
    )


async def _load_functions(client: Client) -> None:
    """Load the library unless just this one is there: each load is written to the server's log."""
    folder = files("arena.store").joinpath("functions")
    code = b"\n".join(folder.joinpath(name).read_bytes() for name in FILES)
    listed = ("FUNCTION", "LIST", "LIBRARYNAME", LIBRARY, "WITHCODE")
    if any(code in library for library in await client.run(list[list[object]], *listed)):
        return
    try:
        await client.run(bytes, "FUNCTION", "LOAD", "REPLACE", code)
    except StoreUnfit as error:
        if isinstance(error.__cause__, NoPermissionError):
            raise StoreUnfit(
                f"the store at {client.place} has other functions than this release, and this user "
                "may load none: run `arena init` as one that may"
            ) from error
        raise
