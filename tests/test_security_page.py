"""Every test that SECURITY.md names exists, so that no promise hangs in the air."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
_NAME = re.compile(r"`(tests/[\w/]+\.py)?::(test_\w+)`")


def promised() -> list[tuple[str, str]]:
    """Give file and test of each name; a name without a file is of the file named before it."""
    found, last = [], ""
    for file, test in _NAME.findall((ROOT / "SECURITY.md").read_text()):
        last = file or last
        found.append((last, test))
    return found


def test_each_promise_has_its_test() -> None:
    """By file and name; and the page names many."""
    names = promised()
    missing = [
        f"{file}::{test}"
        for file, test in names
        if not re.search(rf"^(async )?def {test}\(", (ROOT / file).read_text(), re.MULTILINE)
    ]
    assert missing == []
    assert len(names) > 50


def test_each_fault_test_is_on_the_page() -> None:
    """Whoever adds a fault tells what it promises."""
    named = set(promised())
    there = {
        (str(path.relative_to(ROOT)), test)
        for path in (ROOT / "tests/faults").glob("test_*.py")
        if path.name not in {"test_harness.py", "test_explorer.py"}
        for test in re.findall(r"^(?:async )?def (test_\w+)\(", path.read_text(), re.MULTILINE)
    }
    assert there - named <= {("tests/faults/test_kills.py", "test_nobody_is_killed")}


@pytest.mark.parametrize(("letter", "last"), [("T", 44), ("F", 28)])
def test_every_threat_and_fault_has_its_row(letter: str, last: int) -> None:
    """Each once in the tables, with a test, or among what is open."""
    held, _, left = (ROOT / "SECURITY.md").read_text().partition("## Open")
    rows = re.findall(rf"^\| {letter}(\d+) \|(.*)$", held, re.MULTILINE)
    numbers = [int(number) for number, _ in rows]
    bare = {int(number) for number, row in rows if not re.search(r"test_|[FI]\d", row)}
    told = {int(number) for number in re.findall(rf"\b{letter}(\d+)\b", left)}

    assert len(numbers) == len(set(numbers))
    assert (set(numbers) - bare) | told == set(range(1, last + 1))
