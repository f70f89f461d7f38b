"""A process of a newer release: `python -m tests.faults.newer`, with `newer` as its environment.

What may live here: what a release changes at the least: its version, the name of its library, and
so the names of its functions. What these do is the same.
"""

import os
import runpy
import tempfile
from collections.abc import Mapping
from pathlib import Path

from arena.store import client

NEWER = "tests.faults.newer"
_RUNS = "NEWER_RUNS"


def newer(module: str) -> dict[str, str]:
    """Give the environment in which `module` is of a newer release."""
    return {_RUNS: module}


def _main(environ: Mapping[str, str]) -> None:
    version = client.VERSION + 1
    library = f"arena_v{version}"
    with tempfile.TemporaryDirectory() as directory:
        _write_functions(Path(directory, "functions"), library)
        vars(client).update(VERSION=version, LIBRARY=library, files=lambda _: Path(directory))
        runpy.run_module(environ[_RUNS], run_name="__main__")


def _write_functions(place: Path, library: str) -> None:
    place.mkdir()
    for name in client.FILES:
        code = Path(client.__file__).with_name("functions").joinpath(name).read_text()
        place.joinpath(name).write_text(code.replace(client.LIBRARY, library))


if __name__ == "__main__":
    _main(os.environ)
