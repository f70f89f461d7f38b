"""What all tests share: the marks, hypothesis without luck or clocks, processes that start soon."""

import gc
import os
from typing import Final

import pytest
from hypothesis import settings

from tests.sizes import size

LONGEST: Final = ("test_runbook.py", "test_fuzz.py", "test_demo.py")
"""Files of tests that last for half a minute and more, by themselves or together."""

pytest_plugins = ("tests.faults.report",)
"""The table of faults; a session of xdist sees no conftest but this one."""

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
"""Where nothing is kept, each of hundreds of processes compiles anew all that it imports."""

os.environ["SSL_CERT_FILE"] = os.devnull
"""The authorities of the web: no test calls it, and a process takes long to read them."""

settings.register_profile(
    "arena", deadline=None, derandomize=True, database=None, max_examples=size(50, 200)
)
settings.load_profile("arena")


def pytest_configure(config: pytest.Config) -> None:
    """Declare the marks that tie a test to the rule pages."""
    config.addinivalue_line("markers", "rule(*numbers): the rules this test holds, as in RULES.md")
    config.addinivalue_line("markers", "case(*numbers): the cases this test plays, as in RULES.md")


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Have the longest begin first: at the end nobody is to wait for one of them alone."""
    items.sort(key=lambda item: item.path.name not in LONGEST)


def pytest_collection_finish() -> None:
    """Have the collector go through what the tests make, and not through them."""
    gc.freeze()
