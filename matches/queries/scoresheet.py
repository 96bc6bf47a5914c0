"""The conditions of a match, and a report as a scoresheet."""

from __future__ import annotations

from django.db.models import QuerySet

from matches.database.prepared import is_prefetched, prepared
from matches.models import LengthChange, Match, Penalty, Report
from rules import scoresheet as rules
from rules.game import Ended, GameScore, Result
from rules.match import Side
from rules.scoresheet import Conditions, DeadCube, Outcome, Tally

from ._rows import rows_of


def conditions(match: Match, *, has_terms: bool | None = None) -> Conditions:
    """Return the conditions of a match for the tally: length, score, penalties and cube rules; one query for a match
    without penalties and changes of length, else three, none if both are prefetched.

    One less if the caller knows whether there are any (`has_terms`), or if the match was loaded with that flag. Voided
    penalties and changes are left out (M5); of two changes of length before the same game the newer counts (M5a).
    """
    if has_terms is None:
        has_terms = may_have_terms(match) and (_is_prefetched(match) or bool(_terms_of(match.pk)))
    changes = sorted(_length_changes(match) if has_terms else (), key=lambda change: change.pk)
    lengths = {change.before_game: change.length for change in changes}
    return Conditions(
        length=match.length,
        start_score=(match.start_one, match.start_two),
        penalties=_penalties(match) if has_terms else (),
        length_changes=tuple(rules.LengthChange(game, lengths[game]) for game in sorted(lengths)),
        cube_cap=match.cube_cap,
        dead_cube=DeadCube(match.dead_cube),
    )


def may_have_terms(match: Match) -> bool:
    """Whether a match may have penalties or changes of length, by the flag that it was loaded with."""
    return getattr(match, "has_terms", True)


def _is_prefetched(match: Match) -> bool:
    return is_prefetched(match, "penalties") and is_prefetched(match, "length_changes")


@prepared
def _terms_of(match: int) -> QuerySet[Penalty, int]:
    """Return a key for each penalty and change of length of a match."""
    penalties = Penalty.objects.filter(match=match).order_by().values_list("match_id", flat=True)
    changes = LengthChange.objects.filter(match=match).order_by().values_list("match_id", flat=True)
    return penalties.union(changes)


def least_score(match: Match) -> rules.Score:
    """Return the smallest possible final score of each side, by head start and penalties (M5); one query unless
    prefetched.
    """
    start = (match.start_one, match.start_two)
    return Conditions(length=match.length, start_score=start, penalties=_penalties(match)).floor


def _penalties(match: Match) -> tuple[rules.Penalty, ...]:
    stand = [penalty for penalty in rows_of(match, "penalties", _penalties_of) if penalty.voided_at is None]
    return tuple(rules.Penalty(penalty.before_game, Side(penalty.to), penalty.points) for penalty in stand)


@prepared
def _penalties_of(match: int) -> QuerySet[Penalty]:
    return Penalty.objects.filter(match=match)


def _length_changes(match: Match) -> list[LengthChange]:
    changes = rows_of(match, "length_changes", _length_changes_of)
    return [change for change in changes if change.voided_at is None]


@prepared
def _length_changes_of(match: int) -> QuerySet[LengthChange]:
    return LengthChange.objects.filter(match=match)


def length_in_force(match: Match) -> int:
    """Return the length after every change (M5a); one query unless prefetched, or loaded with a flag that there is none."""
    changes = _length_changes(match) if may_have_terms(match) else []
    return (
        max(changes, key=lambda change: (change.before_game, change.pk)).length if changes else match.length
    )


def scoresheet(report: Report, *, under: Conditions | None = None) -> Tally:
    """Return the report as a tally, with a line per game if the games were reported.

    At most three queries, and two less if the conditions are passed as `under`.

    It is computed under the current conditions of the match, which do not change once a result is reported.
    """
    under = under or conditions(report.match)
    winner = Side(report.winner) if report.winner else None
    outcome = Outcome(report.outcome)
    if not report.has_games:
        return rules.tally(under, score=report.score, outcome=outcome, winner=winner)
    return rules.tally(under, games=games_of(report), outcome=outcome, winner=winner)


def games_of(report: Report) -> tuple[GameScore, ...]:
    """Return the games of a report in order; one query."""
    return tuple(
        GameScore(Side(game.winner), Result(game.result), game.cube, Ended(game.ended))
        for game in report.games.all()
    )
