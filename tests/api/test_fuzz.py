"""The API under fuzz: whatever is sent is answered as the OpenAPI document says.

Schemathesis runs as a process with all its checks. Half of its ids are those of real things, so
that it gets further than "not found". Bots may be called on loopback alone.
"""

import asyncio
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from arena.app import App
from arena.service.matches import MatchView
from arena.service.paging import Page
from arena.store.owners import Scope
from tests.api.acts import draft, enter, keep_exhibition, open_draft, register, start_cup
from tests.api.client import Api
from tests.loopback import Loopback
from tests.sizes import FULL_ACCEPTANCE, size

pytestmark = pytest.mark.timeout(600)

SCHEMATHESIS = Path(sys.executable).with_name("schemathesis")
EXAMPLES = size(3, 150)
"""For each operation and each kind of test, beside fixed ones at the bounds of the document."""
STRANGERS: Mapping[str, tuple[Scope, ...]] = {
    "no token": (),
    "all scopes": ("contestant", "organiser", "viewer"),
    "viewer": ("viewer",),
    "contestant": ("contestant",),
    "organiser": ("organiser",),
}
PHASES = size("examples,coverage", "examples,coverage,fuzzing,stateful")
"""Of what an owner sends: values at the bounds of the document find most."""
LEFT_OUT = () if FULL_ACCEPTANCE else ("--exclude-method", "GET")
"""What he reads is half of the work; strangers read all of it too, every client of these tests
holds what it is answered to the document, and bad parameters have `test_bad_input`."""
TRIED = list(STRANGERS) if FULL_ACCEPTANCE else ["all scopes"]
"""Each takes seconds, and what less covers `test_scopes` says of every operation."""
CONFIG = f"""
warnings = false
continue-on-failure = true

[generation]
deterministic = true
max-examples = {EXAMPLES}

# A feed that is followed has no end.
[parameters]
"query.follow" = false

# No schema can say that a cursor was a page's `next`, that a name is visible, that a bot answers,
# or how often one may be registered.
[checks.positive_data_acceptance]
expected-statuses = ["2xx", 401, 403, 404, 409, 422, 429]
"""


async def things(app: App, api: Api, token: str, loopback: Loopback) -> Mapping[str, Sequence[str]]:
    """Make one of each thing; give where their names may stand in a request."""
    running = await start_cup(api, token, loopback)
    await app.sets.play(running.id, 1, [0])
    page = await api.get(f"/v1/tournaments/{running.id}/matches?limit=1")
    matches = page.read(Page[MatchView])
    bot = await register(api, token, await loopback.start(), "for all")
    cups = [running, await draft(api, token), await open_draft(api, token, await draft(api, token))]
    await enter(api, token, cups[-1], bot)
    owner = (await app.owners.authenticate(token)).owner
    return {
        "path.bot_id": [bot.id],
        "path.exhibition_id": [await keep_exhibition(app, owner, bot)],
        "path.tournament_id": [cup.id for cup in cups],
        "path.match_id": [match.id for match in matches.items],
        "path.game": ["sky-5"],
        "query.cursor": [matches.next or "", bot.id, running.id],
        "body.bot": [bot.id],
        "body.url": [await loopback.start()],
        "body.config.game": ["sky-5", "sky-heist"],
        "body.config.rules": ["1"],
    }


def config(known: Mapping[str, Sequence[str]]) -> str:
    """Give the configuration of a run that knows of these."""
    text = CONFIG
    for number, (place, values) in enumerate(known.items()):
        text += f"[dictionaries.d{number}]\nvalues = {json.dumps(values)}\n"
        text += f'[parameters."{place}"]\ndictionary = "d{number}"\nprobability = 0.5\n'
    return text


async def fuzz(api_url: str, directory: Path, token: str | None, *more: str) -> None:
    """Run all checks with this token; fail with what was found."""
    who = [] if token is None else ["--header", f"Authorization: Bearer {token}"]
    run = await asyncio.create_subprocess_exec(
        SCHEMATHESIS,
        *("run", f"{api_url}/schema/openapi.json", "--checks", "all", "--no-color", *who, *more),
        cwd=directory,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    printed = (await run.communicate())[0].decode()

    assert run.returncode == 0, printed[-20_000:]
    assert "No issues found" in printed, printed
    print(printed)


async def test_every_answer_to_an_owner_is_as_documented(
    app: App, api: Api, api_url: str, ada: str, loopback: Loopback, tmp_path: Path
) -> None:
    """Statuses, types, shapes, headers, methods, refusals: for whoever may do everything."""
    known = await things(app, api, ada, loopback)
    (tmp_path / "schemathesis.toml").write_text(config(known))

    await fuzz(api_url, tmp_path, ada, "--phases", PHASES, *LEFT_OUT)


@pytest.mark.parametrize("stranger", TRIED)
async def test_every_answer_to_a_stranger_is_as_documented(
    app: App,
    api: Api,
    api_url: str,
    ada: str,
    loopback: Loopback,
    tmp_path: Path,
    stranger: str,
) -> None:
    """To whom nothing belongs: without a token, and with tokens of all scopes or of one."""
    scopes = STRANGERS[stranger]
    token = (await app.owners.create("Eve", scopes))[1] if scopes else None
    known = await things(app, api, ada, loopback)
    (tmp_path / "schemathesis.toml").write_text(config(known))

    await fuzz(api_url, tmp_path, token, "--phases", "fuzzing")
