"""The kit with a secret: it answers to the arena alone, and to each ask in one way."""

import asyncio
import time
from collections.abc import Callable, Mapping

import aiohttp
import msgspec
import pytest

from arena.match.http import BotClient
from arena.protocol.messages import BotInfo
from arena.protocol.signing import Signer, secret_of
from bots import kit
from bots.kit import Ask, Function, application
from tests.loopback import Loopback
from tests.match.asks import LOOPBACK, request
from tests.server import loopback

__all__ = ["loopback"]

SECRET = secret_of(b"s" * 32)
OTHER = secret_of(b"o" * 32)
BODY = msgspec.json.encode(request())
INFO = BotInfo(protocol=1, games=("sky-5",))


def signed(*secrets: str, sent_s: int = 0, **changed: str) -> Mapping[str, str]:
    """Give the headers of the ask, sent so many seconds from now; `changed` replaces values."""
    headers = Signer(*secrets or (SECRET,)).headers("a_1", int(time.time()) + sent_s, BODY)
    return headers | {f"webhook-{name}": value for name, value in changed.items()}


async def post(url: str, body: bytes, headers: Mapping[str, str]) -> tuple[int, str]:
    """Send an ask as anybody may; give the status and the text of the answer."""
    async with (
        aiohttp.ClientSession() as session,
        session.post(f"{url}/decide", data=body, headers=headers) as response,
    ):
        return response.status, await response.text()


REFUSED: Mapping[str, Callable[[], Mapping[str, str]]] = {
    "nothing signed": dict,
    "another secret": lambda: signed(OTHER),
    "two other secrets": lambda: signed(OTHER, secret_of(b"p" * 32)),
    "another id": lambda: signed(id="a_2"),
    "another time": lambda: signed(timestamp=str(int(time.time()) + 1)),
    "six minutes ago": lambda: signed(sent_s=-360),
    "in six minutes": lambda: signed(sent_s=360),
    "no id": lambda: signed(id=""),
    "no time": lambda: signed(timestamp=""),
    "no signature": lambda: signed(signature=""),
    "no such time": lambda: signed(timestamp="nan"),
    "an endless time": lambda: signed(timestamp="1e400"),
    "a part without a comma": lambda: signed(signature="v1"),
    "a part with two": lambda: signed(signature="v1,AA==,AA=="),
    "a part that is empty": lambda: signed(signature=f"v2,  {signed()['webhook-signature']}"),
    "no base64": lambda: signed(signature="v1,A"),
    "another version": lambda: signed(signature=signed()["webhook-signature"].replace("v1", "v2")),
    "an id beyond ASCII": lambda: signed(id="ä"),
    "a time beyond ASCII": lambda: signed(timestamp="½"),
    "a signature beyond ASCII": lambda: signed(signature="v1,ä"),
}
"""Headers, made when they are sent: they are good for minutes only."""


@pytest.mark.parametrize("what", REFUSED)
async def test_whatever_is_not_well_signed_is_refused(loopback: Loopback, what: str) -> None:
    """401, and the bot is not asked."""

    def decide(_: Ask) -> int:
        raise AssertionError

    url = await loopback.serve(application(decide, INFO, SECRET))
    status, text = await post(url, BODY, REFUSED[what]())

    assert status == 401
    assert text.startswith("signature: ")
    assert SECRET not in text


@pytest.mark.parametrize("at", range(0, len(BODY), 97))
async def test_an_altered_byte_is_refused(loopback: Loopback, at: int) -> None:
    """Whichever it is."""
    url = await loopback.serve(application(lambda _: 1, INFO, SECRET))
    altered = BODY[:at] + bytes([BODY[at] ^ 1]) + BODY[at + 1 :]

    assert (await post(url, altered, signed()))[0] == 401


@pytest.mark.parametrize("sent_s", [0, -240, 240])
@pytest.mark.parametrize("secrets", [(SECRET,), (SECRET, OTHER), (OTHER, SECRET)])
async def test_what_is_signed_with_its_secret_is_answered(
    loopback: Loopback, sent_s: int, secrets: tuple[str, ...]
) -> None:
    """By clocks that differ somewhat; also while the secret is being replaced."""
    url = await loopback.serve(application(lambda _: 1, INFO, SECRET))

    answer = await post(url, BODY, signed(*secrets, sent_s=sent_s))
    assert answer == (200, '{"choice":1,"say":null}')


class Counting:
    """A bot that would answer every ask differently."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.fails = 0
        self.wait = asyncio.Event()
        self.wait.set()

    async def decide(self, ask: Ask) -> int:
        """Choose the number of the ask."""
        self.asked.append(ask.ask_id)
        number = len(self.asked)
        await self.wait.wait()
        if number <= self.fails:
            raise ZeroDivisionError("oh")
        return number


async def ask(url: str, *ask_ids: str) -> list[int | None]:
    """Put these asks, one after another; give what is chosen."""
    async with BotClient(url, LOOPBACK, SECRET) as client:
        return [(await client.decide(request(ask_id), 5_000)).choice for ask_id in ask_ids]


async def test_an_ask_that_comes_again_has_the_answer_it_had(loopback: Loopback) -> None:
    """Whoever records a request and sends it once more learns nothing; nor do two copies at once.

    So it is also after a crash of the arena, which puts its open asks again.
    """
    bot = Counting()
    url = await loopback.serve(application(bot.decide, INFO, SECRET))

    assert await ask(url, "a_1", "a_2", "a_1") == [1, 2, 1]
    bot.wait.clear()
    copies = [asyncio.create_task(ask(url, "a_3")) for _ in range(2)]
    await asyncio.sleep(0.2)
    bot.wait.set()
    assert await asyncio.gather(*copies) == [[3], [3]]
    assert bot.asked == ["a_1", "a_2", "a_3"]


async def test_a_decision_that_failed_is_not_remembered(loopback: Loopback) -> None:
    """The bot may do better when it is asked again."""
    bot = Counting()
    bot.fails = 1
    url = await loopback.serve(application(bot.decide, INFO, SECRET))

    assert await ask(url, "a_1", "a_1", "a_1") == [None, 2, 2]


async def test_only_the_latest_answers_are_remembered(
    loopback: Loopback, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot runs for weeks."""
    monkeypatch.setattr(kit, "REMEMBERED", 2)
    bot = Counting()
    url = await loopback.serve(application(bot.decide, INFO, SECRET))

    assert await ask(url, "a_1", "a_2", "a_3", "a_3", "a_2", "a_1") == [1, 2, 3, 3, 2, 4]


async def test_without_a_secret_every_ask_is_decided(loopback: Loopback) -> None:
    """Anybody may ask then, under any id."""
    bot: Function = Counting().decide
    url = await loopback.serve(application(bot, INFO))

    assert await ask(url, "a_1", "a_1") == [1, 2]
