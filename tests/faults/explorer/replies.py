"""What must hold of every call: what it answers, does and tells, by what the store held before it.

What may live here: the invariants I6 and I7, and the contract of each function, told from one call.
"""

from collections import Counter
from collections.abc import Iterator

from arena.store.results import Committed, Rejected
from arena.store.sets import Claim, Refusal
from tests.faults.explorer.calls import Call, Outputs, Reply
from tests.faults.explorer.contents import Held
from tests.faults.explorer.invariants import Violation

_FREE = ("idle", "marked", "returned", "lapsed")


def check_call(before: Held, call: Call, reply: Reply, after: Held, outputs: Outputs) -> None:
    """Raise Violation if a reply, or what the call did or told, is not what it must be."""
    contracts = {
        "claim": _claim, "append": _append, "release": _release, "commit": _commit,
        "take_idle": _take_idle, "retry": _retry, "open_round": _step, "finish": _step,
    }  # fmt: skip
    found = [
        *contracts[call.name](before, call, reply, after),
        *_journals(before, after),
        *_outputs(before, call, reply, after, outputs),
    ]
    if found:
        raise Violation(f"{reply}: {'; '.join(found)}")


def _claim(before: Held, call: Call, reply: Reply, after: Held) -> Iterator[str]:
    """A set is given only while nobody has it, and with all that was kept."""
    lease = before.open.get(call.number) if call.round == before.round else None
    now = after.open.get(call.number)
    if isinstance(reply, Claim):
        granted = before.tickets.get(call.ticket)
        again = lease == "leased" and granted == reply.fence == before.fences[call.number]
        if not again and (lease not in _FREE or granted is not None):
            yield f"the set was {lease}, its fences {before.fences}, the tickets {before.tickets}"
        if now != "leased":
            yield f"the set is {now}"
        kept = before.journals[call.round, call.number]
        if tuple(map(int, reply.journal)) != kept:
            yield f"I6: {kept} was kept of it"
    elif reply == Refusal("GONE") and lease is not None:
        yield f"the set is {lease}"
    elif reply == Refusal("BUSY") and call.ticket not in before.tickets and now in _FREE:
        yield f"the set was {lease}"


def _append(before: Held, call: Call, reply: Reply, after: Held) -> Iterator[str]:
    """What is accepted is kept in its place; what is refused changes nothing."""
    if reply is True:
        wanted = before.journals[call.round, call.number][: call.at] + call.decisions
        kept = after.journals[call.round, call.number]
        if kept != wanted:
            yield f"I6: {kept} is kept, not {wanted}"
        if after.open[call.number] != "leased":
            yield "the lease was not renewed"
    elif after != before:
        yield "it was refused, and has changed something"


def _release(before: Held, call: Call, reply: Reply, after: Held) -> Iterator[str]:
    """What is given back is idle at once, its bots are free; what is refused changes nothing."""
    if reply is True and after.open[call.number] != "returned":
        yield f"it is {after.open[call.number]}"
    if reply is True and any(call.number in slots for slots in after.slots.values()):
        yield f"the slots are {after.slots}"
    if reply is False and after != before:
        yield "it was refused, and has changed something"


def _commit(before: Held, call: Call, reply: Reply, after: Held) -> Iterator[str]:
    """I1 and I6: what is committed is what was kept; whoever comes again is told that it is."""
    new = isinstance(reply, Committed) and not reply.again
    place = before.done.get((call.round, call.number))
    if place is not None:
        if before.records[place] != call.record:
            yield f"I6: another result of it is {before.records[place]}"
        if reply != Committed(again=True, left=None):
            yield "it was committed before"
    elif new:
        kept = before.journals[call.round, call.number]
        if call.decisions != kept:
            yield f"I6: {kept} was kept of it"
        if (call.round, call.number) not in after.done:
            yield "I1: it is not in the log"
    elif isinstance(reply, Rejected) and reply.head not in (None, before.head):
        yield "that is not the head"
    if not new and after != before:
        yield "it has changed something"


def _take_idle(before: Held, call: Call, reply: Reply, after: Held) -> Iterator[str]:
    """All sets that nobody has are given, and no other; they are marked, or quarantined."""
    ours = before.open if call.round == before.round and before.running else {}
    free = {number for number, lease in ours.items() if lease in ("idle", "returned", "lapsed")}
    given = set(reply) if isinstance(reply, tuple) else set[int]()
    stopped = {number for number in free if after.open[number] == "quarantined"}
    if given != free - stopped:
        yield f"of the sets {before.open} those are given"
    if any(after.open[number] != "marked" for number in given):
        yield f"they are {after.open}"


def _retry(before: Held, call: Call, reply: Reply, after: Held) -> Iterator[str]:  # noqa: ARG001
    """All quarantined sets are put back."""
    stopped = tuple(n for n, lease in before.open.items() if lease == "quarantined")
    if reply != stopped or "quarantined" in after.open.values():
        yield f"quarantined were {stopped}"


def _step(before: Held, call: Call, reply: Reply, after: Held) -> Iterator[str]:
    """A round is opened after the one before it, the end comes after the last, all sets done."""
    opens = call.name == "open_round"
    due = before.round + 1 if opens else before.round
    if reply is not (before.running and not before.open and call.round == due):
        yield f"round {before.round} is on, with the sets {before.open}"
    if reply is True and (after.round, after.running) != (call.round, opens):
        yield f"round {after.round} is on"
    if reply is False and after != before:
        yield "it was refused, and has changed something"


def _journals(before: Held, after: Held) -> Iterator[str]:
    """I6: while a set is open, nothing that was kept of it is lost or changed."""
    for number in before.open.keys() & after.open.keys():
        then, now = (each.journals[each.round, number] for each in (before, after))
        if before.round == after.round and now[: len(then)] != then:
            yield f"I6: {then} was kept, {now} is"


def _outputs(
    before: Held, call: Call, reply: Reply, after: Held, outputs: Outputs
) -> Iterator[str]:
    """I7: what is announced and counted is what was done, and there is no other alarm."""
    stopped = [
        number for number, lease in after.open.items()
        if lease == "quarantined" and before.open.get(number) != "quarantined"
    ]  # fmt: skip
    announced = {"commit": "set", "open_round": "round", "finish": "finish"}.get(call.name)
    done = reply is True or (isinstance(reply, Committed) and not reply.again)
    if outputs.announced != ([announced] if announced and done else []):
        yield f"announced is {outputs.announced}"
    if outputs.alarms != ["quarantined"] * len(stopped):
        yield f"alarms are {outputs.alarms}"
    lost = sum((Counter(after.losses) - Counter(before.losses)).values())
    counted = Counter({"alarms quarantined": len(stopped), "leases_lost": lost})
    counted += Counter(_counted(before, call, reply))
    if outputs.counted != counted:
        yield f"I7: counted is {outputs.counted}, not {dict(counted)}"


def _counted(before: Held, call: Call, reply: Reply) -> Iterator[str]:
    """Give the events that such a reply counts as."""
    match call.name, reply:
        case "claim", Claim() if call.ticket not in before.tickets:
            yield "sets_claimed"
        case "take_idle", tuple(numbers):
            yield from ["sets_enqueued"] * len(numbers)
        case "append", False if call.decisions:
            yield "appends_fenced"
        case "commit", Committed(again=again):
            yield "commits_again" if again else "sets_committed"
        case "commit", Rejected("FENCED"):
            yield "commits_fenced"
