"""Use case: check whether a bot does all that matches will ask of it, in the background.

What may live here: when checks begin and end, how many there may be, and who may read what they
found. What a bot is tried at is in `arena.match.conformance`. A check is made by the process that
was asked for it, and ends with it.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from typing import Final

import msgspec
import structlog

from arena.match.conformance.check import check
from arena.match.conformance.report import Report
from arena.match.conformance.tested import Subject
from arena.match.guard import Guard
from arena.match.urls import UrlError
from arena.service.bots import Bots, OwnBot
from arena.service.clock import now_ms
from arena.service.errors import Full, NotFound, TooMany
from arena.service.limits import take
from arena.service.owners import Identity
from arena.store.bots import Bot
from arena.store.buckets import Bucket
from arena.store.errors import StoreAway, StoreError, StoreUnfit
from arena.store.store import Store

MOST_AT_ONCE: Final = 4
"""Checks that a process makes at once."""
MOST: Final = 32
"""With those that wait for their turn."""
LOST_MS: Final = 300_000
"""No check goes on for so long, waiting included: whoever made it is gone."""
_RETRY_MS: Final = 10_000
_AGAIN_S: Final = 1.0
"""Time that a check has to say that it is interrupted, before it is cancelled again."""

_log: structlog.stdlib.BoundLogger = structlog.get_logger()


class Conformance:
    """The checks of this process, and the reports of all."""

    def __init__(self, store: Store, bots: Bots, guard: Guard) -> None:
        self._reports = store.reports
        self._buckets = store.buckets
        self._bots = bots
        self._guard = guard
        self._under_way: dict[str, asyncio.Task[None]] = {}
        self._turns = asyncio.Semaphore(MOST_AT_ONCE)

    @property
    def under_way(self) -> int:
        """How many checks of this process are under way, those that wait counted."""
        return len(self._under_way)

    @asynccontextmanager
    async def at_work(self) -> AsyncIterator[None]:
        """Let checks be made meanwhile; those that are under way at the end are interrupted."""
        try:
            yield
        finally:
            while tasks := tuple(self._under_way.values()):
                for task in tasks:
                    task.cancel()
                await asyncio.wait(tasks, timeout=_AGAIN_S)

    async def begin(self, who: Identity, bot_id: str) -> None:
        """Begin a check of a bot that has just proved that it wants to be called.

        Nobody's registration fails by it: where there are too many, or the store is away, none is
        made.
        """
        try:
            await self._admit(who)
            await self._start(who, bot_id)
        except (TooMany, StoreAway, StoreUnfit, StoreError) as error:
            _log.warning("conformance_not_begun", bot=bot_id, why=str(error))

    async def check(self, who: Identity, bot_id: str) -> OwnBot:
        """Do what `Bots.check` does, then begin anew; raise what that raises.

        A check that is under way is dropped. Raises TooMany also where this owner, or all together,
        have had too many made.
        """
        await self._bots.find_own(who, bot_id)
        await self._admit(who)
        bot = await self._bots.check(who, bot_id)
        await self._start(who, bot_id)
        return bot

    async def report(self, who: Identity, bot_id: str) -> Report:
        """Give the newest report on an own bot, as far as it has come; raise NotFound."""
        await self._bots.find_own(who, bot_id)
        kept = await self._reports.get(bot_id)
        if kept is None:
            raise NotFound(f"there is no report on bot {bot_id!a}: have it checked")
        report = msgspec.msgpack.decode(kept, type=Report)
        if report.state == "running" and report.begun_ms < now_ms() - LOST_MS:
            return report.interrupted()
        return report

    async def _admit(self, who: Identity) -> None:
        """Count a check of an owner; raise TooMany where there are too many."""
        if self.under_way >= MOST:
            raise Full("checks: as many as can be made are under way", _RETRY_MS)
        share = Bucket(f"checks:{who.owner.id}", 20, 10_000)
        await take(self._buckets, "checks: too many of your bots", share)

    async def _start(self, who: Identity, bot_id: str) -> None:
        """Begin a check in the place of one that is under way."""
        report = Report(begun_ms=now_ms())
        await self._reports.keep(bot_id, _encoded(report))
        older = self._under_way.get(bot_id)
        if older is not None:
            older.cancel()
        task = asyncio.create_task(self._make(who, bot_id, report))
        self._under_way[bot_id] = task
        task.add_done_callback(lambda done: self._forget(bot_id, done))

    def _forget(self, bot_id: str, task: asyncio.Task[None]) -> None:
        if self._under_way.get(bot_id) is task:
            del self._under_way[bot_id]

    async def _make(self, who: Identity, bot_id: str, report: Report) -> None:
        """Make a check in its turn; whatever goes wrong with it is in the log."""
        try:
            async with self._turns:
                await self._try(await self._bots.find_own(who, bot_id), report)
        except (NotFound, UrlError, StoreAway, StoreUnfit) as error:
            _log.warning("conformance_given_up", bot=bot_id, why=str(error))
        except Exception:
            _log.exception("conformance_failed", bot=bot_id)

    async def _try(self, bot: Bot, report: Report) -> None:
        """Try a bot, and keep the report as it grows, until a newer check has begun."""
        try:
            async with aclosing(check(self._subject(bot))) as findings:
                async for finding in findings:
                    grown = report.grown(finding)
                    if not await self._keep(bot.id, report, grown):
                        return
                    report = grown
            await self._keep(bot.id, report, report.finished(now_ms()))
        except BaseException:
            await self._keep(bot.id, report, report.interrupted())
            raise

    async def _keep(self, bot_id: str, before: Report, after: Report) -> bool:
        return await self._reports.keep(bot_id, _encoded(after), _encoded(before))

    def _subject(self, bot: Bot) -> Subject:
        trusted = self._guard.trusts(self._guard.check(bot.url).host)
        return Subject(
            url=bot.url,
            guard=self._guard,
            secrets=bot.secrets(now_ms()),
            verify=None if trusted else bot.info.verify,
        )


def _encoded(report: Report) -> bytes:
    return msgspec.msgpack.encode(report)
