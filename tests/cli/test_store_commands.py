"""Commands on a store that runs already: boards, proofs, alarms, tokens; and without one."""

import asyncio
from pathlib import Path

import msgspec
import pytest

from arena.app import App
from arena.service.alarms import AlarmReport
from arena.service.errors import Unauthorised
from arena.service.owners import Identity
from arena.service.tournaments import TournamentView
from arena.store import keys
from arena.store.alarms import Alarm
from tests.cli.conftest import Ran, Run
from tests.loopback import Loopback
from tests.server import server_url, store_url
from tests.service.conftest import ada, app, loopback
from tests.service.contest import play_all, start_contest
from tests.service.quarantine import put_in_quarantine

__all__ = ["ada", "app", "loopback", "server_url", "store_url"]

NOWHERE = "0" * 32


class Shell:
    """The command line in processes, beside the test's own event loop."""

    def __init__(self, run: Run) -> None:
        self._run = run

    async def __call__(self, *arguments: str) -> Ran:
        """Run a command."""
        return await asyncio.to_thread(self._run, *arguments)


@pytest.fixture
def shell(arena_process: Run, store_url: str, monkeypatch: pytest.MonkeyPatch) -> Shell:
    """Give the command line on the test's store."""
    monkeypatch.setenv("ARENA_REDIS_URL", store_url)
    return Shell(arena_process)


@pytest.fixture
async def finished(app: App, ada: Identity, loopback: Loopback) -> TournamentView:
    """Give a tournament that has been played."""
    return await play_all(app, await start_contest(app, ada, loopback))


async def test_the_leaderboard_is_that_of_the_service(
    app: App, finished: TournamentView, shell: Shell
) -> None:
    """Best first, with rank, rating to a tenth, and sets; `?` marks provisional ratings."""
    ran = await shell("leaderboard", finished.id)

    rows = await app.boards.leaderboard(finished.id)
    assert ran.code == 0
    assert [line.split() for line in ran.out.splitlines()[1:]] == [
        [*row.name.split(), str(row.rank), f"{row.rating / 1e6:.1f}?", str(row.sets)]
        for row in rows
    ]


async def test_a_rebuild_says_whether_the_board_is_right(
    app: App, finished: TournamentView, shell: Shell
) -> None:
    """Untouched, all holds; a rating that is one micro-Elo off is named, and the exit code is 1."""
    right = await shell("rebuild", finished.id)
    bot = (await app.boards.leaderboard(finished.id))[0].bot
    await app.store.client.run(bytes, "ZINCRBY", keys.board(finished.id), 1, bot)
    wrong = await shell("rebuild", finished.id)

    assert right.code == 0
    assert f"log of {finished.sets_done} sets: the same, bit for bit" in right.out
    assert "12 matches played again: the same, bit for bit" in right.out
    assert wrong.code == 1
    assert f"bot {bot}: " in wrong.err
    assert "1 differences" in wrong.out


async def test_without_alarms_it_says_so(app: App, shell: Shell) -> None:
    """Exit code 0."""
    assert (await app.alarms.report()).alarms == []
    ran = await shell("alarms")

    assert (ran.code, ran.out) == (0, "no alarms\n")


async def test_alarms_are_told_with_what_to_do(app: App, shell: Shell) -> None:
    """What is over is told, and nothing waits for it: exit code 0."""
    for number in (7, 12):
        await app.store.alarms.add(
            Alarm(kind="changed", tournament=NOWHERE, round=3, set=number, why="a \x1b[31m b")
        )
    await app.store.alarms.add(Alarm(kind="rolled_back", tournament=NOWHERE, why="2 sets"))
    ran = await shell("alarms")

    head, first, second, third, advice, more = ran.out.splitlines()
    assert ran.code == 0
    assert head.split() == ["when", "kind", "tournament", "round", "set", "why"]
    assert first.split()[2:] == ["changed", NOWHERE, "3", "7", "a", "\\x1b[31m", "b"]
    assert second.split()[5] == "12"
    assert third.split()[2:] == ["rolled_back", NOWHERE, "-", "-", "2", "sets"]
    assert advice.startswith("changed: ")
    assert f"`arena rebuild {NOWHERE}`" in advice
    assert "ARENA_DURABILITY=waitaof" in more


