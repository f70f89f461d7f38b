"""The name of every key. No other module spells one, in Python or in Lua.

Names are short where there is one key per set, since they are part of what a match costs.
"""

PREFIX = "arena:"

EPOCH = f"{PREFIX}epoch"
"""Record of the store itself: drawn when it was founded, it is gone when all else is gone."""
BARRIER = f"{PREFIX}barrier"
"""Empty. Who waits for the disk writes it last: once it is on disk, all before it is."""
ORGANISER = f"{PREFIX}organiser"
"""Id of the first organiser, kept once the token was shown to whoever started the service."""
TOURNAMENTS = f"{PREFIX}tournaments"
"""Sorted set of tournament ids by creation, ms since 1970."""
RUNNING = f"{PREFIX}running"
"""Set of the ids of running tournaments: where the janitor looks."""
OPENED = f"{PREFIX}opened"
"""Set of the ids of tournaments that take entries."""
UNRATED = f"{PREFIX}unrated"
"""Set of the ids of started tournaments that have rounds which their ladder is still to rate."""
LATEST = f"{PREFIX}latest"
"""Hash of the games: to the id of the tournament that was the last to start."""
BOTS = f"{PREFIX}bots"
"""Sorted set of bot ids by registration, ms since 1970."""
NAMES = f"{PREFIX}names"
"""Hash of bot ids to names as they are now, for every list and board; a deleted bot has none."""
RETIRED = f"{PREFIX}retired"
"""Set of the ids of bots that enter nothing more: retired, or deleted."""
EXHIBITIONS = f"{PREFIX}exhibitions"
"""Sorted set of the exhibitions that are not over, by lease; see `arena.store.exhibitions`."""
FEED = f"{PREFIX}feed"
"""Stream that announces everything; its ids are the resume tokens."""
ALARMS = f"{PREFIX}alarms"
"""Capped stream of what must never happen, for the organiser to look into."""
COUNTERS = f"{PREFIX}counters"
"""Hash of event counts that outlive a process."""

QUEUE = "arena"
"""The name of the one RQ queue; RQ makes its own keys of it, all under `rq:`."""


def owner(owner_id: str) -> str:
    """Record of an owner."""
    return f"{PREFIX}owner:{owner_id}"


def owner_bots(owner_id: str) -> str:
    """Hash of an owner's bots: name to id."""
    return f"{PREFIX}owner:{owner_id}:bots"


def owner_urls(owner_id: str) -> str:
    """Hash of where an owner's bots are: URL to id."""
    return f"{PREFIX}owner:{owner_id}:urls"


def owner_tokens(owner_id: str) -> str:
    """Sorted set of the ids of an owner's tokens by when they expire, ms since 1970."""
    return f"{PREFIX}owner:{owner_id}:tokens"


def unfinished(owner_id: str) -> str:
    """Set of the ids of an owner's tournaments, but for those that were seen to be finished."""
    return f"{PREFIX}owner:{owner_id}:unfinished"


def attempts(owner_id: str) -> str:
    """Hash: how many tournaments of each name (case folded) an owner has drafted."""
    return f"{PREFIX}owner:{owner_id}:attempts"


def owner_exhibitions(owner_id: str) -> str:
    """Sorted set of the ids of an owner's exhibitions by creation, ms since 1970."""
    return f"{PREFIX}owner:{owner_id}:exhibitions"


def token(token_id: str) -> str:
    """Record of a token: whose it is, its hash and its scopes; gone when it expires."""
    return f"{PREFIX}token:{token_id}"


def repeat(owner_id: str, key: str) -> str:
    """Record of a request of an owner with this idempotency key (hashed), and of its outcome."""
    return f"{PREFIX}owner:{owner_id}:repeat:{key}"


def bot(bot_id: str) -> str:
    """Record of a bot."""
    return f"{PREFIX}bot:{bot_id}"


def bot_tournaments(bot_id: str) -> str:
    """Set of the ids of the tournaments that a bot was ever entered in."""
    return f"{PREFIX}bot:{bot_id}:tournaments"


def versions(bot_id: str) -> str:
    """List of the latest versions that a bot has stated, each `<ms> <version>`."""
    return f"{PREFIX}versions:{bot_id}"


def health(bot_id: str) -> str:
    """Hash: how a bot has been of late, and whether it is in quarantine."""
    return f"{PREFIX}health:{bot_id}"


def quarantines(bot_id: str) -> str:
    """Capped stream of a bot's quarantines that are over."""
    return f"{PREFIX}quarantines:{bot_id}"


def report(bot_id: str) -> str:
    """Record of the newest conformance check of a bot; gone after its time."""
    return f"{PREFIX}report:{bot_id}"


