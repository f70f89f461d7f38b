"""Processes started by a command, and all that these have started."""

import subprocess
import time


def descendants(pid: int) -> set[int]:
    """Give the ids of all processes below this one."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True)
    parents = {int(one): int(other) for one, other in map(str.split, listed.stdout.splitlines())}
    found = {pid}
    while more := {one for one, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {pid}


def await_child(pid: int, words: str, *, but: int = 0) -> int:
    """Wait for a process below this one whose command has these words; give its id."""
    while True:
        for child in descendants(pid) - {but}:
            command = ["ps", "-wwo", "args=", "-p", str(child)]
            if words in subprocess.run(command, capture_output=True, text=True).stdout:
                return child
        time.sleep(0.02)


def alive(pid: int) -> bool:
    """Say whether a process runs; one that only waits to be collected does not."""
    listed = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True)
    return listed.returncode == 0 and not listed.stdout.startswith("Z")


def await_end(pid: int) -> None:
    """Return once there is no such process; the test's own timeout says when that is too late."""
    while alive(pid):
        time.sleep(0.02)
