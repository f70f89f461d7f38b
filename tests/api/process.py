"""The API as a process of its own, on a free port."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from urllib.error import URLError
from urllib.request import urlopen

START_S = 60.0
STOP_S = 60.0


def free_port() -> int:
    """Give a port of loopback that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def start(environ: Mapping[str, str], module: str = "arena.server") -> subprocess.Popen[bytes]:
    """Start `python -m arena.server`, or another module, with these variables."""
    return subprocess.Popen(
        [sys.executable, "-m", module],
        env={**os.environ, **environ},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )


def ending(environ: Mapping[str, str]) -> tuple[int, str]:
    """Start it and wait until it ends by itself; give exit code and stderr."""
    process = start(environ)
    _, errors = process.communicate(timeout=START_S)
    return process.returncode, errors.decode()


@contextmanager
def running(
    store_url: str, module: str = "arena.server", **settings: str
) -> Iterator[tuple[subprocess.Popen[bytes], str]]:
    """Give a running server of this store, and its URL; it is stopped at the end.

    It may be asked very often, unless these settings (ARENA_...) say otherwise.
    """
    port = free_port()
    environ = {
        "ARENA_REDIS_URL": store_url,
        "ARENA_ALLOW_NETWORK": "127.0.0.1/32",
        "ARENA_PORT": str(port),
        "ARENA_REQUESTS_PER_S": "10000",
        **settings,
    }
    process = start(environ, module)
    try:
        url = f"http://127.0.0.1:{port}"
        _await(process, f"{url}/health/ready")
        yield process, url
    finally:
        process.terminate()
        try:
            process.communicate(timeout=STOP_S)
        finally:
            process.kill()


def _await(process: subprocess.Popen[bytes], url: str) -> None:
    deadline = time.monotonic() + START_S
    while not answers(url):
        assert process.poll() is None, "the server ended"
        assert time.monotonic() < deadline, "the server does not answer"
        time.sleep(0.05)


def answers(url: str) -> bool:
    """Say whether a GET is answered well."""
    try:
        with urlopen(url, timeout=5):
            return True
    except (URLError, ConnectionError, TimeoutError):
        return False
