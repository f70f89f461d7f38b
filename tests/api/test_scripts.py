"""Names that carry scripts: they are stored exactly or refused, and nothing shows them as a page.

Each payload is a name of an owner, a bot and a tournament, the version of a bot and what it says.
That each answer is JSON, is not to be sniffed at and may load nothing, the client of all tests here
sees to.
"""

from collections.abc import Mapping
from itertools import cycle

import pytest

from arena.app import App
from arena.engine.record import Record
from arena.protocol.messages import BotInfo, Choice
from arena.service.bots import OwnBot, PublicBot
from arena.service.errors import Invalid
from arena.service.matches import MatchView
from arena.service.paging import Page
from arena.service.tournaments import TournamentSummary, TournamentView
from bots.kit import Ask
from tests.api.acts import DUEL, draft, enter, everything, open_draft, register
from tests.api.client import Api
from tests.loopback import Loopback, by_view
from tests.service.contest import play_all

TAGS = [
    "<script>alert(1)</script>",
    "<ScRiPt >alert(1)</sCrIpT >",
    "<script src=//x.example></script>",
    "<scr<script>ipt>alert(1)</script>",
    "</title><script>alert(1)</script>",
    "</textarea><script>alert(1)</script>",
    "</script><script>alert(1)//",
    "<!--><script>alert(1)</script>-->",
    "<![CDATA[<script>alert(1)</script>]]>",
    "<noscript><p title='</noscript>x'>",
    "<svg onload=alert(1)>",
    "<svg/onload=alert`1`>",
    "<svg><animate onbegin=alert(1)>",
    "<img src=x onerror=alert(1)>",
    "<img/src/onerror=alert(1)>",
    "<body onload=alert(1)>",
    "<input autofocus onfocus=alert(1)>",
    "<details open ontoggle=alert(1)>",
    "<video><source onerror=alert(1)>",
    "<a href=javascript:alert(1)>x</a>",
    "<iframe srcdoc='<script>x()'>",
    "<iframe src=//x.example>",
    "<object data=//x.example>",
    "<embed src=//x.example>",
    "<math><mi xlink:href=data:x>",
    "<form action=//x.example><button>",
    "<base href=//x.example>",
    "<link rel=stylesheet href=//x.example>",
    "<meta http-equiv=refresh content=0>",
    "<style>@import'//x.example'</style>",
    "<table background=javascript:x()>",
    "<marquee onstart=alert(1)>",
    "<x contenteditable onblur=alert(1)>",
    "<plaintext>",
]
OTHERS = [
    '"><script>alert(1)</script>',
    "'><img src=x onerror=alert(1)>",
    '" onmouseover="alert(1)',
    "' autofocus onfocus=alert(1) x='",
    "javascript:alert(1)",
    "data:text/html,<script>x()</script>",
    "&lt;script&gt;alert(1)&lt;/script&gt;",
    "&#60;script&#62;alert(1)",
    r"\u003cscript\u003ealert(1)",
    r"\x3cscript\x3ealert(1)",
    "%3Cscript%3Ealert(1)%3C/script%3E",
    "';alert(1)//",
    "\\';alert(1)//",
    "${alert(1)}",
    "{{constructor.constructor('x()')()}}",
    "{% include '/etc/passwd' %}",
    "<%= 7 * 7 %>",
    "#{7*7}",
    "*/alert(1)/*",
    "]]>",
    "--></style><script>x()",
    "＜script＞alert(1)＜/script＞",
    "<a\u0338script>",
    "=cmd|'/c calc'!A1",
    "[red]bold[/red] :smile: [link=x]",
    "\x1b[2J\x1b]8;;//x.example\x07x",
    "\x00<script>",
    "\u202e<script>",
]
PAYLOADS = [*TAGS, *OTHERS]
SHOWABLE = [text for text in PAYLOADS if text.isprintable()]


@pytest.fixture
async def bots(app: App, api: Api, loopback: Loopback) -> Mapping[str, tuple[OwnBot, str]]:
    """One bot for each payload that can be a name, of an owner of that name; with his token."""
    found = {}
    for name in SHOWABLE:
        token = (await app.owners.create(name, ("contestant", "organiser")))[1]
        info = BotInfo(protocol=1, games=("sky-5",), version=name if name.isascii() else "")
        url = await loopback.start(by_view, info)
        reply = await api.post("/v1/bots", {"name": name, "url": url}, token)
        found[name] = (reply.read(OwnBot, 201), token)
    return found


async def test_names_are_shown_exactly_as_json(
    api: Api, bots: Mapping[str, tuple[OwnBot, str]]
) -> None:
    """Of bots, with their owners and versions, and of tournaments; one by one and in lists."""
    for name, (bot, token) in bots.items():
        public = (await api.get(f"/v1/bots/{bot.id}")).read(PublicBot)
        drafted = await api.post("/v1/tournaments", {"name": name, "config": DUEL}, token)
        assert (public.name, public.owner_name, public.version) == (name, name, bot.version)
        assert bot.version == (name if name.isascii() else "")
        assert drafted.read(TournamentView, 201).name == name
    listed = (await api.get("/v1/bots?limit=100")).read(Page[PublicBot])
    cups = (await api.get("/v1/tournaments?limit=100")).read(Page[TournamentSummary])
    assert {bot.name for bot in listed.items} == set(bots)
    assert {cup.name for cup in cups.items} == set(bots)


async def test_what_cannot_be_shown_is_no_name(
    app: App, api: Api, ada: str, loopback: Loopback
) -> None:
    """Controls and turns of direction: refused as a name of an owner, a bot, a tournament."""
    url, before = await loopback.start(), await everything(app)
    for name in set(PAYLOADS) - set(SHOWABLE):
        with pytest.raises(Invalid):
            await app.owners.create(name, ("viewer",))
        (await api.post("/v1/bots", {"name": name, "url": url}, ada)).problem(422, "name")
        cup = {"name": name, "config": DUEL}
        (await api.post("/v1/tournaments", cup, ada)).problem(422, "name")
    assert await everything(app) == before


async def test_what_bots_say_is_shown_as_json_without_what_cannot_be_shown(
    app: App, api: Api, ada: str, loopback: Loopback
) -> None:
    """In a replay, word for word but for invisible characters."""
    words = cycle(PAYLOADS)

    def talk(ask: Ask) -> Choice:
        return Choice(by_view(ask), next(words))

    cup = await open_draft(api, ada, await draft(api, ada, DUEL | {"rounds": 4}))
    for number in range(2):
        bot = await register(api, ada, await loopback.start(talk), f"bot {number}")
        await enter(api, ada, cup, bot)
    started = await api.post(f"/v1/tournaments/{cup.id}/start", token=ada)
    await play_all(app, started.read(TournamentView))

    said = set()
    page = await api.get(f"/v1/tournaments/{cup.id}/matches?limit=100")
    for match in page.read(Page[MatchView]).items:
        replay = (await api.get(f"/v1/matches/{match.id}/replay")).read(Record)
        said |= {say.text for say in replay.says}
    assert said == {"".join(sign for sign in text if sign.isprintable()) for text in PAYLOADS}
