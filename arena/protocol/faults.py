"""What can go wrong with a call of a bot, in words that need no source code.

What may live here: a sentence for each kind of fault. What to do about it, `arena.match` says.
"""

from collections.abc import Mapping
from typing import Final

from arena.protocol.messages import FaultKind

MEANINGS: Final[Mapping[FaultKind, str]] = {
    "connect": "There was no connection, or it broke before a whole answer was there.",
    "tls": "The certificate is not good for this host, or no encryption could be agreed on.",
    "timeout": "The answer was not there when `move_ms` and the match's bank were used up.",
    "status": "The answer has another status than 200.",
    "redirect": "The answer sends the arena to another address.",
    "content_type": "The answer is not `application/json`, or it is compressed.",
    "oversize": "The answer, or its head, is longer than may be.",
    "bad_json": "The answer is no JSON, or not UTF-8.",
    "schema": "The answer is JSON, but not of the form that the protocol asks for.",
    "illegal": "`choice` names no option of the ask.",
    "refused_address": "The host of the URL has no address, or one that may not be called.",
}