def faults(bot_id: str, during: str) -> str:
    """Capped stream of a bot's latest faults of one kind of play; gone 30 days after the last."""
    return f"{PREFIX}faults:{bot_id}:{during}"


def exhibition(exhibition_id: str) -> str:
    """Hash of an exhibition: its record, its fence and its end; gone after its time."""
    return f"{PREFIX}exhibition:{exhibition_id}"


def slots(party: str) -> str:
    """Set of what a bot, an owner or a host is playing now, each `<open key> <number or id>`."""
    return f"{PREFIX}slots:{party}"


def bucket(name: str) -> str:
    """When a bucket will be full again, µs since 1970; gone once it is."""
    return f"{PREFIX}bucket:{name}"


def ticket(name: str) -> str:
    """The fence that an attempt to claim a set was granted; gone after the time of a lease."""
    return f"{PREFIX}ticket:{name}"


def tournament(tournament_id: str) -> str:
    """Hash of a tournament: its record, state, round, seed and head of the log."""
    return f"{PREFIX}t:{tournament_id}"


def entries(tournament_id: str) -> str:
    """Hash of entries: bot id to record."""
    return f"{PREFIX}t:{tournament_id}:entries"


def open_sets(tournament_id: str) -> str:
    """Sorted set of the round's unfinished sets by lease; see `arena.store.sets`."""
    return f"{PREFIX}t:{tournament_id}:open"


def fences(tournament_id: str) -> str:
    """Hash of the sets that were claimed and are open: number to fence, which counts the claims."""
    return f"{PREFIX}t:{tournament_id}:fences"


def losses(tournament_id: str) -> str:
    """Hash of open sets to how many holders they lost in a row without a beat kept."""
    return f"{PREFIX}t:{tournament_id}:losses"


def journal(tournament_id: str, round_number: int, number: int) -> str:
    """List of a set's journalled decisions, deleted when the set is committed."""
    return f"{journals(tournament_id)}{round_number}:{number}"


def journals(tournament_id: str) -> str:
    """What the names of all journals begin with; `<round>:<number>` of a set follows."""
    return f"{PREFIX}t:{tournament_id}:j:"


def log(tournament_id: str) -> str:
    """Stream of results, one entry per set: the truth of which ratings are a cache."""
    return f"{PREFIX}t:{tournament_id}:log"


def done(tournament_id: str, round_number: int) -> str:
    """Hash of a round's committed sets: number to stream id in the log."""
    return f"{PREFIX}t:{tournament_id}:d:{round_number}"


def board(tournament_id: str) -> str:
    """Sorted set of bot ids by live rating, in micro-Elo."""
    return f"{PREFIX}t:{tournament_id}:board"


def played(tournament_id: str) -> str:
    """Hash of bot ids to committed sets."""
    return f"{PREFIX}t:{tournament_id}:played"


def base(tournament_id: str) -> str:
    """Sorted set of bot ids by the rating at the start of the round."""
    return f"{PREFIX}t:{tournament_id}:base"


def heads(tournament_id: str) -> str:
    """List of the log's chain heads at the end of each finished round."""
    return f"{PREFIX}t:{tournament_id}:heads"


def voids(tournament_id: str) -> str:
    """List of the stream ids of the voids in the log, in its order."""
    return f"{PREFIX}t:{tournament_id}:voids"


def withdrawn(tournament_id: str) -> str:
    """Set of the bots that were withdrawn while it was played: nobody asks them any more."""
    return f"{PREFIX}t:{tournament_id}:withdrawn"


def audit(tournament_id: str) -> str:
    """Stream of the acts of its organiser."""
    return f"{PREFIX}t:{tournament_id}:audit"


def ladder_rounds(tournament_id: str) -> str:
    """List of the stream ids, in the log of its ladder, of its rated rounds."""
    return f"{PREFIX}t:{tournament_id}:ladder"


def ladder(game: str) -> str:
    """Hash of a ladder: the head of its log's chain."""
    return f"{PREFIX}ladder:{game}"


def ladder_log(game: str) -> str:
    """Stream of the rounds that a ladder has rated: with their tournaments' logs, the truth."""
    return f"{PREFIX}ladder:{game}:log"


def ladder_board(game: str) -> str:
    """Sorted set of bot ids by rating on a ladder, in micro-Elo."""
    return f"{PREFIX}ladder:{game}:board"


def ladder_played(game: str) -> str:
    """Hash of bot ids to sets rated on a ladder."""
    return f"{PREFIX}ladder:{game}:played"


def ladder_history(game: str, bot_id: str) -> str:
    """Stream of a bot's ratings on a ladder, one for each round that it was in."""
    return f"{PREFIX}ladder:{game}:of:{bot_id}"
