"""Lookups of names without name servers: what `arena.match.names` would have asked the system."""

import socket
from collections.abc import Callable, Mapping, Sequence

import pytest
from aiohttp.abc import ResolveResult

from arena.match import names

Answer = Sequence[str] | Exception


def answer_lookups(monkeypatch: pytest.MonkeyPatch, answer: Callable[[str], Answer]) -> None:
    """Have names looked up by this, in the threads that would have asked; an error is given too."""

    def look_up(host: str, port: int, _: socket.AddressFamily) -> list[ResolveResult] | Exception:
        given = answer(host.removesuffix("."))
        if isinstance(given, Exception):
            return given
        return [_found(host, address, port) for address in given]

    monkeypatch.setattr(names, "_look_up", look_up)


def know(monkeypatch: pytest.MonkeyPatch, addresses: Mapping[str, Answer]) -> None:
    """Have these names known, and all others unknown."""
    answer_lookups(monkeypatch, lambda host: addresses.get(host, unknown()))


def unknown() -> socket.gaierror:
    """Give what the system says of a name that does not exist."""
    return socket.gaierror(socket.EAI_NONAME, "Name or service not known")


def _found(host: str, address: str, port: int) -> ResolveResult:
    family = socket.AF_INET6 if ":" in address else socket.AF_INET
    return ResolveResult(hostname=host, host=address, port=port, family=family, proto=6, flags=0)
