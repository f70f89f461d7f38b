"""Bundles of tournaments in which not everything went as planned: proved by both verifiers."""

import gzip
from pathlib import Path

import msgspec
import pytest

from arena.app import App
from arena.cli.bundle.proof import Proved, prove
from arena.service.owners import Identity
from arena.tournament.config import Config, Mode, Withdrawal
from tests.independent.made import pieces
from tests.independent.proved import unheard
from tests.independent.verifier import verify
from tests.loopback import Loopback, by_view
from tests.service.contest import DUEL, open_contest, play_all, play_round, start_contest


async def proved(app: App, tournament: str, directory: Path) -> Proved:
    """Give what is proved of a tournament from its bundle, once both verifiers agree."""
    path = directory / "cup.ndjson.gz"
    path.write_bytes(gzip.compress(b"".join([piece async for piece in pieces(app, tournament)])))
    found = prove(path, unheard)
    assert verify(path).ratings == found.proof.board.ratings
    return found


@pytest.mark.parametrize("policy", ["defaults", "void"])
async def test_a_withdrawal_is_proved(
    app: App, ada: Identity, loopback: Loopback, tmp_path: Path, policy: Withdrawal
) -> None:
    """Played for by defaults, its seats were absent; void, its sets need not be in the log."""
    config = msgspec.structs.replace(DUEL, withdrawal=policy)
    view = await start_contest(app, ada, loopback, config)
    view = await play_round(app, view)
    bot = (await app.entries.of(view.id))[0].bot
    await app.direction.withdraw(ada, view.id, bot, "its server has burnt down")
    await play_all(app, await app.tournaments.get(view.id))
    proof = (await proved(app, view.id, tmp_path)).proof

    expected = {"defaults": (6, 0, 12), "void": (4, 1, 8)}
    assert (proof.sets, proof.voids, proof.matches) == expected[policy]


@pytest.mark.parametrize(("mode", "bots"), [("field", 4), ("rotation", 2), ("off", 3)])
async def test_every_mode_is_proved(
    app: App, ada: Identity, loopback: Loopback, tmp_path: Path, mode: Mode, bots: int
) -> None:
    """Shared deals, repeated ones, byes; a set is made void in the round that it was played in."""
    config = Config(game="sky-5", players=2, rounds=1, deals=2, mode=mode)
    view = await open_contest(app, ada, loopback, config, [by_view] * bots)
    view = await app.tournaments.start(ada, view.id)
    await app.sets.play(view.id, 1, [0])
    await app.direction.void(ada, view.id, 1, [0, 1], "the cards were shown", rerun=True)
    await play_all(app, await app.tournaments.get(view.id))
    found = await proved(app, view.id, tmp_path)

    assert found.schedule.mode == mode
    assert found.proof.voids == 1
    assert found.proof.sets == found.schedule.set_count(1) + 1
