"""Every rule and case that a game's page names is carried by a test, and none is carried that no
page names.

The marks are read from the test modules, not from a session, so the answer is the same however the
tests are spread over processes and however few of them are run.
"""

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

from arena.games import GAMES

TESTS = Path(__file__).parent
PAGES = sorted((TESTS.parent / "arena" / "games").glob("*/RULES.md"))
NUMBER = re.compile(r"\b[A-Z][A-Z0-9]*-[A-Z]?\d\d\b")
"""`S5-10` is a rule, `S5-T08` a case: a letter stands before the digits."""

MARK = re.compile(r"\bmark\.(rule|case)\b")


def kind_of(number: str) -> str:
    """Give the mark that a number belongs to."""
    return "case" if number.partition("-")[2][0].isalpha() else "rule"


def marks_of(thing: object) -> Iterator[tuple[str, str]]:
    """Give mark and number of each rule and case that a test, or one of its parameters, carries."""
    marks = getattr(thing, "pytestmark", getattr(thing, "marks", ()))
    for mark in marks if isinstance(marks, list | tuple) else [marks]:
        if mark.name in ("rule", "case"):
            yield from ((mark.name, number) for number in mark.args)
        elif mark.name == "parametrize":
            for values in mark.args[1]:
                yield from marks_of(values)


def carried() -> set[tuple[str, str]]:
    """Give mark and number of all that the tests carry."""
    found: set[tuple[str, str]] = set()
    for path in sorted(TESTS.rglob("test_*.py")):
        if path != Path(__file__) and MARK.search(path.read_text(encoding="utf-8")):
            name = ".".join(path.relative_to(TESTS.parent).with_suffix("").parts)
            module = import_module(name)
            for thing in (module, *vars(module).values()):
                found.update(marks_of(thing))
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name)
def test_every_rule_and_case_of_a_page_has_a_test(page: Path) -> None:
    """A rule that no test would miss is not held by anything."""
    numbers = set(NUMBER.findall(page.read_text(encoding="utf-8")))

    assert numbers
    assert not sorted(numbers - {number for mark, number in carried() if mark == kind_of(number)})


def test_no_test_carries_a_number_that_no_page_names() -> None:
    """A misspelt number, or a rule under the mark of a case, would prove nothing."""
    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    known = {(kind_of(number), number) for number in NUMBER.findall(text)}

    assert not sorted(carried() - known)


def test_every_game_has_a_page() -> None:
    """Else the tests above would say nothing about it."""
    assert len(PAGES) == len(GAMES)
