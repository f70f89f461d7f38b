"""What the author of a bot is told to do about what was found, in words that need no source code.

What may live here: sentences, by fault and by what was tried.
"""

from collections.abc import Mapping

from arena.match.conformance.report import Trial
from arena.protocol.messages import FaultKind

OF_FAULT: Mapping[FaultKind, str] = {
    "connect": "Is the bot running, at this host and port? If it is, it ended the connection "
    "before a whole answer was sent: its own output should say why.",
    "tls": "The certificate must be valid for this host name and not expired, with its whole "
    "chain; TLS 1.2 or newer.",
    "timeout": "Answer within the time that the ask states in `clock`: `move_ms`, and now and then "
    'more, out of `bank_ms`. Where time is short, {"choice": 0} is always legal.',
    "status": "A good answer has status 200; the bot's own output should say what went wrong. 401 "
    "or 403 mean that it refuses our signature: it needs the bot's present secret.",
    "redirect": "Answer at the URL itself: nothing that leads elsewhere is followed.",
    "content_type": "Send the answer with `Content-Type: application/json`, and without an "
    "encoding such as gzip.",
    "oversize": 'An answer has at most 64 KiB, and its head is small: {"choice": 0} is enough.',
    "bad_json": "The body of an answer must be one JSON object in UTF-8, with nothing after it.",
    "schema": 'GET answers {"protocol": 1, "games": [...]}, an ask {"choice": N}, with N a whole '
    "number from 0 on and optionally `say`, a text of up to 80 characters. `arena schema` prints "
    "all of it.",
    "illegal": "`choice` is an index into `options`: from 0, and less than their number.",
    "refused_address": "The host must have public addresses only, or be in a network that the "
    "operator allows (--allow-network).",
}
_OF_TRIAL: Mapping[Trial, str] = {
    "unknown_fields": "An ask may have further fields in time to come: pass over those that you do "
    "not know.",
    "sent_twice": "The same ask comes again after a crash or an outage of ours: answer it again.",
    "little_time": "With an empty bank there is no more time than `move_ms`.",
    "at_once": "`max_concurrency` of GET says how many asks are put at once: state fewer, or "
    "answer more of them at the same time.",
    "match": "Each fault plays the default and costs a strike; with five the seat is retired.",
}

SIGN = (
    "Anybody who finds its URL can ask it: give the bot its secret, and have it answer with 401 "
    "whatever is not signed with it, over the exact bytes of the body."
)
ODD_REFUSAL = "Answer what is not signed with the bot's secret with status 401."
SLOW = (
    "What an answer takes beyond `move_ms` is drawn from the bank of its match; once that is empty "
    "it is a timeout."
)
NEAR = "Leave more room: a network that is slow for a moment makes a timeout of it."
LONG = "Nothing is wrong with what was answered; the check goes on no longer than that."
MEND = "Mend what failed before, then check again."
PROVE = (
    "Another word or another server is there now: have GET state the `verify` of the owner, which "
    "shows that this server wants to be called."
)
NAME_GAMES = "Have `games` of GET name what the bot plays, in these words."
WINDOWS = "Nothing, unless the bot wants to load on other players' turns: then `windows` of GET."


def advise(trial: Trial, fault: FaultKind) -> str:
    """Give what to do about a fault that was met in a trial."""
    return " ".join(filter(None, (_OF_TRIAL.get(trial), OF_FAULT[fault])))
