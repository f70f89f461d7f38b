"""The course of a check: in which order a bot is tried, when that ends, and what is left out.

What may live here: the plan. A bot that does not say what it is is asked nothing else.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Sequence
from functools import partial

from arena.engine.rules import Game
from arena.match.conformance import trials
from arena.match.conformance.advice import LONG, MEND
from arena.match.conformance.introduction import games_of, introduce
from arena.match.conformance.report import Finding
from arena.match.conformance.tested import Found, Label, Subject, Tested
from arena.match.http import BotClient

TIME_S = 25.0
"""A check takes no longer, whatever the bot does."""
MOST_TIMEOUTS = 3
"""A bot that was silent so often is not tried any further: each time somebody waits for it."""

Attempt = Callable[[Tested], Awaitable[Found]]


async def check(subject: Subject) -> AsyncGenerator[Finding, None]:
    """Try a bot at all that matches will ask of it, and give each finding at once.

    Raises UrlError for a URL that may not be called, SecretError for secrets that are none, and
    NoSocketError where we have no more sockets.
    """
    end = asyncio.get_running_loop().time() + TIME_S
    async with BotClient(subject.url, subject.guard, *subject.secrets) as client:
        finding, info = await introduce(client, subject)
        yield finding
        if info is not None:
            bot = Tested(client, info, subject)
            for label, attempt in _plan(games_of(info, subject)):
                yield await _try(bot, label, attempt, end)


def _plan(games: Sequence[Game]) -> Iterator[tuple[Label, Attempt]]:
    """Give what a bot is tried at, in order: what is over soon comes first."""
    for game in games:
        for kind in game.kinds:
            yield Label("ask", game.name, kind), partial(trials.try_kind, game=game, kind=kind)
        yield Label("unknown_fields", game.name), partial(trials.try_unknown_fields, game=game)
        yield Label("sent_twice", game.name), partial(trials.try_twice, game=game)
    yield Label("little_time"), partial(trials.try_little_time, games=games)
    yield Label("wrong_signature"), partial(trials.try_signature, game=games[0])
    yield Label("at_once"), partial(trials.try_at_once, games=games)
    for game in games:
        yield Label("match", game.name), partial(trials.try_match, game=game)


async def _try(bot: Tested, label: Label, attempt: Attempt, end: float) -> Finding:
    """Make one trial, unless it is of no use any more; it ends when the time of the check does."""
    if bot.timeouts >= MOST_TIMEOUTS:
        words = f"not tried: {bot.timeouts} asks were not answered in time"
        return label.finding([], Found(words, "skipped", MEND))
    bot.calls.clear()
    try:
        async with asyncio.timeout_at(end):
            found = await attempt(bot)
    except TimeoutError:
        words = f"not finished after {TIME_S:.0f} s; {len(bot.calls)} asks answered"
        found = Found(words, "warned" if bot.calls else "skipped", LONG)
    return label.finding(bot.calls, found)
