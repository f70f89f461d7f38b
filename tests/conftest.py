"""What all tests share: the marks, the sizes of long tests, hypothesis without luck or clocks."""

import os

import pytest
from hypothesis import settings

pytest_plugins = ("tests.faults.report",)
"""The table of faults; a session of xdist sees no conftest but this one."""

settings.register_profile("arena", deadline=None, derandomize=True, database=None)
settings.load_profile("arena")


def size(normal: int, acceptance: int) -> int:
    """Give the size of a long test: `normal`, or `acceptance` where ARENA_ACCEPTANCE is set."""
    return acceptance if os.environ.get("ARENA_ACCEPTANCE") else normal


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marks that tie a test to the rule pages."""
    config.addinivalue_line("markers", "rule(*numbers): the rules this test holds, as in RULES.md")
    config.addinivalue_line("markers", "case(*numbers): the cases this test plays, as in RULES.md")
