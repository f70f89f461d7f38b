"""The canary: an address outside that always answers, and so tells our outages from the bots'.

What may live here: asking it, and what follows from its answers for calls to bots. It is asked in
the way that bots are called: the same guard, the same TLS, a connection of its own each time. While
it does not answer nobody is asked anything, and the clock of bots stands still.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from email.utils import parsedate_to_datetime
from types import TracebackType

import aiohttp
import structlog
from yarl import URL

from arena.match.clock import Deadline, Heart
from arena.match.connection import (
    BotError,
    NoSocketError,
    Received,
    guarded_connector,
    tls_context,
)
from arena.match.guard import Guard
from arena.match.names import GuardedResolver, RefusedError
from arena.match.urls import BotUrl

EVERY_S = 1.0
"""Between two questions while bots are called."""
ANSWER_MS = 1_000
"""It answers within this, or our line is down."""
MOST_SKEW_S = 60.0
"""So far our clock may be from the canary's: bots allow 300 s, and may be wrong themselves."""
REMIND_S = 60.0
"""Between two complaints of one outage."""

_OF_THE_LINE = frozenset({"connect", "refused_address", "timeout", "tls"})
"""Faults that our own line may cause; the others are made of an answer."""

_log = structlog.get_logger()


class Canary:
    """Watches over all calls of one event loop. Entering makes it ready, leaving stops the watch.

    It is asked while calls are under way, and once after each fault that the line may have caused.
    """

    def __init__(self, url: BotUrl, guard: Guard) -> None:
        """Prepare to ask `url`."""
        self._url = url
        self._guard = guard
        self._well = asyncio.Event()
        self._well.set()
        self._outages = 0
        self._asking = asyncio.Lock()
        self._asked = 0.0
        self._watching: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "Canary":
        loop = asyncio.get_running_loop()
        self._bots = Heart.of_this_loop()
        self._good = self._bots.now()
        self._own = Heart(loop)
        self._told = loop.time()
        resolver = GuardedResolver(self._guard, self._url.scheme)
        self._session = aiohttp.ClientSession(
            connector=guarded_connector(self._guard, self._url.scheme, resolver),
            cookie_jar=aiohttp.DummyCookieJar(),
            timeout=aiohttp.ClientTimeout(total=None, sock_connect=None),
        )
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._watching is not None:
            self._watching.cancel()
            await asyncio.gather(self._watching, return_exceptions=True)
        if not self.well:
            self._bots.go_on()
        await self._session.close()

    @property
    def well(self) -> bool:
        """Whether our line is up, as far as is known."""
        return self._well.is_set()

    async def beside(self, call: Callable[[], Awaitable[Received]]) -> Received:
        """Make a call to a bot; where an outage of ours met it and it failed, make it again.

        The bot has all its time again then: what went on before is not known. Raises BotError.
        """
        while True:
            self._watch()
            await self._well.wait()
            outages = self._outages
            try:
                return await call()
            except BotError as fault:
                if self._outages == outages and fault.kind in _OF_THE_LINE:
                    await self._ask()
                if self._outages == outages:
                    raise

    def _watch(self) -> None:
        if self._watching is None or self._watching.done():
            self._watching = asyncio.create_task(self._keep_asking())

    async def _keep_asking(self) -> None:
        """Ask until no call is under way, and none waits for the end of an outage."""
        self._good = self._bots.now()
        while True:
            await self._ask()
            await asyncio.sleep(EVERY_S)
            if self.well and not self._bots.calls:
                return

    async def _ask(self) -> None:
        """Ask it once, unless somebody else has begun to since this was called."""
        wanted = time.monotonic()
        async with self._asking:
            if self._asked >= wanted:
                return
            asked = time.monotonic()
            self._note(await self._trouble())
            self._asked = asked

    async def _trouble(self) -> str | None:
        """Ask it; give what is wrong with our line or our clock."""
        try:
            with Deadline(self._own, ANSWER_MS):
                async with self._session.get(
                    URL(f"{self._url}/"), allow_redirects=False, ssl=tls_context()
                ) as answer:
                    answer.close()  # the next question takes the whole way again
        except (aiohttp.ClientError, OSError, RefusedError, NoSocketError) as error:
            return f"no answer within {ANSWER_MS} ms ({type(error).__name__})"
        return _skew(answer.headers.get("Date", ""), answer.headers.get("Age", ""))

    def _note(self, why: str | None) -> None:
        """Take in what an answer, or none, tells of our line."""
        if why is None:
            if not self.well:
                self._recover()
            self._good = self._bots.now()
            return
        now = asyncio.get_running_loop().time()
        if self.well:
            self._well.clear()
            self._outages += 1
            self._bots.stand_still(self._good)
        elif now < self._told + REMIND_S:
            return
        self._told = now
        _log.error("canary_unwell", why=why, advice=_ADVICE)

    def _recover(self) -> None:
        """End an outage. Calls under way are made again: their connections may hang for as long."""
        self._bots.go_on()
        for call in tuple(self._bots.calls):
            call.stop()
        self._well.set()
        _log.warning("canary_well")


_ADVICE = (
    "no bot is asked until it is well: mend this host's network or clock, or set"
    " ARENA_CANARY_URL to an address that always answers"
)


def _skew(date: str, age: str) -> str | None:
    """Say how far our clock is from an answer's, if that is too far; where it is odd all is well.

    A cache on the way tells how many seconds ago it had the answer (RFC 9111, 5.1).
    """
    try:
        skew_s = time.time() - parsedate_to_datetime(date).timestamp() - int(age or 0)
    except (ValueError, OverflowError):
        return None
    if abs(skew_s) <= MOST_SKEW_S:
        return None
    return f"the clock of this host is {skew_s:+.0f} s from the canary's: bots would refuse us"
