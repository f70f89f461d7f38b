"""A worker that stops after 3 s where an ask may take 70 s: `python -m tests.workers.brief`."""

import sys
from unittest.mock import patch

from arena.app import exit_code
from arena.service.playing import ending
from workers import worker

if __name__ == "__main__":
    with patch.object(ending, "LONGEST_S", 73.0):
        sys.exit(exit_code(worker.run))
