"""Reading contest files: every mistake in one is told at once, with its line.

What may live here: how mistakes are found and told. What can be held at all is the service's to say
(`arena.service.plans`), which is asked here before anything is sent.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

import msgspec
from msgspec import inspect

from arena.cli.contest_file.form import ContestFile, OwnerId, Step
from arena.cli.contest_file.toml_lines import Lines, Place
from arena.cli.failures import InputError
from arena.cli.files import read
from arena.cli.rest import Refused
from arena.games import GAMES
from arena.service.errors import Invalid
from arena.service.naming import clean_name
from arena.service.plans import check_invited, checked

MAX_BYTES = 16 * 1024
"""Twice what a file needs that says all that it can."""
_SHOWN = 80
"""Characters that a complaint repeats of what was given."""
_HARMLESS = {
    "name": "-", "game": next(iter(GAMES)), "players": 2, "rounds": 1, "k_schedule": [{"k": 1}],
}  # fmt: skip
"""What is put in the place of a mistake to find those beside it, where no default is."""
_FOLLOWS = {"game": ("rules", "players", "rounds_per_match"), "registration": ("invited",)}
"""What cannot be judged where that is wrong which it belongs to."""
_ITEMS = {"k_schedule": Step, "invited": OwnerId}
"""What the items of lists are."""
_ITEM = re.compile(r"(\w+)\[(\d+)\]", re.ASCII)


Mistake = tuple[Place, str]
"""Where it is; and what is expected, and what was given there."""


class ContestError(InputError):
    """A contest file with mistakes in it: a line for each."""


@dataclass(frozen=True)
class ReadContest:
    """A contest file that can be drafted, as far as can be told without the service."""

    path: Path
    contest: ContestFile
    lines: Lines

    def error(self, refused: Refused) -> InputError:
        """Give what the service has refused, with the line of it if it is in the file."""
        key = (refused.field or "").removeprefix("config.").partition(".")[0]
        item = _ITEM.fullmatch(key)
        place: Place = (item[1], int(item[2])) if item else (key,)
        if self.lines.of(place) is None:
            return refused
        text = str(refused).removeprefix(f"{refused.field}: ")
        return ContestError(_told(self.path, self.lines, (place, text)))


def read_contest(path: Path) -> ReadContest:
    """Read a contest file; raise ContestError with all of its mistakes."""
    text = _read(path)
    try:
        given = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ContestError(f"{path}: not TOML: {error}") from error
    mistakes = list[Mistake]()
    good = _table(given, ContestFile, (), mistakes)
    contest = _judged(good, mistakes)
    lines = Lines(text)
    if mistakes:
        told = sorted(mistakes, key=lambda mistake: lines.of(mistake[0]) or 0)
        count = f"{len(told)} mistake{'s' if len(told) > 1 else ''}; nothing was created"
        each = [_told(path, lines, mistake) for mistake in told]
        raise ContestError("\n".join([f"{path}: {count}", *each]))
    return ReadContest(path, contest, lines)


def _read(path: Path) -> str:
    data = read(path, MAX_BYTES)
    if data is None:
        raise ContestError(f"{path}: expected at most {MAX_BYTES} bytes, got more")
    try:
        return data.decode("utf-8-sig")  # some editors begin a file with a mark
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise ContestError(f"{path}:{line}: expected UTF-8, got other bytes") from error


def _table(
    given: Mapping[str, object], kind: type[msgspec.Struct], at: Place, mistakes: list[Mistake]
) -> dict[str, object]:
    """Give the values of a table that can be taken; add what is wrong with the others."""
    fields = {field.name: field for field in msgspec.structs.fields(kind)}
    for key in [key for key in given if key not in fields]:
        near = get_close_matches(key, fields, 1) or fields
        mistakes.append(((*at, key), f"expected {' or '.join(near)}, got another key"))
    good = dict[str, object]()
    for name, field in fields.items():
        place = (*at, name)
        if name not in given:
            if field.required:
                mistakes.append((place, f"expected {_words(field.type)}, got none"))
            continue
        value, before = given[name], len(mistakes)
        if name in _ITEMS and isinstance(value, list):
            _items(value, _ITEMS[name], place, mistakes)
        if len(mistakes) == before and _fits(value, field.type, place, mistakes):
            good[name] = value
    return good


def _items(given: list[object], kind: object, at: Place, mistakes: list[Mistake]) -> None:
    """Add what is wrong within the items of a list."""
    for number, item in enumerate(given):
        place = (*at, number)
        if kind is not Step:
            _fits(item, kind, place, mistakes)
        elif isinstance(item, dict):
            _table(item, Step, place, mistakes)
        else:
            mistakes.append((place, f"expected a table with k, got {_shown(item)}"))


def _fits(value: object, kind: object, at: Place, mistakes: list[Mistake]) -> bool:
    """Say whether a value is of a type and within its bounds; add what is wrong if not."""
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        mistakes.append((at, f"expected {_words(kind)}, got {_shown(value)}"))
        return False
    return True


def _judged(good: Mapping[str, object], mistakes: list[Mistake]) -> ContestFile:
    """Give the contest; add what the service would refuse of values that are within their bounds.

    What is bad is told and replaced, until nothing is.
    """
    bad = {str(place[0]) for place, _ in mistakes}
    for key, followers in _FOLLOWS.items():
        if key in bad:
            bad.update(followers)
    while True:
        kept = {name: value for name, value in good.items() if name not in bad}
        others = {name: value for name, value in _HARMLESS.items() if name in bad}
        contest = msgspec.convert(kept | others, ContestFile)
        try:
            clean_name("name", contest.name)
            check_invited(contest.registration, contest.invited)
            checked(contest.config())
        except Invalid as error:
            if error.field not in bad:
                bad.add(error.field)
                mistakes.append(((error.field,), str(error).removeprefix(f"{error.field}: ")))
                continue
        return contest


def _told(path: Path, lines: Lines, mistake: Mistake) -> str:
    """Give the line of a complaint, as compilers write theirs."""
    place, text = mistake
    line = lines.of(place)
    where = path if line is None else f"{path}:{line}"
    keys = "".join(f"[{each}]" if isinstance(each, int) else f".{each}" for each in place)
    return f"{where}: {keys.removeprefix('.')}: {text}"


def _shown(value: object) -> str:
    text = repr(value)
    return ascii(value) if len(text) <= _SHOWN else f"{ascii(value)[:_SHOWN]}..."


def _words(kind: object) -> str:
    """Give in words what values a type takes."""
    return _words_of(inspect.type_info(kind))


def _words_of(kind: inspect.Type) -> str:
    match kind:
        case inspect.Metadata(extra_json_schema={"enum": list(names)}):
            return _one_of(names)
        case inspect.Metadata(type=inner):
            return _words_of(inner)
        case inspect.LiteralType(values=values):
            return _one_of(values)
        case inspect.BoolType():
            return "true or false"
        case inspect.IntType(ge=least, le=most):
            return f"a whole number from {least} to {most}"
        case inspect.StrType(max_length=32, pattern=str()):
            return "an id of 32 hex digits"
        case inspect.StrType(min_length=least, max_length=most):
            return f"text of {least} to {most} characters"
        case inspect.VarTupleType(item_type=inspect.StrType(), max_length=most):
            return f"a list of at most {most} ids of owners"
        case inspect.VarTupleType(min_length=least, max_length=most):
            return f"a list of {least} to {most} tables, such as {{ until = 30, k = 40 }}"
        case inspect.UnionType(types=types):  # what may be left out
            return _words_of(types[0])
    raise TypeError(f"a field of contest files has a type without words: {kind}")


def _one_of(names: Iterable[object]) -> str:
    return " or ".join(map(str, names))