async def test_a_set_in_quarantine_is_told_until_it_is_put_back(
    app: App, ada: Identity, loopback: Loopback, shell: Shell
) -> None:
    """Exit code 1 while its round waits for somebody; `retry` says which sets it has put back."""
    cup = await start_contest(app, ada, loopback)
    await put_in_quarantine(app, cup.id, 1)
    held = await shell("alarms")
    back = await shell("retry", cup.id)
    after = await shell("alarms", "--json")

    assert held.code == 1
    assert f"in quarantine: tournament {cup.id}, round 1, set 1\n" in held.out
    assert f"`arena retry {cup.id}`" in held.out
    assert (back.code, back.out) == (0, "back in play: round 1, set 1\n")
    assert after.code == 0
    report = msgspec.json.decode(after.out, type=AlarmReport)
    assert [(alarm.kind, alarm.set) for alarm in report.alarms] == [("quarantined", 1)]
    assert report.quarantined == []


async def test_a_token_is_made_and_is_good(app: App, shell: Shell) -> None:
    """It names the new owner and covers the scopes asked for."""
    ran = await shell("token", "create", "Grace", "--scope", "contestant", "--scope", "viewer")

    who = await app.owners.authenticate(ran.out.split("token ")[1].strip())
    assert (who.owner.name, who.scopes) == ("Grace", ("contestant", "viewer"))
    assert who.owner.verify in ran.out


async def test_tokens_of_an_owner_are_added_listed_rotated_and_revoked(
    app: App, shell: Shell
) -> None:
    """By ids alone: no text of a token is shown but once."""
    owner, text = await app.owners.create("Grace", ("viewer",))
    added = await shell("token", "add", owner.id, "--scope", "contestant", "--days", "7")
    added_id = added.out.split("token ")[1].strip().split("_")[1]
    rotated = await shell("token", "rotate", added_id, "--days", "8")
    revoked = await shell("token", "revoke", text.split("_")[1])
    listed = await shell("token", "list", owner.id)

    assert (added.code, rotated.code, revoked.code, listed.code) == (0, 0, 0, 0)
    who = await app.owners.authenticate(rotated.out.split("token ")[1].strip())
    assert (who.owner, who.scopes) == (owner, ("contestant",))
    with pytest.raises(Unauthorised):
        await app.owners.authenticate(text)
    assert [line.split()[0] for line in listed.out.splitlines()] == ["id", added_id, who.token_id]
    assert "arena_" not in listed.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("leaderboard", NOWHERE), f"there is no tournament '{NOWHERE}'"),
        (("rebuild", "cup"), "there is no tournament 'cup'"),
        (("retry", "cup"), "there is no tournament 'cup'"),
        (("retry", "\udcff"), "there is no tournament '\\udcff'"),
        (("token", "create", "Eve", "--scope", "king"), "--scope: expected organiser, contestant"),
        (("token", "create", " ", "--scope", "viewer"), "name: expected"),
        (("token", "create", "Eve", "--scope", "viewer", "--days", "731"), "--days"),
        (("token", "add", NOWHERE, "--scope", "viewer"), f"there is no owner '{NOWHERE}'"),
        (("token", "list", f"{NOWHERE}:tokens"), f"there is no owner '{NOWHERE}:tokens'"),
        (("token", "rotate", "0" * 16), f"there is no token '{'0' * 16}'"),
        (("token", "revoke", "x"), "there is no token 'x'"),
        (("serve", "--port", "0"), "--port"),
        (("serve", "--allow-network", "10/33"), "ARENA_ALLOW_NETWORK: "),
        (("worker", "--workers", "0"), "--workers"),
    ],
)
def test_bad_input_is_refused(
    arguments: tuple[str, ...],
    message: str,
    arena: Run,
    store_url: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing is started or made, and the message says what was expected."""
    monkeypatch.setenv("ARENA_REDIS_URL", store_url)

    ran = arena(*arguments)

    assert (ran.code, ran.out) == (2, "")
    assert message in " ".join(ran.err.split())


async def test_an_unfit_store_is_refused_with_advice(app: App, shell: Shell) -> None:
    """A store that evicts would lose results: nothing starts on it."""
    await app.store.client.run(bytes, "CONFIG", "SET", "maxmemory-policy", "allkeys-lru")
    try:
        ran = await shell("worker")
    finally:
        await app.store.client.run(bytes, "CONFIG", "SET", "maxmemory-policy", "noeviction")

    assert ran.code == 2
    assert "set `maxmemory-policy noeviction`" in ran.err


@pytest.mark.parametrize(
    "arguments",
    [("leaderboard", NOWHERE), ("serve",), ("worker",), ("rebuild", NOWHERE), ("alarms",)],
)
def test_without_a_store_it_says_what_to_do(
    arguments: tuple[str, ...], arena: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit code 3, where it looked, and how to have a store."""
    monkeypatch.delenv("ARENA_REDIS_URL", raising=False)

    ran = arena(*arguments, "--data", tmp_path)

    assert ran.code == 3
    assert str(tmp_path) in ran.err
    assert "Is `arena up` running" in ran.err
