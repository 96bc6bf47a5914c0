"""Everything that is stored about a person, as plain data for a file of their own, and their consents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.db.models import QuerySet

from matches.models import Exhibit, GameRecord, Player, Report, Statement
from tournaments.models import (
    AccessLink,
    AccountBrowser,
    ApiToken,
    Availability,
    Claim,
    Consent,
    EntrantPlayer,
    FederationEntry,
    LedgerLine,
    LogEntry,
    Membership,
    Officer,
    PushSubscription,
    Role,
)

from .merges import every_row

VERSION = 1

_PERSON = (
    "uid",
    "name",
    "email",
    "contact_email",
    "country",
    "club",
    "language",
    "public_as",
    "pseudonym",
    "public_name",
    "birth_year",
    "has_profile",
    "is_active",
    "joined_at",
    "last_login",
)


def own_data(player: Player) -> dict[str, Any]:
    """Return what is stored about a person and every row merged into them; the number of queries is constant.

    Other people stand in it as everybody reads them, and secrets do not.
    """
    rows = list(every_row([player.pk]).order_by("pk"))
    return {
        "format": "videau-own-data",
        "version": VERSION,
        "person": [_plain({name: getattr(row, name) for name in _PERSON}) for row in rows],
    } | {name: [_plain(line) for line in lines] for name, lines in _tables(rows).items()}


def _tables(rows: list[Player]) -> Mapping[str, Iterable[Mapping[str, Any]]]:
    """Return the rows of each table that are about these rows of a person."""
    by_player = {"player__in": rows}
    entries = EntrantPlayer.objects.filter(**by_player).order_by("pk")
    entrants = entries.values("entrant")
    return {
        "addresses": _of(EmailAddress.objects.filter(user__in=rows), "email", "verified", "primary"),
        "second_factors": _of(
            Authenticator.objects.filter(user__in=rows), "type", "created_at", "last_used_at"
        ),
        "browsers": _of(AccountBrowser.objects.filter(**by_player), "name", "since", "signed_in_at"),
        "phones": _of(
            PushSubscription.objects.filter(**by_player),
            "host",
            "language",
            "made_at",
            "told_at",
            "link__tournament__name",
        ),
        "tokens": _of(
            ApiToken.objects.filter(**by_player), "name", "scopes", "made_at", "expires_at", "last_used_at"
        ),
        "private_links": _of(
            AccessLink.objects.filter(**by_player), "tournament__name", "purpose", "expires_at", "revoked_at"
        ),
        "claims": _of(
            Claim.objects.filter(**by_player), "tournament__name", "address", "made_at", "claimed_at"
        ),
        "consents": _of(
            Consent.objects.filter(**by_player),
            "place",
            "text_version",
            "by_guardian",
            "tournament__name",
            "given_at",
            "withdrawn_at",
        ),
        "offices": _of(Role.objects.filter(**by_player), "tournament__name", "kind"),
        "offices_of_federations": _of(
            Officer.objects.filter(**by_player), "federation__name", "kind", "ended_at"
        ),
        "memberships": _of(
            Membership.objects.filter(member__player__in=rows),
            "member__federation__name",
            "member__number",
            "starts_on",
            "ends_on",
        ),
        "entries": _of(
            entries,
            "event__tournament__name",
            "event__name",
            "entrant__uid",
            "entrant__withdrawn_at",
            "entrant__withdrawn_reason",
        ),
        "attendance": _of(
            Availability.objects.filter(**by_player), "tournament__name", "away_until", "leaves_at", "note"
        ),
        "money": _of(
            LedgerLine.objects.filter(entrant__in=entrants),
            "tournament__name",
            "kind",
            "amount",
            "means",
            "note",
            "at",
        ),
        "reports": _of(
            Report.objects.filter(by__in=rows),
            "match__uid",
            "at",
            "outcome",
            "winner",
            "score_one",
            "score_two",
        ),
        "statements": _of(Statement.objects.filter(by__in=rows), "dispute__uid", "at", "text"),
        "exhibits": _of(Exhibit.objects.filter(by__in=rows), "dispute__uid", "at", "kind"),
        "records": _of(
            GameRecord.objects.filter(uploaded_by__in=rows),
            "match__uid",
            "uploaded_at",
            "file_name",
            "sha256",
        ),
        "acts": _of(LogEntry.objects.filter(by__in=rows), "tournament__name", "at", "code", "subject"),
        "acts_in_federations": _of(
            FederationEntry.objects.filter(by__in=rows), "federation__name", "at", "code", "subject"
        ),
    }


def _of(rows: QuerySet[Any, Any], *fields: str) -> Iterable[dict[str, Any]]:
    return (
        {name.replace("__", "_"): row[name] for name in fields} for row in rows.order_by("pk").values(*fields)
    )


def _plain(line: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value.isoformat() if isinstance(value, date) else value for key, value in line.items()}


def own_consents(player: Player) -> QuerySet[Consent]:
    """Return the consents of a person and of every row merged into them, the newest first."""
    rows = every_row([player.pk]).values("pk")
    return Consent.objects.filter(player__in=rows).select_related("tournament").order_by("-pk")
