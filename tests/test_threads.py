"""How many threads our processes have before they do anything."""

import os
import subprocess
import sys

import pytest

COUNT = "import os; print(len(os.listdir('/proc/self/task')))"


@pytest.mark.parametrize("module", ["arena.cli", "arena.app", "workers.worker"])
def test_numpy_brings_no_threads_of_its_own(module: str) -> None:
    """By whatever entrance it comes: on a machine of many cores it would start one for each."""
    free = {name: value for name, value in os.environ.items() if "NUM_THREADS" not in name}
    code = f"import {module}, numpy; {COUNT}"
    done = subprocess.run([sys.executable, "-c", code], env=free, capture_output=True, check=True)

    assert int(done.stdout) == 1
