"""How a bundle that was proved is told to people: a line for each kind of thing that was checked.

What may live here: the words. Beside what holds by itself they say what nobody can derive: what is
to be compared with what was published meanwhile, and whom the seed is trusted to.
"""

from collections.abc import Iterator

from arena.cli.bundle.proof import Proved
from arena.tournament.proof import spread
from arena.tournament.schedule import Schedule

_TRUSTED = "the organiser is trusted not to have entered the last nonce: no beacon was named"
_BEACON = "beacon, if its round came out after the last entry and its value is the one above"
_WORD = "decisions, faults, absences, words, times and versions are those that the service noted"


def checks(proved: Proved) -> Iterator[tuple[str, str]]:
    """Give what was found right, by kind, and what the proof rests on."""
    manifest, proof = proved.scanned.manifest, proved.proof
    opening, matches = manifest.opening, f"{proof.matches:,} ok"
    yield "of", f"{opening.tournament} ({opening.name}), {manifest.state}"
    yield "commitment", f"ok: {opening.commitment}"
    yield "seed", f"ok: {len(opening.entrants)} nonces, {_beacon(proved)}"
    yield "entrants", f"{len(opening.entrants):,} ok"
    yield "schedule", f"ok: {_schedule(proved)}"
    yield "seatings", matches
    yield "deals", matches
    yield "matches", f"{matches}, played again"
    yield "faults", f"{proof.faults:,} ok, and {proof.absent:,} seats absent"
    yield "log", f"{proof.sets + proof.voids:,} entries ok, {_voids(proved)}"
    yield "ratings", f"{len(proof.board.ratings):,} ok, after {proof.sets:,} sets"
    yield "final table", f"{len(proof.board.ratings):,} ok, ranked by {proof.ranked_by}"
    yield "attempt", f"{opening.attempt} of this name by its organiser, as the service counts them"
    yield "guarantee", _TRUSTED if opening.beacon is None else _BEACON
    yield "its word", _WORD
    yield "compare", "these with what was published before the end:"
    yield "- begins", f"{manifest.opened} (`opened`, at the start)"
    yield "- ends", f"{proof.head} (the last of `heads`)"


def _beacon(proved: Proved) -> str:
    """Say which value of which round to look up."""
    manifest = proved.scanned.manifest
    if manifest.opening.beacon is None:
        return "no beacon"
    return f"beacon round {manifest.config.beacon} = {manifest.opening.beacon}: look it up"


def _voids(proved: Proved) -> str:
    return f"{proved.proof.voids} of them voids, of {len(proved.schedule.voids.sets):,} sets"


def _schedule(proved: Proved) -> str:
    schedule, manifest = proved.schedule, proved.scanned.manifest
    words = f"{schedule.rounds} rounds, {schedule.match_count:,} matches planned"
    if manifest.state == "cancelled":
        words += f", cancelled in round {len(manifest.heads)}"
    return words + _blocks(schedule)


def _blocks(schedule: Schedule) -> str:
    """Say how level the blocks are, and whether they are those that follow from the seed here."""
    meet = spread(schedule)
    if meet is None:
        return ""
    ours = Schedule(schedule.config, schedule.bots, schedule.final).blocks
    found = "as this release finds them" if ours == schedule.blocks else "not found by this release"
    return f", blocks in which two bots meet {meet[0]} to {meet[1]} times, {found}"
