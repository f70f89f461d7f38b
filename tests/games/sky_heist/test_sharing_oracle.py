"""The sharing against a second reading of the rules, over many random revolvers.

The second reading shares no code with the engine: it tries every way to assign the wilds, and
halves the loot by dividing.
"""

from collections import Counter
from itertools import combinations_with_replacement
from math import ceil
from random import Random

import pytest

from arena.games.sky_heist import events as told
from tests.games.sky_heist.scene import Scene
from tests.sizes import size

SHARINGS = size(2_000, 20_000)
VALUES = "1234567"


class Reading:
    """A sharing as the page tells it; seats are letters, and the table is `letters` clockwise.

    `hands` are the participants, lowest hand first; `revolvers` lose what is cancelled.
    """

    def __init__(
        self, letters: str, hands: list[str], revolvers: dict[str, list[str]], starter: str | None
    ) -> None:
        self.letters, self.hands, self.starter = letters, hands, starter
        self.revolvers = {seat: list(revolvers[seat]) for seat in hands}

    def targets(self, owner: str) -> list[str]:
        """Give who holds the highest value, clockwise from the owner, he last (SH-43 to SH-45)."""
        numbers = [card for cards in self.revolvers.values() for card in cards if card in VALUES]
        at = self.letters.index(owner) + 1
        around = self.letters[at:] + self.letters[:at]
        return [s for s in around if numbers and max(numbers) in self.revolvers.get(s, [])]

    def cancel(self, seat: str) -> None:
        """Cancel a highest card of the seat."""
        cards = self.revolvers[seat]
        cards.remove(max(card for card in cards if card in VALUES))

    def score(self, seat: str) -> tuple[int, int]:
        """Give the best group over all ways to assign the wilds (SH-36 to SH-42)."""
        numbers = [card for card in self.revolvers[seat] if card in VALUES]
        wilds = 0 if seat == self.starter else self.revolvers[seat].count("W")
        ways = combinations_with_replacement(sorted(set(numbers)), wilds if numbers else 0)
        groups = [Counter([*numbers, *way]).items() for way in ways]
        return max(((n, int(value)) for way in groups for value, n in way), default=(0, 0))

    def shares(self, loot: int) -> list[tuple[str, int]]:
        """Give who takes how many cards, best first (SH-37, SH-39, SH-47, SH-59)."""
        rest = loot
        shares: list[tuple[str, int]] = []
        for seat in sorted(self.hands, key=self.score, reverse=True):
            taken = (rest if not shares else 0) if len(self.letters) == 2 else ceil(rest / 2)
            rest -= taken
            shares.append((seat, taken))
        return shares


def deal(chance: Random, letters: str) -> tuple[dict[str, list[str]], list[str]]:
    """Give random revolvers, equal values, wilds and Missed being frequent, and a bonus."""
    values = VALUES[chance.choice((0, 2, 4)) :]
    pack = [*values * 7, *"WWWWWWMMM", "In", "Sub"]
    chance.shuffle(pack)
    bonus = [pack.pop() for _ in range(3 if len(letters) == 2 else 0)]
    pack = [card for card in pack if card not in ("In", "Sub")]
    sizes = [chance.choice((0, 0, 1, 1, 2, 3, 6)) for _ in letters]
    return {s: [pack.pop() for _ in range(n)] for s, n in zip(letters, sizes, strict=True)}, bonus


def resolve(scene: Scene, reading: Reading, chance: Random, met: Counter[str]) -> None:
    """Resolve all Missed in both, by the order of hands, choosing at random (SH-44, SH-46)."""
    for owner in reading.hands:
        for _ in range(reading.revolvers[owner].count("M")):
            targets = reading.targets(owner)
            met[f"{min(len(targets), 2)} targets"] += 1
            if len(targets) > 1:
                assert scene.asked() == {owner: [f"cancel {seat}" for seat in targets]}
                chosen = chance.choice(targets)
                scene.do(f"{owner} cancel {chosen}")
                reading.cancel(chosen)
            elif targets:
                reading.cancel(targets[0])


def check(number: int, met: Counter[str]) -> None:
    """Hold one random sharing to the second reading; count what is met in it."""
    chance = Random(f"sharing/{number}")
    letters = "ABCDE"[: chance.randint(2, 5)]
    two = len(letters) == 2
    revolvers, bonus = deal(chance, letters)
    times = {letter: chance.randint(1, 4) for letter in letters}
    at, loot = chance.randrange(len(letters)), chance.randint(0, 9)
    starter = letters[at] if not two and chance.random() < 0.5 else None
    scene = Scene(
        f"players {len(letters)}; active {letters[at]}; loot {loot}*; bonus {' '.join(bonus)};"
        f" latency {' '.join(f'{s} {t}' for s, t in times.items())};"
        f" {'out 2' if starter else 'out 4; at arrival'};"
        + ";".join(f"{s} {{}} [{' '.join(cards)}]" for s, cards in revolvers.items())
    )
    hands = sorted(letters[at:] + letters[:at], key=lambda s: (s != starter, times[s]))
    revolvers[hands[0]] += bonus
    reading = Reading(letters, hands if two else hands[:-1], revolvers, starter)
    resolve(scene, reading, chance, met)

    shared = scene.happened(told.Shared)
    assert [("ABCDE"[e.seat], e.cards) for e in shared] == reading.shares(loot)
    for event in shared:
        assert (event.size, int(event.value or 0)) == reading.score("ABCDE"[event.seat])
    (end,) = scene.happened(told.RoundEnd)
    assert "ABCDE"[end.next_first] == ("ABCDE"[shared[-1].seat] if two else hands[-1])
    assert end.left == loot - sum(event.cards for event in shared)
    scores = [reading.score(seat) for seat in reading.hands]
    met["tie"] += len(set(scores)) < len(scores)
    met["no group"] += (0, 0) in scores


@pytest.mark.rule(
    "SH-34", "SH-36", "SH-37", "SH-38", "SH-39", "SH-40", "SH-41", "SH-42", "SH-43", "SH-44",
    "SH-45", "SH-46", "SH-47", "SH-48", "SH-51", "SH-59", "SH-61", "SH-62",
)  # fmt: skip
def test_sharings_are_as_in_a_second_reading() -> None:
    """Asks, scores, shares, what is left and who is next; every odd corner is met often."""
    met: Counter[str] = Counter()
    for number in range(SHARINGS):
        check(number, met)

    assert set(met) == {"0 targets", "1 targets", "2 targets", "tie", "no group"}
    assert min(met.values()) > SHARINGS // 200
