"""Observations of a whole population: one for each pair, window, match, reporter or stay, rare or not."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import timedelta
from fractions import Fraction
from statistics import median_low

from tournaments.fair_play.facts import MatchFact, RatingWindow, ReportFact, StayFact
from tournaments.fair_play.kinds import SignalKind
from tournaments.fair_play.signals import Observation

UNITS = 10**9
_HOUR = timedelta(hours=1)
# Below so many matches of a length, its usual duration is unknown.
_FEWEST = 20


def frequent_pairs(matches: Sequence[MatchFact]) -> list[Observation]:
    """Return for each pair that met how many meetings exceed one for each event in which both played.

    A pair that a bracket and its consolation bring together twice in one event counts one.
    """
    meetings: dict[tuple[str, str], list[MatchFact]] = defaultdict(list)
    events: dict[str, set[str]] = defaultdict(set)
    for match in matches:
        one, two = sorted((match.one, match.two))
        meetings[one, two].append(match)
        events[one].add(match.event)
        events[two].add(match.event)
    return [
        Observation(
            SignalKind.FREQUENT_PAIR,
            (one, two),
            Fraction(len(rows) - len(events[one] & events[two])),
            tuple(match.match for match in rows),
        )
        for (one, two), rows in meetings.items()
    ]


def losses_before_caps(windows: Iterable[RatingWindow]) -> list[Observation]:
    """Return for each window the points that were lost before it and won back after it, the lesser of the two.

    A window without a cap has no evidence.
    """
    return [
        Observation(
            SignalKind.LOSS_BEFORE_CAP,
            (window.player,),
            Fraction(max(0, min(window.before - window.entry, window.after - window.entry)), UNITS),
            (window.event,) if window.is_capped else (),
        )
        for window in windows
    ]


def fast_matches(matches: Iterable[MatchFact]) -> list[Observation]:
    """Return for each match with known minutes the usual minutes of its length divided by its own.

    The usual minutes are the median of the length; lengths with few matches are left out.
    """
    durations: dict[int, list[tuple[int, MatchFact]]] = defaultdict(list)
    for match in matches:
        if match.minutes is not None:
            durations[match.length].append((max(match.minutes, 1), match))
    return [
        Observation(
            SignalKind.FAST_MATCH,
            tuple(sorted((match.one, match.two))),
            Fraction(median_low([each for each, _match in rows]), minutes),
            (match.match,),
        )
        for rows in durations.values()
        if len(rows) >= _FEWEST
        for minutes, match in rows
    ]


def batches(reports: Iterable[ReportFact]) -> list[Observation]:
    """Return for each reporter the most different matches that they reported within an hour."""
    by_reporter: dict[str, list[ReportFact]] = defaultdict(list)
    for report in reports:
        by_reporter[report.reporter].append(report)
    observations = []
    for reporter, rows in by_reporter.items():
        largest = _largest_batch(sorted(rows, key=lambda row: (row.at, row.match)))
        observations.append(
            Observation(SignalKind.BATCH, (reporter,), Fraction(len(largest)), tuple(largest))
        )
    return observations


def byes_on_return(stays: Iterable[StayFact]) -> list[Observation]:
    """Return for each stay the byes that followed a return."""
    return [
        Observation(
            SignalKind.BYE_ON_RETURN,
            (stay.player,),
            Fraction(stay.byes_on_return if stay.returns else 0),
            (stay.event,),
        )
        for stay in stays
    ]


def _largest_batch(rows: Sequence[ReportFact]) -> list[str]:
    """Return the matches of the fullest hour, of equal ones the first; rows are in the order of their times."""
    largest: list[str] = []
    first = 0
    for last, row in enumerate(rows):
        while row.at - rows[first].at > _HOUR:
            first += 1
        if last - first >= len(largest):
            batch = list(dict.fromkeys(one.match for one in rows[first : last + 1]))
            largest = max(largest, batch, key=len)
    return largest
