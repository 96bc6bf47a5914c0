"""The audit finds a change of any column of any proved table."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, models, transaction
from django.utils import timezone

from matches.models import (
    Appeal,
    CommitteeMember,
    Dispute,
    GameRecord,
    LengthChange,
    Match,
    Penalty,
    Report,
    ReportedGame,
    Ruling,
    SideMember,
    Statement,
    new_uid,
)
from tests import factories
from tests.tournaments.whole_federation import larger_federation
from tests.tournaments.whole_tournament import larger_tournament
from tournaments.actions import log
from tournaments.actions.federations import log as federation_log
from tournaments.models import (
    AcceptedMatch,
    AccessLink,
    Announcement,
    Archive,
    ArchivePosition,
    Claim,
    Club,
    ClubName,
    Commitment,
    Consent,
    CountingRule,
    Draw,
    Entrant,
    EntrantPlayer,
    Event,
    Federation,
    FinalTable,
    Invitation,
    LedgerLine,
    LogEntry,
    LogText,
    Member,
    Membership,
    Merge,
    MergeAgreement,
    MergeProposal,
    NoDuplicate,
    Officer,
    OfficialList,
    OfficialRow,
    OpeningRating,
    Pairing,
    PointsSeason,
    RatingList,
    Role,
    Sanction,
    Stage,
    Submission,
    Table,
    TableUse,
    Tournament,
)
from tournaments.models.append_only import create_triggers, drop_triggers
from tournaments.queries.audit.checks import findings
from tournaments.queries.audit.evidence_checks import evidence_findings, findings_of_federation

pytestmark = [pytest.mark.django_db, pytest.mark.long_only]

TABLES_OF_FEDERATION: tuple[type[models.Model], ...] = (
    Federation,
    Officer,
    Club,
    ClubName,
    Member,
    Membership,
    Merge,
    MergeProposal,
    MergeAgreement,
    NoDuplicate,
    Invitation,
    RatingList,
    OfficialList,
    OfficialRow,
    OpeningRating,
    Sanction,
    Submission,
    AcceptedMatch,
    Archive,
    ArchivePosition,
    CountingRule,
    PointsSeason,
    FinalTable,
)
TABLES: tuple[type[models.Model], ...] = (
    Claim,
    Consent,
    Event,
    Stage,
    Entrant,
    Draw,
    Pairing,
    Match,
    Report,
    ReportedGame,
    Ruling,
    Penalty,
    LengthChange,
    Table,
    LedgerLine,
)
# Those that the digest of a tournament leaves out.
_MORE_TABLES: tuple[type[models.Model], ...] = (
    Tournament,
    Role,
    AccessLink,
    Invitation,
    Announcement,
    EntrantPlayer,
    SideMember,
    Commitment,
    Dispute,
    Statement,
    Appeal,
    CommitteeMember,
    GameRecord,
    TableUse,
    LogEntry,
    LogText,
)
# What a column of JSON could hold where it is empty.
_FILLED: Mapping[tuple[type[models.Model], str], Any] = {
    (FinalTable, "lines"): [{"person": "a", "from": 1, "to": 1}],
    (Stage, "feeds"): [{"stage": 1, "take": "losers"}],
    (Stage, "standings"): {"version": 1, "places": []},
    (Stage, "ties"): [
        {
            "entrants": ["a", "b"],
            "how": "lot",
            "tiers": [["a"], ["b"]],
            "prizes": False,
            "reason": "",
            "playoff": None,
            "seed": "",
            "taken_back": True,
        }
    ],
}
# Columns that stand outside of the proof, each with its reason.
_OUTSIDE_OF_TOURNAMENT: Mapping[str, str] = {
    "Invitation.address": "it is emptied after a while, and nothing goes by it",
    "AccessLink.mailed_to": "a hash of the address, which erasure empties, and by which budgets count alone",
    "AccessLink.opened_at": "that somebody opened it, by which budgets of mails go alone",
    "Commitment.at": "the entry that announced it has the moment",
    "Commitment.by": "the entry that announced it has the person",
    "Commitment.input": "the digest that was announced covers its text, which the draw repeats",
    "Commitment.revealed_at": "the entry of the draw has the moment",
    "Commitment.stage": "the draw that keeps it is of a stage, and proved",
    "Commitment.taken_back_reason": "a text beside its entry",
    "Dispute.closed_at": "the ruling or the result that closed it has the moment",
    "Dispute.opened_at": "the entry that opened it has the moment",
    "EntrantPlayer.entry_no": "which entry of the person it is, which tells rows apart and is counted nowhere",
    "GameRecord.checked_at": "a check follows from the bytes, and is repeated by anybody",
    "GameRecord.encoding": "a check follows from the bytes",
    "GameRecord.file_name": "nothing goes by it",
    "GameRecord.findings": "a check follows from the bytes",
    "GameRecord.format": "a check follows from the bytes",
    "GameRecord.players_swapped": "a check follows from the bytes",
    "GameRecord.size": "the bytes have it",
    "GameRecord.uploaded_at": "the entry of the upload has the moment",
    "GameRecord.uploaded_by": "the entry of the upload has the person",
    "GameRecord.verdict": "a check follows from the bytes",
    "Statement.at": "the entry of the statement has the moment",
    "TableUse.since": "the entry of the call has the moment",
    "TableUse.until": "the hall alone goes by it; what is played there has its own moments",
}
_OUTSIDE: Mapping[str, str] = {
    "Invitation.address": "it is emptied after a while, and nothing goes by it",
    "OfficialRow.status": "whether matches are too few or too long ago; who has a place is proved",
    "CountingRule.judged": "how far the verdicts are, which follow from the feed",
    "CountingRule.revision": "how often verdicts were given again",
}


def _other_values(field: models.Field[Any, Any], row: models.Model) -> Iterator[Any]:
    """Values that the column could hold as well, nothing among them where it may."""
    value = getattr(row, field.attname)
    if value is not None and field.null:
        yield None
    if isinstance(field, models.ForeignKey | models.OneToOneField):
        keys = (
            field.related_model._default_manager.exclude(pk=value).order_by("pk").values_list("pk", flat=True)
        )
        # The nearest are of the same tournament, whichever of the two was arranged first.
        yield from sorted(keys, key=lambda key: abs(key - (value or row.pk)))
    elif field.name == "uid":
        yield new_uid()
    elif field.choices:
        yield from (code for code, _words in field.flatchoices if code != value)
    else:
        yield from _other_plain_values(field, value)


def _other_plain_values(field: models.Field[Any, Any], value: Any) -> Iterator[Any]:
    match field:
        case models.BooleanField():
            yield not value
        case models.DateTimeField():
            yield (value or timezone.now()) + timedelta(hours=1)
        case models.DateField():
            yield (value or timezone.localdate()) + timedelta(days=1)
        case models.DecimalField():
            yield value + 1
        case models.IntegerField():
            yield from ((value or 0) + more for more in (1, 2, -1, -2))
        case models.BinaryField():
            yield bytes(value) + b"x"
        case models.JSONField():
            yield _other_json(value) if value else _FILLED.get((field.model, field.name), {"1": 9})
        case models.CharField() | models.TextField():
            yield f"{value}x"[-field.max_length if field.max_length else 0 :]
        case _:
            raise AssertionError(field)


def _other_json(value: Any) -> Any:
    """The same JSON with its last leaf changed."""
    match value:
        case dict() if value:
            key = max(value)
            return {**value, key: _other_json(value[key])}
        case list() if value:
            return [*value[:-1], _other_json(value[-1])]
        case bool():
            return not value
        case int():
            return value + 2
    return f"{value}x"


def _rows(own: Collection[models.Model], field: models.Field[Any, Any]) -> Iterator[list[models.Model]]:
    """Of these rows those of which the column is in use, and the others; matches under way apart."""
    groups: dict[tuple[bool, bool], list[models.Model]] = {}
    for row in own:
        is_open = isinstance(row, Match) and not row.is_final
        groups.setdefault((bool(getattr(row, field.attname)), is_open), []).append(row)
    yield from groups.values()


def _is_held_by_the_database(row: models.Model, field: models.Field[Any, Any], value: Any) -> bool:
    """Change the column behind the service's back; whether the database has refused."""
    try:
        with transaction.atomic():
            type(row)._default_manager.filter(pk=row.pk).update(**{field.attname: value})
            connection.check_constraints()
    except IntegrityError:
        return True
    return False


