"""What is stored of a bot never becomes a header of a request, whatever is in it (T15)."""

import re

import pytest

from arena.match.ids import Ids
from arena.protocol.messages import BotInfo
from arena.protocol.signing import SecretError, Signer, secret_of
from arena.service.playing.contestants import connect
from arena.store.bots import Bot, OldSecret
from tests.match.asks import LOOPBACK, request
from tests.match.zoo import zoo

BAD = ["a\r\nX-Evil: 1", "a\nX-Evil: 1", "a\rX-Evil: 1", "a\0", "a\r\n\r\nGET /evil HTTP/1.1\r\n"]
ALWAYS = ["host", "accept", "accept-encoding", "user-agent"]
SIGNED = ["content-type", "content-length", "webhook-id", "webhook-timestamp", "webhook-signature"]


def stored(url: str, text: str = "a") -> Bot:
    """Give a record as no registration would let it into the store."""
    info = BotInfo(protocol=1, games=("sky-5", text), version=text, verify=text)
    old = OldSecret(secret_of(b"o" * 32), 2**52)
    return Bot(
        id=text, owner=text, url=url, secret=secret_of(b"s" * 32), info=info,
        created_ms=1, old_secret=old,
    )  # fmt: skip


def fields(head: str) -> list[str]:
    """Give the names of the headers of a request, as a server splits them at every line end."""
    lines = head.replace("\r\n", "\n").replace("\r", "\n").strip("\n").split("\n")
    return [line.partition(":")[0].lower() for line in lines[1:]]


@pytest.mark.parametrize("bad", BAD)
async def test_no_field_of_a_bot_becomes_a_header(bad: str) -> None:
    """The requests on the wire have exactly our headers, and our values."""
    async with zoo() as bots:
        bot = stored(bots.bot("well"), bad)
        async with connect([bot], LOOPBACK) as ready:
            player = await ready[bot.id].player()
            assert player is not None
            assert (await player.decide(request(), 5_000)).fault is None

        assert bots.paths == ["GET /well/any/", "POST /well/any/decide"]
        asked, decided = bots.heads
    assert fields(asked) == ALWAYS
    assert fields(decided) == ALWAYS + SIGNED
    assert "Evil" not in asked + decided
    assert "\0" not in asked + decided


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("place", ["https://{}", "{host}/{}", "{host}:{}", "{}{host}"])
async def test_a_url_that_would_write_headers_is_not_called(bad: str, place: str) -> None:
    """Not even if it has come into the store: it is looked at again before each job."""
    async with zoo() as bots:
        async with connect([stored(place.format(bad, host=bots.url))], LOOPBACK) as ready:
            assert not ready

        assert bots.connections == 0


@pytest.mark.parametrize("bad", BAD)
def test_a_secret_that_would_write_headers_is_none(bad: str) -> None:
    """It is refused before anything is signed with it."""
    for secret in (bad, secret_of(b"s" * 32) + bad, bad + secret_of(b"s" * 32)):
        with pytest.raises(SecretError):
            Signer(secret)


def test_ids_in_headers_are_letters_and_digits() -> None:
    """They are made of a secret and of numbers, and of nothing that anybody may choose."""
    ids = Ids(bytes(32))

    assert re.fullmatch("a_[0-9a-f]{32}", ids.ask(1))
    assert re.fullmatch("m_[0-9a-f]{32}", ids.match(1))
