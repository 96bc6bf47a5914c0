"""The audit finds a change of any column of any proved table."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, models, transaction
from django.utils import timezone

from matches.models import LengthChange, Match, Penalty, Report, ReportedGame, Ruling, new_uid
from tests import factories
from tests.tournaments.whole_federation import larger_federation
from tests.tournaments.whole_tournament import larger_tournament
from tournaments.actions import log
from tournaments.actions.federations import log as federation_log
from tournaments.models import (
    AcceptedMatch,
    Archive,
    ArchivePosition,
    Claim,
    Club,
    ClubName,
    Consent,
    CountingRule,
    Draw,
    Entrant,
    Event,
    Federation,
    FinalTable,
    LedgerLine,
    Member,
    Membership,
    Merge,
    NoDuplicate,
    Officer,
    OfficialList,
    Pairing,
    PointsSeason,
    RatingList,
    Sanction,
    Stage,
    Submission,
    Table,
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
    NoDuplicate,
    RatingList,
    OfficialList,
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
_OUTSIDE: Mapping[str, str] = {
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


@pytest.mark.decided_above
def test_every_column_of_a_tournament_is_proved() -> None:
    stream = larger_tournament()
    own = _own(TABLES)
    assert all(own.values())
    factories.open_match(9)
    assert not _unproved(stream, own)


def test_every_column_of_a_federation_is_proved_but_those_with_a_reason() -> None:
    stream = larger_federation()
    own = _own(TABLES_OF_FEDERATION)
    assert all(own.values())
    larger_federation("BGF")
    assert {change.partition(":")[0] for change in _unproved(stream, own)} == _OUTSIDE.keys()
