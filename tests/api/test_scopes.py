"""What each operation takes and whom it serves: every operation of the document that is served,
with every scope, with tokens that are no good, and with those of somebody else.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import get_args

import msgspec
import pytest

from arena.app import App
from arena.store import keys
from arena.store.owners import Owner, Scope
from tests.api.acts import (
    DUEL,
    draft,
    enter,
    everything,
    keep_exhibition,
    open_draft,
    register,
)
from tests.api.client import Api, Document, Operation, Reply, Schema
from tests.forged import forged
from tests.loopback import Loopback

SCOPES: tuple[Scope, ...] = get_args(Scope)
TAKES: Sequence[tuple[list[dict[str, list[str]]], Sequence[str]]] = (
    ([{}], (
        "live", "ready", "get_metrics", "list_bots", "list_tournaments", "get_tournament",
        "list_entries", "get_standings", "get_final_standings", "list_matches",
        "list_tournament_matches", "get_match",
        "get_profile", "list_bot_tournaments",
        "get_crosstable", "get_tournament_history", "get_bot_history", "list_opponents",
        "get_head_to_head", "get_leaderboard", "get_ladder", "list_ladder_rounds",
        "get_ladder_strengths",
        "get_ladder_history",
        "get_feed", "get_tournament_feed", "list_acts", "get_bundle", "get_schedule",
        "get_highlights",
    )),
    ([{}, {"token": []}], ("get_bot", "get_replay", "get_events", "get_ask", "get_proof")),
    ([{"token": []}], ("get_owner", "list_tokens", "make_token", "rotate_token", "revoke_token")),
    ([{"token": ["organiser"]}], ("create_tournament", "open_tournament", "start_tournament")),
    ([{"token": ["organiser"]}], (
        "get_invitation", "pause_tournament", "resume_tournament", "cancel_tournament",
        "void_sets", "withdraw_bot", "quarantine_entry", "release_entry",
    )),
    ([{"token": ["contestant"]}], (
        "register_bot", "check_bot", "get_report", "list_faults", "get_secret", "rotate_secret",
        "enter_bot", "leave_tournament",
    )),
    ([{"token": ["contestant"]}], (
        "create_exhibition", "list_exhibitions", "get_exhibition", "get_exhibition_replay",
        "get_exhibition_events", "get_exhibition_ask", "get_exhibition_proof",
        "change_bot", "retire_bot", "unretire_bot", "delete_bot", "quarantine_bot", "release_bot",
    )),
)  # fmt: skip
"""What each operation is to declare: whoever adds one has to think of whom it is for."""
DECLARED = {name: security for security, names in TAKES for name in names}
PUBLIC = [name for name, security in DECLARED.items() if {} in security]
CLOSED = [name for name in DECLARED if name not in PUBLIC]
ABSENT: Mapping[str, str] = {
    "bot_id": "0" * 32, "other_id": "0" * 32, "tournament_id": "0" * 32, "token_id": "0" * 16,
    "exhibition_id": "0" * 32,
    "game": "sky-5", "match_id": f"{'0' * 32}-1-0-0", "number": "0",
}  # fmt: skip
"""Values of path parameters, of things that are not there."""
REFUSED = {401, 403}
SERVED = {200, 201, 204, 409}


@dataclass
class Found:
    """An operation of the document."""

    method: str
    template: str
    operation: Operation

    @property
    def wanted(self) -> Sequence[str]:
        """The scopes that a token must cover."""
        return [scope for each in self.operation.security for scope in each.get("token", ())]

    def refusal(self, who: str | None) -> int | None:
        """Give the status with which it refuses one of `World.tokens`, if it does."""
        if not any(self.operation.security) or (who is None and {} in self.operation.security):
            return None
        if who not in SCOPES:
            return 401
        return None if set(self.wanted) <= {who} else 403

    async def send(
        self, api: Api, ids: Mapping[str, str], bodies: Mapping[str, object], token: str | None
    ) -> Reply:
        """Send a good request."""
        path = self.template.format_map(ids)
        content = self.operation.request_body
        if content is None:
            return await api.send(self.method.upper(), path, token=token)
        schema = msgspec.json.decode(content.content["application/json"].schema, type=Schema)
        if not schema.ref:  # a body that may be left out
            return await api.send(self.method.upper(), path, token=token)
        body = msgspec.json.encode(bodies[schema.ref.rpartition("/")[2]])
        return await api.send(self.method.upper(), path, body, token)


@dataclass
class World:
    """Somebody's things, by path parameter; a URL to register and a bot to enter; tokens.

    A token stands by the one scope that it covers, or by what is wrong with it; None by None.
    """

    ids: Mapping[str, str]
    url: str
    bot: str
    tokens: Mapping[str | None, str | None]

    def bodies(self, scope: str) -> Mapping[str, object]:
        """Give a good body of each kind, for whoever has this scope."""
        return {
            "NewBot": {"name": "Newcomer", "url": self.url},
            "BotChange": {"name": "Renamed"},
            "BotQuarantine": {"reason": "a new disk"},
            "EntryQuarantine": {"bot": self.ids["bot_id"], "reason": "too slow"},
            "EntryRelease": {"bot": self.ids["bot_id"]},
            "NewEntry": {"bot": self.bot},
            "NewVoid": {"round": 1, "reason": "a power cut"},
            "NewWithdrawal": {"bot": self.ids["bot_id"], "reason": "it is ill"},
            "NewExhibition": {"bots": [self.bot, "house:sky5-simple"], "game": "sky-5"},
            "NewTournament": {"name": "Cup", "config": DUEL},
            "TokenRequest": {"scopes": [scope]},
            "RotationRequest": {},
        }


def operations(document: Document) -> Mapping[str, Found]:
    """Give all operations by their ids."""
    return {
        operation.operation_id: Found(method, template, operation)
        for template, each in document.paths.items()
        for method, operation in each.items()
    }


@pytest.fixture
async def world(api: Api, app: App, loopback: Loopback) -> World:
    """Ada's, with a draft opened, two bots entered and one that is not, and an exhibition."""
    owner, token = await app.owners.create("Ada", SCOPES)
    *urls, url = [await loopback.start() for _ in range(4)]
    first, second, third = [
        await register(api, token, each, f"bot {n}") for n, each in enumerate(urls)
    ]
    cup = await open_draft(api, token, await draft(api, token))
    for bot in (first, second):
        await enter(api, token, cup, bot)
    spare = await app.tokens.add(owner.id, ("viewer",), 1)
    shown = await keep_exhibition(app, owner, first)
    ids = {
        **ABSENT, "bot_id": first.id, "tournament_id": cup.id, "token_id": spare.id,
        "exhibition_id": shown,
    }  # fmt: skip
    tokens = {None: None} | await bad_tokens(app, owner)
    for scope in SCOPES:
        tokens[scope] = (await app.tokens.add(owner.id, (scope,), 1)).token
    return World(ids, url, third.id, tokens)


