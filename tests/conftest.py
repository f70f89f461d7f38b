"""What all tests share: the marks, hypothesis without luck or clocks."""

import pytest
from hypothesis import settings

pytest_plugins = ("tests.faults.report",)
"""The table of faults; a session of xdist sees no conftest but this one."""

settings.register_profile("arena", deadline=None, derandomize=True, database=None)
settings.load_profile("arena")


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marks that tie a test to the rule pages."""
    config.addinivalue_line("markers", "rule(*numbers): the rules this test holds, as in RULES.md")
    config.addinivalue_line("markers", "case(*numbers): the cases this test plays, as in RULES.md")
