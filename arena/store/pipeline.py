"""Commands that are sent at the same moment go to the server together, as one pipeline.

What may live here: how commands of many share a connection. What becomes of one that fails is up to
whoever has sent it.
"""

import asyncio

import msgspec
from redis.asyncio import Redis
from redis.exceptions import RedisError

Command = tuple[str | bytes | int, ...]


class Pipeline:
    """Sends all that it is given before the event loop comes round again, over one connection.

    What is sent goes on to its end though those who wait for it have gone.
    """

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._commands: list[Command] = []
        self._sending: asyncio.Task[list[object]] | None = None
        """Will send them when it begins; there is none while there are none."""

    async def send(self, command: Command) -> object:
        """Give the reply to a command; raise the library's error, of it or of the connection."""
        if self._sending is None:
            self._sending = asyncio.create_task(self._send())
            self._sending.add_done_callback(_heed)
        place = len(self._commands)
        self._commands.append(command)
        reply = (await asyncio.shield(self._sending))[place]
        if isinstance(reply, RedisError):
            raise reply
        return reply

    async def _send(self) -> list[object]:
        commands, self._commands, self._sending = self._commands, [], None
        if len(commands) == 1:
            return [await self._redis.execute_command(*commands[0])]  # type: ignore[no-untyped-call]
        async with self._redis.pipeline(transaction=False) as pipeline:
            for command in commands:
                pipeline.execute_command(*command)
            # Unraised, since each has a reply or an error of its own.
            replies = await pipeline.execute(raise_on_error=False)
        return msgspec.convert(replies, list[object])


def _heed(sent: asyncio.Task[list[object]]) -> None:
    """Take note of an error: that all have gone who waited for it is no mistake to be logged."""
    if not sent.cancelled():
        sent.exception()
