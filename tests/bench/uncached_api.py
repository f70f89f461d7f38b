"""The API as `python -m arena.server` serves it, but that no board is kept for a moment."""

import sys

from arena.api import boards
from arena.app import exit_code
from arena.server.__main__ import run

boards.KEPT_S = 0.0

if __name__ == "__main__":
    sys.exit(exit_code(run))
