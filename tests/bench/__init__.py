"""What is fast enough: figures of one machine, as ratios in one run. Never part of the tests."""
