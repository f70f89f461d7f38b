"""Servers with the ACL of `deploy/`."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.deploy.server import ACL, Deployed, deployed, set_passwords


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Deployed]:
    """An empty server, whose users have passwords."""
    with deployed(tmp_path, set_passwords(ACL)) as server:
        yield server
