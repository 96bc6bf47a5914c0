"""Matches in lists: who plays whom, where, to what length, and what they wait for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import OuterRef, Q, QuerySet, Subquery

from matches.models import Dispute, Match, Player, Report
from tournaments.formats import Round
from tournaments.models import Draw, Event, Pairing, Stage, Tournament

from .bracket import SlotState, state_of, tables_of, with_flags
from .state import declared_rounds


@dataclass(frozen=True, slots=True)
class MatchLine:
    """A match in a list.

    `declared` is its round as the format names it, None where it names none.
    `winner` is "one", "two" or empty; `score` is the counted score, side one
    first, of a final match.
    """

    match: Match
    stage: Stage
    round: int
    declared: Round | None
    slot: int
    state: SlotState
    table: str
    score: tuple[int, int] | None
    reported_at: datetime | None
    dispute: str | None

    @property
    def uid(self) -> str:
        """The uid of the match."""
        return self.match.uid

    @property
    def event(self) -> Event:
        """The event it belongs to."""
        return self.stage.event


def matches_of_stage(stage: Stage) -> tuple[MatchLine, ...]:
    """Every match of a stage that was not cancelled, by round and slot; three queries."""
    return _lines(Match.objects.filter(pairing__stage=stage))


def open_matches(within: Tournament | Event) -> tuple[MatchLine, ...]:
    """The matches that are not final, those at a table longest first, then by round and slot; three queries."""
    found = _lines(Match.objects.filter(_within(within), final_at=None))
    return tuple(sorted(found, key=lambda line: (line.match.started_at is None, not line.table)))


def matches_of_player(player: Player, within: Tournament | None = None) -> tuple[MatchLine, ...]:
    """The matches of a player, the newest tournament first; three queries."""
    sides = player.sides.values("pk")
    matches = Match.objects.filter(Q(one__in=sides) | Q(two__in=sides))
    if within is not None:
        matches = matches.filter(_within(within))
    return _lines(matches)


def match_line(match: Match) -> MatchLine | None:
    """One match as a line; None when it stands in no pairing, or in a cancelled one."""
    return next(iter(_lines(Match.objects.filter(pk=match.pk))), None)


def _within(within: Tournament | Event) -> Q:
    if isinstance(within, Event):
        return Q(pairing__stage__event=within)
    return Q(pairing__stage__event__tournament=within)


def _lines(matches: QuerySet[Match]) -> tuple[MatchLine, ...]:
    """The lines of these matches: one query for them, one for their tables, one for the size of their brackets."""
    newest_report = Report.objects.filter(match=OuterRef("pk")).order_by("-pk")
    open_dispute = Dispute.objects.filter(match=OuterRef("pk"), closed_at=None)
    rows = list(
        with_flags(matches.filter(pairing__isnull=False, cancelled_at=None))
        .annotate(
            reported_at=Subquery(newest_report.values("at")[:1]),
            dispute_uid=Subquery(open_dispute.values("uid")[:1]),
        )
        .select_related("one", "two", "accepted_report", "pairing__stage__event__tournament")
        .order_by(
            "-pairing__stage__event__tournament__starts_on",
            "pairing__stage__event",
            "pairing__stage__order",
            "pairing__round",
            "pairing__slot",
        )
    )
    tables = tables_of(match.pk for match in rows)
    stages = {match.pairing.draw_id: match.pairing.stage for match in rows}
    # One row per draw, because a placement is long and every match of the stage points to it.
    rounds: dict[int | None, tuple[Round, ...]] = {
        draw.pk: declared_rounds(stages[draw.pk], draw) for draw in Draw.objects.filter(pk__in=list(stages))
    }
    return tuple(
        _line(match, table=tables.get(match.pk, ""), rounds=rounds.get(match.pairing.draw_id, ()))
        for match in rows
    )


def _line(match: Match, *, table: str, rounds: Sequence[Round]) -> MatchLine:
    pairing: Pairing = match.pairing
    declared = next((found for found in rounds if found.number == pairing.round), None)
    report = match.accepted_report
    reported_at: datetime | None = getattr(match, "reported_at", None)
    dispute: str | None = getattr(match, "dispute_uid", None)
    return MatchLine(
        match=match,
        stage=pairing.stage,
        round=pairing.round,
        declared=declared,
        slot=pairing.slot,
        state=state_of(match),
        table=table,
        score=report.counted if match.is_final and report is not None else None,
        reported_at=reported_at,
        dispute=dispute,
    )
