"""Every test that SECURITY.md names exists, so that no promise hangs in the air."""

import re
from pathlib import Path

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
