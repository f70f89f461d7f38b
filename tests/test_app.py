"""The settings: what the environment says, and what is said of what it must not say."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from arena.app.settings import Settings, SettingsError
from arena.store.embedded import socket_url


def test_an_empty_environment_means_the_embedded_store_and_loopback() -> None:
    """Nothing has to be set for a laptop; and an empty variable is as good as none."""
    settings = Settings.read({"ARENA_PORT": ""})

    assert settings.redis_url == socket_url(Path("data"))
    assert (settings.host, settings.port) == ("127.0.0.1", 8000)
    assert settings.guard().allowed == ()


def test_what_is_set_is_taken() -> None:
    """Every variable has its place."""
    settings = Settings.read(
        {
            "ARENA_DATA": "/somewhere",
            "ARENA_REDIS_URL": "redis://store:6379",
            "ARENA_ALLOW_NETWORK": "127.0.0.1/32, 10.0.0.0/8",
            "ARENA_CANARY_URL": "https://canary.example",
            "ARENA_LEASE_MS": "500",
            "ARENA_DURABILITY": "waitaof",
            "ARENA_HOST": "::",
            "ARENA_PORT": "80",
            "ARENA_REQUESTS_PER_S": "300",
            "ARENA_TRUSTED_PROXIES": "10.0.0.1, fd00::/8",
        }
    )

    assert settings == Settings(
        redis_url="redis://store:6379",
        data=Path("/somewhere"),
        allow_networks=("127.0.0.1/32", "10.0.0.0/8"),
        canary_url="https://canary.example",
        lease_ms=500,
        durability="waitaof",
        host="::",
        port=80,
        requests_per_s=300,
        trusted_proxies=("10.0.0.1", "fd00::/8"),
    )
    assert [str(network) for network in settings.proxies()] == ["10.0.0.1/32", "fd00::/8"]


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("ARENA_ALLOW_NETWORK", "home", "NETWORK: expected an address or network such as"),
        ("ARENA_ALLOW_NETWORK", "10.0.0.1/8", "has host bits set"),
        ("ARENA_CANARY_URL", "canary.example", "before ://, got 'canary.example'"),
        ("ARENA_CANARY_URL", "http://127.0.0.1:9", "expected port 443, 80, or one from 1024"),
        ("ARENA_CANARY_URL", "http://127.0.0.1:9000", "127.0.0.1 is refused over http"),
        ("ARENA_LEASE_MS", "499", "expected 500 to 600000, got '499'"),
        ("ARENA_DURABILITY", "always", "expected everysec or waitaof, got 'always'"),
        ("ARENA_HOST", "localhost", "expected an IP address such as 127.0.0.1"),
        ("ARENA_PORT", "0", "expected 1 to 65535, got '0'"),
        ("ARENA_PORT", "65536", "expected 1 to 65535, got '65536'"),
        ("ARENA_PORT", "-1", "expected 1 to 65535, got '-1'"),
        ("ARENA_PORT", "80 ", "expected 1 to 65535, got '80 '"),
        ("ARENA_REQUESTS_PER_S", "0", "expected 1 to 10000, got '0'"),
        ("ARENA_REQUESTS_PER_S", "10001", "expected 1 to 10000, got '10001'"),
        ("ARENA_TRUSTED_PROXIES", "proxy", "expected an address or network such as"),
        ("ARENA_METRICS_FROM", "here", "expected an address or network such as"),
    ],
)
def test_what_cannot_be_used_is_named(name: str, value: str, expected: str) -> None:
    """The message begins with the variable and says what is expected and what was given.

    It comes as they are read: no process is started that would end of it.
    """
    with pytest.raises(SettingsError, match=rf"^{name}: ") as caught:
        Settings.read({name: value})

    assert expected in str(caught.value)


def test_allowed_networks_are_told_loudly() -> None:
    """A process that may call more than the open Internet says so as it begins; others do not."""
    begin = [sys.executable, "-c", "from arena.app import exit_code; exit_code(lambda _: None)"]
    for allowed, told in (("10.0.0.0/8", True), ("", False)):
        environ = {**os.environ, "ARENA_ALLOW_NETWORK": allowed}
        log = subprocess.run(begin, env=environ, capture_output=True, check=True).stdout

        assert (b'"level": "warning"' in log and b"10.0.0.0/8" in log) is told
