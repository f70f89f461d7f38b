"""What a bot is tried at, one function a trial.

What may live here: the trials. Each puts asks to the bot and gives what it found beside them.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import cycle, islice
from secrets import token_bytes

import msgspec

from arena.engine.ask import Event, Option, View
from arena.engine.chance import Stream
from arena.engine.rules import Game
from arena.engine.table import Table
from arena.match.conformance.advice import NEAR, ODD_REFUSAL, SIGN, WINDOWS
from arena.match.conformance.report import Verdict
from arena.match.conformance.tested import LIMITS, Found, Tested
from arena.match.http import BotClient
from arena.match.local import LocalPlayer
from arena.match.player import Request
from arena.match.practice import practice_ask, put
from arena.match.referee import play
from arena.protocol.messages import Clock, Decide
from arena.protocol.signing import secret_of

CLOCK = Clock(LIMITS.move_ms, 1_500)
"""Of the asks from written positions: less than a match has, for whoever waits for the report."""
ALLOWED_MS = CLOCK.move_ms + CLOCK.bank_ms
NEAR_MS = LIMITS.move_ms * 8 // 10
"""An answer that takes longer is near the end of its time."""
_SEED = "5a" * 32


class _Later(Decide[Option, View, Event], frozen=True, kw_only=True):
    """An ask as a later version of the protocol might put it."""

    not_yet_known: tuple[int, ...] = (1, 2)


def asks(bot: Tested, game: Game, clock: Clock = CLOCK) -> Iterator[Request]:
    """Give new asks from the positions that a game brings, of all kinds that the bot is asked."""
    for players, rules in game.samples():
        table = Table(rules, game.header(players, _SEED))
        ask = table.asks()[0]
        if bot.windows or ask.kind not in game.window_kinds:
            yield practice_ask(table, ask, clock)


async def try_kind(bot: Tested, game: Game, kind: str) -> Found:
    """Put the asks of one kind."""
    if kind in game.window_kinds and not bot.windows:
        return Found("it does not want to be asked on other players' turns", "skipped", WINDOWS)
    wanted = [request for request in asks(bot, game) if request.kind == kind]
    await bot.put_in_turn(wanted, ALLOWED_MS)
    return Found("answered")


async def try_unknown_fields(bot: Tested, game: Game) -> Found:
    """Put an ask with a field that the protocol does not have."""
    later = _Later(**msgspec.structs.asdict(next(asks(bot, game))))
    await bot.put_in_turn([later], ALLOWED_MS)
    return Found("an ask with a further field was answered")


async def try_twice(bot: Tested, game: Game) -> Found:
    """Put the same ask twice."""
    await bot.put_in_turn([next(asks(bot, game))] * 2, ALLOWED_MS)
    return Found("the same ask was answered both times")


async def try_little_time(bot: Tested, games: Sequence[Game]) -> Found:
    """Put the asks that have the most options, with an empty bank."""
    clock = Clock(LIMITS.move_ms, 0)
    every = [request for game in games for request in asks(bot, game, clock)]
    every.sort(key=lambda request: len(request.options))
    await bot.put_in_turn(every[-3:], clock.move_ms)
    worst_ms = max(call.reply.latency_ms for call in bot.calls)
    words = f"answered in {worst_ms} of {clock.move_ms} ms"
    return Found(words) if worst_ms <= NEAR_MS else Found(words, "warned", NEAR)


async def try_signature(bot: Tested, game: Game) -> Found:
    """Put an ask that is signed with a secret that is not the bot's: it must refuse it."""
    subject, forged = bot.subject, secret_of(token_bytes(32))
    async with BotClient(subject.url, subject.guard, forged) as stranger:
        call = await put(stranger, next(asks(bot, game)), ALLOWED_MS)
    if call.reply.fault is None:
        verdict: Verdict = "failed" if subject.knows_secret else "warned"
        return Found("an ask with a wrong signature was answered", verdict, SIGN, call)
    if call.reply.fault != "status":
        words = f"an ask with a wrong signature was not refused: {call.reply.fault}"
        return Found(words, "warned", ODD_REFUSAL, call)
    return Found("an ask with a wrong signature was refused", call=call)


async def try_at_once(bot: Tested, games: Sequence[Game]) -> Found:
    """Put as many asks at once as the bot says that it can take."""
    count = bot.info.max_concurrency
    wanted = [next(asks(bot, game)) for game in islice(cycle(games), count)]
    await bot.put_at_once(wanted, ALLOWED_MS)
    return Found(f"{count} asks answered at once")


async def try_match(bot: Tested, game: Game) -> Found:
    """Play a whole match against players who choose at random."""
    players = game.min_players
    header = game.header(players, _SEED, windows=(0,) if bot.windows else ())
    others = [LocalPlayer(_at_random(seat)) for seat in range(1, players)]
    played = await play(Table.new(game, header), [bot, *others], LIMITS, token_bytes(16))
    outcome = played.record.outcome
    scores = ":".join(map(str, outcome.scores))
    return Found(f"{len(bot.calls)} asks answered, place {outcome.ranks[0]}, points {scores}")


def _at_random(seat: int) -> Callable[[Request], int]:
    chance = Stream(bytes(32), f"practice/{seat}")
    return lambda request: chance.below(len(request.options))
