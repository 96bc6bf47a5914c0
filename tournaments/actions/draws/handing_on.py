"""Matches under way that another entrant plays on in place of one who should not be there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from matches.models import Match, Suspension
from matches.queries import conditions
from rules.match import Side
from tournaments import formats
from tournaments.acts.hall import MatchPaused
from tournaments.models import Board, Pairing, TableUse
from tournaments.queries.event_rows import note_terms

from .cancelling import spoken_for
from .plan import StagePlan

# The columns of a suspension, and those that change places where the sides do.
_AS_IT_WAS = (
    "score_one",
    "score_two",
    "cube",
    "cube_owner",
    "clock_one",
    "clock_two",
    "xgid",
    "note",
    "by_id",
)
_TURNED = {
    "score_one": "score_two",
    "score_two": "score_one",
    "clock_one": "clock_two",
    "clock_two": "clock_one",
}
# The stage, the round and the slot.
StagePlace = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class MatchUnderWay:
    """A match under way without a report, with its points and length in force, and its table if it has one.

    Of a series it is the match of the series that is under way.
    """

    pairing: formats.Pairing
    match: Match
    table: int | None
    points: tuple[int, int]
    length: int
    suspension: Suspension | None = None

    def is_turned(self, pairing: formats.Pairing) -> bool:
        """Whether who stays sits on the other side of the pairing that takes this match over."""
        return self.pairing.one == pairing.two or self.pairing.two == pairing.one

    def suspend(self, match: Match, pairing: formats.Pairing) -> Suspension | None:
        """Return the suspension of the match that takes this one over, not stored yet; None if it is not suspended."""
        if self.suspension is None:
            return None
        values = {name: getattr(self.suspension, name) for name in _AS_IT_WAS}
        if self.is_turned(pairing):
            turned = {name: getattr(self.suspension, other) for name, other in _TURNED.items()}
            owner = self.suspension.cube_owner
            values |= turned | {"cube_owner": Side(owner).other.value if owner else ""}
        return Suspension(match=match, **values)

    def columns(self, pairing: formats.Pairing) -> dict[str, Any]:
        """Return the columns of the match that takes this one over: its start, points and length.

        Points that a side has by penalties count as its head start.
        """
        one, two = self.points
        is_turned = self.is_turned(pairing)
        return {
            "start_one": two if is_turned else one,
            "start_two": one if is_turned else two,
            "started_at": self.match.started_at,
            "length": self.length,
        }


def matches_under_way(
    plans: Iterable[StagePlan], *, holds_matches: bool = False
) -> dict[StagePlace, MatchUnderWay]:
    """Return the matches under way in which one of the two changes, by place.

    A match with a report is over for the two who played it, and is not handed on; so is a match of a series that is over.
    Rows that were read under the locks of all matches say who has reported, and where a match is played.
    """
    changes = dict(_changes(plans))
    rows = [row for _, row in changes.values()]
    series = [row.match_id for row in rows if row.best_of > 1]
    in_series = _under_way_in(series) if series else {}
    matches = {row.match_id: in_series.get(row.match_id) if row.best_of > 1 else row.match for row in rows}
    under_way = [match for match in matches.values() if match is not None]
    whereabouts = _whereabouts_in_rows(rows) if holds_matches and not series else _whereabouts_of(under_way)
    suspensions = {
        one.match_id: one
        for one in Suspension.objects.filter(match__in=whereabouts.suspended, resumed_at=None)
        if whereabouts.suspended
    }
    handed_on = {}
    for place, (pairing, row) in changes.items():
        match = matches[row.match_id]
        if match is None or match.pk in whereabouts.reported:
            continue
        under, key = conditions(match), match.pk
        handed_on[place] = MatchUnderWay(
            pairing, match, whereabouts.tables.get(key), under.floor, under.final_length, suspensions.get(key)
        )
    return handed_on


def _changes(plans: Iterable[StagePlan]) -> Iterator[tuple[StagePlace, tuple[formats.Pairing, Any]]]:
    """Yield the begun pairings without a winner in which one of the two changes, with their rows, by place."""
    for plan in plans:
        new_pairings = {pairing.place: pairing for pairing in plan.made if pairing.two is not None}
        for pairing in plan.cancelled:
            row: Any = plan.before.pairings[pairing.place]
            new, match = new_pairings.get(pairing.place), row.match
            if new is None or match is None or match.started_at is None or match.winner:
                continue
            if len({*pairing.entrants} & {*new.entrants}) == 1:
                yield (plan.key, *pairing.place), (pairing, row)


@dataclass(frozen=True, slots=True)
class _Whereabouts:
    """Where matches under way stand: which have a report, their tables in use, and which may be suspended."""

    reported: Collection[int]
    tables: Mapping[int, int]
    suspended: Collection[int]


def _whereabouts_in_rows(rows: Iterable[Any]) -> _Whereabouts:
    """Return what the rows of an event say of the matches under way; no query."""
    by_key = {row.match_id: row for row in rows}
    for row in by_key.values():
        note_terms(row, row.match)
    return _Whereabouts(
        frozenset(key for key, row in by_key.items() if row.is_reported),
        {key: row.table_in_use for key, row in by_key.items() if row.table_in_use is not None},
        tuple(key for key, row in by_key.items() if row.is_suspended),
    )


def _whereabouts_of(matches: Sequence[Match]) -> _Whereabouts:
    """Read the whereabouts of matches under way; two queries."""
    keys = tuple(match.pk for match in matches)
    uses = TableUse.objects.filter(match__in=keys, until=None).values_list("match_id", "table_id")
    tables = dict(uses) if keys else {}
    # A suspended match is at no table.
    return _Whereabouts(spoken_for(keys), tables, tuple(key for key in keys if key not in tables))


def keys_under_way(rows: Iterable[Any]) -> frozenset[str]:
    """Return the uids of those pairings of an event whose match is under way without a report, so that it can be handed on."""
    series = [row.match_id for row in rows if row.best_of > 1]
    in_series = _under_way_in(series) if series else {}
    reported = spoken_for([match.pk for match in in_series.values()])
    going_on = {key for key, match in in_series.items() if match.pk not in reported}
    going_on |= {
        row.match_id
        for row in rows
        if row.best_of == 1 and row.match is not None and row.match.started_at and not row.is_reported
    }
    return frozenset(row.uid for row in rows if row.match_id in going_on)


def _under_way_in(series: Iterable[int]) -> dict[int, Match]:
    """Return the match under way of each of these series that has one."""
    boards = Board.objects.filter(
        team_match__in=list(series),
        cancelled_at=None,
        match__final_at=None,
        match__started_at__isnull=False,
    )
    return {board.team_match_id: board.match for board in boards.select_related("match").order_by("-number")}


def take_over(
    rows: Iterable[Pairing],
    plans: Iterable[StagePlan],
    under_way: Mapping[StagePlace, MatchUnderWay],
    *,
    first_matches: Iterable[Board] = (),
) -> tuple[list[Match], list[MatchPaused]]:
    """Put new matches at the tables of those that they take over, or suspend them as those are.

    `first_matches` are those of the new series. Return the new matches, which have begun, and the acts of those
    that are suspended.
    """
    new = {(plan.key, *pairing.place): pairing for plan in plans for pairing in plan.made}
    of_series = {board.team_match_id: board.match for board in first_matches}
    taken_over = [
        (of_series.get(row.match.pk, row.match), new[place], under_way[place])
        for row in rows
        for place in [(row.stage_id, row.round, row.slot)]
        if row.match is not None and place in under_way
    ]
    TableUse.objects.bulk_create(
        TableUse(table_id=earlier.table, match=match)
        for match, _, earlier in taken_over
        if earlier.table is not None
    )
    suspensions = [earlier.suspend(match, pairing) for match, pairing, earlier in taken_over]
    new_suspensions = Suspension.objects.bulk_create(one for one in suspensions if one is not None)
    acts = [
        MatchPaused(one.match.uid, suspension=one.uid, score=(one.score_one, one.score_two))
        for one in new_suspensions
    ]
    begun = [match for match, _, _ in taken_over]
    series = {board.team_match_id: board.team_match for board in first_matches if board.match in begun}
    return [*begun, *series.values()], acts
