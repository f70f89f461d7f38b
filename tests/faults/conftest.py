"""Limits of the fault tests, which `make faults` runs at full size."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.store import embedded
from tests.server import server_url, store_url
from tests.sizes import FULL_FAULTS

__all__ = ["server_url", "store_url"]

_FULL_TIMEOUT_S = 1_800


@pytest.fixture(scope="session")
def stage_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server for the explorer alone, which loads other functions there than the product's."""
    with embedded.serve(tmp_path_factory.mktemp("stage")) as (url, _):
        yield url


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Give full sizes their time; skip, visibly, where processes cannot be looked into."""
    for item in items:
        if Path(__file__).parent not in item.path.parents:
            continue
        if FULL_FAULTS:
            item.add_marker(pytest.mark.timeout(_FULL_TIMEOUT_S))
        if sys.platform != "linux":
            item.add_marker(pytest.mark.skip(reason="looks into /proc"))
