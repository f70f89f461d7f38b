"""Commands of the same moment: they go together, and each has a reply or an error of its own."""

import asyncio
import gc

import pytest
from redis.exceptions import ResponseError

from arena.store.connection import connect
from arena.store.pipeline import Command, Pipeline


async def test_each_command_of_a_moment_gets_its_own_reply_or_error(store_url: str) -> None:
    """One that is wrong says so to whoever sent it, and to nobody beside."""
    pipeline = Pipeline(connect(store_url, None))
    commands: list[Command] = [("SET", "list", "x"), ("LLEN", "list"), ("GET", "list")]
    stored, wrong, read = await asyncio.gather(
        *(pipeline.send(command) for command in commands), return_exceptions=True
    )
    assert (stored, read) == (b"OK", b"x")
    assert isinstance(wrong, ResponseError)
    with pytest.raises(ResponseError):
        await pipeline.send(("LLEN", "list"))


async def test_commands_of_a_moment_share_a_connection(store_url: str) -> None:
    """However many send one: as many connections would cost the server and us more."""
    pipeline = Pipeline(connect(store_url, None))
    ids = await asyncio.gather(*(pipeline.send(("CLIENT", "ID")) for _ in range(100)))
    assert len(set(ids)) == 1


async def test_who_goes_takes_no_reply_from_others(store_url: str) -> None:
    """A reader that is gone is no reason to send the commands of others again."""
    pipeline = Pipeline(connect(store_url, None))
    tasks = [asyncio.create_task(pipeline.send(("INCR", "count"))) for _ in range(3)]
    await asyncio.sleep(0)
    tasks[0].cancel()
    assert await asyncio.gather(*tasks[1:]) == [2, 3]


async def test_an_error_that_nobody_waits_for_is_not_told_as_a_mistake_of_ours() -> None:
    """A store that goes away after its readers is no reason to fill the log."""
    told = list[str]()
    asyncio.get_running_loop().set_exception_handler(lambda _, what: told.append(what["message"]))
    connected, gone = asyncio.Event(), asyncio.Event()

    async def hang_up(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connected.set()
        await gone.wait()
        writer.close()

    async with await asyncio.start_server(hang_up, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]
        pipeline = Pipeline(connect(f"redis://127.0.0.1:{port}", None))
        reader = asyncio.create_task(pipeline.send(("GET", "it")))
        await connected.wait()
        reader.cancel()
        await asyncio.gather(reader, return_exceptions=True)
        gone.set()
        while others := asyncio.all_tasks() - {asyncio.current_task()}:
            await asyncio.wait(others)
    gc.collect()

    assert told == []
