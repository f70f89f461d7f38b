"""The log: whatever anybody chooses to be called or to say, an event is one line of JSON.

Each test has a process of its own log, since logging is one for all of a process.
"""

import json
import subprocess
import sys
from collections.abc import Mapping

import pytest

from arena.logs import MASK, MAX_ITEMS, MAX_TEXT, MAX_TRACEBACK

BEGIN = """
import json, logging, sys, threading, warnings
import structlog
from arena.logs import configure_logs
configure_logs()
log, library = structlog.get_logger(), logging.getLogger("library")
given = json.loads(sys.stdin.read())
"""
HOSTILE = {
    "line feed": "a\nb",
    "carriage return": '\r{"event": "forged"}\r\n{"event": "forged"}\n',
    "escape": "\x1b[2J\x1b]0;title\x07",
    "C1 and DEL": "\x85\x9b31m\x7f\x08",
    "separators": "\u2028a\u2029b\x0b\x0c\x1c\x1e",
    "bidi": "\u202egnp.exe\u2066",
    "lone surrogate": "\ud800",
    "quotes": '"}\\',
    "format": "%s %(name)s {} {0.__class__}",
    "1 MB": "\n" * 1_000_000,
    "1 MB, nearly a secret": "whsec_" + "token" * 200_000,
}
TOKEN = f"arena_{'0af1' * 4}_{'Se-cr_etS' * 4}abcdefg"
BOT_SECRET = "whsec_c2VjcmV0U2VjcmV0U2VjcmV0U2VjcmV0+/=="
PASSWORD = "p@ss:w0rd"


def printed(code: str, given: object) -> str:
    """Give what a process prints that logs; `given` is there by this name. stderr stays empty."""
    ran = subprocess.run(
        [sys.executable, "-c", BEGIN + code], input=json.dumps(given).encode(), capture_output=True
    )
    assert ran.stderr == b""
    return ran.stdout.decode("ascii")


def events(text: str) -> list[Mapping[str, object]]:
    """Give the lines of a log, each an object."""
    assert text.endswith("\n")
    assert all(" " <= sign <= "~" or sign == "\n" for sign in text)
    return [
        json.loads(line, parse_constant=pytest.fail) for line in text.removesuffix("\n").split("\n")
    ]


def test_each_event_is_one_line_whatever_is_in_it() -> None:
    """As many lines as events, ours and of libraries, in printable ASCII; short values are kept."""
    code = """
for text in given:
    log.warning("named", name=text, **{text[:50]: 1})
    log.info(text)
    library.error(text)
    library.warning("says %s", text)
    try:
        raise ValueError(text)
    except ValueError:
        log.exception("failed")
"""
    texts = list(HOSTILE.values())
    lines = events(printed(code, texts))

    assert len(lines) == 5 * len(texts)
    for text, line in zip(texts, lines[::5], strict=True):
        assert line["event"] == "named"
        assert line["name"] == text or len(text) > MAX_TEXT
    assert {line["event"] for line in lines[4::5]} == {"failed"}


def test_what_libraries_and_python_itself_say_goes_the_same_way() -> None:
    """Warnings, threads and tasks that die, and the end of the process by an error."""
    code = """
import asyncio
warnings.warn("old\\nway")
thread = threading.Thread(target=lambda: 1 / 0)
thread.start(), thread.join()
async def main():
    asyncio.get_running_loop().call_soon(lambda: [][1])
    await asyncio.sleep(0)
asyncio.run(main())
library.debug("not worth a line")
raise SystemError("the\\nend")
"""
    warned, thread, task, end = events(printed(code, None))

    assert "old\nway" in str(warned["event"])
    assert (thread["event"], end["event"]) == ("thread_crashed", "crashed")
    assert "ZeroDivisionError" in str(thread["exception"])
    assert "IndexError" in str(task["exception"])
    assert "SystemError: the\nend" in str(end["exception"])
    assert {line["level"] for line in (thread, end)} == {"critical"}


def test_values_are_bounded_in_length_number_and_depth() -> None:
    """Of a long one both ends are kept; what is no JSON is told in words."""
    code = """
deep = []
for _ in range(100_000):
    deep = [deep]
log.info("e", long=given, many=list(range(10**6)), deep=deep, huge=10**5000, nan=float("nan"),
         real=0.5, raw=b"\\x00" * 10**6, keys={str(n): n for n in range(10**5)})
log.info("e", **{str(n): n for n in range(10**4)})
try:
    raise ValueError(given)
except ValueError:
    log.exception("failed")
"""
    one, wide, failed = events(printed(code, "begin" + "x" * 10**6 + "end"))

    assert str(one["long"]).startswith("begin")
    assert str(one["long"]).endswith("end")
    assert len(str(one["long"])) < MAX_TEXT + 50
    assert one["many"] == list(range(MAX_ITEMS))
    assert one["deep"] == [[["..."]]]
    assert (one["huge"], one["nan"], one["real"]) == ("an integer of 16610 bits", "nan", 0.5)
    assert len(json.dumps(one)) < 10_000
    assert list(wide)[:4] == ["timestamp", "level", "logger", "event"]
    assert len(wide) == 4 + MAX_ITEMS
    assert len(str(failed["exception"])) < MAX_TRACEBACK + 50
    assert str(failed["exception"]).endswith("end")


def test_a_secret_is_in_no_line() -> None:
    """By the name it is logged under, and by its form wherever it stands."""
    code = """
token, secret, url, plain = given
class Bot:
    def __repr__(self):
        return f"Bot(name='x', secret='{plain}', verify='{plain}')"
def fail(local):
    raise RuntimeError(f"{token} {secret} {url}")
log.info(token, url=url, nested=[{"a": secret}], bot=Bot(), **{token: 1})
log.info("e", token=plain, Authorization=plain, bot_secret=plain, x={"webhook-signature": plain},
         password=plain, long="x" * 480 + token + "x" * 10**6)
library.error("%s at %s", {"k": secret}, url)
try:
    fail(plain)
except RuntimeError:
    log.exception(secret)
fail(plain)
"""
    url = f"redis://user:{PASSWORD}@store:6379/0"
    text = printed(code, [TOKEN, BOT_SECRET, url, "plain-secret"])
    lines = events(text)

    assert len(lines) == 5
    for hidden in (TOKEN[-20:], BOT_SECRET[-20:], "w0rd", "plain-secret", "Se-cr"):
        assert hidden not in text
    assert str(lines[0]["event"]).endswith(f"_{MASK}")
    assert lines[0]["url"] == f"redis://user:{MASK}@store:6379/0"
    assert lines[0]["bot"] == f"Bot(name='x', secret={MASK}, verify={MASK})"
    assert lines[1]["token"] == MASK
