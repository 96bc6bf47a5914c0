"""Permissions of whoever holds a code from a desk, or is asked whether two players are one person."""

from __future__ import annotations

from django.conf import settings
from django.http import Http404, HttpRequest
from rest_framework.request import Request

from matches.models import is_same_person
from tournaments.actions.people import claims, publicity
from tournaments.models import Claim, MergeProposal

from . import limits
from .playing import own_account
from .viewing import by_uid, only
from .visitor import Visitor

_proposals_of = by_uid(MergeProposal, "federation", "player", "into", "by", "keeps", "merge")


def claim_to_see(_visitor: Visitor, code: str) -> Claim:
    """Return the claim of a code with its player and tournament, for the holder of the code."""
    return claims.find(code)


def claim_to_take(visitor: Visitor, code: str) -> Claim:
    """Return the claim of a code, for any signed-in holder of the code, also after that account has used it."""
    return claims.find(code, account=own_account(visitor))


def merge_proposal_to_answer(visitor: Visitor, uid: str) -> MergeProposal:
    """Return the proposal, for the account that goes on and directors of tournaments with the duplicate."""
    account = own_account(visitor)
    proposal = only(_proposals_of(uid))
    if not is_same_person(account, proposal.into):
        tournaments = publicity.tournaments_of([proposal.player_id])
        if not any(visitor.may_direct(one) for one in tournaments):
            raise Http404
    return proposal


def count_newcomer(request: HttpRequest | Request) -> None:
    """Count a newcomer of a network address; raise TooManyRequests above the limit of a minute."""
    limits.spend("newcomer", limits.network_address(request), limit=settings.API_RATES["newcomer"])


def count_guess(visitor: Visitor, request: HttpRequest | Request) -> None:
    """Count an attempt with a code; raise TooManyRequests above the limit of a minute, on pages and API together."""
    limits.spend("claim", limits.actor(visitor, request), limit=settings.API_RATES["claim"])
