"""What somebody might change in a bundle, and by what each verifier finds it."""

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from arena.engine.record import FaultNote, Record
from arena.tournament.bundle import (
    Boards,
    Manifest,
    MatchLine,
    SetLine,
    VoidLine,
    entry_of,
)
from arena.tournament.log import link
from tests.independent.made import Bundle, a_set

OTHER = "ab" * 32

replaced = msgspec.structs.replace


@dataclass(frozen=True)
class Alteration:
    """A change of a bundle; what `arena verify` says of it, and the independent verifier, if it
    sees it.
    """

    change: Callable[[Bundle], None]
    found: str
    independent: str | None = None


def in_manifest(change: Callable[[Manifest], Manifest]) -> Callable[[Bundle], None]:
    """Change the first line."""

    def changed(bundle: Bundle) -> None:
        assert isinstance(bundle[0], Manifest)
        bundle[0] = change(bundle[0])

    return changed


def in_opening(**values: object) -> Callable[[Bundle], None]:
    """Change what was fixed at the start."""
    return in_manifest(lambda first: replaced(first, opening=replaced(first.opening, **values)))


def in_entrant(**values: object) -> Callable[[Bundle], None]:
    """Change the first entrant."""

    def change(first: Manifest) -> Manifest:
        one, *others = first.opening.entrants
        entrants = (replaced(one, **values), *others)
        return replaced(first, opening=replaced(first.opening, entrants=entrants))

    return in_manifest(change)


def other_windows(bundle: Bundle) -> None:
    """Say the contrary of what the first entrant wants."""
    first = bundle[0]
    assert isinstance(first, Manifest)
    in_entrant(windows=not first.opening.entrants[0].windows)(bundle)


def in_set(change: Callable[[SetLine], SetLine]) -> Callable[[Bundle], None]:
    """Change the second set of the log."""

    def changed(bundle: Bundle) -> None:
        at, line = a_set(bundle, 1)
        bundle[at] = change(line)

    return changed


def in_match(change: Callable[[MatchLine], MatchLine]) -> Callable[[Bundle], None]:
    """Change the first match of the second set."""
    return in_set(lambda line: replaced(line, matches=(change(line.matches[0]), *line.matches[1:])))


def in_record(change: Callable[[Record], Record]) -> Callable[[Bundle], None]:
    """Change the record of that match."""
    return in_match(lambda match: replaced(match, record=change(match.record)))


def another_decision(record: Record) -> Record:
    """Take the first option where another was taken."""
    at = max(at for at, decision in enumerate(record.decisions) if decision > 0)
    return replaced(record, decisions=(*record.decisions[:at], 0, *record.decisions[at + 1 :]))


def noted_fault(record: Record) -> Record:
    """Note a fault at a decision that was none."""
    at = max(at for at, decision in enumerate(record.decisions) if decision > 0)
    notes = sorted((*record.faults, FaultNote(at, "timeout")), key=lambda note: note.at)
    return replaced(record, faults=tuple(notes))


def played_fault(record: Record) -> Record:
    """Make a fault of a decision, with its note."""
    at = max(at for at, decision in enumerate(record.decisions) if decision > 0)
    decisions = (*record.decisions[:at], -1, *record.decisions[at + 1 :])
    return replaced(noted_fault(record), decisions=decisions)


def other_kind(bundle: Bundle) -> None:
    """Give a fault that was made another name."""
    at, match_at, line = _faulty(bundle)
    match = line.matches[match_at]
    notes = (replaced(match.record.faults[0], kind="refused"), *match.record.faults[1:])
    _put(bundle, at, match_at, replaced(match, record=replaced(match.record, faults=notes)))


def without_fault(bundle: Bundle) -> None:
    """Leave out the note of a fault that was made, as if the seat had not been asked."""
    at, match_at, line = _faulty(bundle)
    match = line.matches[match_at]
    notes = match.record.faults[1:]
    _put(bundle, at, match_at, replaced(match, record=replaced(match.record, faults=notes)))


