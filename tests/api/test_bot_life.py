"""The life of a bot over the API."""

from arena.app import App
from arena.service.bots import BotView, BotWithSecret, OwnBot
from tests.api.acts import draft, enter, open_draft, register
from tests.api.client import Api
from tests.loopback import Loopback


async def test_a_bot_is_changed_retired_and_deleted(
    api: Api, ada: str, bob: str, loopback: Loopback
) -> None:
    """By its owner; what others read of it afterwards tells nothing but that it was there."""
    bot = await register(api, ada, await loopback.start())
    path, change = f"/v1/bots/{bot.id}", b'{"name": "Newer"}'
    (await api.send("PATCH", path, change, bob)).problem(404)
    changed = (await api.send("PATCH", path, change, ada)).read(OwnBot)
    assert (changed.name, changed.url) == ("Newer", bot.url)
    assert (await api.post(f"{path}/retire", token=ada)).read(OwnBot).retired
    assert not (await api.post(f"{path}/unretire", token=ada)).read(OwnBot).retired

    assert (await api.send("DELETE", path, token=ada)).status == 204
    shown = (await api.get(path, ada)).read(BotView)
    assert (shown.name, shown.deleted) == (f"deleted bot {bot.id[:6]}", True)
    (await api.get(f"{path}/secret", ada)).problem(404)
    for act in ("check", "secret", "retire", "unretire", "release"):
        (await api.post(f"{path}/{act}", token=ada)).problem(404)


async def test_a_secret_is_in_no_answer_but_where_it_was_asked_for(
    api: Api, ada: str, loopback: Loopback
) -> None:
    """Whoever watches or keeps what acts give learns nothing that signs."""
    bot = await register(api, ada, await loopback.start())
    path = f"/v1/bots/{bot.id}"
    acts = ("check", "retire", "unretire", "release")
    replies = [
        await api.get(path, ada),
        await api.send("PATCH", path, b'{"name": "Newer"}', ada),
        await api.post(f"{path}/quarantine", {"reason": "a new disk"}, ada),
        *[await api.post(f"{path}/{act}", token=ada) for act in acts],
    ]

    for reply in replies:
        assert b"whsec_" not in reply.body
        assert reply.read(OwnBot).url == bot.url
    rotated = (await api.post(f"{path}/secret", token=ada)).read(BotWithSecret)
    assert (await api.get(f"{path}/secret", ada)).read(BotWithSecret) == rotated
    assert rotated.secret != bot.secret


async def test_a_change_that_cannot_be_is_refused(api: Api, ada: str, loopback: Loopback) -> None:
    """With the field at fault, or the bot that is in the way; nothing has changed."""
    first, second = [
        await register(api, ada, await loopback.start(), f"bot {number}") for number in range(2)
    ]
    path = f"/v1/bots/{second.id}"
    for body, status, field in (
        (b'{"name": "a\\u202eb"}', 422, "name"),
        (b'{"url": "ftp://example.org"}', 422, "url"),
        (b'{"name": "bot 0"}', 409, None),
        (f'{{"url": "{first.url}"}}'.encode(), 409, None),
    ):
        (await api.send("PATCH", path, body, ada)).problem(status, field)
    assert (await api.send("PATCH", path, b'{"nmae": "x"}', ada)).status == 422
    assert (await api.get(f"{path}/secret", ada)).read(BotWithSecret) == second


async def test_who_may_put_a_bot_in_quarantine_is_shown_why(
    api: Api, app: App, ada: str, bob: str, loopback: Loopback
) -> None:
    """Its owner and the organiser; all others see that it is there, and no reason."""
    bot = await register(api, bob, await loopback.start())
    cup = await open_draft(api, ada, await draft(api, ada))
    await enter(api, bob, cup, bot)
    body, at = {"bot": bot.id, "reason": "too slow"}, f"/v1/tournaments/{cup.id}"
    held = (await api.post(f"{at}/quarantine", body, ada)).read(BotView)
    assert [(each.why, each.tournament) for each in held.quarantines] == [("organiser", cup.id)]
    (await api.post(f"/v1/bots/{bot.id}/quarantine", {"reason": "a new disk"}, ada)).problem(404)
    await api.post(f"/v1/bots/{bot.id}/quarantine", {"reason": "a new disk"}, bob)

    assert b"disk" not in (await api.get(f"/v1/bots/{bot.id}", ada)).body
    own = (await api.get(f"/v1/bots/{bot.id}", bob)).read(OwnBot)
    assert [each.reason for each in own.history] == ["a new disk", "too slow"]
    released = (await api.post(f"{at}/release", {"bot": bot.id}, ada)).read(BotView)
    assert [each.why for each in released.quarantines] == ["owner"]
    (await api.post(f"/v1/bots/{bot.id}/release", token=bob)).read(OwnBot)
    assert [each.kind for each in await app.store.feed.read("0", 99)][-4:] == [
        "bot_quarantined", "bot_quarantined", "bot_released", "bot_released",
    ]  # fmt: skip
