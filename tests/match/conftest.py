"""What tests with sockets share."""

import socket
from collections.abc import Iterator

import pytest

from tests.server import loopback

__all__ = ["loopback"]


@pytest.fixture
def closed_port() -> Iterator[int]:
    """Give a port of this machine that is taken, and where nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield taken.getsockname()[1]
