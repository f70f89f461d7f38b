"""What may happen next: every step of workers, janitors, clock and wire, and every fault.

What may live here: the model of all that is not the store. A worker does what
`arena.service.playing.sets`, the journals and the referee do: claim, then for each beat ask and
append, tell the result, commit. A killed worker is a free one, since another is started in its
place; one that is halted makes no move while others do, and its lease may run out.
"""

from collections.abc import Iterator

from arena.store.results import Rejected
from arena.store.sets import Claim, Refusal
from tests.faults.explorer.account import after_call, check_shown
from tests.faults.explorer.calls import Call, Reply
from tests.faults.explorer.contents import Held, Lease
from tests.faults.explorer.shape import Fault, Shape
from tests.faults.explorer.stage import Stage
from tests.faults.explorer.state import Move, Sent, State, Step, Worker


class Model:
    """A tournament on a stage, with workers, a janitor, a clock and faults."""

    def __init__(self, stage: Stage, shape: Shape) -> None:
        self._stage = stage
        self._shape = shape
        self._rounds = range(1, len(shape.rounds) + 1)
        self.start = State(stage.start, (Worker(),) * shape.workers, faults=shape.faults)

    def settled(self, state: State) -> bool:
        """Say whether nothing is left to be done but what somebody must rule on."""
        held = self._held(state)
        return held.state == "finished" or set(held.open.values()) == {"quarantined"}

    def moves(self, state: State) -> Iterator[Move]:
        """Give all that may happen next. Raises Violation where something does that must not."""
        for said, after in self._moves(state):
            yield said, self._without_stale(after) if self._held(after).tickets else after

    def _moves(self, state: State) -> Iterator[Move]:
        for place, worker in enumerate(state.workers):
            if place == 0 or worker != state.workers[place - 1]:  # of two alike one is enough
                yield from self._work(state, place, worker)
        yield from self._move_on(state)
        yield from self.enqueue(state)
        yield from self._pass_time(state)
        if state.copy is not None:
            reply, after = self._called(state, *state.copy)
            yield ("a copy arrives:", state.copy.call, reply), after._replace(copy=None)

    def _work(self, state: State, place: int, worker: Worker) -> Iterator[Move]:
        """What a worker may do, and what may be done to it."""
        match worker.next:
            case "free":
                yield from self._take(state, place)
            case "ask" | "tell":
                yield from self._show(state, place, worker)
            case _:
                yield from self._call(state, place, worker)
        if worker.plays:
            reply, after = self._called(state, worker.renewal(), worker.turn)
            yield (worker, "renews its lease:", reply), after
        if worker.plays and self._may(state, "stopped"):
            stopped = state.with_worker(place, worker._replace(next="release"))
            yield (worker, "is told to stop"), stopped.after_fault()
        if worker.next != "free" and self._may(state, "killed"):
            yield (worker, "is killed"), state.with_worker(place, Worker()).after_fault()

    def _take(self, state: State, place: int) -> Iterator[Move]:
        """A free worker takes a job."""
        for job in state.queue:
            ticket = min(set(self._shape.tickets) - state.tickets)
            taken = Worker("claim", job, ticket, head=self._held(state).head)
            left = tuple(each for each in state.queue if each != job)
            yield ("a worker takes", job), state._replace(queue=left).with_worker(place, taken)

    def _show(self, state: State, place: int, worker: Worker) -> Iterator[Move]:
        """A worker asks a bot, which answers otherwise in every turn; or tells the result."""
        check_shown(self._held(state), worker)
        if worker.next == "tell":
            yield (worker, "tells"), state.with_worker(place, worker._replace(next="commit"))
        else:
            asked = worker._replace(next="append", answer=worker.turn % 2)
            yield (worker, "asks, and is told", asked.answer), state.with_worker(place, asked)

    def _call(self, state: State, place: int, worker: Worker) -> Iterator[Move]:
        """A worker calls: it is answered, or hears nothing, or a copy of the call stays behind."""
        call = worker.call()
        reply, called = self._called(state, call, worker.turn)
        if isinstance(reply, Claim) and called.turns != state.turns:
            worker = worker._replace(turn=called.turns[worker.job[1]])
        answered = called.with_worker(place, self.told(worker, reply))
        if isinstance(reply, Refusal) and reply.why == "FULL":
            answered = answered.with_jobs(worker.job)
        yield (worker, "calls", call, reply), answered
        if self._may(state, "unheard"):
            unheard = called.with_worker(place, worker).after_fault()
            yield (worker, "calls", call, reply, "and does not hear it"), unheard
        if self._may(state, "copied") and state.copy is None:
            copied = answered._replace(copy=Sent(call, worker.turn)).after_fault()
            yield (worker, "calls", call, reply, "and a copy stays behind"), copied

    def told(self, worker: Worker, reply: Reply) -> Worker:
        """Give the worker after a reply."""
        match worker.next, reply:
            case "claim", Claim(fence, journal):
                holder = worker._replace(fence=fence, ticket=0)
                return self._going_on(holder, tuple(map(int, journal)))
            case "append", True:
                return self._going_on(worker, (*worker.known, worker.answer))
            case "commit", Rejected("HEAD", bytes(head)):
                return worker._replace(head=head)
            case _:
                return Worker()

    def _going_on(self, worker: Worker, known: tuple[int, ...]) -> Worker:
        """Give the worker once these decisions are kept."""
        step: Step = "ask" if len(known) < self._shape.beats else "tell"
        return worker._replace(next=step, known=known, answer=0)

    def _move_on(self, state: State) -> Iterator[Move]:
        """Anybody tries to open a round or to finish, in time or not; somebody puts sets back."""
        for number in self._rounds:
            reply, after = self._called(state, Call("open_round", number))
            yield (f"round {number} is opened:", reply), after
        reply, after = self._called(state, Call("finish", self._rounds[-1]))
        yield ("the tournament is finished:", reply), after
        held = self._held(state)
        if "quarantined" in held.open.values() and self._may(state, "put back"):
            reply, after = self._called(state, Call("retry", held.round))
            yield ("the organiser puts back", reply), after.after_fault()

    def enqueue(self, state: State) -> Iterator[Move]:
        """Anybody takes the sets that are idle and enqueues them, or is killed before that."""
        held = self._held(state)
        reply, after = self._called(state, Call("take_idle", held.round))
        if isinstance(reply, tuple) and after is not state:
            enqueued = after.with_jobs(*((held.round, number) for number in reply))
            yield ("a janitor enqueues", reply), enqueued
            if self._may(state, "jobs lost"):
                yield ("a janitor marks", reply, "and is killed"), after.after_fault()

    def _pass_time(self, state: State) -> Iterator[Move]:
        """A ticket, a mark or a lease runs out; while its holder lives, that is a fault."""
        held = self._held(state)
        for ticket in held.tickets:
            gone = self._stage.without_ticket(state.store, ticket)
            yield ("ticket", ticket, "runs out"), state._replace(store=gone)
        for number, lease in held.open.items():
            if lease == "marked":
                yield ("the mark of set", number, "is stale"), self._with(state, number, "idle")
            elif lease == "leased" and not state.lives((held.round, number)):
                yield ("the lease of set", number, "ends"), self._with(state, number, "lapsed")
            elif lease == "leased" and self._may(state, "halted"):
                late = self._with(state, number, "lapsed").after_fault()
                yield ("the lease of set", number, "ends before its holder does"), late

    def _may(self, state: State, kind: Fault) -> bool:
        return state.faults > 0 and kind in self._shape.kinds

    def _held(self, state: State) -> Held:
        return self._stage.held[state.store]

    def _with(self, state: State, number: int, lease: Lease) -> State:
        return state._replace(store=self._stage.lease(state.store, number, lease))

    def _without_stale(self, state: State) -> State:
        """Give the state without the tickets that nobody can come with: their names were random."""
        store = state.store
        for ticket in self._held(state).tickets.keys() - state.tickets:
            store = self._stage.without_ticket(store, ticket)
        return state._replace(store=store)

    def _called(self, state: State, call: Call, turn: int = 0) -> tuple[Reply, State]:
        """Make a call, in somebody's turn."""
        reply, store = self._stage.call(state.store, call)
        if store == state.store:
            return reply, state
        before, after = self._held(state), self._stage.held[store]
        return reply, after_call(state, before, call, turn, reply, after)._replace(store=store)
