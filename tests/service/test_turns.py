"""Turns at what takes long."""

import asyncio

import pytest

from arena.service.errors import Full
from arena.service.turns import Turns


async def test_one_has_its_turn_some_wait_and_the_rest_are_sent_away() -> None:
    """And there is room again as soon as one is done, also one that has failed or been given up."""
    turns, go, had = Turns("matches", 3), asyncio.Event(), list[int]()

    async def one(number: int) -> None:
        async with turns.turn():
            had.append(number)
            await go.wait()
            raise ValueError

    three = [asyncio.create_task(one(number)) for number in range(3)]
    await asyncio.sleep(0)
    with pytest.raises(Full, match="matches: as many as can be are waited for: try again in 2 s"):
        await one(3)
    assert had == [0]
    three[2].cancel()
    await asyncio.gather(three[2], return_exceptions=True)

    four = asyncio.create_task(one(4))
    go.set()
    await asyncio.gather(*three, four, return_exceptions=True)
    assert had == [0, 1, 4]
