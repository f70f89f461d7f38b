"""Sizes of long tests: small by themselves, full with `make acceptance` and `make faults`."""

import os
from typing import TypeVar

T = TypeVar("T", int, float)
U = TypeVar("U", int, str)

FULL_FAULTS = bool(os.environ.get("ARENA_FAULTS"))
FULL_ACCEPTANCE = bool(os.environ.get("ARENA_ACCEPTANCE"))


def size(normal: U, acceptance: U) -> U:
    """Give the size of a long test: `normal`, or `acceptance` where ARENA_ACCEPTANCE is set."""
    return acceptance if FULL_ACCEPTANCE else normal


def full(normal: T, full_size: T) -> T:
    """Give the size of a fault test: `normal`, or `full_size` where ARENA_FAULTS is set."""
    return full_size if FULL_FAULTS else normal
