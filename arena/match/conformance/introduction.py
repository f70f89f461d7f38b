"""The first trial of a check: what the bot says it is, and whether it may be asked any more."""

import asyncio
from collections.abc import Sequence

from arena.engine.rules import Game
from arena.games import GAMES
from arena.match.conformance.advice import NAME_GAMES, PROVE, advise
from arena.match.conformance.report import Finding, cut, excerpt
from arena.match.conformance.tested import Subject
from arena.match.connection import BotError
from arena.match.http import BotClient
from arena.protocol.messages import BotInfo


async def introduce(client: BotClient, subject: Subject) -> tuple[Finding, BotInfo | None]:
    """Ask a bot what it is; None where that is nothing that can be tried any further."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    try:
        info = await client.info()
    except BotError as error:
        return _silent(error), None
    latency_ms = int((loop.time() - began) * 1_000)
    wrong, advice = _wrong(info, subject) or ("", "")
    finding = Finding(
        trial="info",
        verdict="failed" if wrong else "passed",
        calls=1,
        latency_ms=latency_ms,
        found=cut(wrong or _words(info)),
        advice=advice,
    )
    return finding, None if wrong else info


def games_of(info: BotInfo, subject: Subject) -> Sequence[Game]:
    """Give the games that the bot plays and is to be tried at."""
    wanted = GAMES if subject.game is None else (subject.game,)
    return [GAMES[name] for name in wanted if name in info.games]


def _silent(error: BotError) -> Finding:
    return Finding(
        trial="info",
        verdict="failed",
        calls=1,
        latency_ms=error.latency_ms,
        found=cut(f"{error.kind}: {error.detail}"),
        advice=advise("info", error.kind),
        fault=error.kind,
        request="GET /",
        answer=excerpt(error.body),
    )


def _wrong(info: BotInfo, subject: Subject) -> tuple[str, str] | None:
    """Give what is wrong with what it says, and what to do."""
    if subject.verify not in (None, info.verify):
        return f'expected "verify": "{subject.verify}"', PROVE
    if not games_of(info, subject):
        expected = subject.game or " or ".join(GAMES)
        return f"expected games with {expected}, got {', '.join(info.games)}", NAME_GAMES
    return None


def _words(info: BotInfo) -> str:
    version = f"version {info.version}" if info.version else "no version"
    windows = "load windows" if info.windows else "no load windows"
    games = ", ".join(info.games)
    return f"{games}; {version}; up to {info.max_concurrency} asks at once; {windows}"
