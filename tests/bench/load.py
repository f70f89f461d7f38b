"""Requests over many kept-alive connections, as fast as they are answered.

What may live here: a client that does no more than it must, so that most of the machine is left to
what it measures.
"""

import asyncio
import time
from collections.abc import Sequence

from yarl import URL


async def requests_per_s(base: str, paths: Sequence[str], seconds: float) -> float:
    """Ask for one path on each connection, again and again; give how often it was answered well.

    Raises AssertionError for any other answer than 200.
    """
    ends = time.perf_counter() + seconds
    began = time.perf_counter()
    counts = await asyncio.gather(*(_ask(URL(base), path, ends) for path in paths))
    return sum(counts) / (time.perf_counter() - began)


async def _ask(base: URL, path: str, ends: float) -> int:
    reader, writer = await asyncio.open_connection(base.host, base.port)
    request, count = f"GET {path} HTTP/1.1\r\nHost: arena\r\n\r\n".encode(), 0
    try:
        while time.perf_counter() < ends:
            writer.write(request)
            head = await reader.readuntil(b"\r\n\r\n")
            assert head.startswith(b"HTTP/1.1 200"), head
            _, _, rest = head.lower().partition(b"content-length: ")
            await reader.readexactly(int(rest.partition(b"\r\n")[0]))
            count += 1
    finally:
        writer.close()
    return count
