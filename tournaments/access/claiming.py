"""Permissions of whoever holds a code, or is asked whether two players are one person."""

from __future__ import annotations

from django.conf import settings
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest
from rest_framework.request import Request

from matches.models import Player, is_same_person
from tournaments.actions import invitations
from tournaments.actions.people import claims, publicity
from tournaments.models import Claim, EntrantPlayer, Invitation, MergeProposal, Right, Tournament
from tournaments.queries.people.merge_voices import tournaments_given_a_voice

from . import limits
from .federations import rights_in
from .playing import own_account
from .viewing import by_uid, only, refusal, seen, tournaments_to_list
from .visitor import Visitor

_invitations_of = by_uid(Invitation, "tournament", "federation", "made_by")
_proposals_of = by_uid(MergeProposal, "federation", "player", "into", "by", "keeps", "merge")


def claim_to_see(_visitor: Visitor, code: str) -> Claim:
    """Return the claim of a code with its player and tournament, for the holder of the code."""
    return claims.find(code)


def claim_to_take(visitor: Visitor, code: str) -> Claim:
    """Return the claim of a code, for any signed-in holder of the code, also after that account has used it."""
    return claims.find(code, account=own_account(visitor))


def merge_proposal_to_answer(visitor: Visitor, uid: str) -> MergeProposal:
    """Return the proposal, for the account that goes on, directors who are asked, and those of tournaments with the duplicate."""
    account = own_account(visitor)
    proposal = only(_proposals_of(uid))
    if not is_same_person(account, proposal.into):
        tournaments = publicity.tournaments_of([proposal.player_id])
        tournaments += tournaments_given_a_voice(proposal.player, proposal.into)
        if not any(visitor.may_direct(one) for one in tournaments):
            raise Http404
    return proposal


def entries_to_show(
    visitor: Visitor, player: Player, *, besides: Tournament | None = None
) -> QuerySet[EntrantPlayer]:
    """Return the entries by which somebody knows a player again, the newest first, without drafts of others.

    `besides` is a tournament that the visitor knows already.
    """
    known = Q(event__tournament__in=tournaments_to_list(visitor))
    entries = player.entries.filter(known | Q(event__tournament=besides))
    return entries.select_related("event__tournament").order_by("-pk")


def invitation_to_see(_visitor: Visitor, code: str) -> Invitation:
    """Return the invitation of a code, for the holder of the code."""
    return invitations.find(code)


def invitation_to_accept(visitor: Visitor, code: str) -> Invitation:
    """Return the invitation of a code, for any signed-in holder of the code, also after that account has accepted it."""
    return invitations.find(code, account=own_account(visitor))


def invitation_to_decline(_visitor: Visitor, code: str) -> Invitation:
    """Return the invitation of a code, for the holder of the code, also after it was declined."""
    return invitations.find(code, may_be_ended=True)


def invitation_to_revoke(visitor: Visitor, uid: str) -> Invitation:
    """Return the invitation, for directors of its tournament, or officers of its federation who may make one."""
    row = only(_invitations_of(uid))
    if row.tournament is not None:
        if not visitor.may_direct(seen(visitor, row.tournament)):
            raise refusal(visitor, row.tournament, office_needed=True)
        return row
    right = Right.MANAGE if row.office else Right.REGISTER
    if row.federation is None or right not in rights_in(visitor, row.federation):
        raise Http404
    return row


def count_newcomer(request: HttpRequest | Request) -> None:
    """Count a newcomer of a network address; raise TooManyRequests above the limit of a minute."""
    limits.spend("newcomer", limits.network_address(request), limit=settings.API_RATES["newcomer"])


def count_guess(visitor: Visitor, request: HttpRequest | Request) -> None:
    """Count an attempt with a code; raise TooManyRequests above the limit of a minute, on pages and API together."""
    limits.spend("claim", limits.actor(visitor, request), limit=settings.API_RATES["claim"])