def _has_finding(stream: Tournament | Federation) -> bool:
    if isinstance(stream, Federation):
        return any(findings_of_federation(stream)) or bool(federation_log.verify(stream))
    # What finds most comes first.
    if any(finding.is_fault for finding in evidence_findings(stream)):
        return True
    return any(finding.is_fault for finding in findings(stream)) or bool(log.verify(stream))


def _changes_without_finding(
    stream: Tournament | Federation, own: Collection[models.Model], field: models.Field[Any, Any]
) -> set[str]:
    """The changes of a column of these rows that the audit does not find."""
    changes = set()
    for rows in _rows(own, field):
        kinds: set[bool] = set()
        for row, value in ((one, other) for one in rows for other in _other_values(field, one)):
            # One value of each kind that the database takes tells as much as all of them.
            if (value is None) in kinds:
                continue
            with transaction.atomic():
                if not _is_held_by_the_database(row, field, value):
                    kinds.add(value is None)
                    if not _has_finding(stream):
                        changes.add(f"{field.name}: {getattr(row, field.attname)!r} -> {value!r}")
                transaction.set_rollback(True)
    return changes


def _columns(model: type[models.Model]) -> list[models.Field[Any, Any]]:
    return [field for field in model._meta.concrete_fields if not field.primary_key]


