"""Names and reasons that people give: what they may consist of, so that nobody is misled by one."""

import re
import unicodedata

from arena.service.errors import Invalid

MAX_NAME = 40
MAX_REASON = 200
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Letters, marks and a symbol that draw nothing (Unicode: Default_Ignorable, and empty Braille)."""
MOST_MARKS = 5
"""Marks on one letter: no script needs more, and a pile of them covers the lines around."""
_PILE = re.compile(rf"(?:^|_)M|M{{{MOST_MARKS + 1}}}")


def clean_name(field: str, text: str) -> str:
    """Give the name in its one form (NFC); raise Invalid, naming `field`, if it cannot be taken.

    Letters, marks, digits, punctuation, symbols and single inner spaces; nothing invisible, nothing
    that changes the direction of writing, and no marks on nothing or in piles.
    """
    name = unicodedata.normalize("NFC", text)
    if not 1 <= len(name) <= MAX_NAME:
        raise Invalid(field, f"expected 1 to {MAX_NAME} characters, got {len(name)}")
    if name != " ".join(name.split(" ")) or name != name.strip() or "  " in name:
        raise Invalid(field, f"expected no space at the ends and single ones inside, got {name!a}")
    for character in name:
        unseen = unicodedata.category(character)[0] in "CZ" or _BLANK.match(character)
        if character != " " and unseen:
            raise Invalid(field, f"expected visible characters only, got {character!a}")
    if _PILE.search("".join(map(_kind, name))):
        raise Invalid(field, f"expected at most {MOST_MARKS} marks, on a letter, got {name!a}")
    return name


def check_reason(reason: str) -> None:
    """Raise Invalid unless this is a short line of print, fit to be shown with what was done."""
    if not 1 <= len(reason) <= MAX_REASON or not reason.isprintable():
        expected = f"expected 1 to {MAX_REASON} printable characters"
        raise Invalid("reason", f"{expected}, got {reason[:80]!a}")


def _kind(character: str) -> str:
    """Give `M` for a mark, `_` for a space, `x` for what can bear marks."""
    if character == " ":
        return "_"
    return "M" if unicodedata.category(character)[0] == "M" else "x"
