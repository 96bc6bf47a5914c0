"""The rows that the log proves: all of a tournament, or those changed by one act."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Manager, Model, Q, QuerySet

from matches.database.prepared import prepared
from matches.models import (
    Appeal,
    Dispute,
    LengthChange,
    Match,
    Penalty,
    Report,
    Ruling,
    Side,
    Statement,
)
from tournaments.models import (
    AccessLink,
    Announcement,
    Archive,
    Board,
    Claim,
    Club,
    Consent,
    CountingRule,
    Draw,
    Entrant,
    Event,
    Federation,
    FinalTable,
    Invitation,
    LedgerLine,
    LogText,
    Member,
    Membership,
    Merge,
    MergeAgreement,
    MergeProposal,
    NoDuplicate,
    Officer,
    OfficialList,
    Pairing,
    PointsSeason,
    RatingList,
    Role,
    Sanction,
    Stage,
    Submission,
    Table,
    Tournament,
)

from . import evidence
from . import federation_evidence as by_federation
from . import people_evidence as people
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

    def with_relations(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        """Return these rows with what `as_row` reads of them."""
        related = rows.select_related(*self.related) if self.related else rows
        return related.prefetch_related(*self.lists)


_TABLES: Mapping[type[Model], _ProvedTable] = {
    Tournament: _ProvedTable(Tournament.objects, (), of.of_tournament, "pk"),
    Event: _ProvedTable(
        Event.objects,
        ("tournament", "qualifies_for", "unrated_by", "rating_list", "official_list"),
        of.of_event,
        "tournament",
    ),
    Stage: _ProvedTable(Stage.objects, ("event",), of.of_stage, "event__tournament"),
    Entrant: _ProvedTable(Entrant.objects, ("event", "side"), of.of_entrant, "event__tournament"),
    Draw: _ProvedTable(
        Draw.objects, ("stage", "commitment", "by", "voided_by"), of.of_draw, "stage__event__tournament"
    ),
    Announcement: _ProvedTable(Announcement.objects, ("tournament", "by"), of.of_announcement, "tournament"),
    Claim: _ProvedTable(
        Claim.objects, ("tournament", "player", "made_by", "account"), of.of_claim, "tournament"
    ),
    Consent: _ProvedTable(Consent.objects, ("tournament", "player"), of.of_consent, "tournament"),
    AccessLink: _ProvedTable(
        AccessLink.objects, ("tournament", "player", "event", "made_by"), people.of_link, "tournament"
    ),
    Invitation: _ProvedTable(
        Invitation.objects,
        ("tournament", "federation", "made_by", "accepted_by"),
        people.of_invitation,
        "tournament",
    ),
    Match: _ProvedTable(Match.objects, ("accepted_report",), of_match),
    Appeal: _ProvedTable(
        Appeal.objects,
        ("dispute", "ruling", "by", "named_by", "decided_by"),
        people.of_appeal,
        lists=("committee__player", "committee__entered_by"),
    ),
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
        Merge.objects, ("federation", "player", "into", "by", "keeps"), by_federation.of_merge, "federation"
    ),
    MergeProposal: _ProvedTable(
        MergeProposal.objects,
        ("federation", "player", "into", "by", "keeps", "merge"),
        by_federation.of_proposal,
        "federation",
    ),
    MergeAgreement: _ProvedTable(
        MergeAgreement.objects,
        ("proposal", "tournament", "by"),
        by_federation.of_agreement,
        "proposal__federation",
    ),
    NoDuplicate: _ProvedTable(
        NoDuplicate.objects, ("federation", "one", "two"), by_federation.of_no_duplicate, "federation"
    ),
    RatingList: _ProvedTable(RatingList.objects, ("federation", "club"), by_federation.of_list, "federation"),
    OfficialList: _ProvedTable(
        OfficialList.objects, ("list", "by"), by_federation.of_official, "list__federation"
    ),
    CountingRule: _ProvedTable(
        CountingRule.objects, ("federation", "club"), by_federation.of_counting_rule, "federation"
    ),
    Invitation: _ProvedTable(
        Invitation.objects,
        ("tournament", "federation", "made_by", "accepted_by"),
        people.of_invitation,
        "federation",
    ),
    Sanction: _ProvedTable(
        Sanction.objects, ("event", "federation"), by_federation.of_sanction, "federation"
    ),
    Submission: _ProvedTable(
        Submission.objects,
        ("federation", "sent_by", "decided_by"),
        by_federation.of_submission,
        "federation",
        ("matches",),
    ),
    Archive: _ProvedTable(
        Archive.objects,
        ("federation", "sent_by", "imported_by"),
        by_federation.of_archive,
        "federation",
        ("positions__player",),
    ),
    PointsSeason: _ProvedTable(
        PointsSeason.objects, ("federation",), by_federation.of_points_season, "federation"
    ),
    FinalTable: _ProvedTable(
        FinalTable.objects, ("season",), by_federation.of_final_table, "season__federation"
    ),
}


def rows_anew(rows: Iterable[Model]) -> Iterator[ProvedRow]:
    """Yield these rows as proved rows, read from the database again; one query for each table.

    A pairing stands for its whole round, a board for its team match with who plays there, a role for all offices of its
    tournament, and a side for its players.
    """
    tables: dict[type[Model], list[Model]] = {}
    for row in rows:
        tables.setdefault(type(row), []).append(row)
    for table, of_table in tables.items():
        groups = _GROUPS.get(table)
        if groups is not None:
            yield from groups(of_table)
        else:
            as_row, rows_of_keys = _QUERIES_BY_KEY[table]
            yield from map(as_row, rows_of_keys(_keys(of_table, "pk")))


def _keys(rows: Iterable[Model], name: str) -> tuple[int, ...]:
    return tuple(sorted({getattr(row, name) for row in rows}))


def _offices_anew(roles: Sequence[Model]) -> Iterator[ProvedRow]:
    return people.offices(_roles(_keys(roles, "tournament_id")))


def _sides_anew(sides: Sequence[Model]) -> Iterator[ProvedRow]:
    return people.by_side(_sides_of(_keys(sides, "pk")))


def _rounds_anew(pairings: Sequence[Model]) -> Iterator[ProvedRow]:
    return of.rounds(_rows_of_rounds(pairings))


def _boards_anew(boards: Sequence[Model]) -> Iterator[ProvedRow]:
    yield from of.team_boards(_boards_of(_keys(boards, "team_match_id")))
    yield from people.by_side(_sides_at(_keys(boards, "match_id")))


_GROUPS: Mapping[type[Model], Callable[[Sequence[Model]], Iterator[ProvedRow]]] = {
    Role: _offices_anew,
    Side: _sides_anew,
    Pairing: _rounds_anew,
    Board: _boards_anew,
}


def _rows_of_rounds(pairings: Iterable[Model]) -> Iterable[Mapping[str, Any]]:
    """Return the rows of every round that one of these pairings is of; one query."""
    stages: dict[int, set[int]] = {}
    for pairing in pairings:
        if isinstance(pairing, Pairing):
            stages.setdefault(pairing.stage_id, set()).add(pairing.round)
    if len(stages) == 1:
        [(stage, numbers)] = stages.items()
        return _rounds_of_stage(stage, tuple(sorted(numbers)))
    same = Q()
    for stage, numbers in stages.items():
        same |= Q(stage=stage, round__in=numbers)
    return of.rows_of_rounds(Pairing.objects.filter(same))


@prepared
def _rounds_of_stage(stage: int, numbers: tuple[int, ...]) -> QuerySet[Pairing, dict[str, Any]]:
    return of.rows_of_rounds(Pairing.objects.filter(stage=stage, round__in=numbers))


@prepared
def _boards_of(team_matches: tuple[int, ...]) -> QuerySet[Board, dict[str, Any]]:
    return of.rows_of_boards(Board.objects.filter(team_match__in=team_matches))


@prepared
def _roles(tournaments: tuple[int, ...]) -> QuerySet[Role, people.Columns]:
    return people.rows_of_roles(Role.objects.filter(tournament__in=tournaments))


@prepared
def _sides_of(keys: tuple[int, ...]) -> QuerySet[Side, people.Columns]:
    return people.rows_of_sides(Side.objects.filter(pk__in=keys))


@prepared
def _sides_at(matches: tuple[int, ...]) -> QuerySet[Side, people.Columns]:
    return people.rows_of_sides(Side.objects.filter(_in(Match.objects.filter(pk__in=matches))))


def _in(matches: QuerySet[Match]) -> Q:
    """Return the condition of a side to be one of the two of these matches."""
    return Q(pk__in=matches.values("one")) | Q(pk__in=matches.values("two"))


def _prepared_keys(source: _ProvedTable) -> Callable[[tuple[int, ...]], list[Any]]:
    """Return the prepared query for the rows of a table with these keys."""

    @prepared
    def rows(keys: tuple[int, ...]) -> QuerySet[Any]:
        return source.with_relations(source.rows.filter(pk__in=keys).order_by("pk"))

    return rows


def _prepared_table(source: _ProvedTable) -> Callable[[int], list[Any]]:
    """Return the prepared query for the rows of one tournament or federation."""

    @prepared
    def rows(owner: int) -> QuerySet[Any]:
        return source.with_relations(source.rows.filter(**{source.way: owner}))

    return rows


_QUERIES_BY_KEY = {
    table: (source.as_row, _prepared_keys(source))
    for table, source in (*_TABLES.items(), *_TABLES_OF_FEDERATION.items())
}
_QUERIES = [(source.as_row, _prepared_table(source)) for source in _TABLES.values() if source.way]
_QUERIES_OF_FEDERATION = [
    (source.as_row, _prepared_table(source)) for source in _TABLES_OF_FEDERATION.values()
]


def rows_of(tournament: Tournament) -> Iterator[ProvedRow]:
    """Yield every row of a tournament that the log proves; a fixed number of queries."""
    for as_row, rows in _QUERIES:
        yield from map(as_row, rows(tournament.pk))
    yield from people.offices(_roles((tournament.pk,)))
    yield from people.by_side(_sides(tournament.pk))
    yield from of.rounds(_rounds(tournament.pk))
    yield from of.team_boards(_boards(tournament.pk))
    yield from _results_of(tournament)
    yield from map(evidence.of_table, _tables(tournament.pk))
    yield from map(evidence.of_text, _texts(tournament.pk))
    yield from map(evidence.of_line, _lines(tournament.pk))


def rows_of_federation(federation: Federation) -> Iterator[ProvedRow]:
    """Yield every row of a federation that its log proves; a fixed number of queries."""
    for as_row, rows in _QUERIES_OF_FEDERATION:
        yield from map(as_row, rows(federation.pk))
    yield from by_federation.texts_of(federation)


def _results_of(tournament: Tournament) -> Iterator[ProvedRow]:
    yield from map(of_match, _matches(tournament.pk))
    for report in _reports(tournament.pk):
        yield evidence.of_report(report, report.games.all())
    yield from map(evidence.of_dispute, _disputes(tournament.pk))
    for number, statement in _numbered(_statements(tournament.pk), "dispute_id"):
        yield evidence.of_statement(statement, number=number)
    yield from map(evidence.of_ruling, _rulings(tournament.pk))
    yield from map(people.of_appeal, _appeals(tournament.pk))
    yield from map(evidence.of_penalty, _penalties(tournament.pk))
    for number, change in _numbered(_length_changes(tournament.pk), "match_id"):
        yield evidence.of_length_change(change, number=number)


@prepared
def _sides(tournament: int) -> QuerySet[Side, people.Columns]:
    entered = Q(pk__in=Entrant.objects.filter(event__tournament=tournament).values("side"))
    return people.rows_of_sides(Side.objects.filter(entered | _in(matches_of(tournament))))


@prepared
def _rounds(tournament: int) -> QuerySet[Pairing, dict[str, Any]]:
    return of.rows_of_rounds(Pairing.objects.filter(stage__event__tournament=tournament))


@prepared
def _boards(tournament: int) -> QuerySet[Board, dict[str, Any]]:
    return of.rows_of_boards(Board.objects.filter(team_match__pairing__stage__event__tournament=tournament))


@prepared
def _tables(tournament: int) -> QuerySet[Table]:
    return Table.objects.filter(tournament=tournament).select_related("tournament", "reserved_for")


@prepared
def _texts(tournament: int) -> QuerySet[LogText]:
    return LogText.objects.filter(tournament=tournament)


@prepared
def _lines(tournament: int) -> QuerySet[LedgerLine]:
    lines = LedgerLine.objects.filter(tournament=tournament)
    return lines.select_related("entrant", "fee", "box", "reverses", "paid_from", "by")


@prepared
def _matches(tournament: int) -> QuerySet[Match]:
    return matches_of(tournament).select_related("accepted_report")


@prepared
def _reports(tournament: int) -> QuerySet[Report]:
    reports = Report.objects.filter(match__in=matches_of(tournament))
    return reports.select_related("match", "by").prefetch_related("games")


@prepared
def _disputes(tournament: int) -> QuerySet[Dispute]:
    return Dispute.objects.filter(match__in=matches_of(tournament)).select_related("report", "raised_by")


@prepared
def _statements(tournament: int) -> QuerySet[Statement]:
    statements = Statement.objects.filter(dispute__match__in=matches_of(tournament))
    return statements.select_related("dispute", "by").order_by("pk")


@prepared
def _rulings(tournament: int) -> QuerySet[Ruling]:
    rulings = Ruling.objects.filter(match__in=matches_of(tournament))
    return rulings.select_related("match", "dispute", "report", "by")


@prepared
def _appeals(tournament: int) -> QuerySet[Appeal]:
    return _TABLES[Appeal].with_relations(Appeal.objects.filter(ruling__match__in=matches_of(tournament)))


@prepared
def _penalties(tournament: int) -> QuerySet[Penalty]:
    return Penalty.objects.filter(match__in=matches_of(tournament)).select_related("match", "by")


@prepared
def _length_changes(tournament: int) -> QuerySet[LengthChange]:
    changes = LengthChange.objects.filter(match__in=matches_of(tournament))
    return changes.select_related("match", "by").order_by("pk")


def _numbered(rows: Iterable[Any], owner: str) -> Iterator[tuple[int, Any]]:
    counts: dict[int, int] = {}
    for row in rows:
        key = getattr(row, owner)
        counts[key] = counts.get(key, 0) + 1
        yield counts[key], row
