"""Processes as tests start them, and what is seen of one from outside.

What may live here: what holds for any process, whatever runs in it.
"""

import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path

from arena.store.lifeline import die_with_parent

_ROOT = Path(__file__).parents[1]
_TAIL_LINES = 15


def popen(
    command: Sequence[str], environ: Mapping[str, str], log: Path | None
) -> subprocess.Popen[bytes]:
    """Start a process that dies with this one; without a log what it prints is dropped."""
    with (log or Path(os.devnull)).open("ab") as output:
        return subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            cwd=_ROOT,
            env=environ,
            process_group=0,
            preexec_fn=partial(die_with_parent, signal.SIGKILL),
        )


def horses_of(worker: int) -> list[int]:
    """Give the ids of a worker's work horses, from its own: none or one (Linux)."""
    try:
        listed = Path(f"/proc/{worker}/task/{worker}/children").read_text()
    except FileNotFoundError:  # the worker has ended
        return []
    return [int(text) for text in listed.split()]


def tail(log: Path) -> str:
    """Give the last lines of a log file."""
    if not log.exists():
        return "(no log)"
    return "\n".join(log.read_text(errors="replace").splitlines()[-_TAIL_LINES:])
