"""URLs by their grammar: what is taken reads alike to every parser, the rest is told its fault."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from yarl import URL

from arena.match.guard import Guard
from arena.match.urls import BotUrl, UrlError, parse
from tests.match.special import LOOPBACK_SPELLINGS

OPEN = Guard()


@pytest.mark.parametrize(
    ("url", "parts"),
    [
        ("https://bot.example", BotUrl("https", "bot.example", 443, "")),
        ("https://bot.example/", BotUrl("https", "bot.example", 443, "")),
        ("https://b-o.t.example:8443/a/b.c/", BotUrl("https", "b-o.t.example", 8443, "/a/b.c")),
        ("https://xn--bt-xka.example/%2f", BotUrl("https", "xn--bt-xka.example", 443, "/%2f")),
        ("https://bot.example//x:1@y/", BotUrl("https", "bot.example", 443, "//x:1@y")),
        ("https://1.1.1.1", BotUrl("https", "1.1.1.1", 443, "")),
        ("https://[2606:4700::1111]:443", BotUrl("https", "2606:4700::1111", 443, "")),
    ],
)
def test_a_plain_url_is_read_in_its_parts(url: str, parts: BotUrl) -> None:
    """A slash at the end does not matter."""
    assert OPEN.check(url) == parts


@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("bot.example", "scheme https"),
        ("ftp://bot.example", "scheme https"),
        ("gopher://bot.example", "scheme https"),
        ("unix:///run/store.sock", "scheme https"),
        ("data:application/json,{}", "scheme https"),
        ("javascript:0", "scheme https"),
        ("file:///etc/passwd", "scheme https"),
        ("https:bot.example", "scheme https"),
        ("//bot.example", "scheme https"),
        ("HTTPS://bot.example", "scheme https"),
        ("http://bot.example", "expected https"),
        ("https://", "host name"),
        ("https:///path", "host name"),
        ("https://Bot.example", "lower case"),
        ("https://bot_1.example", "host name"),
        ("https://-bot.example", "host name"),
        ("https://bot..example", "host name"),
        ("https://bot.example.", "host name"),
        ("https://b%6ft.example", "host name"),
        (f"https://{'b' * 64}.example", "host name"),
        (f"https://{'b.' * 130}example", "253 characters"),
        ("https://böt.example", "xn--"),
        ("https://ｂot.example", "xn--"),
        ("https://bot.example\\@evil.example", "backslashes"),
        ("https://bot.example/\r\nX: y", "printable"),
        ("https://bot.example/\0", "printable"),
        ("https://bot.example/\x7f", "printable"),
        ("https://bot.example\t/", "printable"),
        ("https://bot.example/ x", "spaces"),
        ("https://me@bot.example", "user name"),
        ("https://me:pw@bot.example", "user name"),
        ("https://@bot.example", "user name"),
        ("https://a@b@c", "user name"),
        ("https://bot.example/?q=1", "query"),
        ("https://bot.example?", "query"),
        ("https://bot.example#x", "fragment"),
        ("https://bot.example#@evil.example", "fragment"),
        ("https://bot.example:", "port"),
        ("https://bot.example:0", "port"),
        ("https://bot.example:7", "port 443, 80, or one from 1024"),
        ("https://bot.example:99999", "port"),
        ("https://bot.example:0443", "port"),
        ("https://bot.example:+443", "port"),
        ("https://bot.example:443:80", "port"),
        ("https://bot.example:65536", "port"),
        ("https://bot.example:1023", "port"),
        ("https://bot.example:22", "port"),
        ("https://bot.example:25", "port"),
        ("https://bot.example:5432", "port"),
        ("https://bot.example:6379", "port"),
        ("https://bot.example/../x", "path"),
        ("https://bot.example/a/./b", "path"),
        ("https://bot.example/%zz", "path"),
        ("https://bot.example/<", "path"),
        ("https://[2606:4700:0::1111]", "IPv6 address"),
        ("https://[::1", "host or host:port"),
        ("https://[::1]x", "host or host:port"),
        ("https://127.0.0.1", "public address"),
        ("https://" + "a" * 2_050, "2048 characters"),
    ],
)
def test_any_other_url_is_refused_with_what_is_wrong(url: str, problem: str) -> None:
    """The message names the field and the part at fault."""
    with pytest.raises(UrlError, match=r"^url: ") as refusal:
        OPEN.check(url)

    assert problem in str(refusal.value)


@pytest.mark.parametrize("host", LOOPBACK_SPELLINGS)
def test_no_spelling_of_this_machine_is_taken(host: str) -> None:
    """Decimal, octal, hex, short, circled, full-width, dotted at the end, inside IPv6, by name."""
    for written in {host, f"[{host}]", f"{host}:8000", f"[{host}]:8000"}:
        with pytest.raises(UrlError, match=r"^url: "):
            OPEN.check(f"https://{written}")


@pytest.mark.parametrize(
    "label",
    [
        "xn--bcher-kva",  # bücher
        "xn--80ak6aa92e",  # Cyrillic throughout: shown in its ASCII form, it fools nobody
        "xn--fiqs8s", "xn--eckwd4c7c", "xn--wgv71a119e", "xn--u8jvc1drbz972a",  # Han, Japanese
        "xn--a-w7t3n", "xn--fiq600u",  # Kana with Latin, Han with Hangul
        "xn--3e0b707e", "xn--mgbaam7a8h", "xn--fzc2c9e2c", "xn--strae-oqa", "xn--ll-0ea",
        "a--b", "a-b--c", "x--n",
    ],
)  # fmt: skip
def test_an_international_label_in_its_one_form_is_taken(label: str) -> None:
    """Of one script, or of scripts that are written together."""
    assert OPEN.check(f"https://{label}.example").host == f"{label}.example"


@pytest.mark.parametrize(
    "label",
    [
        "xn--pypal-4ve", "xn--ggle-55da",  # Latin with letters of Cyrillic,
        "xn--goole-tce", "xn--apple-rqi", "xn--l8j831g2k8d",  # Greek, Syriac; Kana with Hangul
        "xn--a", "xn--", "xn--abc-", "xn--0000h", "xn--zzzzzzzzzzz",  # the form of nothing
        "xn--e28h", "xn--i-7iq", "xn--orhc", "xn--bot-516s",  # emoji; circled, full-width digits
        "xn--abc-dn0a", "xn--ab-m1t",  # with a joiner of no width
        "xn--bucher-xyd", "xn--Bcher-kva",  # of bücher, but not the one that comes back
        "ab--c", "r3--x", "zn--bot",  # kept for forms to come
    ],
)  # fmt: skip
def test_any_other_international_label_is_refused(label: str) -> None:
    """Whoever reads it could be made to see another name."""
    with pytest.raises(UrlError, match=r"^url: expected a.* name .*, got "):
        OPEN.check(f"https://{label}.example")


_NAMES = st.from_regex(
    r"(xn--[a-z0-9]{2,8}|[a-z0-9]([a-z0-9-]{0,8}[a-z0-9])?)(\.[a-z][a-z0-9]{0,4}){1,3}",
    fullmatch=True,
)
_HOSTS = _NAMES | st.ip_addresses(v=4).map(str) | st.ip_addresses(v=6).map("[{}]".format)
_NASTY = st.sampled_from([*"@:/\\?#%[].-_&;= \t\r\n\0", "//", "@b", "%2e", "%40", "①", "。", "ﬀ"])


@st.composite
def _urls(draw: st.DrawFn) -> str:
    """Draw a good URL, or one with something nasty put in anywhere."""
    port = draw(st.integers(8_000, 8_999))
    path = draw(st.from_regex(r"(/([a-zA-Z0-9~_.@:-]|%[2-7][5f]){1,8}){0,3}", fullmatch=True))
    url = f"https://{draw(_HOSTS)}:{port}{path}"
    for _ in range(draw(st.integers(0, 2))):
        place = draw(st.integers(0, len(url)))
        url = url[:place] + draw(_NASTY) + url[place:]
    return url


@given(url=_urls())
def test_what_is_taken_reads_the_same_elsewhere(url: str) -> None:
    """Written out and read again it is itself; and the client's own parser sees the same parts."""
    try:
        parts = parse(url)
    except UrlError:
        assume(False)
        raise

    assert parse(str(parts)) == parts
    for other in (URL(url, encoded=True), URL(str(parts), encoded=True), URL(url)):
        assert (other.scheme, other.raw_host, other.port) == (parts.scheme, parts.host, parts.port)
        assert (other.user, other.password, other.query_string) == (None, None, "")
    assert URL(str(parts), encoded=True).raw_path == (parts.path or "/")