async def bad_tokens(app: App, owner: Owner) -> dict[str | None, str | None]:
    """Give tokens that are no good, by what is wrong with them."""
    revoked, expired = [await app.tokens.add(owner.id, SCOPES, 1) for _ in range(2)]
    known = await app.tokens.add(owner.id, SCOPES, 1)
    await app.tokens.revoke(revoked.id)
    await app.store.client.run(int, "PEXPIREAT", keys.token(expired.id), 1)
    return {
        "unknown": forged(),
        "wrong secret": forged(known.id),
        "revoked": revoked.token,
        "expired": expired.token,
    }


def test_every_operation_declares_what_it_takes(document: Document) -> None:
    """A new one is declared here too; what changes anything takes a token."""
    found = operations(document)

    assert {name: each.operation.security for name, each in found.items()} == DECLARED
    for each in found.values():
        assert each.method == "get" or {} not in each.operation.security


@pytest.mark.parametrize(
    "names", [PUBLIC, *([name] for name in CLOSED)], ids=lambda names: names[0]
)
async def test_a_token_does_what_it_covers_and_nothing_else(
    api: Api, app: App, document: Document, world: World, names: Sequence[str]
) -> None:
    """401 and 403 just where that is declared, and then nothing has changed.

    What anybody may have changes nothing, so that all of it is asked of one world.
    """
    found = [operations(document)[name] for name in names]
    before = await everything(app)

    for each in found:
        await refuses(api, world, each)
    assert await everything(app) == before
    for each in found:
        await serves(api, world, each)


