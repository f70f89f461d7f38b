"""What the drawn table of Sky Heist shows, read back as the view of whoever looks.

What may live here: from the data attributes of the table, in the order of the document, to the
fields of a view. A hand that is not the onlooker's own is compared by what is known of it.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

from arena.games.sky_heist.words import (
    Cancelled,
    ChallengeNow,
    HeistView,
    InPlay,
    RaceNow,
    SharingNow,
    Swap,
)

Marks = Sequence[Mapping[str, str]]
"""The data of each element that has any; the text of one with `count` is its `number`."""
Cards = tuple[str, ...]


def view_of(marks: Marks, seat: int | None) -> HeistView:
    """Give the view that the table shows; `seat` (None: a spectator) is whose own cards it has.

    Of what is shown with everything open, that is what the seat might know.
    """
    return _Table(marks, seat).view()


class _Table:
    """The marks of a table, and the parts of a view that stand in them."""

    def __init__(self, marks: Marks, seat: int | None) -> None:
        self._marks = marks
        self._seat = seat
        self._table = next(mark for mark in marks if "phase" in mark)
        self._seats = range(sum(mark.get("count") == "points" for mark in marks))

    def view(self) -> HeistView:
        own = self._seat
        return HeistView(
            seat=own,
            phase=self._table["phase"],
            round=self._count("round"),
            rounds=int(self._table["rounds"]),
            turn=self._count("turn"),
            first=int(self._table["first"]),
            active=int(self._table["active"]),
            scores=self._by_seat("points"),
            deck=self._count("deck"),
            sheriffs=len(self.zone("sheriffs")),
            loot=self.zone("loot"),
            hands=tuple(len(self.zone("hand", seat)) for seat in self._seats),
            revolvers=tuple(len(self.zone("revolver", seat)) for seat in self._seats),
            assistants=tuple(len(self.zone("front", seat)) for seat in self._seats),
            hand=() if own is None else self.zone("hand", own),
            revolver=() if own is None else self.zone("revolver", own),
            swaps=tuple(self._swaps()),
            lost=() if own is None else self.zone("lost", own),
            bonus=len(self.zone("bonus")),
            aside=self.zone("aside"),
            in_play=self._in_play(),
            challenge=self._challenge(),
            race=self._race(),
            sharing=self._sharing(),
        )

    def zone(self, name: str, seat: int | None = None, marks: Marks | None = None) -> Cards:
        """Give the cards of a zone, those cancelled among them."""
        return tuple(card["card"] for card in self._cards(name, seat, marks))

    def _cards(self, name: str, seat: int | None, marks: Marks | None = None) -> Marks:
        marks = self._marks if marks is None else marks
        where = "" if seat is None else str(seat)
        for place, mark in enumerate(marks, 1):
            if mark.get("zone") == name and mark.get("seat", "") == where:
                return list(takewhile(lambda each: "card" in each, marks[place:]))
        return []

    def _count(self, name: str) -> int:
        return self._by_seat(name)[0]

    def _by_seat(self, name: str) -> tuple[int, ...]:
        return tuple(int(mark["number"]) for mark in self._marks if mark.get("count") == name)

    def _after(self, mark: Mapping[str, str]) -> Marks:
        place = next(at for at, each in enumerate(self._marks) if each is mark)
        return self._marks[place + 1 :]

    def _with(self, *names: str) -> Iterator[Mapping[str, str]]:
        return (mark for mark in self._marks if all(name in mark for name in names))

    def _swaps(self) -> Iterator[Swap]:
        """Give the Substitutions that the seat took part in; others are shown face down."""
        for mark in self._with("swap", "by"):
            by, on, after = int(mark["by"]), int(mark["on"]), self._after(mark)
            if self._seat in (by, on):
                given = self.zone("given", None, after) if mark["swap"] else None
                yield Swap(by, on, self.zone("taken", None, after), given)

    def _in_play(self) -> InPlay | None:
        for mark in self._with("playing"):
            return InPlay(mark["playing"], int(mark["by"]), _seat(mark.get("on")))
        return None

    def _challenge(self) -> ChallengeNow | None:
        for mark in self._with("challenger"):
            early = mark.get("anticipated")
            if early is None:
                return ChallengeNow(int(mark["challenger"]), None, None)
            cards = tuple(card for seat in self._seats for card in self.zone("challenge", seat))
            return ChallengeNow(int(mark["challenger"]), cards, tuple(map(int, early.split())))
        return None

    def _hands(self, told: str) -> list[Mapping[str, str]]:
        there = any(mark["told"] == told for mark in self._with("told"))
        return list(self._with("hand")) if there else []

    def _race(self) -> RaceNow | None:
        hands = self._hands("false")
        if not hands:
            return None
        loaded = {int(hand["hand"]): int(hand["loaded"]) for hand in hands}
        return RaceNow(_starter(hands), tuple(loaded[seat] for seat in self._seats))

    def _sharing(self) -> SharingNow | None:
        hands = self._hands("true")
        if not hands:
            return None
        excluded = next((int(hand["hand"]) for hand in hands if "excluded" in hand), None)
        took = next((int(hand["hand"]) for hand in hands if "bonus" in hand), None)
        return SharingNow(
            order=tuple(int(hand["hand"]) for hand in hands),
            excluded=excluded,
            starter=_starter(hands),
            revolvers=tuple(None if s == excluded else self._left(s) for s in self._seats),
            bonus=self.zone("bonus-taken"),
            bonus_to=took,
            cancelled=tuple(
                Cancelled(int(mark["owner"]), _seat(mark.get("on")), mark.get("cancels"))
                for mark in self._with("owner")
            ),
        )

    def _left(self, seat: int) -> Cards:
        cards = self._cards("revolver", seat)
        return tuple(card["card"] for card in cards if "cancelled" not in card)


def claims_no_more(marks: Marks, hands: Sequence[Cards], revolvers: Sequence[Cards]) -> bool:
    """Say whether every card shown open in a hand or revolver is there in truth."""
    table = _Table(marks, None)
    return all(
        Counter(card for card in table.zone(name, seat) if card) <= Counter(cards)
        for name, truth in (("hand", hands), ("revolver", revolvers))
        for seat, cards in enumerate(truth)
    )


def _starter(hands: Sequence[Mapping[str, str]]) -> int | None:
    return next((int(hand["hand"]) for hand in hands if hand["how"] == "starter"), None)


def _seat(number: str | None) -> int | None:
    return None if number is None else int(number)