def _faulty(bundle: Bundle) -> tuple[int, int, SetLine]:
    return next(
        (at, match_at, line)
        for at, line in enumerate(bundle)
        if isinstance(line, SetLine)
        for match_at, match in enumerate(line.matches)
        if match.record.faults
    )


def _put(bundle: Bundle, at: int, match_at: int, match: MatchLine) -> None:
    line = bundle[at]
    assert isinstance(line, SetLine)
    matches = (*line.matches[:match_at], match, *line.matches[match_at + 1 :])
    bundle[at] = replaced(line, matches=matches)


def swapped_seats(match: MatchLine) -> MatchLine:
    """Exchange two bots of a match."""
    first, second, *others = match.seats
    return replaced(match, seats=(second, first, *others))


def gained_more(line: SetLine) -> SetLine:
    """Give one bot what another has gained."""
    first, second, *others = line.deltas
    return replaced(line, deltas=(first + 1, second - 1, *others))


def rated_higher(bundle: Bundle) -> None:
    """Give a bot another rating on the board."""
    last = bundle[-1]
    assert isinstance(last, Boards)
    one, *others = last.live
    bundle[-1] = replaced(last, live=(replaced(one, rating=one.rating + 1), *others))


def placed_higher(bundle: Bundle) -> None:
    """Exchange the first two of the final table."""
    last = bundle[-1]
    assert isinstance(last, Boards)
    first, second, *others = last.final.rows
    rows = (replaced(second, rank=1), replaced(first, rank=2), *others)
    bundle[-1] = replaced(last, final=replaced(last.final, rows=rows))


def swapped_sets(bundle: Bundle) -> None:
    """Exchange two entries of the log, which are of one round."""
    first, second = a_set(bundle)[0], a_set(bundle, 1)[0]
    bundle[first], bundle[second] = bundle[second], bundle[first]


def without_set(bundle: Bundle) -> None:
    """Leave out an entry, the last of the log."""
    del bundle[-2]


def twice(bundle: Bundle) -> None:
    """Repeat an entry."""
    at, line = a_set(bundle)
    bundle.insert(at, line)


def without_void(bundle: Bundle) -> None:
    """Leave out that sets were made void."""
    bundle[:] = [line for line in bundle if not isinstance(line, VoidLine)]


def empty_void(bundle: Bundle) -> None:
    """Put a void of no sets before the real one."""
    at, line = _a_void(bundle)
    bundle.insert(at, replaced(line, numbers=(), changes=()))


def withdrawn(bundle: Bundle) -> None:
    """Say of the void that an entrant was withdrawn by it, whose sets were to be played."""
    at, line = _a_void(bundle)
    bundle[at] = replaced(line, withdrawn=a_set(bundle)[1].bots[0])


def _a_void(bundle: Bundle) -> tuple[int, VoidLine]:
    return next((at, line) for at, line in enumerate(bundle) if isinstance(line, VoidLine))


def first_time(*times: int | None) -> Callable[[Bundle], None]:
    """Put these in the place of what the first decision of the first seat took."""

    def change(match: MatchLine) -> MatchLine:
        (_, *later), *others = match.latencies
        return replaced(match, latencies=((*times, *later), *others))

    return in_match(change)


def chained_anew(bundle: Bundle) -> None:
    """Compute all heads of the log again, as whoever forges one would."""
    first = bundle[0]
    assert isinstance(first, Manifest)
    head, heads = first.opening.head(), dict[int, str]()
    opened = head.hex()
    for at, line in enumerate(bundle):
        if isinstance(line, SetLine | VoidLine):
            head = link(head, entry_of(line))
            bundle[at] = replaced(line, head=head.hex())
            heads[line.round] = head.hex()
    bundle[0] = replaced(first, opened=opened, heads=tuple(heads.values()))


