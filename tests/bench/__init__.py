"""What is fast enough: figures of one machine, as ratios in one run. Never part of the tests."""

import arena  # noqa: F401 (before numpy: it says how many threads that has)
