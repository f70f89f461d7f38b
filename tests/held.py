"""What a store holds under a name, whatever form the server keeps it in at the moment."""

from arena.store.client import Client

Held = list[bytes] | dict[bytes, bytes]


async def held(client: Client, name: bytes) -> Held:
    """Give what is there. A dump would not do: that of a table changes while the server resizes it.

    One that is gone meanwhile is empty.
    """
    match await client.run(bytes, "TYPE", name):
        case b"hash":
            flat = await client.run(list[bytes], "HGETALL", name)
            return dict(zip(flat[::2], flat[1::2], strict=True))
        case b"zset":
            return await client.run(list[bytes], "ZRANGE", name, 0, -1, "WITHSCORES")
        case b"set":
            return sorted(await client.run(list[bytes], "SMEMBERS", name))
        case _:
            return [await client.find(bytes, "DUMP", name) or b""]
