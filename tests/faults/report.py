"""The table of faults at the end of a session, also where xdist spreads the tests.

What may live here: a row, how a test gives one, and the summary. It is a plugin of pytest, named in
the conftest of all tests, since a session of xdist sees no conftest below that.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Protocol

import msgspec
import pytest

if TYPE_CHECKING:  # every session loads this plugin, few need what a fault test does
    from tests.faults.check import Outcome

_PROPERTY = "fault"
_FOLDER = "tests/faults/"
_OF_TESTS = (f"{_FOLDER}test_harness.py", f"{_FOLDER}test_explorer.py")
"""What tests the tests, and makes no fault."""
_HEAD = (
    "fault", "how", "injected", "extra runs", "lost", "wrong", "doubled", "worst recovery",
)  # fmt: skip


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One line of the table."""

    fault: str
    how: str
    injected: int
    extra_runs: int
    lost: int
    wrong: int
    doubled: int
    recovery_s: float | None = None


class Report(Protocol):
    """Puts a row into the table: fault (`F1`), how it was made, how often, what came of it."""

    def __call__(
        self,
        fault: str,
        how: str,
        injected: int,
        outcome: "Outcome",
        recovery_s: float | None = None,
    ) -> None:
        """Put it there; `recovery_s` is the longest time until what was played went on."""
        ...


@pytest.fixture
def fault_report(record_property: Callable[[str, object], None]) -> Report:
    """Puts a row into the table of faults."""

    def report(
        fault: str, how: str, injected: int, outcome: "Outcome", recovery_s: float | None = None
    ) -> None:
        row = Row(
            fault=fault,
            how=how,
            injected=injected,
            extra_runs=outcome.extra_runs,
            lost=outcome.lost,
            wrong=outcome.wrong,
            doubled=outcome.doubled,
            recovery_s=recovery_s,
        )
        record_property(_PROPERTY, msgspec.json.encode(row).decode())

    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print the table, then the fault tests that are not in it and why."""
    reports = list(_reports(terminalreporter))
    if not reports:
        return
    rows = [row for report in reports for row in _rows(report)]
    terminalreporter.section("Faults")
    for line in _table([_HEAD, *map(_cells, sorted(rows, key=_place))]):
        terminalreporter.write_line(line)
    for report in reports:
        if report.skipped:
            terminalreporter.write_line(f"skipped: {report.nodeid}: {_reason(report)}")
        elif report.when == "call" and not _rows(report) and not _of_tests(report):
            terminalreporter.write_line(f"without a row: {report.nodeid} ({report.outcome})")


def _reports(reporter: pytest.TerminalReporter) -> Iterator[pytest.TestReport]:
    for kind in ("passed", "failed", "error", "skipped"):
        for report in reporter.stats.get(kind, []):
            if isinstance(report, pytest.TestReport) and _FOLDER in report.nodeid:
                yield report


def _of_tests(report: pytest.TestReport) -> bool:
    return any(file in report.nodeid for file in _OF_TESTS)


def _rows(report: pytest.TestReport) -> list[Row]:
    if report.when != "call":
        return []
    return [
        msgspec.json.decode(str(value), type=Row)
        for name, value in report.user_properties
        if name == _PROPERTY
    ]


def _place(row: Row) -> tuple[int, str, str]:
    """Order by the number of the fault; what has none comes first."""
    digits = "".join(filter(str.isdigit, row.fault))
    return int(digits or 0), row.fault, row.how


def _cells(row: Row) -> tuple[str, ...]:
    recovery = "-" if row.recovery_s is None else f"{row.recovery_s:.1f} s"
    counts = (row.injected, row.extra_runs, row.lost, row.wrong, row.doubled)
    return (row.fault, row.how, *map(str, counts), recovery)


def _table(rows: Sequence[tuple[str, ...]]) -> Iterator[str]:
    """Give the lines of a table: words to the left, numbers to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        words = [cell.ljust(width) for cell, width in zip(row[:2], widths[:2], strict=True)]
        numbers = [cell.rjust(width) for cell, width in zip(row[2:], widths[2:], strict=True)]
        yield "  ".join(words + numbers)


def _reason(report: pytest.TestReport) -> str:
    where = report.longrepr
    return str(where[2] if isinstance(where, tuple) else where).removeprefix("Skipped: ")
