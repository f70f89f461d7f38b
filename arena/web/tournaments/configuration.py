"""The configuration of a tournament in words, for people who are to play in it or look on.

What may live here: from a `Config` to a list of terms, each with its text.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from arena.games import game
from arena.service.tournaments import TournamentSummary
from arena.tournament.config import Config, KSchedule, PlayedMode, played_mode

_MODES: Final[dict[PlayedMode, str]] = {
    "off": "every match has cards of its own; the bots of a table change seats from match to match,"
    " so that each sits in every seat once",
    "rotation": "a table plays the same cards once for every way of sitting, so that each bot has"
    " been dealt what the others were",
    "field": "tables at which nobody sits twice are dealt the same cards, so that luck is the same"
    " for a bot here and another there",
}


class Term(NamedTuple):
    """A thing that is fixed, and how."""

    name: str
    text: str


def terms(tournament: TournamentSummary) -> list[Term]:
    """Give all that is fixed; how cards are dealt once the number of bots is known."""
    return [Term(name, text) for name, text in _terms(tournament)]


def _terms(tournament: TournamentSummary) -> Iterator[tuple[str, str]]:
    config = tournament.config
    rules = game(config.game)
    yield "Game", f"{rules.title}, version {config.rules} of its rules"
    yield "At a table", f"{config.players} bots"
    yield "Rounds", _rounds(config)
    if rules.max_rounds > 1:
        played = config.rounds_per_match or rules.rounds
        yield "A match", f"{played} {'round' if played == 1 else 'rounds'} of the game"
    yield "Cards", _cards(tournament)
    yield "Time", _time(config)
    yield "Faults", f"{config.max_strikes} in a match retire a seat; it is played by defaults then"
    yield "K of Elo", k_in_words(config.k_schedule)
    yield "Withdrawal", _withdrawal(config)
    yield "Ladder", "counts for it, round by round" if config.ladder else "does not count for it"
    yield "Randomness", _beacon(config)


def _rounds(config: Config) -> str:
    each = "one set" if config.deals == 1 else f"{config.deals} sets"
    return f"{config.rounds}; a table plays {each} in a round"


def _cards(tournament: TournamentSummary) -> str:
    config = tournament.config
    if config.mode == "auto" and tournament.started_ms is None:
        return "the same for many tables if many bots enter (field), else new for each match (off)"
    mode = played_mode(config, tournament.entries)
    return f"{_MODES[mode]} (mode {mode})"


def _time(config: Config) -> str:
    bank = f"{config.bank_ms / 1_000:g} s" if config.bank_ms else "nothing"
    return f"{config.move_ms} ms for an answer, and {bank} in reserve for a whole match"


def k_in_words(schedule: KSchedule) -> str:
    """Say up to which set of a bot each K holds."""
    steps = [f"{k} up to set {until}" for until, k in schedule[:-1]]
    _, last = schedule[-1]
    return ", ".join([*steps, f"{last} from then on" if steps else f"{last} throughout"])


def _withdrawal(config: Config) -> str:
    if config.withdrawal == "void":
        return "what a bot has not played when it is taken out is void"
    return "what a bot has not played when it is taken out is played by defaults"


def _beacon(config: Config) -> str:
    own = "the organiser's secret and a nonce of every entrant"
    return own if config.beacon is None else f"{own}, and round {config.beacon} of a public beacon"
