"""Bots behind HTTP: bot protocol 1 over a guarded connection.

What may live here: messages out, answers in. Whatever a server does becomes one kind of fault.
"""

from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import TypeVar

import msgspec

from arena.match.canary import Canary
from arena.match.connection import BotConnection, BotError, Received, shown
from arena.match.guard import Guard
from arena.match.names import BeforeConnect
from arena.match.player import Reply, Request
from arena.protocol.messages import BotInfo, Choice, End
from arena.protocol.signing import Signer

INFO_MS = 5_000
"""Time for `GET <url>/`, in which names are looked up and connections made."""
_GOOD = 200
"""The status of every answer whose body is read."""

T = TypeVar("T")
_encoder = msgspec.json.Encoder()
_choices = msgspec.json.Decoder(Choice)
_infos = msgspec.json.Decoder(BotInfo)


class BotClient:
    """One bot's server, for all matches that one event loop plays with it."""

    def __init__(
        self,
        url: str,
        guard: Guard,
        *secrets: str,
        canary: Canary | None = None,
        before_connect: BeforeConnect | None = None,
    ) -> None:
        """Prepare to call; raise UrlError or SecretError. Needs a running event loop.

        Requests are signed with the secrets, the newest first, where there is one. With a canary
        no ask or `GET` fails by an outage of ours: it waits until that is over. `before_connect`
        is as a connection's.
        """
        signer = Signer(*secrets) if secrets else None
        self._connection = BotConnection(guard.check(url), guard, signer, before_connect)
        self._canary = canary

    async def __aenter__(self) -> "BotClient":
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Close all connections."""
        await self._connection.close()

    async def info(self) -> BotInfo:
        """Give what `GET <url>/` says of the bot; raise BotError."""
        received = await self._call(lambda: self._connection.get("/", INFO_MS))
        return _decode(_infos, received.body)

    async def decide(self, request: Request, allowance_ms: int) -> Reply:
        """Put one ask; a fault is a reply too."""
        body = _encoder.encode(request)
        latency_ms = 0
        try:
            received = await self._call(
                lambda: self._connection.post("/decide", body, request.ask_id, allowance_ms)
            )
            latency_ms = received.latency_ms
            choice = _decode(_choices, received.body)
        except BotError as fault:
            latency_ms = max(latency_ms, fault.latency_ms)
            return Reply(
                None,
                fault.kind,
                latency_ms=latency_ms,
                detail=fault.detail,
                status=fault.status,
                body=fault.body,
            )
        return Reply(
            choice.choice, say=choice.say, latency_ms=latency_ms, status=_GOOD, body=received.body
        )

    async def end(self, message: End, allowance_ms: int) -> None:
        """Tell it the result; an error is nobody's loss, so it is dropped."""
        body = _encoder.encode(message)
        try:
            await self._connection.post("/end", body, f"{message.match_id}_end", allowance_ms)
        except BotError:
            return

    async def _call(self, call: Callable[[], Awaitable[Received]]) -> Received:
        return await (call() if self._canary is None else self._canary.beside(call))


class HttpPlayer:
    """A bot behind HTTP at one table."""

    def __init__(self, client: BotClient, info: BotInfo) -> None:
        """Play by the client; `info` is what the bot said of itself before the match."""
        self.windows = info.windows
        self.wants_end = info.end
        self.decide = client.decide
        self.end = client.end


async def fetch_info(
    url: str, guard: Guard, before_connect: BeforeConnect | None = None
) -> BotInfo:
    """Give what the bot at `url` says of itself; raise UrlError or BotError."""
    async with BotClient(url, guard, before_connect=before_connect) as client:
        return await client.info()


def _decode(decoder: msgspec.json.Decoder[T], body: bytes) -> T:
    try:
        return decoder.decode(body)
    except msgspec.ValidationError as error:
        raise BotError("schema", f"{error}: {shown(body)}", status=_GOOD, body=body) from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BotError("bad_json", f"{error}: {shown(body)}", status=_GOOD, body=body) from None
