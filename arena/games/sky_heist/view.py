"""Who may see what of a position (SH-63).

What may live here: the one function that builds views. Everything that leaves a position for a
player passes through it or through an event's `seen_by`.
"""

from arena.games.sky_heist.position import Phase, Position
from arena.games.sky_heist.words import ChallengeNow, HeistView, RaceNow, SharingNow, Swap

_PHASES = {Phase.GIVE: "give", Phase.NERVE: "nerve", Phase.RACE: "race", Phase.MISSED: "cancel"}


def view(position: Position, seat: int | None) -> HeistView:
    """Give all that the seat (None: a spectator) may know."""
    hands, revolvers = position.hands, position.revolvers
    own = () if seat is None else hands[seat]
    return HeistView(
        seat=seat,
        phase=_phase(position),
        round=position.round,
        rounds=position.rounds,
        turn=position.turn,
        first=position.first,
        active=position.active,
        scores=tuple(position.scores),
        deck=len(position.deck),
        sheriffs=position.sheriffs,
        loot=position.loot,
        hands=tuple(map(len, hands)),
        revolvers=tuple(map(len, revolvers)),
        assistants=tuple(position.assistants),
        hand=own,
        revolver=() if seat is None else revolvers[seat],
        swaps=_swaps(position, seat) if position.swaps else (),
        lost=() if seat is None else position.lost[seat],
        bonus=len(position.bonus),
        aside=position.aside,
        in_play=position.in_play,
        challenge=_challenge(position),
        race=_race(position),
        sharing=_sharing(position),
    )


def _phase(position: Position) -> str:
    """Name what goes on; a window is part of its turn, so that nobody learns who is asked."""
    if not position.phases:
        return "over"
    return _PHASES.get(position.phases[-1], "turn")


def _swaps(position: Position, seat: int | None) -> tuple[Swap, ...]:
    return tuple(swap for swap in position.swaps if seat in (swap.by, swap.on))


def _challenge(position: Position) -> ChallengeNow | None:
    """Give the challenge; its cards and choices once they are revealed."""
    challenge = position.challenge
    if challenge is None:
        return None
    revealed = challenge.anticipated is not None
    cards = challenge.cards if revealed else None
    return ChallengeNow(challenge.challenger, cards, challenge.anticipated)


def _race(position: Position) -> RaceNow | None:
    """Give the race: who started it and the counts, nothing of hands down (SH-63)."""
    race = position.race
    return None if race is None else RaceNow(race.starter, tuple(race.loaded))


def _sharing(position: Position) -> SharingNow | None:
    """Give the sharing: all of it is public but the excluded revolver."""
    sharing = position.sharing
    if sharing is None:
        return None
    return SharingNow(
        sharing.order,
        sharing.excluded,
        sharing.starter,
        tuple(sharing.revolvers),
        sharing.bonus,
        sharing.bonus_to,
        sharing.cancelled,
    )
