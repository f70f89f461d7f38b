"""From errors to a sentence and an exit code: the one place where the two are tied together.

What may live here: which error has which exit code. An error that is not listed is a defect of
ours, and its traceback is shown.
"""

from typing import Final

from arena.app import BAD_INPUT, UNREACHABLE
from arena.app.settings import SettingsError
from arena.engine.record import RecordError
from arena.service.errors import ServiceError
from arena.store.errors import StoreAway, StoreUnfit
from arena.tournament.config import ConfigError

WRONG: Final = 1
DEFECT: Final = 70
INTERRUPTED: Final = 130
EXIT_CODES: Final = (
    f"Exit codes: 0 done, {WRONG} checked and found wrong, {BAD_INPUT} bad input, {UNREACHABLE}"
    f" service or store unreachable, {DEFECT} a defect of ours, {INTERRUPTED} interrupted, also by"
    " a reader who has seen enough."
)


class InputError(Exception):
    """An argument that cannot be used: the message names it, what was given, what is expected."""


class AwayError(Exception):
    """A service that this command needs cannot be reached, or a process of it has ended."""


CODES: Final[dict[type[Exception], int]] = {
    InputError: BAD_INPUT,
    RecordError: BAD_INPUT,
    ConfigError: BAD_INPUT,
    SettingsError: BAD_INPUT,
    ServiceError: BAD_INPUT,
    StoreUnfit: BAD_INPUT,
    StoreAway: UNREACHABLE,
    AwayError: UNREACHABLE,
    OSError: BAD_INPUT,  # a full disk, a place that may not be written: the system's own words
}


def code(error: Exception) -> int | None:
    """Give the exit code of an error, or None where it is a defect of ours."""
    return next((CODES[kind] for kind in type(error).__mro__ if kind in CODES), None)
