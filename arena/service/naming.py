"""Names that people give to things: what they may consist of, so that nobody is misled by one."""

import re
import unicodedata

from arena.service.errors import Invalid

MAX_NAME = 40
_BLANK = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
"""Letters, marks and a symbol that draw nothing (Unicode: Default_Ignorable, and empty Braille)."""


def clean_name(field: str, text: str) -> str:
    """Give the name in its one form (NFC); raise Invalid, naming `field`, if it cannot be taken.

    Letters, marks, digits, punctuation, symbols and single inner spaces; nothing invisible, and
    nothing that changes the direction of writing.
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
    return name