def _unproved(
    stream: Tournament | Federation, own: Mapping[type[models.Model], list[models.Model]]
) -> set[str]:
    """The columns of these rows of which the audit overlooks a change."""
    assert not _has_finding(stream)
    drop_triggers(connection)
    changes = {
        f"{model.__name__}.{change}"
        for model, rows in own.items()
        for field in _columns(model)
        for change in _changes_without_finding(stream, rows, field)
    }
    create_triggers(connection)
    return changes


def _own(tables: Collection[type[models.Model]]) -> dict[type[models.Model], list[models.Model]]:
    return {model: list(model._default_manager.order_by("pk")) for model in tables}


# Tables with rows of a tournament of which the audit tries no column, each with its reason.
_TABLES_OUTSIDE: Mapping[str, str] = {
    "ApiToken": "a key to the service, revoked by its owner; entries name it",
    "Availability": "when somebody can be called, which changes no result",
    "Board": "proved with the match of its row, the boards of a team match as one",
    "Call": "follows from the entries of calls",
    "CashBox": "a name; the lines of the ledger, which name it, are proved",
    "Challenge": "its entries have who challenged whom, and the match is proved",
    "EmergencyPaper": "a copy of pages, removed after the last day",
    "Exhibit": "an attachment of a dispute, which the database keeps from changes",
    "Fee": "the lines that were charged are proved",
    "FederationEntry": "the log of a federation, which its own audit verifies",
    "FeedCursor": "how far the feed has read a log",
    "FeedMember": "compared with what it follows from by the audit of the feed",
    "FeedVerdict": "follows from the feed and the counting rules",
    "FeedRow": "compared with what it follows from by the audit of the feed",
    "FinalPageMail": "a copy of a page on its way",
    "LineupPlace": "a wish of a captain; the sides of the boards are proved",
    "MergeAgreement": "the log of the federation proves it",
    "Lot": "computed again from its chain",
    "LotChain": "computed again from its links",
    "Notice": "a message, removed after a year",
    "PushSubscription": "a telephone, removed in time",
    "RecordAnalysis": "computed again from the record",
    "ResultFile": "its digest is in the entry, and stands in the log of the federation",
    "Sanction": "proved by the log of its federation",
    "Seat": "the round is proved, and the pairings are computed again",
    "StageEntry": "the draw and its input are proved, and the stage is computed again",
    "StepMark": "what an officer has put away on a page",
    "Suspension": "its entries have the score, and the result is proved",
}


def test_each_table_of_a_tournament_is_tried_or_stands_outside_with_a_reason() -> None:
    of_tournaments: set[type[models.Model]] = {Tournament, Match, SideMember}
    every = [
        model for model in apps.get_models() if model.__module__.startswith(("matches.", "tournaments."))
    ]
    while more := {
        model
        for model in every
        if model not in of_tournaments
        and any(field.related_model in of_tournaments for field in model._meta.concrete_fields)
    }:
        of_tournaments |= more
    assert {model.__name__ for model in of_tournaments} == {
        *(model.__name__ for model in (*TABLES, *_MORE_TABLES)),
        *_TABLES_OUTSIDE,
    }


@pytest.mark.decided_above
def test_every_row_that_is_taken_out_of_a_tournament_is_missed() -> None:
    stream = larger_tournament()
    drop_triggers(connection)
    unmissed = set()
    for model, rows in _own([*TABLES, *_MORE_TABLES]).items():
        for row in rows:
            with transaction.atomic():
                if _is_taken_out(row) and not _has_finding(stream):
                    unmissed.add(model.__name__)
                transaction.set_rollback(True)
    create_triggers(connection)
    assert not unmissed


def _is_taken_out(row: models.Model) -> bool:
    """Take a row out behind the service's back; whether the database lets it go."""
    rows: Any = type(row)._default_manager.filter(pk=row.pk)
    try:
        with transaction.atomic():
            rows._raw_delete("default")
            connection.check_constraints()
    except IntegrityError:
        return False
    return True


@pytest.mark.decided_above
def test_every_column_of_a_tournament_is_proved_but_those_with_a_reason() -> None:
    stream = larger_tournament()
    own = _own([*TABLES, *_MORE_TABLES])
    assert all(own.values())
    factories.open_match(9)
    assert {change.partition(":")[0] for change in _unproved(stream, own)} == _OUTSIDE_OF_TOURNAMENT.keys()


def test_every_column_of_a_federation_is_proved_but_those_with_a_reason() -> None:
    stream = larger_federation()
    own = _own(TABLES_OF_FEDERATION)
    assert all(own.values())
    larger_federation("BGF")
    assert {change.partition(":")[0] for change in _unproved(stream, own)} == _OUTSIDE.keys()
