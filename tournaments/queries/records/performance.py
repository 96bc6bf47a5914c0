"""How well a player plays over many matches: decisions weigh, and chance has an interval."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

from django.db.models import QuerySet

from matches.models import Match, SideMember
from tournaments.models import RecordAnalysis

from .analyses import SCALE, MatchLuck, Performance, shown_analysis

# Below so many matches an interval would say more than is known.
FEWEST_MATCHES = 5
# 95 of 100 such intervals hold the rating that endless play would show.
_DEVIATIONS = 1.96


@dataclass(frozen=True, slots=True)
class AnalysedMatch:
    """A match of a player with the performance there; `result_without` luck is None where it is unknown."""

    match: Match
    is_one: bool
    performance: Performance
    result_without: float | None
    is_won: bool


@dataclass(frozen=True, slots=True)
class PerformanceOverMatches:
    """The performance rating of all decisions of several matches, with an interval of 95 per cent.

    `low` and `high` are None below five matches.
    """

    matches: int
    decisions: int
    rating: float
    low: float | None
    high: float | None


def over_matches(performances: Sequence[Performance]) -> PerformanceOverMatches | None:
    """Return the rating of all decisions together, never the mean of the ratings; None without any decision.

    The interval is normal, for a ratio of sums of matches that are drawn independently of each other.
    """
    whole = _sum(performances)
    rating = whole.rating
    if rating is None:
        return None
    count = len(performances)
    if count < FEWEST_MATCHES:
        return PerformanceOverMatches(count, whole.decisions, rating, None, None)
    mean = whole.lost / whole.decisions
    squares = sum((one.lost - mean * one.decisions) ** 2 for one in performances)
    margin = _DEVIATIONS * SCALE * sqrt(squares * count / (count - 1)) / whole.decisions
    return PerformanceOverMatches(count, whole.decisions, rating, max(0.0, rating - margin), rating + margin)


def analysed_matches(matches: QuerySet[Match], players: Collection[int]) -> list[AnalysedMatch]:
    """Return the singles of these players among the matches that were analysed to their end, the newest first.

    Which player of the file won says who is who, so a record must reach the end of a match that is final. Of several
    records of a match the last one counts. Two queries.
    """
    rows = RecordAnalysis.objects.filter(
        record__match__in=matches, record__match__final_at__isnull=False, done_at__isnull=False, failure=""
    )
    rows = rows.select_related("record__match__one", "record__match__two").defer("record__data")
    of_match = {row.record.match_id: row for row in rows.order_by("record_id")}
    members = _members(row.record.match for row in of_match.values())
    analyses = []
    for row in of_match.values():
        match = row.record.match
        side = _side_of(match, members, set(players))
        place = _place_in_file(row, side) if side else ""
        analysis = shown_analysis(row.record) if place else None
        if analysis is not None:
            performance = analysis.one if place == "one" else analysis.two
            result = _result_without(analysis.luck, place)
            analyses.append(AnalysedMatch(match, side == "one", performance, result, match.winner == side))
    return sorted(analyses, key=lambda one: one.match.pk, reverse=True)


def _sum(performances: Sequence[Performance]) -> Performance:
    return Performance(
        plays=sum(one.plays for one in performances),
        plays_lost=sum(one.plays_lost for one in performances),
        cube_decisions=sum(one.cube_decisions for one in performances),
        cube_lost=sum(one.cube_lost for one in performances),
        mistakes=sum(one.mistakes for one in performances),
        blunders=sum(one.blunders for one in performances),
    )


def _members(matches: Iterable[Match]) -> dict[int, set[int]]:
    sides = {side for match in matches for side in (match.one_id, match.two_id)}
    members: dict[int, set[int]] = defaultdict(set)
    for side, player in SideMember.objects.filter(side__in=sides).values_list("side_id", "player_id"):
        members[side].add(player)
    return members


def _side_of(match: Match, members: Mapping[int, set[int]], players: set[int]) -> str:
    """Return the side of one of these players who plays alone; empty for a pair or a team."""
    for side, key in (("one", match.one_id), ("two", match.two_id)):
        if len(members.get(key, ())) == 1 and members[key] <= players:
            return side
    return ""


def _place_in_file(row: RecordAnalysis, side: str) -> str:
    """Return whether the side is the first or the second player of the file; empty where its score does not tell."""
    findings = row.record.findings
    one, two = findings["counted"]
    if one == two or max(one, two) < findings["length"]:
        return ""
    winner = "one" if one > two else "two"
    is_swapped = winner != row.record.match.winner
    return ("two" if side == "one" else "one") if is_swapped else side


def _result_without(luck: MatchLuck | None, place: str) -> float | None:
    if luck is None:
        return None
    return luck.result_without if place == "one" else -luck.result_without
