"""What a conformance check found, for the owner of the bot alone.

What may live here: the words of a report. All of it is bounded, whatever a bot has answered.
"""

from typing import Annotated, Literal

import msgspec

from arena.protocol.messages import FaultKind

SHOWN = 1024
"""Bytes of a request and of its answer that are shown."""
MAX_SHOWN = 2 * SHOWN
"""Characters that they may have once they are escaped."""
MAX_TEXT = 1024
MAX_FINDINGS = 256

Verdict = Literal["passed", "warned", "failed", "skipped"]
Trial = Literal[
    "info",
    "ask",
    "unknown_fields",
    "sent_twice",
    "little_time",
    "wrong_signature",
    "at_once",
    "match",
]
State = Literal["running", "finished", "interrupted"]

Text = Annotated[str, msgspec.Meta(max_length=MAX_TEXT)]
Excerpt = Annotated[str, msgspec.Meta(max_length=MAX_SHOWN)]
Word = Annotated[str, msgspec.Meta(max_length=40)]
Count = Annotated[int, msgspec.Meta(ge=0, le=1_000_000)]
Moment = Annotated[int, msgspec.Meta(ge=0, le=1 << 53)]


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that a bot was tried at.

    `ask` is the kind of ask, where it was one kind. `latency_ms` is the longest of `calls`. What
    was `found` is said in words, and where not all is well, what to do in `advice`. `request` and
    `answer` are the beginnings of those of the first call that failed, escaped.
    """

    trial: Trial
    game: Word | None = None
    ask: Word | None = None
    verdict: Verdict
    calls: Count = 0
    latency_ms: Count | None = None
    found: Text
    advice: Text = ""
    fault: FaultKind | None = None
    request: Excerpt = ""
    answer: Excerpt = ""


class Report(msgspec.Struct, frozen=True, kw_only=True):
    """A conformance check as far as it has come. Times are ms since 1970.

    The `verdict` is the worst of all findings, once it is `finished`; `interrupted` by a stop of
    the arena it has none.
    """

    begun_ms: Moment
    ended_ms: Moment | None = None
    state: State = "running"
    verdict: Verdict | None = None
    findings: Annotated[tuple[Finding, ...], msgspec.Meta(max_length=MAX_FINDINGS)] = ()

    def grown(self, finding: Finding) -> "Report":
        """Give it with a further finding."""
        return msgspec.structs.replace(self, findings=(*self.findings, finding))

    def finished(self, now_ms: int) -> "Report":
        """Give it at its end."""
        found = {finding.verdict for finding in self.findings}
        verdict: Verdict = next((each for each in _WORST if each in found), "passed")
        return msgspec.structs.replace(self, state="finished", ended_ms=now_ms, verdict=verdict)

    def interrupted(self) -> "Report":
        """Give it as one that nobody goes on with."""
        return msgspec.structs.replace(self, state="interrupted")


_WORST: tuple[Verdict, ...] = ("failed", "warned")


def excerpt(data: bytes) -> str:
    """Give the beginning of something that was sent or received, in printable ASCII."""
    return ascii(data[:SHOWN].decode("utf-8", "replace"))[1:-1][:MAX_SHOWN]


def cut(text: str) -> str:
    """Give a text of ours that quotes a bot, no longer than a report takes."""
    return text if len(text) <= MAX_TEXT else f"{text[: MAX_TEXT - 3]}..."
