"""`arena bot ...`: a contestant's bots, and those of others as everybody sees them.

What may live here: the commands, one call of the service each. How a bot is shown is in
`arena.cli.bot.view`.
"""

import asyncio
from collections.abc import Callable
from typing import Annotated

import typer

from arena.cli.bodies import BotChange, EntryRelease, NewBot, NewEntry, NewQuarantine
from arena.cli.bot.view import ShownBot, print_bot, print_bots, print_faults
from arena.cli.check import print_report
from arena.cli.console import ERR, Json, print_json, say, say_done
from arena.cli.failures import WRONG, AwayError, InputError
from arena.cli.remote import HERE, BotId, Most, Token, Tournament, Url, ask, id_of
from arena.cli.rest import Api
from arena.match.conformance.report import Report
from arena.service.bots import PublicBot
from arena.service.entries import EntryView
from arena.service.faults import FaultView
from arena.service.paging import Page

Name = Annotated[str, typer.Argument(metavar="NAME", help="Its name, shown to all.")]
BotUrl = Annotated[str, typer.Argument(metavar="BOT_URL", help="Where it is: its base URL.")]
NewName = Annotated[str | None, typer.Option("--name", metavar="NAME", help="Another name.")]
NewUrl = Annotated[
    str | None, typer.Option("--bot-url", metavar="URL", help="Where it is from now on.")
]
Willing = Annotated[
    bool | None,
    typer.Option(
        "--exhibitions/--no-exhibitions", help="Whether others may have it play in theirs."
    ),
]
Why = Annotated[str, typer.Option("--reason", metavar="TEXT", help="Why, in a line.")]
InTournament = Annotated[
    str | None,
    typer.Option(
        "--in", metavar="TOURNAMENT", parser=id_of, help="In this own tournament; any bot of it."
    ),
]
Invitation = Annotated[
    str | None, typer.Option(metavar="CODE", help="The organiser's, where one is needed.")
]
Nonce = Annotated[
    str | None,
    typer.Option(metavar="HEX", help="64 hex digits for the tournament's seed; else drawn."),
]
Kind = Annotated[
    str | None, typer.Option(metavar="FAULT", help="Only these, by their name: `timeout`, ...")
]
During = Annotated[
    str | None,
    typer.Option(metavar="WHAT", help="Only those in a rated `match`, an `exhibition`, a `check`."),
]
OfMatch = Annotated[
    str | None, typer.Option("--match", metavar="MATCH", help="Only those in this match.")
]
OfExhibition = Annotated[
    str | None,
    typer.Option("--exhibition", metavar="ID", parser=id_of, help="Only those in this exhibition."),
]

_POLL_S = 0.5

app = typer.Typer(no_args_is_help=True, help="Bots: register, check, enter and keep them.")


@app.command()
def add(
    name: Name, bot_url: BotUrl, url: Url = HERE, token: Token = None, json: Json = False
) -> None:
    """Register a bot; its server is asked what it is. Prints the secret that signs our requests."""
    _show(ask(url, token, lambda api: api.create(ShownBot, "bots", NewBot(name, bot_url))), json)


@app.command("list")
def list_bots(most: Most = 50, url: Url = HERE, token: Token = None, json: Json = False) -> None:
    """List the bots of all owners, the newest first."""
    bots = ask(url, token, lambda api: api.items(Page[PublicBot], "bots", most))
    print_json(bots) if json else print_bots(bots)


@app.command()
def show(bot: BotId, url: Url = HERE, token: Token = None, json: Json = False) -> None:
    """Show a bot; an own one with its URL, and why it was ever in quarantine."""
    _show(ask(url, token, lambda api: api.get(ShownBot, f"bots/{bot}")), json)


@app.command()
def change(
    bot: BotId,
    name: NewName = None,
    bot_url: NewUrl = None,
    exhibitions: Willing = None,
    url: Url = HERE,
    token: Token = None,
    json: Json = False,
) -> None:
    """Give a bot another name or another URL; matches in play go on at the old one.

    Or let others have it play in their exhibitions.
    """
    body = BotChange(name, bot_url, exhibitions)
    if body == BotChange():
        raise InputError("--name, --bot-url or --exhibitions: expected what shall change, got none")
    _show(ask(url, token, lambda api: api.patch(ShownBot, f"bots/{bot}", body)), json)


@app.command()
def faults(
    bot: BotId,
    kind: Kind = None,
    during: During = None,
    match: OfMatch = None,
    exhibition: OfExhibition = None,
    most: Most = 20,
    url: Url = HERE,
    token: Token = None,
    json: Json = False,
) -> None:
    """List the failed calls of an own bot, the newest first; with --json all that is known of each.

    In rated matches, in exhibitions that are over, in health checks of a bot in quarantine.
    """
    filters = {"kind": kind, "during": during, "match": match, "exhibition": exhibition}
    wanted = {name: value for name, value in filters.items() if value is not None}
    path = f"bots/{bot}/faults"
    made = ask(url, token, lambda api: api.items(Page[FaultView], path, most, wanted))
    print_json(made) if json else print_faults(made)


