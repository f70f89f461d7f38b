"""Players and journals for tests of the referee: written down in advance, without sockets."""

from asyncio import Event, Future, get_running_loop
from collections.abc import Awaitable, Callable, Sequence

from arena.match.journal import Entry, FaultReport
from arena.match.player import Reply, Request
from arena.protocol.messages import End
from tests.match.zoo import choose

KEY = b"the secret key of one test match"


class Scripted:
    """Answers by a function of the ask, and keeps what it is told."""

    def __init__(
        self,
        answer: Callable[[Request], Reply] = lambda ask: Reply(choose(ask)),
        wants_end: bool = False,
    ) -> None:
        """Play by `answer`."""
        self.windows = True
        self.wants_end = wants_end
        self.asked: list[Request] = []
        self.allowed_ms: list[int] = []
        self.ends: list[End] = []
        self._answer = answer

    async def decide(self, request: Request, allowance_ms: int) -> Reply:
        """Keep the ask, then answer it."""
        self.asked.append(request)
        self.allowed_ms.append(allowance_ms)
        return self._answer(request)

    async def end(self, message: End, allowance_ms: int) -> None:  # noqa: ARG002 (no clock here)
        """Keep the result."""
        self.ends.append(message)


class MemoryJournal:
    """Keeps entries in a list; `hold` keeps back the word that they are kept."""

    def __init__(self, entries: Sequence[Entry] = ()) -> None:
        """Begin with these entries."""
        self.entries = list(entries)
        self.faults: list[FaultReport] = []
        self.hold: Event | None = None

    async def load(self) -> Sequence[Entry]:
        """Give the entries so far."""
        return tuple(self.entries)

    def send(self, beat: int, entry: Entry, faults: Sequence[FaultReport]) -> Awaitable[None]:
        """Keep the entry at once."""
        assert beat == len(self.entries)
        self.entries.append(entry)
        self.faults += faults
        return self._kept()

    def _kept(self) -> Awaitable[None]:
        done: Future[None] = get_running_loop().create_future()
        if self.hold is None:
            done.set_result(None)
            return done
        return _until(self.hold)


async def _until(event: Event) -> None:
    await event.wait()
