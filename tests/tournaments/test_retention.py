"""What is past its time goes, once a day, and nothing else; chains and proofs stay whole."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable
from datetime import datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.apps import apps
from django.contrib.admin.models import CHANGE
from django.contrib.admin.models import LogEntry as AdminEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.db import models
from django.utils import timezone

from matches.models import Player
from tests import factories
from tests.postgres_plugin import ROOT
from tests.tournaments.whole_tournament import larger_tournament
from tests.web.browsing import Visitor
from tournaments import tasks
from tournaments.actions import log, retention
from tournaments.actions.entrants import registration
from tournaments.actions.hall import emergency
from tournaments.actions.lists import keeping
from tournaments.actions.people import links
from tournaments.models import (
    AccessLink,
    AccountBrowser,
    AccountMail,
    ApiToken,
    Availability,
    BudgetUse,
    EmergencyPaper,
    FinalPageMail,
    IdempotencyKey,
    Invitation,
    ListOrigin,
    ListVariation,
    LogEntry,
    Notice,
    OutboxJob,
    PushSubscription,
    Removal,
    StepMark,
    Tournament,
)
from tournaments.queries.audit.checks import findings
from tournaments.queries.audit.evidence_checks import evidence_findings
from tournaments.queries.people.retention import (
    KINDS,
    MAIL_FILES,
    MAIL_FILES_DAYS,
    RetainedKind,
    retention_report,
)

pytestmark = pytest.mark.django_db

Maker = Callable[[datetime], models.Model]


def _tournament(ended: datetime) -> Tournament:
    tournament = factories.tournament()
    tournament.starts_on = tournament.ends_on = ended.date()
    tournament.save(update_fields=["starts_on", "ends_on"])
    return tournament


def _account(joined: datetime) -> Player:
    player = factories.player(email=f"{joined.timestamp()}@example.org")
    Player.objects.filter(pk=player.pk).update(joined_at=joined, last_login=None)
    EmailAddress.objects.create(user=player, email=str(player.email), verified=False)
    return player


def _link(ended: datetime) -> AccessLink:
    event = factories.event()
    link, _token = links.make_registration_link(event, by=None)
    AccessLink.objects.filter(pk=link.pk).update(expires_at=ended)
    return link


def _token(ended: datetime) -> ApiToken:
    return ApiToken.objects.create(
        player=factories.player(), name="Laptop of Ann", hash=str(ended), scopes="read", revoked_at=ended
    )


def _admin_entry(at: datetime) -> AdminEntry:
    kind = ContentType.objects.get_for_model(Player)
    return AdminEntry.objects.create(
        user=factories.player(), content_type=kind, object_repr="Ann", action_flag=CHANGE, action_time=at
    )


def _variation(at: datetime) -> ListVariation:
    federation = factories.federation(f"F{at.day}{at.month}")
    rating_list = keeping.create_list(federation, by=None, name="National", origin=ListOrigin.UPLOADED)
    return ListVariation.objects.create(federation=federation, list=rating_list, done_at=at)


# What makes a row of each kind whose time began at a moment.
_MAKERS: dict[str, Maker] = {
    "sessions": lambda at: Session.objects.create(session_key=str(at.timestamp()), expire_date=at),
    "browsers": lambda at: AccountBrowser.objects.create(
        player=factories.player(), hash=str(at), signed_in_at=at
    ),
    "accounts": _account,
    "account_mails": lambda at: AccountMail.objects.create(to="a@example.org", made_at=at),
    "notices": lambda at: Notice.objects.create(
        recipient=factories.player(), tournament=_tournament(at), code="called", made_at=at
    ),
    "phones": lambda at: PushSubscription.objects.create(
        player=factories.player(), hash=str(at), host="push.example.org", language="en", told_at=at
    ),
    "final_pages": lambda at: FinalPageMail.objects.create(
        event=factories.event(), to="a@example.org", language="en", state=str(at), made_at=at
    ),
    "links": _link,
    "tokens": _token,
    "invitations": lambda at: Invitation.objects.create(
        tournament=_tournament(at), office="desk", hash=str(at), address="a@example.org", expires_at=at
    ),
    "absences": lambda at: Availability.objects.create(
        tournament=_tournament(at), player=factories.player(), note="at the dentist"
    ),
    "papers": lambda at: EmergencyPaper.objects.create(
        tournament=_tournament(at), language="en", log_seq=1, is_pdf=False, body=b""
    ),
    "steps": lambda at: StepMark.objects.create(
        tournament=_tournament(at), player=factories.player(), step="draw", number=1
    ),
    "variations": _variation,
    "requests": lambda at: IdempotencyKey.objects.create(
        owner="form", key=str(at), request="", body_hash="", status=200, response={}, made_at=at
    ),
    "budget_uses": lambda at: BudgetUse.objects.create(budget="notices", who="hash", at=at),
    "failed_jobs": lambda at: OutboxJob.objects.create(name="feed", is_dead=True, made_at=at),
    "admin_entries": _admin_entry,
    "removals": lambda at: Removal.objects.create(kind="sessions", count=0, at=at),
}


def _is_whole(kind: RetainedKind, row: models.Model) -> bool:
    """Whether a row is there as it was."""
    there = type(row)._default_manager.filter(pk=row.pk).values().first()
    return there is not None and all(there[name] != value for name, value in (kind.blank or {}).items())


@pytest.mark.both_databases
def test_the_job_removes_what_is_past_its_time_and_nothing_that_is_not(
    run_jobs: Callable[[], int], tmp_path: Path, settings: Any
) -> None:
    settings.VIDEAU_DATA = tmp_path
    now = timezone.now()
    assert sorted(_MAKERS) == sorted(kind.code for kind in KINDS)
    two_days = timedelta(days=2)
    rows = [
        (
            kind,
            [_MAKERS[kind.code](now - timedelta(days=kind.days) - since) for since in (two_days, -two_days)],
        )
        for kind in KINDS
    ]
    (tmp_path / "mail").mkdir()
    for name, days in (("old", MAIL_FILES_DAYS + 1), ("new", MAIL_FILES_DAYS - 1)):
        file = tmp_path / "mail" / name
        file.write_text("To: ann@example.org")
        os.utime(file, times=(0, (now - timedelta(days=days)).timestamp()))
    assert all(line.due for line in retention_report(now).rows)
    tasks.request_sweep()
    run_jobs()
    for kind, (past, fresh) in rows:
        assert not _is_whole(kind, past), kind.code
        assert _is_whole(kind, fresh), kind.code
    assert [file.name for file in (tmp_path / "mail").iterdir()] == ["new"]
    report = retention_report(now)
    assert {line.code for line in report.rows if line.due or not line.last} == set()
    # Once a day.
    runs = Removal.objects.count()
    tasks.request_sweep()
    run_jobs()
    assert Removal.objects.count() == runs
    assert not retention.is_due(now + timedelta(hours=23))
    assert retention.is_due(now + timedelta(hours=25))


def _audit(tournament: Tournament) -> list[str]:
    """Return whatever an audit says of a tournament; its chain and its rows are whole."""
    assert not list(evidence_findings(tournament))
    assert not log.verify(tournament)
    return [str(finding) for finding in findings(tournament)]


@pytest.mark.both_databases
def test_a_tournament_of_years_ago_is_audited_as_on_its_last_day() -> None:
    tournament = larger_tournament()
    unused, _token = links.make_registration_link(tournament.events.all()[0], by=None)
    before = _audit(tournament)
    acts_by_link = LogEntry.objects.filter(tournament=tournament).exclude(link=None).count()
    links_of_acts = set(LogEntry.objects.exclude(link=None).values_list("link", flat=True))
    head = Tournament.objects.get(pk=tournament.pk).log_hash
    later = timezone.now() + timedelta(days=4_000)
    removed = {line.kind: line.count for line in retention.remove(later)}
    assert removed["notices"]
    assert removed["links"]
    assert not AccessLink.objects.filter(pk=unused.pk).exists()
    assert set(AccessLink.objects.values_list("pk", flat=True)) == links_of_acts
    assert LogEntry.objects.filter(tournament=tournament).exclude(link=None).count() == acts_by_link
    assert Tournament.objects.get(pk=tournament.pk).log_hash == head
    with time_machine.travel(later):
        assert _audit(tournament) == before


def test_an_account_that_is_in_anything_stays() -> None:
    now = timezone.now()
    players = [_account(now - timedelta(days=40, hours=number)) for number in range(4)]
    entered, confirmed, sat, unused = players
    registration.enter(factories.event(), by=None, players=[entered])
    EmailAddress.objects.filter(user=confirmed).update(verified=True)
    factories.tournament(by=sat)
    list(retention.remove(now))
    assert list(Player.objects.filter(pk__in=[one.pk for one in players]).order_by("pk")) == players[:3]
    assert not Player.objects.filter(pk=unused.pk).exists()


def _table(heading: str) -> list[list[str]]:
    """Return the cells of the first table below a heading of the page on privacy."""
    text = (ROOT / "docs" / "privacy.md").read_text().split(f"\n## {heading}\n", 1)[1]
    lines = re.search(r"(?:^\|.*\n)+", text, re.MULTILINE)
    assert lines is not None
    rows = [line.strip("|").split("|") for line in lines[0].splitlines()[2:]]
    return [[cell.strip() for cell in row] for row in rows]


def test_the_table_of_times_is_the_one_that_the_job_keeps() -> None:
    times = {row[0].strip("`"): int(row[2]) for row in _table("How long each kind is kept")}
    assert times == {kind.code: kind.days for kind in KINDS} | {MAIL_FILES: MAIL_FILES_DAYS}
    assert emergency.KEPT_AFTER.days == times["papers"]


def test_every_table_that_names_a_person_has_a_time_or_a_reason_to_stay() -> None:
    of_people = {
        model.__name__
        for model in apps.get_models()
        if model is Player
        or any(
            isinstance(field, models.EmailField) or field.related_model is Player
            for field in model._meta.concrete_fields
        )
    }
    removed = {kind.past(timezone.now()).model.__name__ for kind in KINDS}
    lasting = {name for row in _table("What stays, and why") for name in re.findall(r"`(\w+)`", row[0])}
    assert of_people - removed - lasting == set()
    assert lasting - of_people == set()


def test_the_operator_reads_what_was_removed_and_what_is_due(tmp_path: Path, settings: Any) -> None:
    settings.VIDEAU_DATA = tmp_path
    (tmp_path / "replaced").mkdir()
    old = tmp_path / "replaced" / "videau-2020.sqlite3"
    old.write_text("")
    os.utime(old, times=(0, 0))
    _MAKERS["steps"](timezone.now() - timedelta(days=200))
    factories.player("Olga", email="olga@example.org")
    Player.objects.filter(name="Olga").update(is_staff=True)
    operator = Visitor(Player.objects.get(name="Olga"))
    page = operator.at("/service/retention/").words
    assert "It never ran." in page
    assert "replaced/videau-2020.sqlite3" in page
    assert Visitor(factories.player(email="d@example.org")).at("/service/retention/").status == 403
    out = StringIO()
    call_command("retention", "--now", "--json", stdout=out)
    lines = {line["code"]: line for line in map(json.loads, out.getvalue().splitlines())}
    assert (lines["steps"]["days"], lines["steps"]["due"], lines["steps"]["last"]) == (90, 0, 1)
    out = StringIO()
    call_command("retention", stdout=out)
    assert "Delete what a restore has set aside: replaced/videau-2020.sqlite3" in out.getvalue()
    assert "It never ran." not in operator.at("/service/retention/").words
