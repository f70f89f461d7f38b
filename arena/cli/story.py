"""The story of a match in words, made of its events and the phrases of its game.

What may live here: how an event becomes a line. Which words a game has for it, is in the game
(`Game.phrases`): a format string over the event's fields, under the event's tag. It may use

    {seat:seat}     a seat, or several
    {time_us:ms}    microseconds, shown as milliseconds
    {forced:?text}  `text` where the field is neither None nor false; it may hold fields itself
    {forced:!text}  `text` where it is

A structure within an event has its phrase under its class name. A phrase that begins with `# `
opens a chapter, one with `## ` a section. An event without a phrase is told by its fields.
"""

from collections.abc import Iterator, Mapping, Sequence
from string import Formatter

import msgspec

from arena.engine.ask import Event
from arena.engine.record import Record
from arena.engine.replay import play_decision
from arena.engine.rules import Game
from arena.engine.table import Table, TableError


class StoryError(Exception):
    """A replay that cannot be told, since its decisions are not those of a match."""


def tell(game: Game, record: Record) -> Iterator[str]:
    """Give the story line by line; raise StoryError at a decision that cannot be played."""
    teller = _Teller(game.phrases)
    notes = _notes(record)
    for at, events in moments(game, record):
        yield from notes.get(at, ())
        for event in events:
            yield from teller.lines(event)


def moments(game: Game, record: Record) -> Iterator[tuple[int, list[Event]]]:
    """Give the number of each decision (from 0; -1: the setup) with the events it led to.

    Raises HeaderError where the header cannot be played here, StoryError at a wrong decision.
    """
    table = Table.new(game, record.header)
    told = 0
    for at in range(-1, len(record.decisions)):
        if at >= 0:
            _play(table, record, at)
        log = table.log
        yield at, log[told:]
        told = len(log)
    if not table.over or table.digest() != record.digest:
        raise StoryError("what its decisions give is not what it states: `arena verify` says where")


def _play(table: Table, record: Record, at: int) -> None:
    try:
        play_decision(table, record.decisions[at])
    except TableError as error:
        raise StoryError(f"decision {at + 1} cannot be played: {error}") from error


def _notes(record: Record) -> dict[int, list[str]]:
    """Give what people are told beside the events, by decision."""
    notes: dict[int, list[str]] = {}
    for fault in record.faults:
        notes.setdefault(fault.at, []).append(f"  (no valid answer: {fault.kind!r})")
    for say in record.says:
        notes.setdefault(say.at, []).append(f"  (said: {say.text!r})")
    return notes


class _Teller(Formatter):
    """Fills the phrases of one game."""

    def __init__(self, phrases: Mapping[str, str]) -> None:
        self._phrases = phrases

    def lines(self, event: Event) -> tuple[str, ...]:
        """Give the line of an event, indented below its heading; a chapter's after an empty one."""
        text = self.words(event, str(event.__struct_config__.tag))
        if text.startswith("# "):
            return "", text[2:]
        if text.startswith("## "):
            return (text[3:],)
        return (f"  {text}",)

    def words(self, part: msgspec.Struct, name: str) -> str:
        """Give the words for an event or a structure within one."""
        fields = {field: getattr(part, field) for field in part.__struct_fields__}
        phrase = self._phrases.get(name) or _by_fields(name, fields)
        return self.vformat(phrase, (), fields)

    def format_field(self, value: object, format_spec: str) -> str:
        """Say one value as its specification wants it."""
        if format_spec.startswith(("?", "!")):
            there = value is not None and value is not False
            return format_spec[1:] if there == (format_spec[0] == "?") else ""
        if isinstance(value, msgspec.Struct):
            return self.words(value, type(value).__name__)
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
    return format(value, how)


def _by_fields(name: str, fields: Mapping[str, object]) -> str:
    return ", ".join([name, *(f"{field} {{{field}}}" for field in fields)])
