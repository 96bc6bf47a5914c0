"""The rows that the log proves: all of a tournament, or those changed by one act."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Manager, Model, Q, QuerySet

from matches.models import Dispute, LengthChange, Match, Penalty, Report, Ruling, Statement
from tournaments.models import (
    Announcement,
    Board,
    Club,
    Draw,
    Entrant,
    Event,
    Federation,
    LedgerLine,
    LogText,
    Member,
    Membership,
    Merge,
    NoDuplicate,
    Officer,
    Pairing,
    Sanction,
    Stage,
    Table,
    Tournament,
)

from . import evidence
from . import federation_evidence as by_federation
from . import structure_evidence as of
from .evidence import ProvedRow, matches_of


def of_match(match: Match) -> ProvedRow:
    """Return the proved content of a match: its result, or its progress while it is open."""
    return evidence.of_match(match) if match.is_final else of.of_open_match(match)


@dataclass(frozen=True, slots=True)
class _ProvedTable:
    """How the rows of a table are read, converted to proved rows, and filtered by tournament."""

    rows: Manager[Any]
    related: tuple[str, ...]
    as_row: Callable[[Any], ProvedRow]
    way: str = ""
    lists: tuple[str, ...] = ()

    def read(self, rows: QuerySet[Any]) -> Iterator[ProvedRow]:
        """Yield these rows with their relations as proved rows."""
        with_relations = rows.select_related(*self.related) if self.related else rows
        yield from map(self.as_row, with_relations.prefetch_related(*self.lists))


_TABLES: Mapping[type[Model], _ProvedTable] = {
    Event: _ProvedTable(Event.objects, ("tournament", "qualifies_for"), of.of_event, "tournament"),
    Stage: _ProvedTable(Stage.objects, ("event",), of.of_stage, "event__tournament"),
    Entrant: _ProvedTable(Entrant.objects, ("event", "side"), of.of_entrant, "event__tournament"),
    Draw: _ProvedTable(
        Draw.objects, ("stage", "commitment", "by", "voided_by"), of.of_draw, "stage__event__tournament"
    ),
    Announcement: _ProvedTable(Announcement.objects, ("tournament", "by"), of.of_announcement, "tournament"),
    Match: _ProvedTable(Match.objects, ("accepted_report",), of_match),
}
_TABLES_OF_FEDERATION: Mapping[type[Model], _ProvedTable] = {
    Federation: _ProvedTable(Federation.objects, (), by_federation.of_federation, "pk"),
    Officer: _ProvedTable(Officer.objects, ("federation", "player"), by_federation.of_officer, "federation"),
    Club: _ProvedTable(
        Club.objects, ("federation", "merged_into"), by_federation.of_club, "federation", ("names",)
    ),
    Member: _ProvedTable(Member.objects, ("federation", "player"), by_federation.of_member, "federation"),
    Membership: _ProvedTable(
        Membership.objects, ("member", "club"), by_federation.of_membership, "member__federation"
    ),
    Merge: _ProvedTable(
        Merge.objects, ("federation", "player", "into", "by"), by_federation.of_merge, "federation"
    ),
    NoDuplicate: _ProvedTable(
        NoDuplicate.objects, ("federation", "one", "two"), by_federation.of_no_duplicate, "federation"
    ),
    Sanction: _ProvedTable(
        Sanction.objects, ("event", "federation"), by_federation.of_sanction, "federation"
    ),
}


def rows_anew(rows: Iterable[Model]) -> Iterator[ProvedRow]:
    """Yield these rows as proved rows, read from the database again; one query for each table.

    A pairing stands for its whole round, a board for its team match.
    """
    tables: dict[type[Model], list[Model]] = {}
    for row in rows:
        tables.setdefault(type(row), []).append(row)
    for table, of_table in tables.items():
        if table is Pairing:
            yield from of.rounds(Pairing.objects.filter(_same_rounds(of_table)))
        elif table is Board:
            matches = {board.team_match_id for board in of_table if isinstance(board, Board)}
            yield from of.team_boards(Board.objects.filter(team_match__in=matches))
        else:
            source = _TABLES.get(table) or _TABLES_OF_FEDERATION[table]
            yield from source.read(source.rows.filter(pk__in={row.pk for row in of_table}).order_by("pk"))


def _same_rounds(pairings: Iterable[Model]) -> Q:
    stages: dict[int, set[int]] = {}
    for pairing in pairings:
        if isinstance(pairing, Pairing):
            stages.setdefault(pairing.stage_id, set()).add(pairing.round)
    same = Q()
    for stage, numbers in stages.items():
        same |= Q(stage=stage, round__in=numbers)
    return same


def rows_of(tournament: Tournament) -> Iterator[ProvedRow]:
    """Yield every row of a tournament that the log proves; a fixed number of queries."""
    for source in _TABLES.values():
        if source.way:
            yield from source.read(source.rows.filter(**{source.way: tournament}))
    in_it = Pairing.objects.filter(stage__event__tournament=tournament)
    yield from of.rounds(in_it)
    yield from of.team_boards(Board.objects.filter(team_match__pairing__stage__event__tournament=tournament))
    yield from _results_of(tournament)
    for table_row in Table.objects.filter(tournament=tournament).select_related("tournament", "reserved_for"):
        yield evidence.of_table(table_row)
    for text in LogText.objects.filter(tournament=tournament):
        yield evidence.of_text(text)
    lines = LedgerLine.objects.filter(tournament=tournament)
    for line in lines.select_related("entrant", "fee", "box", "reverses", "by"):
        yield evidence.of_line(line)


def rows_of_federation(federation: Federation) -> Iterator[ProvedRow]:
    """Yield every row of a federation that its log proves; a fixed number of queries."""
    for source in _TABLES_OF_FEDERATION.values():
        yield from source.read(source.rows.filter(**{source.way: federation.pk}))
    yield from by_federation.texts_of(federation)


def _results_of(tournament: Tournament) -> Iterator[ProvedRow]:
    matches = matches_of(tournament)
    for match in matches.select_related("accepted_report"):
        yield of_match(match)
    reports = Report.objects.filter(match__in=matches).select_related("match", "by").prefetch_related("games")
    for report in reports:
        yield evidence.of_report(report, report.games.all())
    for dispute in Dispute.objects.filter(match__in=matches).select_related("report", "raised_by"):
        yield evidence.of_dispute(dispute)
    statements = Statement.objects.filter(dispute__match__in=matches).select_related("dispute", "by")
    for number, statement in _numbered(statements.order_by("pk"), "dispute_id"):
        yield evidence.of_statement(statement, number=number)
    for ruling in Ruling.objects.filter(match__in=matches).select_related("match", "dispute", "report", "by"):
        yield evidence.of_ruling(ruling)
    for penalty in Penalty.objects.filter(match__in=matches).select_related("match", "by"):
        yield evidence.of_penalty(penalty)
    changes = LengthChange.objects.filter(match__in=matches).select_related("match", "by")
    for number, change in _numbered(changes.order_by("pk"), "match_id"):
        yield evidence.of_length_change(change, number=number)


def _numbered(rows: Iterable[Any], owner: str) -> Iterator[tuple[int, Any]]:
    counts: dict[int, int] = {}
    for row in rows:
        key = getattr(row, owner)
        counts[key] = counts.get(key, 0) + 1
        yield counts[key], row
