"""The bot that is tried: how it is asked, what came of each ask, and what a trial comes to.

What may live here: one bot under test, whatever it is tried at.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from arena.match.clock import Limits
from arena.match.conformance.advice import SLOW, advise
from arena.match.conformance.report import Finding, Trial, Verdict, cut, excerpt
from arena.match.guard import Guard
from arena.match.http import BotClient
from arena.match.player import Reply, Request
from arena.match.practice import Call, put
from arena.protocol.messages import BotInfo

LIMITS = Limits()
"""The usual ones: a contest may have others, within bounds."""


@dataclass(frozen=True)
class Subject:
    """Whom to check.

    `verify` is what its `GET` must state, if anything. It `knows_secret` where it was certainly
    given the first of `secrets`, so that it must refuse other signatures. One `game`, or all of
    its games.
    """

    url: str
    guard: Guard
    secrets: tuple[str, ...] = ()
    knows_secret: bool = False
    verify: str | None = None
    game: str | None = None


@dataclass(frozen=True)
class Found:
    """What a trial has found, where no call of the bot has failed.

    `call` is one more, which the trial has judged by itself.
    """

    words: str
    verdict: Verdict = "passed"
    advice: str = ""
    call: Call | None = None


class Tested:
    """A bot that has said what it is; as a player it keeps what it is asked and answers."""

    def __init__(self, client: BotClient, info: BotInfo, subject: Subject) -> None:
        """Ask it by this client."""
        self.info = info
        self.subject = subject
        self.windows = info.windows
        self.wants_end = info.end
        self.calls: list[Call] = []
        """Those of the trial that is under way."""
        self.timeouts = 0
        """Of all trials."""
        self._client = client
        self.end = client.end

    async def decide(self, request: Request, allowance_ms: int) -> Reply:
        """Put an ask, and keep what came of it."""
        call = await put(self._client, request, allowance_ms)
        self.calls.append(call)
        self.timeouts += call.reply.fault == "timeout"
        return call.reply

    async def put_in_turn(self, requests: Sequence[Request], allowance_ms: int) -> None:
        """Put one ask after the other, up to the first that fails."""
        for request in requests:
            if (await self.decide(request, allowance_ms)).fault is not None:
                return

    async def put_at_once(self, requests: Sequence[Request], allowance_ms: int) -> None:
        """Put all of them at once."""
        await asyncio.gather(*(self.decide(request, allowance_ms) for request in requests))


@dataclass(frozen=True)
class Label:
    """Which trial it is: of a game, of a kind of ask, where it is of one."""

    trial: Trial
    game: str | None = None
    ask: str | None = None

    def finding(self, calls: Sequence[Call], found: Found) -> Finding:
        """Give what the calls of a trial come to: a fault outweighs what else was `found`."""
        failed = [call for call in calls if call.reply.fault is not None]
        if failed:
            return self._failed(failed, len(calls))
        calls = calls if found.call is None else [*calls, found.call]
        worst_ms = max((call.reply.latency_ms for call in calls), default=None)
        if found.verdict == "passed" and (worst_ms or 0) > LIMITS.move_ms:
            words = f"{found.words}, but later than {LIMITS.move_ms} ms"
            found = Found(words, "warned", SLOW)
        return Finding(
            trial=self.trial,
            game=self.game,
            ask=self.ask,
            verdict=found.verdict,
            calls=len(calls),
            latency_ms=worst_ms,
            found=cut(found.words),
            advice=found.advice,
        )

    def _failed(self, failed: Sequence[Call], calls: int) -> Finding:
        request, reply = failed[0].request, failed[0].reply
        fault = reply.fault
        assert fault is not None
        share = f"{len(failed)} of {calls} failed, the first by " if calls > 1 else ""
        return Finding(
            trial=self.trial,
            game=self.game,
            ask=self.ask,
            verdict="failed",
            calls=calls,
            latency_ms=max(call.reply.latency_ms for call in failed),
            found=cut(f"{share}{fault}: {reply.detail}"),
            advice=advise(self.trial, fault),
            fault=fault,
            request=excerpt(msgspec.json.encode(request)),
            answer=excerpt(reply.body),
        )
