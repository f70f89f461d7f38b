"""How a tournament is shown to people: what is known of it, and its progress until its end."""

import asyncio
from collections.abc import Iterator, Sequence
from datetime import timedelta

from rich.progress import Progress, TaskID

from arena.cli.console import bars, facts, moment, say
from arena.cli.rest import Api, ApiError
from arena.service.direction import SetView, VoidView
from arena.service.estimates import Estimate
from arena.service.tournaments import TournamentView
from arena.tournament.config import played_mode
from arena.tournament.pairing import set_count

_POLL_S = 1.0
_PATIENCE = 60
"""So many questions in a row may go unanswered while a tournament is watched for days."""
_LONGEST_S = 100 * 365 * 86_400
"""No longer time is told."""
OVER = ("finished", "cancelled")


def print_tournament(view: TournamentView) -> None:
    """Print what is known of a tournament, a line for each fact."""
    facts(list(_facts(view)))


def print_sets(done: VoidView) -> None:
    """Print what was made void, and what is played in its place."""
    say(f"void: {_sets(done.voided)}")
    say(f"played again: {_sets(done.reruns)}")


async def watch_to_end(api: Api, path: str) -> TournamentView:
    """Show how a tournament comes along until it is over; give it then.

    Raises ApiError where the service stays away.
    """
    with bars() as progress:
        bar = progress.add_task("", total=None)
        missed = 0
        while True:
            try:
                view = await api.get(TournamentView, path)
            except ApiError:
                missed += 1
                if missed == _PATIENCE:
                    raise
            else:
                missed = 0
                _advance(progress, bar, view)
                if view.state in OVER:
                    return view
            await asyncio.sleep(_POLL_S)


def _advance(progress: Progress, bar: TaskID, view: TournamentView) -> None:
    words = f"{view.name}: {_state(view)}"
    if view.estimate is not None and view.state not in ("draft", "open"):
        words += f", {_duration(view.estimate.duration_ms)} to go"
    later = set_count(view.config, view.entries, view.round)
    total = view.sets_done + view.sets_open + later if view.round else None
    progress.update(bar, description=words, total=total, completed=view.sets_done)


def _facts(view: TournamentView) -> Iterator[tuple[str, str]]:
    config = view.config
    mode = config.mode if view.entries < config.players else played_mode(config, view.entries)
    by = " (by invitation)" if view.registration == "invitation" else ""
    yield "id", view.id
    yield "name", view.name
    yield "state", _state(view)
    yield "game", f"{config.game}, {config.players} at a table, {config.rounds} rounds, {mode}"
    yield "time", f"{config.move_ms} ms an answer, {config.bank_ms} ms more in a match"
    yield "entries", f"{view.entries}{by}"
    if view.invited:
        yield "invited", ", ".join(view.invited)
    yield "sets", f"{view.sets_done} done, {view.sets_open} open in this round"
    if view.sets_quarantined:
        yield "quarantine", f"{view.sets_quarantined} sets: `arena retry {view.id}`"
    if view.withdrawn:
        yield "withdrawn", ", ".join(view.withdrawn)
    if view.estimate is not None:
        yield "to come", _estimate(view.estimate)
    yield "attempt", f"{view.attempt} of this name"
    yield "commitment", view.commitment
    if config.beacon is not None:
        yield "beacon", f"round {config.beacon}: {view.beacon or 'named, and not out yet'}"
    if view.opened is not None:
        yield "log begins", view.opened
    for name, at_ms in (("started", view.started_ms), ("ended", view.ended_ms)):
        if at_ms is not None:
            yield name, moment(at_ms)


def _state(view: TournamentView) -> str:
    if view.round == 0 or view.state in OVER:
        return view.state
    return f"{view.state}, round {view.round} of {view.config.rounds}"


def _estimate(given: Estimate) -> str:
    words = f"{given.matches} matches, about {given.calls} asks and {_duration(given.duration_ms)}"
    return words if given.ends_ms is None else f"{words}, until {moment(given.ends_ms)}"


def _duration(ms: int) -> str:
    return str(timedelta(seconds=min(-(-ms // 1_000), _LONGEST_S)))


def _sets(sets: Sequence[SetView]) -> str:
    """Give sets as `round 1: 0, 1, 2`; they are all of one round."""
    if not sets:
        return "nothing"
    numbers = ", ".join(str(each.set) for each in sets)
    return f"round {sets[0].round}: {numbers}"