async def refuses(api: Api, world: World, found: Found) -> None:
    """See that an operation refuses whom it must."""
    for who, token in world.tokens.items():
        if status := found.refusal(who):
            reply = await found.send(api, world.ids, world.bodies("viewer"), token)
            assert (who, reply.problem(status).status) == (who, status), found.template


async def serves(api: Api, world: World, found: Found) -> None:
    """See that an operation refuses nobody else, and does what it is for."""
    served = [who for who in world.tokens if not found.refusal(who)]
    for who in served:
        reply = await found.send(api, world.ids, world.bodies(str(who)), world.tokens[who])
        assert reply.status not in REFUSED, (found.template, who, reply.body)
        if {} not in found.operation.security and who == served[0]:
            assert reply.status in SERVED, (found.template, who, reply.body)


async def test_tokens_that_are_no_good_look_alike(api: Api, app: App, world: World) -> None:
    """Unknown, wrong, revoked or expired: nobody learns which ids there are."""
    before = await everything(app)
    bad = world.tokens.keys() - {None, *SCOPES}
    replies = [await api.get("/v1/tokens", world.tokens[kind]) for kind in bad]

    assert "no longer" in replies[0].problem(401).detail
    assert replies[0].headers["WWW-Authenticate"].startswith("Bearer ")
    assert len(replies) == 4
    assert len({reply.said for reply in replies}) == 1
    assert len({tuple(sorted(reply.headers)) for reply in replies}) == 1
    assert await everything(app) == before


async def test_what_is_anothers_looks_as_if_it_were_not_there(
    api: Api, app: App, document: Document, world: World
) -> None:
    """The answers differ by the id alone, on all that takes the id of an own thing."""
    _, zoe = await app.owners.create("Zoe", SCOPES)
    before = await everything(app)

    seen = 0
    for found in operations(document).values():
        names = [name for name in ABSENT if f"{{{name}}}" in found.template]
        public = {} in found.operation.security or found.operation.operation_id == "enter_bot"
        if names and not public:
            theirs, nobodys = [
                await found.send(api, ids, world.bodies("viewer"), zoe)
                for ids in (world.ids, ABSENT)
            ]
            theirs.problem(404)
            assert_alike(theirs, nobodys, {world.ids[name]: ABSENT[name] for name in names})
            seen += 1
    assert seen >= 4
    assert await everything(app) == before


async def test_anothers_bot_cannot_be_entered_and_looks_as_if_it_were_not_there(
    api: Api, app: App, world: World
) -> None:
    """An id in a body is no other than one in a path."""
    _, zoe = await app.owners.create("Zoe", SCOPES)
    path = f"/v1/tournaments/{world.ids['tournament_id']}/entries"

    theirs = await api.post(path, {"bot": world.bot}, zoe)
    nobodys = await api.post(path, {"bot": ABSENT["bot_id"]}, zoe)
    theirs.problem(404)
    assert_alike(theirs, nobodys, {world.bot: ABSENT["bot_id"]})


def assert_alike(theirs: Reply, nobodys: Reply, ids: Mapping[str, str]) -> None:
    """Compare two answers, but for the ids that they repeat."""
    body = theirs.said
    for own, absent in ids.items():
        body = body.replace(own, absent)
    assert (theirs.status, body) == (nobodys.status, nobodys.said)
    assert set(theirs.headers) == set(nobodys.headers)
