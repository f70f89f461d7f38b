"""One label of a host's name, plain or international (IDNA 2008).

What may live here: which labels are good, and what a bad one would have to be. An international
label is taken in its ASCII form alone, which is also how it is shown: nobody is fooled by a letter
that only looks like another. Mixed scripts, which serve for nothing else, are refused.
"""

import re
import unicodedata

import idna

_PLAIN = re.compile(r"[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?", re.ASCII)
_NEUTRAL = frozenset({"HYPHEN-MINUS", "DIGIT", "COMBINING", "MIDDLE"})
"""What goes with any script: the first words of the characters' names."""
_TOGETHER = tuple(
    frozenset(scripts.split())
    for scripts in (
        "LATIN CJK IDEOGRAPHIC HIRAGANA KATAKANA KATAKANA-HIRAGANA",
        "LATIN CJK HANGUL",
        "LATIN CJK BOPOMOFO",
    )
)
"""Scripts that are written together (UTS 39, section 5.2, "highly restrictive")."""


def expected_of(label: str) -> str | None:
    """Give what this label would have to be, or None if it is good."""
    if not _PLAIN.fullmatch(label):
        return "a host name in lower case or an address"
    if label[2:4] != "--":
        return None
    if not label.startswith("xn--"):
        return "a host name without a -- after two characters"
    if not _is_international(label):
        return "an international name in the xn-- form of IDNA 2008, and of one script"
    return None


def _is_international(label: str) -> bool:
    """Whether this is the one ASCII form of a name in one script."""
    try:
        text = idna.ulabel(label)
        return idna.alabel(text) == label.encode() and _is_of_one_script(text)
    except UnicodeError:
        return False


def _is_of_one_script(text: str) -> bool:
    """Whether it is; what the standard library has of a character's script is in its name."""
    scripts = {unicodedata.name(each, each).partition(" ")[0] for each in text} - _NEUTRAL
    return len(scripts) <= 1 or any(scripts <= together for together in _TOGETHER)
