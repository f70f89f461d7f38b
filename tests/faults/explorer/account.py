"""Our own account of who was given a set and who was lost with it.

What may live here: what the store's fences and losses are held against, and whom it may obey.
"""

from arena.store.sets import Claim
from tests.faults.explorer.calls import Call, Reply
from tests.faults.explorer.contents import Held
from tests.faults.explorer.invariants import Violation
from tests.faults.explorer.state import State, Worker

MOST_LOSSES = 5
"""A set that has lost so many holders in a row, nothing kept between, is quarantined."""
_WRITES = ("append", "release", "commit")


def after_call(
    state: State, before: Held, call: Call, turn: int, reply: Reply, after: Held
) -> State:
    """Give the state with turns and losses as they are after a call that has changed something.

    Raises Violation where it was not the caller's turn, and where the store counts otherwise.
    """
    if after.round != before.round:
        zeros = (0,) * len(after.open)
        return state._replace(turns=zeros, losses=zeros)
    if call.name in _WRITES and (call.round != before.round or turn != state.turns[call.number]):
        raise Violation(f"I6: {call} has written in turn {turn}; the turns are {state.turns}")
    turns, losses = list(state.turns), list(state.losses)
    for number in before.open:
        if _given(number, before, call, reply):
            turns[number] = abs(turns[number]) + 1
        if _stopped(number, before, after):
            turns[number] = -turns[number]
        losses[number] = _losses(losses[number], number, before, call, after)
    _check(losses, after)
    return state._replace(turns=tuple(turns), losses=tuple(losses))


def check_shown(held: Held, worker: Worker) -> None:
    """I6: raise Violation if what a bot is shown came of a decision that is not kept."""
    place = held.done.get(worker.job)
    kept = held.journals[worker.job] if place is None else held.records[place].decisions
    if kept[: len(worker.known)] != worker.known:
        raise Violation(f"I6: {worker} shows what came of {worker.known}, kept is {kept}")


def _given(number: int, before: Held, call: Call, reply: Reply) -> bool:
    """Say whether a set was given to somebody by this call, not only again."""
    new = call.ticket not in before.tickets
    return isinstance(reply, Claim) and call.number == number and new


def _stopped(number: int, before: Held, after: Held) -> bool:
    """Say whether a set was quarantined."""
    return before.open[number] != "quarantined" and after.open.get(number) == "quarantined"


def _losses(losses: int, number: int, before: Held, call: Call, after: Held) -> int:
    """Give how many holders in a row a set has lost."""
    then, now = before.open[number], after.open.get(number)
    progress = call.name == "append" and call.number == number and call.decisions
    if now is None or progress or (then == "quarantined" and now != then):
        return 0
    return losses + (then == "lapsed" and now != then and call.name in ("claim", "take_idle"))


def _check(losses: list[int], held: Held) -> None:
    """See that a set is quarantined for its losses, and for nothing else."""
    for number, lease in held.open.items():
        if losses[number] != held.losses.get(number, 0):
            raise Violation(f"set {number} has lost {losses[number]} holders, not {held.losses}")
        if (losses[number] >= MOST_LOSSES) != (lease == "quarantined"):
            raise Violation(f"set {number} has lost {losses[number]} holders, and is {lease}")
