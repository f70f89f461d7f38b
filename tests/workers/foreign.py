"""Jobs as anybody can put them into the queue who can write to the store."""

import json
import pickle
import zlib
from collections.abc import Mapping
from pathlib import Path

from arena.app import App
from arena.store import keys
from arena.store.client import VERSION
from arena.store.queue import PLAY_EXHIBITION, PLAY_SETS

QUEUE = f"rq:queue:{keys.QUEUE}"
ARGUMENTS: list[object] = ["0" * 32, 1, [0, 1]]
GOOD: list[object] = [PLAY_SETS, None, [VERSION, *ARGUMENTS], {}]


def job(call: object, **fields: str) -> dict[bytes, bytes]:
    """Give the hash of a job as RQ writes it."""
    data = call if isinstance(call, bytes) else zlib.compress(json.dumps(call).encode())
    plain = {"created_at": "2026-01-01T00:00:00.000000Z", "origin": keys.QUEUE, "status": "queued"}
    written = {name.encode(): value.encode() for name, value in (plain | fields).items()}
    return written | {b"data": data}


def malicious(marker: Path) -> dict[str, Mapping[bytes, bytes]]:
    """Give jobs that would make a file, or break a worker, if they ran."""
    touch = f"touch {marker}"
    return {
        "another_function": job(["os.system", None, [touch], {}]),
        "builtin": job(["builtins.eval", None, [f"open({str(marker)!r}, 'w')"], {}]),
        "instance": job([PLAY_SETS, "os", GOOD[2], {}]),
        "keywords": job([PLAY_SETS, None, GOOD[2], {"shell": True}]),
        "other_arguments": job([PLAY_SETS, None, [touch], {}]),
        "older_arguments": job([PLAY_SETS, None, ARGUMENTS, {}]),
        "arguments_of_the_other": job([PLAY_EXHIBITION, None, GOOD[2], {}]),
        "no_id": job([PLAY_EXHIBITION, None, [VERSION, "house:sky5-good"], {}]),
        "newest": job([PLAY_SETS, None, [10**9, *ARGUMENTS], {}]),
        "newer_of_another_function": job(["os.system", None, [VERSION + 1, touch], {}]),
        "too_many": job([PLAY_SETS, None, [VERSION, "0" * 32, 1, [0] * 5_000], {}]),
        "pickled": job(zlib.compress(pickle.dumps(("os.system", None, (touch,), {})))),
        "bomb": job(zlib.compress(b"[" * 10_000_000)),
        "not_packed": job(json.dumps(GOOD).encode()),
        "success_callback": job(GOOD, success_callback_name="os.system"),
        "failure_callback": job(GOOD, failure_callback_name="os.system"),
        "stopped_callback": job(GOOD, stopped_callback_name="os.system"),
        "webhook": job(GOOD, webhooks='[{"url": "http://127.0.0.1:1/", "statuses": ["failed"]}]'),
        "dependency": job(GOOD, dependency_ids='["other"]'),
        "retries": job(GOOD, retries_left="5"),
        "bad_time": job(GOOD, enqueued_at="yesterday"),
        "bad_status": job(GOOD, status="no such"),
    }


async def put(app: App, name: str, fields: Mapping[bytes, bytes]) -> None:
    """Put a job into the queue as anybody can who can write to the store."""
    pairs = [each for pair in fields.items() for each in pair]
    await app.store.client.run(int, "HSET", f"rq:job:{name}", *pairs)
    await app.store.client.run(int, "RPUSH", QUEUE, name)
