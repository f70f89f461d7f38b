"""The story of a match in words, made of its events and the phrases of its game.

What may live here: how an event or a choice becomes words. Which words a game has, is in the game
(`Game.phrases` by an event's tag, `Game.choices` by an option's): format strings over the fields
of the event or option. They may use

    {seat:seat}     a seat, or several
    {time_us:ms}    microseconds, shown as milliseconds
    {reason:words}  a name of several words, joined by `_`
    {forced:?text}  `text` where the field is neither None nor false; it may hold fields itself
    {forced:!text}  `text` where it is

A structure within an event has its phrase under its class name. A phrase that begins with `# `
opens a chapter, one with `## ` a section. What has no phrase is told by its fields.
"""

from collections.abc import Iterator, Mapping, Sequence
from string import Formatter

import msgspec

from arena.engine.ask import Event, Option
from arena.engine.record import Record
from arena.engine.retelling import beats
from arena.engine.rules import Game


def tell(game: Game, record: Record) -> Iterator[str]:
    """Give the story line by line, what was said and every fault before what came of it.

    Raises HeaderError where it cannot be played here, RetellingError at what is no match.
    """
    teller = Teller(game)
    notes = _notes(record)
    for beat in beats(game, record):
        for decided in beat.decided:
            yield from notes.get(decided.number, ())
        for event in beat.events:
            yield from _lines(teller.event(event))


def _lines(words: str) -> tuple[str, ...]:
    """Give the line of an event, indented below its heading; a chapter's after an empty one."""
    if words.startswith("# "):
        return "", words[2:]
    if words.startswith("## "):
        return (words[3:],)
    return (f"  {words}",)


def _notes(record: Record) -> dict[int, list[str]]:
    """Give what people are told beside the events, by decision."""
    notes: dict[int, list[str]] = {}
    for fault in record.faults:
        notes.setdefault(fault.at, []).append(f"  (no valid answer: {fault.kind!r})")
    for say in record.says:
        notes.setdefault(say.at, []).append(f"  (said: {say.text!r})")
    return notes


class Teller(Formatter):
    """Fills the phrases of one game."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def event(self, event: Event) -> str:
        """Give the words for an event, with the mark of a chapter or a section before them."""
        return self._words(event, str(event.__struct_config__.tag), self._game.phrases)

    def choice(self, option: Option) -> str:
        """Give the words for what a seat may choose."""
        return self._words(option, str(option.__struct_config__.tag), self._game.choices)

    def _words(self, part: msgspec.Struct, name: str, phrases: Mapping[str, str]) -> str:
        fields = {field: getattr(part, field) for field in part.__struct_fields__}
        phrase = phrases.get(name) or _by_fields(name, fields)
        return self.vformat(phrase, (), fields)

    def format_field(self, value: object, format_spec: str) -> str:
        """Say one value as its specification wants it."""
        if format_spec.startswith(("?", "!")):
            there = value is not None and value is not False
            return format_spec[1:] if there == (format_spec[0] == "?") else ""
        if isinstance(value, msgspec.Struct):
            return self._words(value, type(value).__name__, self._game.phrases)
        if isinstance(value, Sequence) and not isinstance(value, str):
            between = " " if all(isinstance(one, str) for one in value) else ", "
            words = between.join(self.format_field(one, format_spec) for one in value)
            return words or _say(None, format_spec)
        return _say(value, format_spec)


def _say(value: object, how: str) -> str:
    if value is None:
        return "nobody" if how == "seat" else "nothing"
    if isinstance(value, int) and how == "seat":
        return f"seat {value}"
    if isinstance(value, int) and how == "ms":
        return f"{value / 1000:.1f} ms"
    if how == "words":
        return str(value).replace("_", " ")
    return format(value, how)


def _by_fields(name: str, fields: Mapping[str, object]) -> str:
    return ", ".join([name, *(f"{field} {{{field}}}" for field in fields)])
