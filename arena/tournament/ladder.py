"""A ladder: ratings of a game beside its tournaments, made of the rounds of those that say so.

What may live here: what a round of a tournament is worth on the ladder, and the entry of the
ladder's own log. Every round has a frozen base of its own, the ladder's ratings when the round was
rated, so that the order in which its sets came does not matter; rounds are rated in the order of
the ladder's log. An entry names its base, and where in the tournament's log its sets are: it can be
proved from these two logs alone.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Annotated

import msgspec

from arena.tournament.config import USUAL_K
from arena.tournament.elo import START, k_for, set_deltas
from arena.tournament.log import Entry, LogError, Result, ranks_by_place
from arena.tournament.voids import BotId, Delta, Round

Head = Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]
TournamentId = Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
Place = Annotated[str, msgspec.Meta(max_length=50)]
Rating = Annotated[int, msgspec.Meta(ge=-(10**12), le=10**12)]
Sets = Annotated[int, msgspec.Meta(ge=0, le=10**9)]
SetChange = Annotated[int, msgspec.Meta(ge=-(10**9), le=10**9)]


class Change(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A bot in a rated round: its rating (micro-Elo) and sets before, and what is added."""

    bot: BotId
    rating: Rating
    sets: Sets
    gained: Delta
    played: SetChange


class RatedRound(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True, tag=1):
    """An entry of a ladder's log: a round of a tournament, and what it has changed, by bot id.

    `until` is the place of the last entry of the tournament's log that is taken in with it, and
    `head` that of the log's chain there; both are as before the round where it has no entry.
    """

    tournament: TournamentId
    round: Round
    until: Place
    head: Head
    changes: Annotated[tuple[Change, ...], msgspec.Meta(max_length=1_000)]

    @property
    def base(self) -> "Base":
        """The ratings and sets that the round was rated from."""
        return {change.bot: (change.rating, change.sets) for change in self.changes}


Base = Mapping[str, tuple[int, int]]
"""Bot ids to rating (micro-Elo) and rated sets; whoever is not in it is new."""
Earlier = Sequence[tuple[Result, Base]]
"""Results of rounds rated before that are void now, each with the base that it was rated from."""
NEW = (START, 0)

_decoder: msgspec.msgpack.Decoder[RatedRound] = msgspec.msgpack.Decoder(RatedRound)


def encode_round(rated: RatedRound) -> bytes:
    """Give the entry as msgpack."""
    return msgspec.msgpack.encode(rated)


def decode_round(data: bytes) -> RatedRound:
    """Read an entry; raise LogError naming what is malformed."""
    try:
        return _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise LogError(f"not an entry of a ladder's log: {error}") from error


def link(head: bytes, entry: bytes) -> bytes:
    """Give the head of a ladder's chain after an entry; before the first it is `first_head`."""
    return sha256(b"arena/v1/ladder-log\0" + head + entry).digest()


def first_head(game: str) -> bytes:
    """Give the head of the chain of a ladder without entries."""
    return sha256(b"arena/v1/ladder\0" + game.encode("ascii")).digest()


def gains(result: Result, base: Base) -> dict[str, int]:
    """Give what a set is worth on the ladder, in micro-Elo by bot; it adds up to zero.

    K is the least of its bots' own, each by the sets it had before the round (ratings, "K").
    """
    places = [base.get(bot, NEW) for bot in result.bots]
    k = min(k_for(sets, USUAL_K) for _, sets in places)
    deltas = set_deltas([rating for rating, _ in places], ranks_by_place(result), k)
    return dict(zip(result.bots, deltas, strict=True))


def changes(entries: Iterable[Entry], base: Base, earlier: Earlier = ()) -> tuple[Change, ...]:
    """Give what a round changes: these entries of its tournament's log, its own voids included.

    `earlier` are the results of rounds before it that its voids take back.
    """
    counted = list(entries)
    own = {entry.number: entry for entry in counted if isinstance(entry, Result)}
    for entry in counted:
        if not isinstance(entry, Result) and entry.of == entry.round:
            for number in entry.numbers:
                own.pop(number, None)
    gained, played = Counter[str](), Counter[str]()
    for result in own.values():
        gained.update(gains(result, base))
        played.update(result.bots)
    for result, old_base in earlier:
        gained.subtract(gains(result, old_base))
        played.subtract(result.bots)
    return tuple(
        Change(bot, *base.get(bot, NEW), gained=gained[bot], played=played[bot])
        for bot in sorted(played)
    )


class Ladder:
    """Ratings (micro-Elo) and rated sets by bot, as the entries of a ladder's log are added."""

    def __init__(self, game: str) -> None:
        """Begin with nobody."""
        self.places: dict[str, tuple[int, int]] = {}
        self.head = first_head(game)

    def add(self, rated: RatedRound) -> None:
        """Take in the next entry; raise LogError where its base is another than it was then."""
        for change in rated.changes:
            expected = self.places.get(change.bot, NEW)
            if (change.rating, change.sets) != expected:
                raise LogError(
                    f"{rated.tournament}, round {rated.round}: expected {change.bot} to begin"
                    f" with {expected}, got {(change.rating, change.sets)}"
                )
        for change in rated.changes:
            after = (change.rating + change.gained, change.sets + change.played)
            self.places[change.bot] = after
        self.head = link(self.head, encode_round(rated))
