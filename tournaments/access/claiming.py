"""Permissions of the holder of a code from a desk."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest
from rest_framework.request import Request

from tournaments.actions.people import claims
from tournaments.models import Claim

from . import limits
from .playing import own_account
from .visitor import Visitor


def claim_to_see(_visitor: Visitor, code: str) -> Claim:
    """Return the claim of a code with its player and tournament, for the holder of the code."""
    return claims.find(code)


def claim_to_take(visitor: Visitor, code: str) -> Claim:
    """Return the claim of a code, for any signed-in holder of the code, also after that account has used it."""
    return claims.find(code, account=own_account(visitor))


def count_guess(visitor: Visitor, request: HttpRequest | Request) -> None:
    """Count an attempt with a code; raise TooManyRequests above the limit of a minute, on pages and API together."""
    limits.spend("claim", limits.actor(visitor, request), limit=settings.API_RATES["claim"])
