"""What the drawn table of Sky 5 shows, read back as the view of whoever looks.

What may live here: from the data attributes of the table, in the order of the document, to the
fields of a view.
"""

from collections.abc import Mapping, Sequence
from itertools import takewhile

from arena.games.sky5.cards import RANK
from arena.games.sky5.words import Sky5View

Marks = Sequence[Mapping[str, str]]
"""The data of each element that has any; the text of one with `count` is its `number`."""
Cards = tuple[str, ...]


def view_of(marks: Marks, seat: int | None) -> Sky5View:
    """Give the view that the table shows; everybody's is the same but for the `seat`."""
    table = next(mark for mark in marks if "active" in mark)
    points = _counts(marks, "points")
    seats = range(len(points))
    return Sky5View(
        seat=seat,
        turn=_counts(marks, "turn")[0],
        active=int(table["active"]),
        fronts=tuple(_zone(marks, "front", each) for each in seats),
        piles=tuple(_zone(marks, "pile", each) for each in seats),
        points=points,
        discard=_zone(marks, "discard"),
        deck=_counts(marks, "deck")[0],
        removed=_counts(marks, "removed")[0],
        final_order=_seats(table["final"]),
        final_left=_seats(table["left"]),
        drawn=table["drawn"] or None,
        buster=int(table["buster"]) if table["buster"] else None,
        takers=_seats(table["takers"]),
        open=tuple(sorted((m["card"] for m in marks if "open" in m), key=RANK.__getitem__)),
    )


def _counts(marks: Marks, name: str) -> tuple[int, ...]:
    return tuple(int(mark["number"]) for mark in marks if mark.get("count") == name)


def _seats(numbers: str) -> tuple[int, ...]:
    return tuple(map(int, numbers.split()))


def _zone(marks: Marks, name: str, seat: int | None = None) -> Cards:
    """Give the cards of a zone, which are the marks that follow its own."""
    where = "" if seat is None else str(seat)
    place = next(
        at
        for at, mark in enumerate(marks)
        if mark.get("zone") == name and mark.get("seat", "") == where
    )
    return tuple(
        mark["card"] for mark in takewhile(lambda each: "card" in each, marks[place + 1 :])
    )
