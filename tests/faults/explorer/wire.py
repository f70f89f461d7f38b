"""A connection to a server whose contents come and go with every call.

What may live here: sending and reading. The repositories are coroutines over a client that waits;
this one never does, so they are run like functions, and everything about a call is one round trip.
"""

from collections.abc import Coroutine, Iterable, Sequence
from importlib.resources import files
from typing import TypeVar

import msgspec
from redis import Redis

from arena.store.client import FILES, LIBRARY, Argument, Client
from tests.faults.explorer.contents import Command

T = TypeVar("T")


def library() -> str:
    """Give the function library as the product loads it."""
    folder = files("arena.store").joinpath("functions")
    return "\n".join(folder.joinpath(name).read_text() for name in FILES)


class Wire(Client):
    """Calls functions; with each goes what is to be sent before and after it.

    `replies` are those to what was sent after the last one.
    """

    def __init__(self, url: str) -> None:
        super().__init__(url, "everysec")
        self._wire = Redis.from_url(url, protocol=2).connection_pool.get_connection()
        self.before: list[Command] = []
        self.after: list[Command] = []
        self.replies: list[object] = []

    async def call(
        self, expected: type[T], function: str, keys: Sequence[str], arguments: Sequence[Argument]
    ) -> T:
        """Call a function."""
        called = ("FCALL", f"{LIBRARY}_{function}", len(keys), *keys, *arguments)
        replies = self.send([*self.before, called, *self.after])
        self.replies = replies[len(self.before) + 1 :]
        return msgspec.convert(replies[len(self.before)], expected)

    step = call

    def send(self, commands: Iterable[Command]) -> list[object]:
        """Send commands at once; give their replies."""
        sent = list(commands)
        packed = self._wire.pack_commands(sent)  # type: ignore[no-untyped-call]
        self._wire.send_packed_command(packed)  # type: ignore[no-untyped-call]
        return [self._wire.read_response() for _ in sent]

    def disconnect(self) -> None:
        """Close the connection."""
        self._wire.disconnect()  # type: ignore[no-untyped-call]


def result_of(coroutine: Coroutine[object, None, T]) -> T:
    """Run what never waits; give its result."""
    try:
        coroutine.send(None)
    except StopIteration as stop:
        result: T = stop.value
        return result
    raise RuntimeError("it waits")
