"""The command `arena`: its subcommands, and the one place where an error becomes an exit code."""

import sys
import traceback

import typer

from arena.cli import ladder, token
from arena.cli.alarms import alarms, retry
from arena.cli.analyse import analyse
from arena.cli.boards import leaderboard, rebuild
from arena.cli.bot import commands as bot
from arena.cli.check import check
from arena.cli.console import complain
from arena.cli.demo.command import demo
from arena.cli.exhibition import commands as exhibition
from arena.cli.export import export
from arena.cli.failures import DEFECT, EXIT_CODES, INTERRUPTED, code
from arena.cli.init import init
from arena.cli.play import play
from arena.cli.replay import replay
from arena.cli.schema import schema
from arena.cli.tournament import commands as tournament
from arena.cli.up import janitor, serve, up, worker
from arena.cli.verify import verify

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Sky Arena: seeded, provable matches and tournaments of card-playing bots.",
    epilog=EXIT_CODES,
)
_ALONE = "By themselves"
_REMOTE = "With a service: by its URL and a token"
_STORE = "On the host of a store"
for alone in (demo, play, check, replay, verify, schema, analyse):
    app.command(rich_help_panel=_ALONE)(alone)
app.add_typer(tournament.app, name="tournament", rich_help_panel=_REMOTE)
app.add_typer(bot.app, name="bot", rich_help_panel=_REMOTE)
app.add_typer(exhibition.app, name="exhibition", rich_help_panel=_REMOTE)
app.add_typer(ladder.app, name="ladder", rich_help_panel=_REMOTE)
app.command(rich_help_panel=_REMOTE)(export)
app.add_typer(token.app, name="token", rich_help_panel=_STORE)
for on_host in (up, init, serve, worker, janitor, leaderboard, rebuild, alarms, retry):
    app.command(rich_help_panel=_STORE)(on_host)


def main() -> None:
    """Run the command line; never returns."""
    try:
        app()
    except Exception as error:
        exit_code = code(error)
        complain(traceback.format_exc() if exit_code is None else f"error: {error}")
        sys.exit(DEFECT if exit_code is None else exit_code)
    except SystemExit as ended:
        if isinstance(ended.__context__, BrokenPipeError):  # which the library makes a 1 of
            sys.exit(INTERRUPTED)
        raise
