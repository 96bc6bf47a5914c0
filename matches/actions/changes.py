"""A director's changes to a match in progress, and the time stamp of its start."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils import timezone

from matches.errors import InvalidLength, InvalidPenalty
from matches.models import LONGEST, LengthChange, Match, Penalty, Player
from matches.queries import conditions, has_begun
from rules.match import Side

# The largest number of games of a match: two times the length less one, at one point a game.
MOST_GAMES = 2 * LONGEST - 1


def start(match: Match) -> None:
    """Store the start time of the match."""
    match.started_at = timezone.now()
    match.save(update_fields=["started_at"])


def take_back_start(match: Match) -> None:
    """Remove the start time."""
    match.started_at = None
    match.save(update_fields=["started_at"])


def begin_with(match: Match, matches: Iterable[Match]) -> None:
    """Let a match of several begin with the first of them; if that has not begun after all, neither has the whole."""
    begun = any(map(has_begun, matches))
    if begun and match.started_at is None:
        start(match)
    elif match.started_at is not None and not begun:
        take_back_start(match)


def penalise(
    match: Match, *, by: Player | None, to: Side, points: int, before_game: int, reason: str
) -> Penalty:
    """Give penalty points to a side, counted before a game (M5); games are counted from 0."""
    under = conditions(match)
    most = max(under.final_length - under.floor[list(Side).index(to)], 1)
    if not 1 <= points <= most or not 0 <= before_game <= MOST_GAMES:
        raise InvalidPenalty(points=points, most=most, game=before_game + 1)
    return Penalty.objects.create(
        match=match, to=to.value, points=points, before_game=before_game, reason=reason, by=by
    )


def take_back(penalty: Penalty) -> None:
    """Void a penalty; the row stays."""
    penalty.voided_at = timezone.now()
    penalty.save(update_fields=["voided_at"])


def winner_by_penalties(match: Match) -> Side | None:
    """Return the side that wins by penalties above half the length (P3); two queries."""
    under = conditions(match)
    return under.winner_by_penalties(under.final_length)


def change_length(
    match: Match, *, by: Player | None, length: int, before_game: int, reason: str
) -> LengthChange:
    """Set the length from a game on; refuse a length at or below a known score (M1, M5a).

    Before the first game it becomes the length of the match itself.
    """
    is_odd = 1 <= length <= LONGEST and length % 2 == 1
    if not is_odd or not 0 <= before_game <= MOST_GAMES or length <= max(conditions(match).opening_score):
        raise InvalidLength(length=length, game=before_game + 1, longest=LONGEST)
    change = LengthChange.objects.create(
        match=match, length=length, before_game=before_game, reason=reason, by=by
    )
    if before_game == 0:
        match.length = length
        match.save(update_fields=["length"])
    return change


def take_back_length(change: LengthChange, *, before: int) -> None:
    """Void a change of length; the row stays. `before` is the length of the match without it."""
    change.voided_at = timezone.now()
    change.save(update_fields=["voided_at"])
    change.match.length = before
    change.match.save(update_fields=["length"])
