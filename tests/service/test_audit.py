"""The proof of a board: what was changed in the store is found out."""

import msgspec
import pytest

from arena.app import App
from arena.service.owners import Identity
from arena.store import keys
from arena.tournament.config import Config
from arena.tournament.log import decode_result, encode_entry
from tests.loopback import Loopback
from tests.service.contest import DUEL, play_all, start_contest


async def test_a_changed_board_is_found_out(app: App, ada: Identity, loopback: Loopback) -> None:
    """The log is the truth: one micro-Elo on the board that is not in it is reported."""
    view = await play_all(app, await start_contest(app, ada, loopback))
    bot = (await app.boards.leaderboard(view.id))[0].bot
    await app.store.client.run(bytes, "ZINCRBY", keys.board(view.id), 1, bot)

    differences = (await app.audit.rebuild(view.id)).differences
    assert len(differences) == 1
    assert bot in differences[0]


@pytest.mark.parametrize("result", [b"no entry", None], ids=["no entry", "of no set"])
async def test_a_log_that_is_none_is_found_out_by_either_check(
    app: App, ada: Identity, loopback: Loopback, result: bytes | None
) -> None:
    """Whatever stands there instead of an entry is reported as a difference, and raises nothing."""
    config: Config = msgspec.structs.replace(DUEL, rounds=1)
    view = await play_all(app, await start_contest(app, ada, loopback, config))
    *_, last = await app.store.results.read(view.id, None, 10)
    elsewhere = msgspec.structs.replace(decode_result(last.result), number=99)
    entry = encode_entry(elsewhere) if result is None else result
    log = keys.log(view.id)
    await app.store.client.run(int, "XDEL", log, last.id)
    await app.store.client.run(bytes, "XADD", log, "*", "d", last.digest, "r", entry)

    assert len((await app.audit.verify(view.id)).differences) == 1
    assert (await app.audit.rebuild(view.id)).differences[0].startswith("the log: ")


async def test_a_set_that_is_missing_at_the_end_is_found_out(
    app: App, ada: Identity, loopback: Loopback
) -> None:
    """Also where board and log agree that it was never played."""
    view = await start_contest(app, ada, loopback)
    await app.sets.play(view.id, 1, [0])
    assert (await app.audit.rebuild(view.id)).differences == []
    await app.store.client.run(int, "HSET", keys.tournament(view.id), "state", "finished")

    differences = (await app.audit.rebuild(view.id)).differences
    assert differences == ["the log: round 1 is not complete in it"]