@app.command()
def check(bot: BotId, url: Url = HERE, token: Token = None, json: Json = False) -> None:
    """Have the service try an own bot at all that matches will ask of it; less than 30 s.

    In quarantine, two checks passed at least 10 s apart release it. Exit code 1 where one failed.
    """
    with ERR.status("checking ..."):
        report = ask(url, token, lambda api: _checked(api, bot))
    print_json(report) if json else print_report(report)
    if report.verdict == "failed":
        raise typer.Exit(WRONG)


async def _checked(api: Api, bot: str) -> Report:
    """Begin a check and give its report when it is over."""
    await api.post(ShownBot, f"bots/{bot}/check")
    while True:
        report = await api.get(Report, f"bots/{bot}/report")
        if report.state == "interrupted":
            raise AwayError("the service stopped in the middle of the check; check again")
        if report.state == "finished":
            return report
        await asyncio.sleep(_POLL_S)


def _act(name: str) -> Callable[[str, str, str | None, bool], None]:
    """Give the command of an act that needs nothing but the bot."""

    def command(bot: BotId, url: Url = HERE, token: Token = None, json: Json = False) -> None:
        _show(ask(url, token, lambda api: api.post(ShownBot, f"bots/{bot}/{name}")), json)

    return command


for _name, _help in {
    "retire": "Let a bot enter nothing more; it finishes what it is entered in.",
    "unretire": "Let a retired bot enter tournaments again.",
}.items():
    app.command(_name, help=_help)(_act(_name))


@app.command()
def secret(bot: BotId, url: Url = HERE, token: Token = None, json: Json = False) -> None:
    """Show an own bot with the secret that signs our requests to it."""
    _show(ask(url, token, lambda api: api.get(ShownBot, f"bots/{bot}/secret")), json)


@app.command()
def rotate(bot: BotId, url: Url = HERE, token: Token = None, json: Json = False) -> None:
    """Draw a new secret and show it; for 24 hours requests are signed with the old one too."""
    _show(ask(url, token, lambda api: api.post(ShownBot, f"bots/{bot}/secret")), json)


@app.command()
def delete(bot: BotId, url: Url = HERE, token: Token = None, json: Json = False) -> None:
    """Wipe a bot's name, URL and secret, for good; what it has played stays."""
    ask(url, token, lambda api: api.delete(f"bots/{bot}"))
    say_done("deleted", bot, json)


@app.command()
def quarantine(
    bot: BotId,
    reason: Why,
    tournament: InTournament = None,
    url: Url = HERE,
    token: Token = None,
    json: Json = False,
) -> None:
    """Have nobody ask a bot until it is released: an own one, or one in an own tournament."""
    body = NewQuarantine(reason, None if tournament is None else bot)
    path = f"{_place(bot, tournament)}/quarantine"
    _show(ask(url, token, lambda api: api.post(ShownBot, path, body)), json)


@app.command()
def release(
    bot: BotId,
    tournament: InTournament = None,
    url: Url = HERE,
    token: Token = None,
    json: Json = False,
) -> None:
    """End a quarantine that was begun by hand; one for faults is ended by checks alone."""
    body = None if tournament is None else EntryRelease(bot)
    path = f"{_place(bot, tournament)}/release"
    _show(ask(url, token, lambda api: api.post(ShownBot, path, body)), json)


@app.command()
def enter(
    bot: BotId,
    tournament: Tournament,
    invitation: Invitation = None,
    nonce: Nonce = None,
    url: Url = HERE,
    token: Token = None,
    json: Json = False,
) -> None:
    """Enter an own bot in a tournament that is open."""
    body, path = NewEntry(bot, nonce, invitation), f"tournaments/{tournament}/entries"
    entry = ask(url, token, lambda api: api.create(EntryView, path, body))
    if json:
        print_json(entry)
    else:
        say(f"entered {entry.name}; its nonce for the seed is {entry.nonce}")


@app.command()
def leave(
    bot: BotId, tournament: Tournament, url: Url = HERE, token: Token = None, json: Json = False
) -> None:
    """Take an own bot out of a tournament, as its organiser may."""
    ask(url, token, lambda api: api.delete(f"tournaments/{tournament}/entries/{bot}"))
    say_done("taken out", bot, json)


def _place(bot: str, tournament: str | None) -> str:
    """Give the path of what a quarantine is for: one tournament, or all that a bot plays."""
    return f"bots/{bot}" if tournament is None else f"tournaments/{tournament}"


def _show(bot: ShownBot, json: bool) -> None:
    print_json(bot) if json else print_bot(bot)
