"""Loot sharing, and the end of a round (SH-36 to SH-52, SH-59)."""

from collections.abc import Sequence

from arena.engine.ask import Ask, Event
from arena.games.sky_heist.cards import MISSED, STANDARD, VALUE, WILD, Cards, in_order, without
from arena.games.sky_heist.events import Bonus, End, Missed, RoundEnd, Shared, Shown, Wilds
from arena.games.sky_heist.position import Phase, Position, Sharing
from arena.games.sky_heist.words import Answer, Cancel, Cancelled

Score = tuple[int, int]
"""The size and the value of a group; (0, 0) where there is none (SH-39)."""


def reveal(
    position: Position, order: tuple[int, ...], starter: int | None, lucky: int, news: list[Event]
) -> None:
    """Lay the participants' revolvers open; with two players `lucky` takes the bonus cards."""
    excluded = order[-1] if position.players > 2 else None
    taking = [seat for seat in order if seat != excluded]
    news += [Shown(seat, position.revolvers[seat]) for seat in taking]
    bonus = position.bonus
    if bonus:
        position.revolvers[lucky] = in_order(position.revolvers[lucky] + bonus)
        position.bonus = ()
        news.append(Bonus(lucky, bonus))
    position.sharing = Sharing(
        order=order,
        excluded=excluded,
        starter=starter,
        revolvers=[None if s == excluded else r for s, r in enumerate(position.revolvers)],
        pending=tuple(s for s in taking for _ in range(position.revolvers[s].count(MISSED))),
        bonus=bonus,
        bonus_to=lucky if bonus else None,
    )


def resolve_missed(position: Position, news: list[Event]) -> tuple[Ask, ...]:
    """Resolve every Missed in order of hands; ask its owner where he has a choice (SH-46)."""
    sharing = position.sharing
    assert sharing is not None
    while sharing.pending:
        owner = sharing.pending[0]
        targets = _targets(position, sharing, owner)
        if len(targets) > 1:
            return (Ask(owner, "cancel", tuple(map(Cancel, targets))),)
        _cancel(sharing, targets[0] if targets else None, news)
    position.phases.pop()
    return ()


def take_cancel(position: Position, answers: Sequence[Answer], news: list[Event]) -> None:
    """Let the Missed cancel a card of the seat its owner chose (SH-44)."""
    sharing, option = position.sharing, answers[0].option
    assert sharing is not None
    assert isinstance(option, Cancel)
    _cancel(sharing, option.seat, news)


def _highest(revolver: Cards | None) -> int:
    return max((VALUE[card] for card in revolver or ()), default=0)


def _targets(position: Position, sharing: Sharing, owner: int) -> list[int]:
    """Give who holds the highest uncancelled value, clockwise after the owner, he last (SH-43)."""
    highest = max(map(_highest, sharing.revolvers))
    seats = position.clockwise((owner + 1) % position.players)
    return [seat for seat in seats if highest and _highest(sharing.revolvers[seat]) == highest]


def _cancel(sharing: Sharing, on: int | None, news: list[Event]) -> None:
    """Resolve the next Missed; with no standard card left it does nothing (SH-45)."""
    owner, *rest = sharing.pending
    card = None
    if on is not None:
        revolver = sharing.revolvers[on] or ()
        card = str(_highest(revolver))
        sharing.revolvers[on] = without(revolver, (card,))
    sharing.pending = tuple(rest)
    sharing.cancelled += (Cancelled(owner, on, card),)
    news.append(Missed(owner, on, card))


def score(revolver: Cards, wilds: int) -> Score:
    """Give the best group, all wilds added to it; none without a number card (SH-36 to SH-41)."""
    counts = ((revolver.count(value), VALUE[value]) for value in STANDARD if value in revolver)
    size, value = max(counts, default=(0, 0))
    return (size + wilds, value) if size else (0, 0)


def share(position: Position, news: list[Event]) -> tuple[Ask, ...]:
    """Assign the wilds, rank the participants and share the loot; the round ends."""
    sharing = position.sharing
    assert sharing is not None
    scores = _scores(sharing, news)
    ranked = sorted(scores, key=lambda seat: scores[seat], reverse=True)
    shares = _shares(len(position.loot), len(ranked), position.players)
    for rank, (seat, cards) in enumerate(zip(ranked, shares, strict=True), 1):
        size, value = scores[seat]
        news.append(Shared(seat, rank, size, str(value) if value else None, cards))
        position.scores[seat] += cards
    next_first = ranked[-1] if sharing.excluded is None else sharing.excluded
    _end_round(position, dict(zip(ranked, shares, strict=True)), next_first, news)
    return ()


def _scores(sharing: Sharing, news: list[Event]) -> dict[int, Score]:
    """Score every participant, in order of hands, so that equals stay in it (SH-37)."""
    scores: dict[int, Score] = {}
    for seat in sharing.order:
        revolver = sharing.revolvers[seat]
        if revolver is None:
            continue
        wilds = revolver.count(WILD)
        size, value = scores[seat] = score(revolver, 0 if seat == sharing.starter else wilds)
        if wilds:
            used = size > 0 and seat != sharing.starter
            news.append(Wilds(seat, wilds, str(value) if used else None))
    return scores


def _shares(loot: int, participants: int, players: int) -> list[int]:
    """Halve the loot, rounded up, rank by rank (SH-47); with two players it is the winner's."""
    if players == 2:
        return [loot, 0]
    return [(loot >> rank) - (loot >> rank + 1) for rank in range(participants)]


def _end_round(
    position: Position, shares: dict[int, int], next_first: int, news: list[Event]
) -> None:
    """Count points; the next round begins, or the match ends (SH-48 to SH-52)."""
    by_seat = tuple(shares.get(seat, 0) for seat in range(position.players))
    loot, scores = len(position.loot), tuple(position.scores)
    left = loot - sum(by_seat)
    news.append(RoundEnd(position.round, loot, left, by_seat, scores, next_first))
    if position.round < position.rounds:
        position.round += 1
        position.first = next_first
        position.phases[:] = [Phase.SETUP]
    else:
        position.phases.clear()
        news.append(End(ranks(scores), scores))


def ranks(scores: Sequence[int]) -> tuple[int, ...]:
    """Give places by points; equals share one and the next is skipped (SH-52)."""
    return tuple(1 + sum(other > points for other in scores) for points in scores)
