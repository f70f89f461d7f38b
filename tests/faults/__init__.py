"""Faults, made on purpose to real processes, and what must be true after each of them."""
