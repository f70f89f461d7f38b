"""`arena check`: tries a bot at all that matches will ask of it, without any service."""

from typing import Annotated

import typer

from arena.cli.console import ERR, Json, print_json, say, table
from arena.cli.failures import WRONG, InputError
from arena.cli.processes import run
from arena.cli.settings import AllowNetwork
from arena.games import GAMES
from arena.games import game as find_game
from arena.match.conformance.check import check as findings_of
from arena.match.conformance.report import Finding, Report
from arena.match.conformance.tested import Subject
from arena.match.guard import Guard, networks
from arena.match.urls import UrlError
from arena.protocol.signing import SecretError
from arena.service.clock import now_ms

Url = Annotated[str, typer.Argument(metavar="URL", help="Where the bot is: its base URL.")]
Secret = Annotated[
    str | None,
    typer.Option(
        metavar="SECRET",
        envvar="ARENA_BOT_SECRET",
        help="The bot's secret, `whsec_...`: asks are signed with it, others must be refused.",
    ),
]
GameName = Annotated[
    str | None,
    typer.Option("--game", metavar="NAME", help=f"Only this one: {' or '.join(GAMES)}."),
]

_HEAD = ("", "game", "tried", "asks", "ms", "found")
_WORDS = (0, 1, 2, 5)


def check(
    url: Url,
    secret: Secret = None,
    game: GameName = None,
    json: Json = False,
    allow_network: AllowNetwork = None,
) -> None:
    """Try a bot at all that matches will ask of it; takes less than 30 s.

    Says of each trial what was found and, where not all is well, what to do. Exit code 0: the bot
    is well, whatever it was warned of; 1: something failed; 2: the URL or an option is no good.

    For example: arena check http://127.0.0.1:9001 --allow-network 127.0.0.1/32
    """
    if game is not None:
        find_game(game)
    subject = Subject(
        url=url,
        guard=_guard(url, allow_network),
        secrets=() if secret is None else (secret,),
        knows_secret=secret is not None,
        game=game,
    )
    report = run(_check(subject))
    if json:
        print_json(report)
    else:
        print_report(report)
    if report.verdict == "failed":
        raise typer.Exit(WRONG)


def print_report(report: Report) -> None:
    """Print a report for people: all findings, then what to do about those that are not well."""
    table(_HEAD, [_row(finding) for finding in report.findings], _WORDS)
    for finding in report.findings:
        if finding.verdict in ("warned", "failed"):
            _print_advice(finding)


def _guard(url: str, allow_network: list[str] | None) -> Guard:
    """Give the guard of the calls; raise InputError for a network, or a URL that it refuses."""
    try:
        guard = Guard(networks(allow_network or ()))
    except ValueError as error:
        raise InputError(f"--allow-network: {error}") from error
    try:
        guard.check(url)
    except UrlError as error:
        raise InputError(str(error)) from error
    return guard


async def _check(subject: Subject) -> Report:
    report = Report(begun_ms=now_ms())
    with ERR.status("checking ..."):
        try:
            async for finding in findings_of(subject):
                report = report.grown(finding)
        except SecretError as error:
            raise InputError(f"--{error}") from error
    return report.finished(now_ms())


def _row(finding: Finding) -> tuple[str, ...]:
    return (
        finding.verdict,
        finding.game or "",
        _name(finding),
        str(finding.calls),
        "-" if finding.latency_ms is None else str(finding.latency_ms),
        finding.found,
    )


def _name(finding: Finding) -> str:
    """Give what was tried, in words."""
    return f"ask: {finding.ask}" if finding.ask else finding.trial.replace("_", " ")


def _print_advice(finding: Finding) -> None:
    where = f"{finding.game}, " if finding.game else ""
    say()
    say(f"{finding.verdict}: {where}{_name(finding)}: {finding.found}")
    say(f"  {finding.advice}")
    for name, text in (("request", finding.request), ("answer", finding.answer)):
        if text:
            say(f"  {name}: {text}")
