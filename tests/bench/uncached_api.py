"""The API as `python -m arena.api` serves it, but that no board is kept for a moment."""

import sys

from arena.api import boards
from arena.api.__main__ import run
from arena.app import exit_code

boards.KEPT_S = 0.0

if __name__ == "__main__":
    sys.exit(exit_code(run))