ALTERATIONS = {
    "one decision": Alteration(in_record(another_decision), r"matches: .*, match 0: differs"),
    "one rating": Alteration(
        in_set(gained_more), "ratings: round 1, set .* its changes", "ratings gained in"
    ),
    "one rating on the board": Alteration(rated_higher, "ratings: bot .* expected", "board"),
    "one place of the final table": Alteration(placed_higher, "final table: row 1: "),
    "one swapped seating": Alteration(
        in_match(swapped_seats), "seatings: .*, match 0: expected", "deals and seats of"
    ),
    "two exchanged matches": Alteration(
        in_set(lambda line: replaced(line, matches=line.matches[::-1])),
        "seatings: .*, match 0: expected",
        "deals and seats of",
    ),
    "one dropped match": Alteration(
        in_set(lambda line: replaced(line, matches=line.matches[1:])),
        "matches: round 1, set .*: expected 3 matches, got 2",
        "deals and seats of",
    ),
    "one dropped set": Alteration(
        without_set, "log: round 2: without its sets", "sets that were not played"
    ),
    "another secret": Alteration(
        in_manifest(lambda first: replaced(first, secret=OTHER)), "commitment: ", "commitment"
    ),
    "another rule": Alteration(
        in_manifest(lambda first: replaced(first, config=replaced(first.config, bank_ms=1))),
        "commitment: ",
        "commitment",
    ),
    "another nonce": Alteration(in_entrant(nonce=OTHER), "seed: expected", "of .*: expected"),
    "another beacon": Alteration(in_opening(beacon=OTHER), "seed: expected", "of .*: expected"),
    "no beacon": Alteration(in_opening(beacon=None), "seed: beacon: .* round 7", "beacon"),
    "another deal": Alteration(
        in_record(lambda record: replaced(record, header=replaced(record.header, seed=OTHER))),
        "deals: .*, match 0: expected the seed",
        "deals and seats of",
    ),
    "a fault noted": Alteration(
        in_record(noted_fault), "matches: .* a fault is noted where none", "times of"
    ),
    "a fault played": Alteration(in_record(played_fault), "matches: .*, match 0: differs"),
    "a fault left out": Alteration(
        without_fault, "faults: .* expected the strikes|is retired", "times of"
    ),
    "a fault of another kind": Alteration(other_kind, "log: .* expected the head"),
    "a forged strike": Alteration(
        in_match(lambda match: replaced(match, strikes=(9, *match.strikes[1:]))),
        "faults: .* expected the strikes",
    ),
    "a forged absence": Alteration(
        in_match(lambda match: replaced(match, absent=() if match.absent else (1,))),
        "faults: .* expected the absent seats",
    ),
    "a reordered log": Alteration(swapped_sets, "log: round 1, entry 1 .* expected the head"),
    "a doubled entry": Alteration(twice, "log: .* in the log already", "is to be played"),
    "a void left out": Alteration(
        without_void, "log: round 2, (set|entry)|schedule: round 2", "is to be"
    ),
    "a void of nothing": Alteration(empty_void, "log: .* there are no sets in it"),
    "a withdrawal that the configuration does not allow": Alteration(
        withdrawn, "log: .* is withdrawn, whose sets are to be played"
    ),
    "another time": Alteration(first_time(65_535), "log: .* expected the head"),
    "no time of a call": Alteration(first_time(None), "faults: .* expected a time", "times of"),
    "a time too many": Alteration(first_time(1, 1), "faults: .* expected a time", "times of"),
    "a time too few": Alteration(first_time(), "faults: .* expected a time", "times of"),
    "a changed name": Alteration(in_entrant(name="bot 9"), "entrants: expected"),
    "another attempt": Alteration(in_opening(attempt=7), "entrants: expected"),
    "other windows": Alteration(other_windows, "entrants: expected"),
    "other heads": Alteration(
        in_manifest(lambda first: replaced(first, heads=(OTHER, first.heads[1]))),
        "log: round 1: expected the head",
    ),
}
