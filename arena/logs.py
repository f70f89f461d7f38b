"""The log of a process: one JSON object a line on stdout, whoever says what.

What may live here: the one chain that every event goes through, of ours and of libraries. Bots,
contestants and requests choose part of what is logged, so whatever they choose is only a value: it
is cut to a length, it starts no line and steers no terminal. What looks like a secret is masked.
"""

import logging
import re
import sys
import threading
from collections.abc import MutableMapping
from itertools import islice
from math import isfinite
from types import TracebackType
from typing import Final

import structlog

MAX_TEXT: Final = 1_000
"""Characters of a value that are kept: its beginning and its end."""
MAX_TRACEBACK: Final = 8_000
MAX_ITEMS: Final = 30
"""Fields of an event, and items of a value, that are kept."""
MAX_DEPTH: Final = 3
MAX_BITS: Final = 64
"""Of an integer that is shown as one."""
MASK: Final = "***"

_HEAD: Final = ("timestamp", "level", "logger", "event")

_NAMES = r"token|secret|authorization|passw|signature|cookie|verify"
_SECRET_NAME = re.compile(_NAMES, re.I)
_SECRET_FORMS: Final = (
    (re.compile(r"(arena_[0-9A-Za-z]{4,64}_)[\w-]+"), rf"\1{MASK}"),
    (re.compile(r"(whsec_)[\w+/=-]+"), rf"\1{MASK}"),
    (re.compile(r"(://[^\s/:@]{0,100}:)[^\s/]*@"), rf"\1{MASK}@"),
    (re.compile(rf"((?:{_NAMES})\w{{0,20}}=)(['\"]).*?\2", re.I), rf"\1{MASK}"),
)
"""Tokens (their public id stays), secrets of bots, passwords in URLs, fields of printed objects."""


def configure_logs() -> None:
    """Have this process log as this module says; tracebacks come without values of variables."""
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.add_log_level,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
    )
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                _tame,
                structlog.processors.JSONRenderer(ensure_ascii=True, allow_nan=False),
            ],
        )
    )
    logging.basicConfig(handlers=[handler], level=logging.INFO, force=True)
    logging.captureWarnings(True)
    sys.excepthook = _crashed
    threading.excepthook = _thread_crashed


def _tame(_logger: object, _method: str, event: MutableMapping[str, object]) -> dict[str, object]:
    """Give the event with every value bounded and every secret masked, what it is first."""
    head = {name: event.pop(name) for name in _HEAD if name in event}
    traceback = event.pop("exception", None)
    tamed = _fields(head, MAX_DEPTH) | _fields(event, MAX_DEPTH)
    if traceback is not None:
        tamed["exception"] = _text(str(traceback), MAX_TRACEBACK)
    return tamed


def _fields(values: MutableMapping[str, object], depth: int) -> dict[str, object]:
    return {
        _text(str(name)): MASK if _SECRET_NAME.search(str(name)) else _value(value, depth)
        for name, value in islice(values.items(), MAX_ITEMS)
    }


def _value(value: object, depth: int) -> object:
    match value:
        case bool() | None:
            return value
        case float() if isfinite(value):
            return value
        case int() if value.bit_length() <= MAX_BITS:
            return value
        case int():
            return f"an integer of {value.bit_length()} bits"
        case str():
            return _text(value)
        case dict() | list() | tuple() | set() | frozenset() if not depth:
            return "..."
        case dict():
            return _fields(value, depth - 1)
        case list() | tuple() | set() | frozenset():
            return [_value(item, depth - 1) for item in islice(value, MAX_ITEMS)]
    return _text(repr(value))


def _text(text: str, most: int = MAX_TEXT) -> str:
    """Give a text without secrets, and of it the beginning and the end if it is long."""
    for form, masked in _SECRET_FORMS:
        text = form.sub(masked, text)
    if len(text) <= most:
        return text
    half = most // 2
    return f"{text[:half]} ... {len(text) - 2 * half} characters left out ... {text[-half:]}"


def _crashed(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    """Log what ends the process."""
    structlog.get_logger("arena").critical("crashed", exc_info=(kind, error, trace))


def _thread_crashed(crash: threading.ExceptHookArgs) -> None:
    """Log what ends a thread."""
    exc_info = (crash.exc_type, crash.exc_value, crash.exc_traceback)
    structlog.get_logger("arena").critical("thread_crashed", exc_info=exc_info)
