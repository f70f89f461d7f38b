"""Schedules, seeds, ratings and the result log: pure functions of published data."""
