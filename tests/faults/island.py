"""A network of its own on this machine, whose ways to the rest of the machine can be cut.

What may live here: making and removing a network namespace and its links. It has no name: it lasts
as long as a process that sleeps in it, and its links go with it, so that nothing stays even where
this process is killed.
"""

import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from ipaddress import IPv4Network
from pathlib import Path
from signal import SIGKILL

from arena.store.lifeline import die_with_parent

_RANGE = IPv4Network("198.18.0.0/15")
"""Kept for trials between networks, and so used by none."""
_START_S = 10.0


class NoIslandError(Exception):
    """No such network can be made here; the message says why."""


class Way:
    """A link between this machine, which has the address `host` on it, and an island."""

    def __init__(self, name: str, island: int) -> None:
        """Make it; `island` is the process that sleeps there."""
        self._name = name
        self.link = f"{name}-{island}"
        self._there = ("nsenter", "--net", "--target", str(island))
        network = _free_network(island)
        here, there = (f"{each}/{network.prefixlen}" for each in network.hosts())
        self.host = here.partition("/")[0]
        peer = ("peer", "name", name, "netns", str(island))
        _run("ip", "link", "add", self.link, "type", "veth", *peer)
        _run("ip", "address", "add", here, "dev", self.link)
        _run("ip", "link", "set", self.link, "up")
        _run(*self._there, "ip", "address", "add", there, "dev", name)
        self.mend()

    def cut(self) -> None:
        """Let nothing through: what is connected falls silent, and nobody there can connect."""
        _run(*self._there, "ip", "link", "set", self._name, "down")

    def mend(self) -> None:
        """Let everything through."""
        _run(*self._there, "ip", "link", "set", self._name, "up")

    def remove(self) -> None:
        """Take both ends away."""
        _run("ip", "link", "delete", self.link)


class Island:
    """The network. What is run with `prefix` before its command has two ways out, and no other."""

    def __init__(self, pid: int) -> None:
        """Make the ways of the network in which this process sleeps."""
        self.pid = pid
        self.prefix = ("nsenter", "--net", "--target", str(pid))
        self.bots = Way("bots", pid)
        self.store = Way("store", pid)

    def remove(self) -> None:
        """Take the ways away."""
        self.bots.remove()
        self.store.remove()


@contextmanager
def make_island() -> Iterator[Island]:
    """Make an island, and remove it in the end; raise NoIslandError where none can be made."""
    try:
        sleeper = subprocess.Popen(
            ["unshare", "--net", "sleep", "infinity"],
            stderr=subprocess.DEVNULL,
            preexec_fn=partial(die_with_parent, SIGKILL),
        )
    except FileNotFoundError:
        raise NoIslandError("there is no unshare") from None
    try:
        _await_network(sleeper)
        made = Island(sleeper.pid)
        try:
            yield made
        finally:
            made.remove()
    finally:
        sleeper.kill()
        sleeper.wait()


def _await_network(sleeper: subprocess.Popen[bytes]) -> None:
    """Return when the process is in a network of its own."""
    ours = Path("/proc/self/ns/net").readlink()
    deadline = time.monotonic() + _START_S
    while Path(f"/proc/{sleeper.pid}/ns/net").readlink() == ours:
        if sleeper.poll() is not None or time.monotonic() > deadline:
            raise NoIslandError("unshare --net is not permitted")
        time.sleep(0.01)


def _free_network(near: int) -> IPv4Network:
    """Give a network for a link that nobody on this machine has; the search begins by `near`."""
    blocks = list(_RANGE.subnets(new_prefix=30))
    first = near % len(blocks)
    for network in blocks[first:] + blocks[:first]:
        if not _run("ip", "-4", "address", "show", "to", str(network)):
            return network
    raise NoIslandError(f"{_RANGE} is used up")


def _run(*command: str) -> str:
    """Run a command and give what it prints; raise NoIslandError with what it complains of."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    except FileNotFoundError:
        raise NoIslandError(f"there is no {command[0]}") from None
    except subprocess.CalledProcessError as error:
        raise NoIslandError(f"{' '.join(command)}: {error.stderr.strip()}") from None
    return done.stdout
