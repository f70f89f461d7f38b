"""The function library with one mistake each: what the explorer must find to be believed.

What may live here: the mistakes, each as the text of the library that it replaces, and in how small
a tournament it shows. One is left out, since nothing it does can be seen: an `append` that does not
compare entries with those that are kept. Whoever has the newest fence never sends others.
"""

from typing import NamedTuple

from tests.faults.explorer.shape import Shape

ONE = Shape(rounds=(("ab",),), faults=1)
PAIR = Shape()
HALTED = Shape(faults=1, kinds=("halted",))
TIGHT = Shape(limit=1)
ROUNDS = Shape(rounds=(("ab",), ("ab",)))
POISON = Shape(rounds=(("ab",),), workers=1, faults=6, kinds=("killed", "halted", "put back"))


class Mutant(NamedTuple):
    """A mistake: what is then the case, the text it replaces, the text that replaces it."""

    mistake: str
    right: str
    wrong: str
    shape: Shape = ONE


CLAIM = [
    Mutant(
        "a claim counts no fence",
        "fence = redis.call('HINCRBY', keys[3], number, 1)",
        "fence = redis.call('HINCRBY', keys[3], number, 0)",
    ),
    Mutant(
        "a claim gives what is leased",
        "if lease > now then\n    return {'BUSY'}\n  end\n  for party = 10",
        "if false then\n    return {'BUSY'}\n  end\n  for party = 10",
    ),
    Mutant(
        "a claim knows an old ticket",
        "lease <= now or redis.call('HGET', keys[3], args[3]) ~= fence",
        "lease <= now",
    ),
    Mutant("a claim knows no ticket", "redis.call('GET', keys[8])", "nil"),
    Mutant(
        "a claim takes no slots", "redis.call('SADD', keys[party], keys[2] .. ' ' .. number)", ""
    ),
    Mutant("a claim counts no slots", "live = live + 1", "", TIGHT),
    Mutant(
        "a claim looks at no round",
        "if not lease or not in_round(keys[1], args[2]) then",
        "if not lease then",
        ROUNDS,
    ),
]
JOURNAL = [
    Mutant(
        "an append looks at no fence",
        "held and redis.call('HGET', keys[3], number) == whole(fence)",
        "held",
    ),
    Mutant("an append renews what is over", "playing and held", "playing", HALTED),
    Mutant("an append adds again", "for i = first + #kept, last do", "for i = first, last do"),
    Mutant("an append keeps nothing", "redis.call('RPUSH', journal, args[i])", ""),
    Mutant("an append forgives nothing", "if entries > 0 then", "if false then"),
    Mutant("a renewal forgives", "if entries > 0 then", "if true then"),
    Mutant("a release looks at no fence", "or redis.call('HGET', keys[3], args[2]) ~= args[3]", ""),
    Mutant(
        "a release keeps slots", "redis.call('SREM', keys[party], keys[2] .. ' ' .. args[2])", ""
    ),
]
IDLE = [
    Mutant("leased sets are idle", "'(0', whole(now), 'BYSCORE'", "'(0', '(+inf', 'BYSCORE'"),
    Mutant("marked sets are idle", "stale, 0, 'BYSCORE'", "'-inf', 0, 'BYSCORE'"),
    Mutant("idle sets are not marked", "redis.call('ZADD', at.open, whole(-now), number)", ""),
    Mutant("no lost holder is counted", "lost and lose(at, number) or", ""),
    Mutant("four losses are enough", "MOST_LOSSES = 5", "MOST_LOSSES = 4", POISON),
    Mutant("five losses are not enough", "MOST_LOSSES = 5", "MOST_LOSSES = 6", POISON),
    Mutant(
        "the last lost holder goes on", "redis.call('HINCRBY', at.fences, number, 1)", "", POISON
    ),
    Mutant(
        "what is put back keeps its losses",
        "redis.call('HDEL', keys[3], number)\n    redis",
        "redis",
        POISON,
    ),
]
COMMIT = [
    Mutant(
        "a commit looks at no fence",
        "if redis.call('HGET', keys[3], number) ~= fence then",
        "if false then",
    ),
    Mutant("a commit forgets what is done", "if earlier then", "if false then"),
    Mutant("a commit follows any head", "head ~= args[6]", "false", PAIR),
    Mutant(
        "a commit rates one bot",
        "#args, 2 do\n    redis.call('ZINCRBY'",
        "9, 2 do\n    redis.call('ZINCRBY'",
    ),
    Mutant(
        "a commit keeps the set open",
        "redis.call('ZREM', keys[2], number)\n  redis.call('HDEL', keys[3], number)\n  redis",
        "redis.call('HDEL', keys[3], number)\n  redis",
    ),
    Mutant("a commit keeps the fence", "redis.call('HDEL', keys[3], number)\n  redis", "redis"),
    Mutant("a commit keeps the losses", "redis.call('HDEL', keys[4], number)\n  redis", "redis"),
    Mutant("a commit keeps the journal", "redis.call('DEL', keys[5])", ""),
    Mutant("a commit keeps slots", "redis.call('SREM', keys[party], keys[2] .. ' ' .. number)", ""),
]
ROUND = [
    Mutant(
        "a round does not wait",
        " or redis.call('ZCARD', keys[2]) > 0 then\n    return 'STATE'\n  end\n  if",
        " then\n    return 'STATE'\n  end\n  if",
        ROUNDS,
    ),
    Mutant("any round is opened", "tonumber(now[2]) + 1 ~= tonumber(args[2])", "false", ROUNDS),
    Mutant("the base is not frozen", "redis.call('COPY', keys[3], keys[4], 'REPLACE')", "", ROUNDS),
    Mutant(
        "the end does not wait",
        "or redis.call('ZCARD', keys[2]) > 0 then\n    return 'STATE'\n  end\n  redis",
        "then\n    return 'STATE'\n  end\n  redis",
    ),
]
MUTANTS = [*CLAIM, *JOURNAL, *IDLE, *COMMIT, *ROUND]
