"""Every reason why a division is closed to a player or a side on a day."""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from tournaments.eligibility.facts import UNITS, DivisionWin, PlayerRecord
from tournaments.eligibility.reasons import IneligibleReason
from tournaments.eligibility.rules import DivisionRules, UnlistedRule


@dataclass(frozen=True, slots=True)
class EntryRefusal:
    """A reason why a player may not enter; `places` are the values of its words, ratings in whole points and days."""

    reason: IneligibleReason
    places: Mapping[str, object] = field(default_factory=dict)


def refusals(record: PlayerRecord, rules: DivisionRules, *, day: date) -> tuple[EntryRefusal, ...]:
    """Return every reason why the player may not enter on this day, none for a player who may."""
    return (
        *_by_listing(record, rules),
        *_by_rating(record, rules),
        *_by_history(record, rules, day),
        *_by_wins(record, rules, day),
    )


def side_refusals(
    records: Sequence[PlayerRecord], rules: DivisionRules, *, day: date
) -> tuple[tuple[EntryRefusal, ...], ...]:
    """Return the reasons for each player of a side, all empty for a side that may enter.

    Every player must be allowed, or one of them with `every_member` false.
    """
    reasons = tuple(refusals(record, rules, day=day) for record in records)
    if not rules.every_member and not all(reasons):
        return tuple(() for _record in records)
    return reasons


def later(day: date, months: int) -> date:
    """Return the day some months later, or the last day of a month that is too short; at most the last day of all."""
    years, month = divmod(day.month - 1 + months, 12)
    year = day.year + years
    if year > date.max.year:
        return date.max
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def _by_listing(record: PlayerRecord, rules: DivisionRules) -> Iterator[EntryRefusal]:
    if rules.unlisted is UnlistedRule.ALLOWED:
        return
    if record.rating is None:
        yield _refusal(IneligibleReason.UNLISTED, rules)
    elif record.experience < rules.experience:
        yield _refusal(
            IneligibleReason.TOO_LITTLE_EXPERIENCE, rules, value=record.experience, limit=rules.experience
        )


def _by_rating(record: PlayerRecord, rules: DivisionRules) -> Iterator[EntryRefusal]:
    if record.rating is None:
        return
    below, least = rules.rating_below, rules.rating_from
    if below is not None and record.rating >= below * UNITS:
        yield _refusal(IneligibleReason.RATING_TOO_HIGH, rules, value=record.rating // UNITS, limit=below)
    if least is not None and record.rating < least * UNITS:
        yield _refusal(IneligibleReason.RATING_TOO_LOW, rules, value=record.rating // UNITS, limit=least)


def _by_history(record: PlayerRecord, rules: DivisionRules, day: date) -> Iterator[EntryRefusal]:
    if (most := rules.peak_at_most) is not None:
        peak = max(record.history[-rules.peak_matches :], default=0)
        if peak > most * UNITS:
            yield _refusal(
                IneligibleReason.PEAK_TOO_HIGH,
                rules,
                value=_above(peak),
                limit=most,
                matches=rules.peak_matches,
            )
    official = [line for line in record.official if line.day <= day]
    if (most := rules.official_at_most) is not None:
        months = rules.official_months
        lines = [line for line in official if not months or later(line.day, months) > day]
        highest = max(lines, key=lambda line: (line.rating, line.day), default=None)
        if highest is not None and highest.rating > most * UNITS:
            yield _refusal(
                IneligibleReason.OFFICIAL_TOO_HIGH,
                rules,
                value=_above(highest.rating),
                limit=most,
                day=highest.day,
            )
    last = max(official, default=None)
    if last is not None and last.position <= rules.top_positions:
        yield _refusal(IneligibleReason.TOP_POSITION, rules, value=last.position, limit=rules.top_positions)


def _by_wins(record: PlayerRecord, rules: DivisionRules, day: date) -> Iterator[EntryRefusal]:
    if not rules.lockout_months:
        return
    wins = [win for win in record.places if _locks_out(win, rules, day)]
    if wins:
        win = max(wins)
        yield _refusal(
            IneligibleReason.RECENT_WIN,
            rules,
            value=win.place,
            won=win.division,
            day=win.day,
            until=later(win.day, rules.lockout_months),
        )


def _locks_out(win: DivisionWin, rules: DivisionRules, day: date) -> bool:
    is_winner = win.division in rules.lockout and win.place <= rules.lockout_places
    return is_winner and win.day <= day < later(win.day, rules.lockout_months)


def _refusal(reason: IneligibleReason, rules: DivisionRules, **places: object) -> EntryRefusal:
    return EntryRefusal(reason, {"division": rules.division, **places})


def _above(rating: int) -> int:
    """Return whole points, rounded up: a rating above a limit is never shown as that limit."""
    return -(-rating // UNITS)
