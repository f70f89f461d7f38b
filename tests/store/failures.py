"""Faults for the tests of what the store keeps."""

from arena.store.faults import Fault


def fault(latency_ms: int, size: int = 0) -> Fault:
    """Give a fault that can be told from others, with so much of a body."""
    return Fault(
        kind="schema", detail="", latency_ms=latency_ms, status=200, size=size,
        first=b"\xff" * size, last=b"",
    )  # fmt: skip
