"""How long each kind of data about people is kept, and what is past its time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.admin.models import LogEntry as AdminEntry
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from matches.models import Player
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
    ListVariation,
    LogEntry,
    Notice,
    OutboxJob,
    PushSubscription,
    Removal,
    StepMark,
)

_OPEN_SESSION = Exists(Session.objects.filter(session_key=OuterRef("session_key")))
# Free words of what has ended, such as the name of a token, become this.
NO_NAME = "-"
LINK_DAYS = 90
"""How long a private link is kept after its end."""


@dataclass(frozen=True, slots=True)
class RetainedKind:
    """A kind of data with the days for which it is kept, and the rows whose time was over at the end of those days.

    `blank` are the columns that are emptied where the row itself must stay; without them the rows are deleted.
    """

    code: str
    name: Promise
    days: int
    rows: Callable[[datetime], QuerySet[Any]]
    blank: Mapping[str, str] | None = None

    def past(self, now: datetime) -> QuerySet[Any]:
        """Return the rows that are past their time."""
        return self.rows(now - timedelta(days=self.days))


def _notices(before: datetime) -> QuerySet[Notice]:
    is_over = Q(tournament=None) | Q(tournament__ends_on__lt=before.date())
    return Notice.objects.filter(is_over, made_at__lt=before)


def _phones(before: datetime) -> QuerySet[PushSubscription]:
    """Return the browsers that were told nothing for so long, or whose private link ended so long ago."""
    is_quiet = Q(told_at__lt=before) | Q(told_at=None, made_at__lt=before)
    return PushSubscription.objects.filter(
        is_quiet | Q(link__expires_at__lt=before) | Q(link__revoked_at__lt=before)
    )


def _links(before: datetime) -> QuerySet[AccessLink]:
    """Return dead links that no entry of a log names; the others say through which link an act came."""
    ended = Q(expires_at__lt=before) | Q(revoked_at__lt=before)
    acts = LogEntry.objects.filter(link=OuterRef("pk"))
    return AccessLink.objects.filter(ended).exclude(Exists(acts))


def _unconfirmed_accounts(before: datetime) -> QuerySet[Player]:
    """Return accounts whose address nobody has confirmed, who never signed in and are in nothing else."""
    addresses = EmailAddress.objects.filter(user=OuterRef("pk"))
    return Player.objects.filter(
        Exists(addresses.filter(verified=False)),
        ~Exists(addresses.filter(verified=True)),
        email__isnull=False,
        last_login=None,
        joined_at__lt=before,
        is_staff=False,
        is_superuser=False,
        merged_into=None,
        merged_from=None,
        entries=None,
    )


def _tokens(before: datetime) -> QuerySet[ApiToken]:
    ended = Q(expires_at__lt=before) | Q(revoked_at__lt=before)
    return ApiToken.objects.filter(ended).exclude(name=NO_NAME)


KINDS: tuple[RetainedKind, ...] = (
    RetainedKind(
        "sessions",
        _("Sign-ins that have ended"),
        0,
        lambda before: Session.objects.filter(expire_date__lt=before),
    ),
    RetainedKind(
        "browsers",
        _("Browsers of accounts, since the last sign-in"),
        400,
        lambda before: AccountBrowser.objects.filter(~_OPEN_SESSION, signed_in_at__lt=before),
    ),
    RetainedKind("accounts", _("Accounts that nobody has confirmed or used"), 30, _unconfirmed_accounts),
    RetainedKind(
        "account_mails",
        _("Mails of accounts that could not be sent"),
        2,
        lambda before: AccountMail.objects.filter(made_at__lt=before),
    ),
    RetainedKind("notices", _("Notices, once the tournament is over"), 365, _notices),
    RetainedKind("phones", _("Phones that nobody has told, or whose private link has ended"), 90, _phones),
    RetainedKind(
        "final_pages",
        _("Addresses to which a final page was mailed"),
        90,
        lambda before: FinalPageMail.objects.filter(made_at__lt=before),
    ),
    RetainedKind("links", _("Private links that have ended and led to no act"), LINK_DAYS, _links),
    RetainedKind("tokens", _("Names of tokens that have ended"), 90, _tokens, blank={"name": NO_NAME}),
    RetainedKind(
        "invitations",
        _("Addresses of invitations that were answered or have ended"),
        90,
        lambda before: Invitation.objects.filter(expires_at__lt=before).exclude(address=""),
        blank={"address": ""},
    ),
    RetainedKind(
        "absences",
        _("Notes on attendance, since the last day"),
        30,
        lambda before: Availability.objects.filter(tournament__ends_on__lt=before.date()).exclude(note=""),
        blank={"note": ""},
    ),
    RetainedKind(
        "papers",
        _("Emergency papers, since the last day"),
        2,
        lambda before: EmergencyPaper.objects.filter(tournament__ends_on__lt=before.date()),
    ),
    RetainedKind(
        "steps",
        _("Steps that officers have put away, since the last day"),
        90,
        lambda before: StepMark.objects.filter(tournament__ends_on__lt=before.date()),
    ),
    RetainedKind(
        "variations",
        _("Rating lists computed in another way"),
        30,
        lambda before: ListVariation.objects.filter(done_at__lt=before),
    ),
    RetainedKind(
        "requests",
        _("Keys of forms and requests, by which nothing is done twice"),
        1,
        lambda before: IdempotencyKey.objects.filter(made_at__lt=before),
    ),
    RetainedKind(
        "budget_uses",
        _("What was counted of budgets, as hashes"),
        30,
        lambda before: BudgetUse.objects.filter(at__lt=before),
    ),
    RetainedKind(
        "failed_jobs",
        _("Failed jobs with their errors"),
        90,
        lambda before: OutboxJob.objects.filter(is_dead=True, made_at__lt=before),
    ),
    RetainedKind(
        "admin_entries",
        _("Changes on the admin pages"),
        365,
        lambda before: AdminEntry.objects.filter(action_time__lt=before),
    ),
    RetainedKind(
        "removals",
        _("Lines of this report"),
        400,
        lambda before: Removal.objects.filter(at__lt=before),
    ),
)
# Without a mail server every mail is a file, which holds an address and a link.
MAIL_FILES, MAIL_FILES_DAYS = "mail_files", 30
# Databases that a restore has set aside, which the operator deletes.
SET_ASIDE_DAYS = 30


def mail_files(now: datetime) -> list[Path]:
    """Return the mails that were written into files and are past their time."""
    return _older(Path(settings.VIDEAU_DATA) / "mail", now - timedelta(days=MAIL_FILES_DAYS))


def set_aside(now: datetime) -> list[Path]:
    """Return the databases that a restore has set aside a while ago; this service deletes none of them."""
    return _older(Path(settings.VIDEAU_DATA) / "replaced", now - timedelta(days=SET_ASIDE_DAYS))


def _older(folder: Path, before: datetime) -> list[Path]:
    if not folder.is_dir():
        return []
    return sorted(path for path in folder.iterdir() if path.stat().st_mtime < before.timestamp())


@dataclass(frozen=True, slots=True)
class RetentionRow:
    """A line of the operator's report: what is past its time, and what the last run and those of 30 days removed."""

    code: str
    name: Promise
    days: int
    due: int
    last: int
    month: int


@dataclass(frozen=True, slots=True)
class RetentionReport:
    """What is kept for how long, what is due, what was removed, when last, and what the operator has to delete."""

    rows: list[RetentionRow]
    ran_at: datetime | None
    set_aside: list[str]


def retention_report(now: datetime) -> RetentionReport:
    """Return the operator's report; one count for each kind."""
    removed: dict[str, list[Removal]] = {}
    for row in Removal.objects.filter(at__gte=now - timedelta(days=30)).order_by("pk"):
        removed.setdefault(row.kind, []).append(row)
    counts = [(kind.code, kind.name, kind.days, kind.past(now).count()) for kind in KINDS]
    counts.append(
        (MAIL_FILES, _("Mails in files, without a mail server"), MAIL_FILES_DAYS, len(mail_files(now)))
    )
    rows = [
        RetentionRow(
            code,
            name,
            days,
            due,
            last=removed[code][-1].count if code in removed else 0,
            month=sum(row.count for row in removed.get(code, ())),
        )
        for code, name, days, due in counts
    ]
    newest = Removal.objects.first()
    return RetentionReport(rows, newest.at if newest else None, [path.name for path in set_aside(now)])
