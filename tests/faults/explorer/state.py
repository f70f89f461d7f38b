"""All at one moment: what the store holds, workers, jobs, what is under way, our own counts."""

from typing import Literal, NamedTuple

from tests.faults.explorer.calls import Call

Job = tuple[int, int]
"""Round and number of a set."""
Step = Literal["free", "claim", "ask", "append", "tell", "commit", "release"]


class Worker(NamedTuple):
    """A worker: its next step, its set, and what it knows of it.

    `ticket` is that of its claim, `known` are the decisions that are kept, `answer` is what a bot
    said to the ask that is open, `head` the chain's as it was seen last. By our own count the set
    was given for the `turn`-th time when this worker got it.
    """

    next: Step = "free"
    job: Job = (0, 0)
    ticket: int = 0
    fence: int = 0
    turn: int = 0
    known: tuple[int, ...] = ()
    answer: int = 0
    head: bytes = b""

    def __str__(self) -> str:
        if self.next == "free":
            return "a free worker"
        return f"the worker with turn {self.turn} of set {self.job[0]}/{self.job[1]}"

    @property
    def plays(self) -> bool:
        """Whether it believes that its set is its own, and goes on with it."""
        return self.next not in ("free", "claim", "release")

    def call(self) -> Call:
        """Give the call that is its next step."""
        match self.next:
            case "claim":
                return Call("claim", *self.job, ticket=self.ticket)
            case "append":
                return Call("append", *self.job, self.fence, len(self.known), (self.answer,))
            case "release":
                return Call("release", *self.job, self.fence)
            case _:
                return Call("commit", *self.job, self.fence, 0, self.known, self.head)

    def renewal(self) -> Call:
        """Give the call that renews its lease."""
        return Call("append", *self.job, self.fence, len(self.known))


class Sent(NamedTuple):
    """A copy of a call that is still under way, and in whose turn it was sent."""

    call: Call
    turn: int


class State(NamedTuple):
    """Everything at one moment. `store` is the number of what the store holds.

    By our own count each set of the round was given `turns` times (negative since it was
    quarantined: it is nobody's turn then), and has lost `losses` holders in a row. So many `faults`
    may still happen.
    """

    store: int
    workers: tuple[Worker, ...]
    queue: tuple[Job, ...] = ()
    turns: tuple[int, ...] = ()
    losses: tuple[int, ...] = ()
    copy: Sent | None = None
    faults: int = 0

    @property
    def tickets(self) -> set[int]:
        """The tickets that somebody may still come with."""
        tickets = {worker.ticket for worker in self.workers}
        return tickets if self.copy is None else {*tickets, self.copy.call.ticket}

    @property
    def extra_runs(self) -> int:
        """How many times more than once the sets of the round were given."""
        return sum(abs(turn) - 1 for turn in self.turns if turn)

    def lives(self, job: Job) -> bool:
        """Say whether whoever was given this set last still plays it."""
        return any(
            worker.plays and worker.job == job and worker.turn == self.turns[job[1]]
            for worker in self.workers
        )

    def with_worker(self, place: int, worker: Worker) -> "State":
        """Give the state in which one worker is another. Their order means nothing."""
        others = self.workers[:place] + self.workers[place + 1 :]
        return self._replace(workers=tuple(sorted((*others, worker))))

    def with_jobs(self, *jobs: Job) -> "State":
        """Give the state in which these jobs wait too. One that waits twice is seen once: another
        is made when its mark is stale."""
        return self._replace(queue=tuple(sorted({*self.queue, *jobs})))

    def after_fault(self) -> "State":
        """Give the state in which one fault less may happen."""
        return self._replace(faults=self.faults - 1)


Said = tuple[object, ...]
"""What happens, in parts that make a sentence."""
Move = tuple[Said, State]
"""What happens, and what it leads to."""
