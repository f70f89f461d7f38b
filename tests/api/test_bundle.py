"""A tournament's proof over the API: lines of JSON, and none before the end."""

import msgspec

from arena.app import App
from arena.tournament.bundle import Boards, Manifest, SetLine, decode_line
from tests.api.acts import draft, start_cup
from tests.api.client import Api
from tests.loopback import Loopback
from tests.service.contest import play_all


async def test_a_bundle_is_what_everybody_is_given(
    api: Api, app: App, ada: str, loopback: Loopback
) -> None:
    """Once the tournament is over; its first line is what the document says, its last the end."""
    cup = await start_cup(api, ada, loopback)
    path = f"/v1/tournaments/{cup.id}/bundle"
    (await api.get(path)).problem(409)
    over = await play_all(app, cup)
    reply = await api.get(path)
    first, *sets, last = map(decode_line, reply.body.splitlines())

    assert reply.media_type == "application/x-ndjson"
    assert reply.headers["Content-Disposition"] == f'attachment; filename="{cup.id}.ndjson"'
    assert isinstance(first, Manifest)
    assert (first.secret, first.final, first.opened) == (over.secret, over.final, over.opened)
    assert first.opening.commitment == cup.commitment
    assert [type(line) for line in sets] == [SetLine] * 6
    assert isinstance(last, Boards)
    assert len(last.live) == len(last.final.rows) == 3


async def test_the_names_of_a_bundle_are_those_that_bots_were_entered_under(
    api: Api, app: App, ada: str, loopback: Loopback
) -> None:
    """A name that changes later on changes no proof."""
    cup = await start_cup(api, ada, loopback)
    (bot, *_) = await app.entries.of(cup.id)
    await api.send("PATCH", f"/v1/bots/{bot.bot}", b'{"name": "renamed"}', token=ada)
    await play_all(app, cup)
    reply = await api.get(f"/v1/tournaments/{cup.id}/bundle")
    first = msgspec.json.decode(reply.body.splitlines()[0], type=Manifest)

    names = {entrant.bot: entrant.name for entrant in first.opening.entrants}
    assert names[bot.bot] == bot.name != "renamed"
    assert (await app.audit.rebuild(cup.id)).differences == []


async def test_what_never_started_proves_nothing(api: Api, ada: str) -> None:
    """There is no seed of it."""
    cup = await draft(api, ada)
    path = f"/v1/tournaments/{cup.id}"
    (await api.post(f"{path}/cancel", token=ada)).read(object)

    problem = (await api.get(f"{path}/bundle")).problem(409)
    assert "it was cancelled before" in problem.detail
