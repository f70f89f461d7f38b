"""On which line of a TOML document something stands, which its parser does not tell.

A statement (a key with its value, or the head of a table) is the fewest lines that can be read by
themselves, since what is begun in one line and ends in another cannot: so the parser itself finds
where each begins, whatever is in strings and comments. As deep as contest files are: tables of
tables have the line of the outermost.
"""

import tomllib
from collections.abc import Iterator

Place = tuple[str | int, ...]
"""The way to a value: keys of tables and places in arrays, from 0."""


class Lines:
    """Where the values of a document stand, which must be one that can be read."""

    def __init__(self, text: str) -> None:
        """Find them."""
        self._at: dict[Place, int] = {}
        table: Place = ()
        for first, lines in _statements(text.replace("\r\n", "\n").split("\n")):
            given = tomllib.loads("\n".join(lines))
            key, value = next(iter(given.items()))
            if not lines[0].lstrip().startswith("["):
                self._at.setdefault((*table, key), first)
                self._put_items((*table, key), lines, first)
                continue
            table = (key, self._count(key)) if isinstance(value, list) else (key,)
            self._at.setdefault((key,), first)
            self._at.setdefault(table, first)

    def of(self, path: Place) -> int | None:
        """Give the line (from 1) of a value, or of the nearest thing around it; None for none."""
        around = (path[:length] for length in range(len(path), 0, -1))
        return next((self._at[each] for each in around if each in self._at), None)

    def _count(self, key: str) -> int:
        """Give how many tables an array of tables has so far."""
        return sum(path[0] == key and len(path) == 2 for path in self._at)

    def _put_items(self, path: Place, lines: list[str], first: int) -> None:
        """Take in the items of an array over several lines: each is there once it can be closed."""
        for number in range(len(lines) - 1):
            try:
                given = tomllib.loads("\n".join([*lines[: number + 1], "]"]))
            except tomllib.TOMLDecodeError:
                continue
            (value,) = given.values()
            for place in range(len(value) if isinstance(value, list) else 0):
                self._at.setdefault((*path, place), first + number)


def _statements(lines: list[str]) -> Iterator[tuple[int, list[str]]]:
    """Give each statement's lines with the number of the first; empty lines are none."""
    statement = list[str]()
    for number, line in enumerate(lines, 1):
        statement.append(line)
        try:
            found = tomllib.loads("\n".join(statement))
        except tomllib.TOMLDecodeError:
            continue
        if found:
            yield number + 1 - len(statement), statement
        statement = []
