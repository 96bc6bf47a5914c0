"""Permissions in federations: what everybody may see, and what each office allows."""

from __future__ import annotations

from django.db.models import QuerySet
from django.http import Http404

from matches.models import Player
from tournaments.actions.federations.rights import rights_of
from tournaments.errors import Forbidden, NotAnOfficer, NotSignedIn
from tournaments.models import (
    Club,
    Federation,
    Member,
    Membership,
    Merge,
    Officer,
    Right,
    Sanction,
    SanctionState,
    Visibility,
)

from .viewing import by_uid, only, refusal, seen
from .visitor import Visitor

_federations_of = by_uid(Federation)
_officers_of = by_uid(Officer, "federation", "player")
_clubs_of = by_uid(Club, "federation", "merged_into")
_members_of = by_uid(Member, "federation", "player")
_memberships_of = by_uid(Membership, "member__federation", "member__player", "club")
_merges_of = by_uid(Merge, "federation", "player", "into")
_sanctions_of = by_uid(Sanction, "event__tournament", "federation")


def federation_of(row: object) -> Federation | None:
    """Return the federation of an object fetched through `access`; None for a row of a tournament alone."""
    match row:
        case Federation():
            return row
        case Officer() | Club() | Member() | Merge() | Sanction():
            return row.federation
        case Membership():
            return row.member.federation
    return None


def account_to_found(visitor: Visitor) -> Player:
    """Return the account, for those who run this installation."""
    if visitor.account is None:
        raise NotSignedIn
    if not visitor.is_superuser:
        raise Forbidden
    return visitor.account


def federations_to_list(_visitor: Visitor) -> QuerySet[Federation]:
    """Return the federations, for everybody."""
    return Federation.objects.all()


def federation_to_see(_visitor: Visitor, uid: str) -> Federation:
    """Return the federation, for everybody."""
    return only(_federations_of(uid))


def federation_to_read(visitor: Visitor, uid: str) -> Federation:
    """Return the federation, for its officers."""
    return _with(visitor, only(_federations_of(uid)), Right.READ)


def federation_to_manage(visitor: Visitor, uid: str) -> Federation:
    """Return the federation, for its president."""
    return _with(visitor, only(_federations_of(uid)), Right.MANAGE)


def federation_to_register(visitor: Visitor, uid: str) -> Federation:
    """Return the federation, for its president and registrars."""
    return _with(visitor, only(_federations_of(uid)), Right.REGISTER)


def officer_to_end(visitor: Visitor, uid: str) -> Officer:
    """Return the officer with the federation, for the president and the officer."""
    officer = only(_officers_of(uid))
    if visitor.account is None or visitor.account.pk != officer.player_id:
        _with(visitor, officer.federation, Right.MANAGE)
    return officer


def club_to_see(_visitor: Visitor, uid: str) -> Club:
    """Return the club with its federation, for everybody."""
    return only(_clubs_of(uid))


def club_to_register(visitor: Visitor, uid: str) -> Club:
    """Return the club with its federation, for the president and registrars."""
    club = only(_clubs_of(uid))
    _with(visitor, club.federation, Right.REGISTER)
    return club


def member_to_read(visitor: Visitor, uid: str) -> Member:
    """Return the member with the federation, for its officers and the member."""
    member = only(_members_of(uid))
    if visitor.account is None or visitor.account.pk != member.player_id:
        _with(visitor, member.federation, Right.READ, is_secret=True)
    return member


def member_to_register(visitor: Visitor, uid: str) -> Member:
    """Return the member with the federation, for the president and registrars."""
    member = member_to_read(visitor, uid)
    _with(visitor, member.federation, Right.REGISTER)
    return member


def membership_to_register(visitor: Visitor, uid: str) -> Membership:
    """Return the membership with the member, for the president and registrars."""
    membership = only(_memberships_of(uid))
    _with(visitor, membership.member.federation, Right.REGISTER, is_secret=True)
    return membership


def merge_to_register(visitor: Visitor, uid: str) -> Merge:
    """Return the merge with its federation, for the president and registrars."""
    merge = only(_merges_of(uid))
    _with(visitor, merge.federation, Right.REGISTER, is_secret=True)
    return merge


def sanction_to_see(visitor: Visitor, uid: str) -> Sanction:
    """Return the sanction with its event and federation, for whoever may see the tournament and the officers."""
    sanction = only(_sanctions_of(uid))
    if Right.READ not in _rights(visitor, sanction.federation):
        seen(visitor, sanction.event.tournament)
    return sanction


def sanction_to_rate(visitor: Visitor, uid: str) -> Sanction:
    """Return the sanction with its event, for the president and rating officers."""
    sanction = sanction_to_see(visitor, uid)
    _with(visitor, sanction.federation, Right.RATE)
    return sanction


def sanction_to_direct(visitor: Visitor, uid: str) -> Sanction:
    """Return the sanction with its event, for the owner and directors of the tournament."""
    sanction = sanction_to_see(visitor, uid)
    tournament = sanction.event.tournament
    if not visitor.may_direct(tournament):
        raise refusal(visitor, tournament, office_needed=True)
    return sanction


def sanctions_to_see(visitor: Visitor, federation: Federation) -> QuerySet[Sanction]:
    """Return the sanctions of a federation that the visitor may see: all of them for officers."""
    if Right.READ in _rights(visitor, federation):
        return Sanction.objects.filter(federation=federation)
    return public_sanctions(federation)


def public_sanctions(federation: Federation) -> QuerySet[Sanction]:
    """Return the sanctions of public events, for everybody."""
    granted = Sanction.objects.filter(federation=federation, state=SanctionState.GRANTED)
    return granted.filter(event__tournament__visibility=Visibility.PUBLIC)


def _rights(visitor: Visitor, federation: Federation) -> frozenset[Right]:
    return frozenset() if visitor.account is None else rights_of(visitor.account, federation)


def _with(visitor: Visitor, federation: Federation, right: Right, *, is_secret: bool = False) -> Federation:
    """Return the federation if the visitor has the right; a secret thing is unknown to everybody else."""
    rights = _rights(visitor, federation)
    if right in rights:
        return federation
    if is_secret and Right.READ not in rights:
        raise Http404
    if visitor.account is None:
        raise NotSignedIn
    raise NotAnOfficer(federation=federation.name, right=right.label)
