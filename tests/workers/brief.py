"""A worker whose jobs last a second at most: `python -m tests.workers.brief`."""

import sys
from unittest.mock import patch

from arena.app import exit_code
from arena.service import ending
from workers import worker

if __name__ == "__main__":
    with patch.object(ending, "LONGEST_S", 1.0):
        sys.exit(exit_code(worker.run))
