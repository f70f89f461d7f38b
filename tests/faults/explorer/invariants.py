"""What must hold of whatever the store holds.

What may live here: the invariants I1 to I3, I5 and the limits of bots, told from a content alone.
"""

from collections import Counter
from collections.abc import Iterable, Iterator

from arena.tournament.log import link
from tests.faults.explorer.contents import Held
from tests.faults.explorer.shape import FIRST_HEAD, START, Record, Shape


class Violation(AssertionError):  # noqa: N818 (it is what is looked for)
    """Something happened that must never be."""


def check_content(shape: Shape, held: Held) -> None:
    """Raise Violation if the store must never hold this."""
    found = [
        *_of_log(held),
        *_of_ratings(shape, held),
        *_of_rounds(shape, held),
        *_of_leases(shape, held),
        *_of_rests(held),
    ]
    if found:
        raise Violation("; ".join(found))


def _of_log(held: Held) -> Iterator[str]:
    """I1: every set at most once in the log, and found there; the chain is of these entries."""
    places = {(record.round, record.number): at for at, record in enumerate(held.records)}
    if len(places) < len(held.log):
        yield f"I1: a set is doubled in the log {held.records}"
    if places != held.done:
        yield f"I1: the sets in the log are {places}, those done {held.done}"
    if held.head != _head(held.log):
        yield "I1: the head of the chain is not that of the log"


def _of_ratings(shape: Shape, held: Held) -> Iterator[str]:
    """I2 and I3: the board is what the log makes of it, the base what earlier rounds made of it."""
    board = _ratings(shape, held.records)
    if held.board != board:
        yield f"I2: the board is {held.board}, by the log {board}"
    if sum(held.board.values()) != START * len(shape.bots):
        yield f"I3: the ratings {held.board} are not {len(shape.bots)} × {START}"
    played = Counter(bot for record in held.records for bot in record.changes(shape))
    if held.played != played:
        yield f"I2: the sets of each bot are {held.played}, by the log {dict(played)}"
    base = _ratings(shape, [record for record in held.records if record.round < held.round])
    if held.round and held.base != base:
        yield f"I2: the base is {held.base}, by the log {base}"


def _of_rounds(shape: Shape, held: Held) -> Iterator[str]:
    """I1: a set of the round is open or done, those of earlier rounds are done."""
    planned = {each for each in shape.sets if each[0] <= held.round}
    open_sets = {(held.round, number) for number in held.open}
    if open_sets & held.done.keys() or open_sets | held.done.keys() != planned:
        yield f"I1: sets {open_sets} are open and {set(held.done)} done, of {planned}"
    finished = held.state == "finished"
    if finished and (held.open or held.round < len(shape.rounds)):
        yield "I1: the tournament is finished, its sets are not"
    if held.running == finished:
        yield f"I5: the tournament is {held.state}, and among the running ones: {held.running}"
    ended = held.round if finished else max(0, held.round - 1)
    heads = [
        _head(entry for entry, of in zip(held.log, held.records, strict=True) if of.round <= number)
        for number in range(1, ended + 1)
    ]
    if held.heads != heads:
        yield "I1: the heads kept are not those at the ends of the rounds"


def _of_leases(shape: Shape, held: Held) -> Iterator[str]:
    """A bot plays no more sets than its limit, and every one of them is in its slots."""
    leased = {number for number, lease in held.open.items() if lease == "leased"}
    for bot, slots in held.slots.items():
        playing = {number for number in leased if bot in shape.table(held.round, number)}
        if not playing <= slots:
            yield f"limit: bot {bot} plays sets {playing}, its slots are {slots}"
        if len(playing) > shape.limit:
            yield f"limit: bot {bot} plays {len(playing)} sets, its limit is {shape.limit}"


def _of_rests(held: Held) -> Iterator[str]:
    """I5: nothing is kept of a set that is not open."""
    rests = {
        "a fence": held.fences.keys(),
        "losses": held.losses.keys(),
        "a slot": set[int]().union(*held.slots.values()),
    }
    for what, numbers in rests.items():
        if numbers - held.open.keys():
            yield f"I5: {what} is left of sets {numbers - held.open.keys()}"
    for (round_number, number), journal in held.journals.items():
        if journal and (round_number != held.round or number not in held.open):
            yield f"I5: a journal is left of set {round_number}/{number}"


def _head(entries: Iterable[bytes]) -> bytes:
    head = FIRST_HEAD
    for entry in entries:
        head = link(head, entry)
    return head


def _ratings(shape: Shape, records: Iterable[Record]) -> dict[str, int]:
    ratings = dict.fromkeys(shape.bots, START)
    for record in records:
        for bot, change in record.changes(shape).items():
            ratings[bot] += change
    return ratings
