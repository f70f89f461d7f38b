"""Seeds, schedule and ratings, written anew from their rules; nothing of the arena is imported.

What may live here: what the documents state. Where this and the arena disagree one of them is
wrong, and nobody should believe either until it is known which.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from decimal import ROUND_HALF_EVEN, Decimal, localcontext
from hashlib import sha256

FIRST = 1500 * 10**6
"""Micro-Elo that everybody begins with."""
MULTIPLY_4 = {1: (0, 1, 2, 3), 2: (0, 2, 3, 1), 3: (0, 3, 1, 2)}
"""a × i in the field of four elements."""
Table = tuple[int, ...]


def hashed(domain: str, *parts: bytes) -> bytes:
    """SHA-256 over a domain, a zero byte and the parts."""
    return sha256(f"arena/v1/{domain}".encode() + b"\0" + b"".join(parts)).digest()


def commitment_to(secret: bytes, config: object) -> str:
    """The commitment to a secret and a configuration, that as JSON with sorted keys, unspaced."""
    text = json.dumps(config, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashed("commit", secret, sha256(text.encode()).digest()).hex()


def final_seed(secret: bytes, nonces: Mapping[str, str], beacon: str | None) -> bytes:
    """The seed of a tournament."""
    entries = b"".join(
        bot.encode() + b"\0" + bytes.fromhex(nonces[bot]) for bot in sorted(nonces, key=str.encode)
    )
    drawn = bytes(32) if beacon is None else bytes.fromhex(beacon)
    return hashed("final", secret, sha256(entries).digest(), drawn)


def deal_seed(final: bytes, game: str, round_number: int, table: int, deal: int) -> str:
    """The seed of a deal."""
    place = b"".join(number.to_bytes(4, "big") for number in (round_number, table, deal))
    return hashed("deal", final, bytes([len(game)]), place, game.encode()).hex()


def numbers(seed: bytes, name: str) -> Iterator[int]:
    """The 64-bit values of a stream."""
    key, block = hashed("stream", seed, name.encode()), 0
    while True:
        data = sha256(key + block.to_bytes(8, "big")).digest()
        yield from (int.from_bytes(data[i : i + 8], "big") for i in range(0, 32, 8))
        block += 1


def below(drawn: Iterator[int], bound: int) -> int:
    """The next value below a bound, without bias."""
    return next(value for value in drawn if value < 2**64 - 2**64 % bound) % bound


def shuffled(items: Sequence[str], drawn: Iterator[int]) -> list[str]:
    """The items in random order, swapped from the end."""
    order = list(items)
    for i in reversed(range(1, len(order))):
        j = below(drawn, i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def k_of(steps: Sequence[tuple[int | None, int]], sets: int) -> int:
    """K after so many scheduled sets."""
    return next(k for until, k in steps if until is None or sets < until)


def duel_steps(bots: int, *, twice: bool) -> Iterator[list[Table]]:
    """The endless steps of the circle method, each as its tables; `twice` with seats exchanged."""
    seats: list[int | None] = [*range(bots), *([None] if bots % 2 else [])]
    turn = len(seats) - 1
    while True:
        for s in range(turn):
            pairs = [(seats[s], seats[turn])]
            pairs += [
                (seats[(s + i) % turn], seats[(s - i) % turn]) for i in range(1, turn // 2 + 1)
            ]
            step = [(a, b) for a, b in pairs if a is not None and b is not None]
            yield [*step]
            if twice:
                yield [(b, a) for a, b in step]


def duel_rounds(
    bots: int, rounds: int, deals: int, steps: Sequence[tuple[int | None, int]], *, twice: bool
) -> list[list[Table]]:
    """The tables of each round of duels."""
    found: list[list[Table]] = []
    turning = duel_steps(bots, twice=twice)
    whole = (bots + bots % 2 - 1) * (2 if twice else 1)
    done = sets = 0
    for _ in range(rounds):
        most = min(8, 350 // (k_of(steps, sets) * deals))
        most = min(most - most % 2 if twice else most, whole - done)
        found.append([table for _ in range(most) for table in next(turning)])
        done = (done + most) % whole
        sets += most * deals
    return found


def block_rounds(bots: int, blocks: Sequence[Table]) -> list[list[Table]]:
    """The tables of each round: the shifts of its base block."""
    return [[tuple((i + x) % bots for i in block) for x in range(bots)] for block in blocks]


def meetings(bots: int, rounds: Sequence[Sequence[Table]]) -> list[int]:
    """How often each pair of bots sits at one table, counted table by table."""
    met = {(a, b): 0 for a in range(bots) for b in range(a)}
    for tables in rounds:
        for table in tables:
            for a in table:
                for b in table:
                    if b < a:
                        met[a, b] += 1
    return [*met.values()]


def first_of_class(tables: Sequence[Table]) -> list[int]:
    """By table the lowest one of its class of disjoint tables: each joins the earliest it can."""
    classes: list[tuple[int, set[int]]] = []
    found = []
    for number, table in enumerate(tables):
        at = next((at for at, (_, taken) in enumerate(classes) if not taken & {*table}), None)
        if at is None:
            classes.append((number, set()))
            at = -1
        classes[at][1].update(table)
        found.append(classes[at][0])
    return found


def seating(table: Sequence[str], running: int, t: int) -> list[str]:
    """Who sits where in seating t of the deal with this running number."""
    k = len(table)
    a = 1 + running % (k - 1)
    seats = [""] * k
    for i, bot in enumerate(table):
        seats[MULTIPLY_4[a][i] ^ t if k == 4 else (a * i + t) % k] = bot
    return seats


def gain(difference: int, half_points: int, matches: int, k: int, players: int) -> int:
    """What the first of a pair gains, in micro-Elo, rated so much above the other."""
    with localcontext() as context:
        context.prec, context.rounding = 40, ROUND_HALF_EVEN
        clamped = Decimal(max(-800 * 10**6, min(800 * 10**6, difference)))
        power = (-clamped * Decimal(10).ln() / (400 * 10**6)).exp()
        surplus = Decimal(half_points) / (2 * matches) - 1 / (1 + power)
        return int((Decimal(k * 10**6) / (players - 1) * surplus).to_integral_value())


def gains(ratings: Sequence[int], ranks: Sequence[Sequence[int]], k: int) -> list[int]:
    """What the bots of a table gain by a set, whose matches' `ranks` are in table order."""
    found = [0] * len(ratings)
    for i in range(len(ratings)):
        for j in range(i + 1, len(ratings)):
            points = sum(1 + (rank[i] < rank[j]) - (rank[i] > rank[j]) for rank in ranks)
            x = gain(ratings[i] - ratings[j], points, len(ranks), k, len(ratings))
            found[i] += x
            found[j] -= x
    return found
