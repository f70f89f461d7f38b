"""The contest of a scene: how large it is, and bots whose answers are remembered."""

import asyncio
from collections import Counter, defaultdict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from inspect import isawaitable

from arena.protocol.messages import Choice, chosen
from arena.tournament.config import MAX_SWING, Config
from arena.tournament.pairing import pairing_for
from bots.kit import Ask, Function
from tests.loopback import by_view
from tests.waiting import until

_K = 10
_MOVE_MS = 10_000
"""The bots share the process of the test: none may time out because that is busy."""

_PAUSE_S = 0.005


async def slow(ask: Ask) -> int:
    """A bot that takes its time, so that faults meet its sets in play."""
    await asyncio.sleep(_PAUSE_S)
    return by_view(ask)


class Gate:
    """Holds back all bots while it is closed, so that a fault meets asks in play."""

    def __init__(self) -> None:
        self._open = asyncio.Event()
        self._open.set()
        self._held = 0

    def before(self, decide: Function) -> Function:
        """Give the bot, behind the gate."""

        async def gated(ask: Ask) -> int | Choice:
            self._held += 1
            await self._open.wait()
            self._held -= 1
            answer = decide(ask)
            return await answer if isawaitable(answer) else answer

        return gated

    @asynccontextmanager
    async def closed(self, more: Callable[[], str]) -> AsyncIterator[None]:
        """Hold back what is asked; begin when something is, and let all through in the end."""

        async def held() -> bool:
            return self._held > 0

        self._open.clear()
        try:
            await until(held, "nobody is asked", more=more)
            yield
        finally:
            self._open.set()


class Memory:
    """What the bots of a scene were asked, by the id of the ask, and what they answered."""

    def __init__(self) -> None:
        self.asked = Counter[str]()
        self.answers = defaultdict[str, set[int]](set)

    def of(self, decide: Function) -> Function:
        """Give the bot, remembering."""

        async def remembering(ask: Ask) -> int | Choice:
            self.asked[ask.ask_id] += 1
            answer = decide(ask)
            if isawaitable(answer):
                answer = await answer
            self.answers[ask.ask_id].add(chosen(answer).choice)
            return answer

        return remembering


def tables(bots: int) -> int:
    """Give how many tables of two a round robin has."""
    return bots * (bots - 1) // 2


def sets_of(config: Config, bots: int) -> int:
    """Give how many sets a contest of duels has."""
    pairing = pairing_for(config, bots, ())
    return config.deals * sum(pairing.tables(round_) for round_ in range(1, config.rounds + 1))


def contest(matches: int, bots: int) -> Config:
    """Give a contest of about so many matches: Sky 5 for two, each deal played from both seats.

    Each round is a round robin of every deal, as it is with at most eight bots.
    """
    assert 2 <= bots <= 8, f"bots: expected 2 to 8, got {bots}"
    most_deals = MAX_SWING // (_K * (bots - 1 + bots % 2))
    deals = min(most_deals, max(1, matches // (6 * tables(bots))))
    return Config(
        game="sky-5",
        players=2,
        rounds=max(1, round(matches / (2 * tables(bots) * deals))),
        deals=deals,
        mode="rotation",
        k_schedule=((None, _K),),
        move_ms=_MOVE_MS,
    )
