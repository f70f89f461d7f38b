"""`arena alarms` and `arena retry`: what must never happen, and the way out of quarantine."""

from collections.abc import Sequence
from pathlib import Path

import typer

from arena.cli.boards import Tournament
from arena.cli.console import Json, moment, print_json, say, table
from arena.cli.failures import WRONG
from arena.cli.processes import run
from arena.cli.settings import DATA, Data, open_services, read_settings
from arena.service.alarms import AlarmReport, AlarmView, Quarantined

_HEAD = ("when", "kind", "tournament", "round", "set", "why")
_WORDS = (0, 1, 2, 5)


def alarms(json: Json = False, data: Data = DATA) -> None:
    """Print the newest alarms, the newest last, and what to do about each.

    Exit code 1 while a set is in quarantine, whose round waits for somebody; the other alarms tell
    of what is over.
    """
    report = run(_report(data))
    if json:
        print_json(report)
    else:
        _print(report)
    if report.quarantined:
        raise typer.Exit(WRONG)


def retry(tournament: Tournament, json: Json = False, data: Data = DATA) -> None:
    """Put the sets of a tournament that are in quarantine back into play, and say which."""
    freed = run(_retry(data, tournament))
    if json:
        print_json(freed)
    elif freed.sets:
        say(f"back in play: round {freed.round}, {_sets(freed)}")
    else:
        say("no set of it is in quarantine")


def _print(report: AlarmReport) -> None:
    if not report.alarms:
        say("no alarms")
    else:
        table(_HEAD, [_row(alarm) for alarm in report.alarms], _WORDS)
        _print_advice(report.alarms)
    for each in report.quarantined:
        say(f"in quarantine: tournament {each.tournament}, round {each.round}, {_sets(each)}")


def _row(alarm: AlarmView) -> tuple[str, ...]:
    return (
        moment(alarm.at_ms),
        alarm.kind,
        alarm.tournament,
        "-" if alarm.round is None else str(alarm.round),
        "-" if alarm.set is None else str(alarm.set),
        alarm.why,
    )


def _print_advice(found: Sequence[AlarmView]) -> None:
    """Say what to do, once for each kind of alarm and tournament."""
    for kind, advice in dict.fromkeys((alarm.kind, alarm.advice) for alarm in found):
        say(f"{kind}: {advice}")


def _sets(given: Quarantined) -> str:
    return f"set{'s' if len(given.sets) > 1 else ''} {', '.join(map(str, given.sets))}"


async def _report(data: Path) -> AlarmReport:
    async with open_services(read_settings(data)) as app:
        return await app.alarms.report()


async def _retry(data: Path, tournament: str) -> Quarantined:
    async with open_services(read_settings(data)) as app:
        return await app.alarms.retry(tournament)
