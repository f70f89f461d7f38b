"""`arena tournament ...`: a contest as its organiser directs it, and as everybody sees it.

What may live here: the commands, one call of the service each. How a contest is shown is in
`arena.cli.tournament.view`.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from arena.cli.boards import print_board
from arena.cli.bodies import NewStart, NewTournament, NewVoid, NewWithdrawal
from arena.cli.console import Json, moment, path_text, print_json, say, table
from arena.cli.contest_file.reader import ReadContest, read_contest
from arena.cli.remote import HERE, BotId, Most, Token, Tournament, Url, ask
from arena.cli.rest import Api, Refused
from arena.cli.tournament.files import Out, Replays, write_all
from arena.cli.tournament.standings import print_final
from arena.cli.tournament.view import print_sets, print_tournament, watch_to_end
from arena.service.boards import Row
from arena.service.direction import ActView, VoidView
from arena.service.entries import EntryView
from arena.service.final_standings import FinalTable
from arena.service.paging import Page
from arena.service.tournaments import TournamentSummary, TournamentView

File = Annotated[
    Path,
    typer.Option(
        metavar="FILE", help="A contest file (TOML); `arena schema contest` says what may be in it."
    ),
]
Open = Annotated[bool, typer.Option("--open", help="Let contestants enter at once.")]
CheckOnly = Annotated[
    bool, typer.Option("--check", help="Only say whether the file is right; no service is needed.")
]
Watch = Annotated[bool, typer.Option("--watch", help="Show how it comes along, until its end.")]
Reason = Annotated[str, typer.Option(metavar="TEXT", help="Why, in a line; it is public.")]
Round = Annotated[int, typer.Option("--round", min=1, max=1_000, help="Number of a round.")]
Sets = Annotated[
    list[int] | None,
    typer.Option("--set", min=0, help="Number of a set of it; may be repeated. Else all of them."),
]
Beacon = Annotated[
    str | None,
    typer.Option(metavar="HEX", help="The value, 64 hex digits, of the beacon round it names."),
]
Rerun = Annotated[
    bool, typer.Option("--rerun/--no-rerun", help="Whether they are played again, anew dealt.")
]

Final = Annotated[bool, typer.Option("--final", help="The final ones, or as they stand so far.")]

app = typer.Typer(
    no_args_is_help=True, help="Contests: draft, open, start, direct and look at them."
)


@app.command()
def create(
    file: File,
    open_it: Open = False,
    check: CheckOnly = False,
    url: Url = HERE,
    token: Token = None,
    json: Json = False,
) -> None:
    """Draft a tournament from a contest file.

    Every mistake in the file is told at once, with its line; then nothing is created.
    """
    read = read_contest(file)
    if check:
        print_json(read.contest) if json else say(f"{file}: a contest that can be held")
        return
    _show(ask(url, token, lambda api: _create(api, read, open_it)), json)


async def _create(api: Api, read: ReadContest, open_it: bool) -> TournamentView:
    contest = read.contest
    body = NewTournament(contest.name, contest.config(), contest.registration, contest.invited)
    try:
        drafted = await api.create(TournamentView, "tournaments", body)
    except Refused as refused:
        raise read.error(refused) from refused
    if not open_it:
        return drafted
    return await api.post(TournamentView, f"tournaments/{drafted.id}/open")


def _act(name: str) -> Callable[[str, str, str | None, bool], None]:
    """Give the command of an act that needs nothing but the tournament."""

    def command(
        tournament: Tournament, url: Url = HERE, token: Token = None, json: Json = False
    ) -> None:
        path = f"tournaments/{tournament}/{name}"
        _show(ask(url, token, lambda api: api.post(TournamentView, path)), json)

    return command


for _name, _help in {
    "open": "Let contestants enter a draft.",
    "pause": "Begin no more sets; those in play are finished.",
    "resume": "Go on with a paused tournament.",
    "cancel": "End a tournament for good; what was rated stays.",
}.items():
    app.command(_name, help=_help)(_act(_name))


@app.command()
def start(
    tournament: Tournament,
    beacon: Beacon = None,
    url: Url = HERE,
    token: Token = None,
    json: Json = False,
) -> None:
    """Close the entries and begin the first round."""
    path, body = f"tournaments/{tournament}/start", NewStart(beacon)
    _show(ask(url, token, lambda api: api.post(TournamentView, path, body)), json)


@app.command()
def status(
    tournament: Tournament,
    watch: Watch = False,
    url: Url = HERE,
    token: Token = None,
    json: Json = False,
) -> None:
    """Show how a tournament stands, and how much is still to come."""
    path = f"tournaments/{tournament}"
    if watch:
        _show(ask(url, token, lambda api: watch_to_end(api, path)), json)
    else:
        _show(ask(url, token, lambda api: api.get(TournamentView, path)), json)


@app.command("list")
def list_tournaments(
    most: Most = 50, url: Url = HERE, token: Token = None, json: Json = False
) -> None:
    """List tournaments, the newest first."""
    views = ask(url, token, lambda api: api.items(Page[TournamentSummary], "tournaments", most))
    if json:
        print_json(views)
        return
    rows = [(view.id, view.name, view.config.game, view.state, str(view.entries)) for view in views]
    table(("id", "name", "game", "state", "entries"), rows, (0, 1, 2, 3))


@app.command()
def entries(
    tournament: Tournament, url: Url = HERE, token: Token = None, json: Json = False
) -> None:
    """List the bots that are entered."""
    path = f"tournaments/{tournament}/entries"
    views = ask(url, token, lambda api: api.get(list[EntryView], path))
    if json:
        print_json(views)
        return
    table(
        ("bot", "name", "owner"),
        [(view.bot, view.name, view.owner) for view in views],
        (0, 1, 2),
    )


@app.command()
def standings(
    tournament: Tournament,
    final: Final = False,
    url: Url = HERE,
    token: Token = None,
    json: Json = False,
) -> None:
    """Show the live ratings, the best first; `?` marks a provisional one.

    The final ones are one fit of all that was played, with 95 % intervals of rank and rating.
    """
    if final:
        path = f"tournaments/{tournament}/final-standings"
        found = ask(url, token, lambda api: api.get(FinalTable, path))
        print_json(found) if json else print_final(found)
        return
    path = f"tournaments/{tournament}/standings"
    rows = ask(url, token, lambda api: api.get(list[Row], path))
    print_json(rows) if json else print_board(rows)


class _Invitation(msgspec.Struct):
    """The answer of `GET /v1/tournaments/{id}/invitation`."""

    invitation: str | None


@app.command()
def invitation(
    tournament: Tournament, url: Url = HERE, token: Token = None, json: Json = False
) -> None:
    """Print the code that contestants need to enter an own tournament, where they need one."""
    path = f"tournaments/{tournament}/invitation"
    code = ask(url, token, lambda api: api.get(_Invitation, path))
    if json:
        print_json(code)
    else:
        say(code.invitation or "none is needed: everybody may enter")


@app.command()
def void(
    tournament: Tournament,
    round_number: Round,
    reason: Reason,
    number: Sets = None,
    rerun: Rerun = True,
    url: Url = HERE,
    token: Token = None,
    json: Json = False,
) -> None:
    """Make sets of a round void, and have them played again with cards that nobody has seen.

    Their records stay. Reruns are sets of the present round.
    """
    body = NewVoid(round_number, number, rerun, reason)
    path = f"tournaments/{tournament}/void"
    done = ask(url, token, lambda api: api.create(VoidView, path, body))
    print_json(done) if json else print_sets(done)


@app.command()
def withdraw(
    tournament: Tournament,
    bot: BotId,
    reason: Reason,
    url: Url = HERE,
    token: Token = None,
    json: Json = False,
) -> None:
    """Take a bot out; what it has not played is played by defaults or void, as configured."""
    body = NewWithdrawal(bot, reason)
    path = f"tournaments/{tournament}/withdraw"
    _show(ask(url, token, lambda api: api.post(TournamentView, path, body)), json)


@app.command()
def audit(tournament: Tournament, url: Url = HERE, token: Token = None, json: Json = False) -> None:
    """List all that its organiser has done to a tournament, the oldest first."""
    path = f"tournaments/{tournament}/audit"
    acts = ask(url, token, lambda api: api.items(Page[ActView], path))
    if json:
        print_json(acts)
        return
    rows = [(moment(act.at_ms), act.who, act.act, act.details) for act in acts]
    table(("when", "who", "act", "details"), rows, (0, 1, 2, 3))


@app.command()
def export(
    tournament: Tournament,
    out: Out,
    replays: Replays = False,
    url: Url = HERE,
    token: Token = None,
    json: Json = False,
) -> None:
    """Write what is public of a tournament into files, and say which."""
    written = ask(url, token, lambda api: write_all(api, tournament, out, replays=replays))
    if json:
        print_json([path_text(path) for path in written])
        return
    for path in written:
        say(str(path))


def _show(view: TournamentView, json: bool) -> None:
    print_json(view) if json else print_tournament(view)
