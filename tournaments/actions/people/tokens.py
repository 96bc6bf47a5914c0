"""API tokens: 160 random bits that act for one account as far as their scopes allow."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from datetime import datetime, timedelta
from hashlib import sha256

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from matches.database.prepared import prepared
from matches.models import Player
from tournaments import notices
from tournaments.actions.fields import check_fields
from tournaments.errors.tokens import NotByToken, TooManyTokens
from tournaments.models import ApiToken, Federation, TokenScope, Tournament, token_of

from . import accounts

# Secret scanners find a token in a public file by these letters.
PREFIX = "videau_"
DEFAULT_DAYS = 90
MOST_TOKENS = 50
_TOKEN_BYTES = 20
_SHOWN_DIGITS = 6
# A program that asks every second writes once an hour.
_USE_NOTED_FOR = timedelta(hours=1)


@transaction.atomic
def make(
    *,
    by: Player,
    name: str,
    scopes: Collection[str],
    days: int = DEFAULT_DAYS,
    tournament: Tournament | None = None,
    federation: Federation | None = None,
) -> tuple[ApiToken, str]:
    """Create a token of the account and mail its owner; return it with its text, which is not stored.

    Raise NotByToken if `by` acts by a token, and TooManyTokens.
    """
    _require_person(by)
    Player.objects.select_for_update(no_key=True).get(pk=by.pk)
    if valid_tokens(by).count() >= MOST_TOKENS:
        raise TooManyTokens(most=MOST_TOKENS)
    text = PREFIX + secrets.token_hex(_TOKEN_BYTES)
    row = ApiToken(player=by, name=name, tournament=tournament, federation=federation)
    row.scopes = " ".join(scope.value for scope in TokenScope if scope in scopes)
    row.expires_at = timezone.now() + timedelta(days=days)
    _store(row, text)
    if by.email:
        subject, words = notices.token_mail(row)
        accounts.post(to=by.email, subject=subject, text=words)
    return row, text


@transaction.atomic
def make_for_operator(player: Player, *, name: str) -> str:
    """Create a token with every scope and without an end, and return its text.

    Its form is that of the tokens of earlier releases, for scripts that read it.
    """
    text = secrets.token_hex(_TOKEN_BYTES)
    row = ApiToken(player=player, name=name, scopes=f"{TokenScope.DIRECT} {TokenScope.FEDERATION_WRITE}")
    _store(row, text)
    return text


@transaction.atomic
def revoke(token: ApiToken, *, by: Player) -> ApiToken:
    """Revoke a token of the account; idempotent. Raise NotByToken if `by` acts by a token."""
    _require_person(by)
    if token.revoked_at is None:
        token.revoked_at = timezone.now()
        token.save(update_fields=["revoked_at"])
    return token


def revoke_all(player: Player) -> int:
    """Revoke every token of the account; return their number."""
    return ApiToken.objects.filter(player=player, revoked_at=None).update(revoked_at=timezone.now())


def valid_tokens(player: Player) -> QuerySet[ApiToken]:
    """Return the tokens of the account that are neither revoked nor expired."""
    without_end = Q(expires_at=None) | Q(expires_at__gt=timezone.now())
    return ApiToken.objects.filter(without_end, player=player, revoked_at=None)


def find(text: str) -> ApiToken | None:
    """Return the token with this text, with its account, valid or not.

    The database compares hashes, of which a guess at the text reveals nothing, so the time of a look-up says nothing
    about a token.
    """
    return next(iter(_tokens_with(digest(text))), None)


def note_use(token: ApiToken, *, now: datetime | None = None) -> None:
    """Store that the token was used, at most once an hour."""
    now = now or timezone.now()
    if token.last_used_at is None or now - token.last_used_at >= _USE_NOTED_FOR:
        ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)
        token.last_used_at = now


def digest(text: str) -> str:
    """Return the stored hash of a token: SHA-256, since 160 random bits need no slow hash."""
    return sha256(text.encode()).hexdigest()


@prepared
def _tokens_with(value: str) -> QuerySet[ApiToken]:
    return ApiToken.objects.filter(hash=value).select_related("player").order_by()


def _store(row: ApiToken, text: str) -> None:
    start = len(PREFIX) if text.startswith(PREFIX) else 0
    row.prefix, row.hash = text[: start + _SHOWN_DIGITS], digest(text)
    check_fields(row)
    row.save()


def _require_person(by: Player) -> None:
    if token_of(by) is not None:
        raise NotByToken
