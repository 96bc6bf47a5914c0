"""Invitations to an office or to a number: nothing follows before the person has accepted."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from matches.models import Player, is_same_person
from tournaments import budgets, notices
from tournaments.actions import log as tournament_log
from tournaments.actions.events import lifecycle
from tournaments.actions.federations import log, members, setup
from tournaments.actions.federations.rights import require_right
from tournaments.actions.fields import check_fields
from tournaments.actions.inverses import inverse, row_of
from tournaments.actions.locks import lock_log
from tournaments.actions.permissions import require_director, require_owner, require_player
from tournaments.acts import Act
from tournaments.acts.federations import NumberOffered, OfferAccepted, OfferEnded, OfficeOffered
from tournaments.acts.people import InvitationAccepted, InvitationEnded, InvitationMade
from tournaments.errors.budgets import TooManyInvitations
from tournaments.errors.common import Forbidden
from tournaments.errors.federations import InvitationNotValid, NotAnOfficer
from tournaments.models import (
    Federation,
    Invitation,
    LogEntry,
    OfficeKind,
    Right,
    RoleKind,
    Tournament,
)

from .people import accounts, codes

DAYS = 14
_HASHES, _CODES = "tournaments.actions.invitations.hashes", "tournaments.actions.invitations.codes"

Address = Callable[[str], str]
"""Returns the URL of the page of a code."""


@transaction.atomic
def invite_to_tournament(
    tournament: Tournament, *, by: Player | None, kind: str, address: Address, email: str = "", key: str = ""
) -> tuple[Invitation, str]:
    """Invite somebody to an office of a tournament, by mail or by the code that is returned.

    The owner invites officers, a director the desk. Nobody learns whether the address has an account. The same `key`
    shows the same code again. Raise Forbidden or InvalidFields.
    """
    (require_director if kind == RoleKind.DESK else require_owner)(tournament, by)
    lock_log(tournament)
    row = Invitation(tournament=tournament, office=RoleKind(kind), address=email, made_by=by)
    return _make(row, InvitationMade(row.uid, office=RoleKind(kind)), address=address, key=key)


@transaction.atomic
def invite_to_office(
    federation: Federation, *, by: Player | None, kind: str, address: Address, email: str = "", key: str = ""
) -> tuple[Invitation, str]:
    """Invite somebody to an office of a federation, as `invite_to_tournament`; raise NotAnOfficer."""
    require_right(federation, by, Right.MANAGE)
    log.lock(federation)
    row = Invitation(federation=federation, office=OfficeKind(kind), address=email, made_by=by)
    return _make(row, OfficeOffered(row.uid, kind=OfficeKind(kind)), address=address, key=key)


@transaction.atomic
def found_federation(
    *, by: Player | None, president: str, address: Address, **values: Any
) -> tuple[Federation, str]:
    """Add a federation and invite its first president by mail; return it with the code of the invitation.

    Until that is accepted whoever runs the installation acts for it. Raise as `setup.create_federation`.
    """
    federation = setup.create_federation(by=by, **values)
    _row, code = invite_to_office(
        federation, by=by, kind=OfficeKind.PRESIDENT, address=address, email=president
    )
    return federation, code


@transaction.atomic
def offer_number(
    federation: Federation,
    *,
    by: Player | None,
    number: str,
    address: Address,
    email: str = "",
    key: str = "",
) -> tuple[Invitation, str]:
    """Invite somebody to accept a number, as `invite_to_tournament`; raise NumberTaken or NotAnOfficer."""
    require_right(federation, by, Right.REGISTER)
    log.lock(federation)
    members.require_free_number(federation, number.strip())
    row = Invitation(federation=federation, number=number.strip(), address=email, made_by=by)
    return _make(row, NumberOffered(row.uid), address=address, key=key)


def find(code: str, *, account: Player | None = None, may_be_ended: bool = False) -> Invitation:
    """Return the open invitation of this code, whatever its spaces, hyphens and case.

    One that `account` has accepted is returned too, and with `may_be_ended` one that was declined, so that a request
    that is sent again gets the same answer. Raise InvitationNotValid without one.
    """
    rows = Invitation.objects.select_related("tournament", "federation", "made_by")
    row = rows.filter(hash=codes.hash_of(code, purpose=_HASHES)).first()
    if row is None or not (row.is_open or _is_answered(row, account) or (may_be_ended and row.ended_at)):
        raise InvitationNotValid
    return row


def _is_answered(row: Invitation, account: Player | None) -> bool:
    """Whether this person has accepted the invitation."""
    return row.accepted_by is not None and is_same_person(row.accepted_by, account)


@transaction.atomic
def accept(invitation: Invitation, *, by: Player | None) -> Invitation:
    """Accept an invitation, with the account: the person holds the office or the number from now on.

    It follows from whoever invited, who must still be allowed to; again it changes nothing. Raise InvitationNotValid,
    or what giving the office or the number raises.
    """
    person = require_player(by).current
    invitation.refresh_from_db()
    if _is_answered(invitation, person):
        return invitation
    row = _locked(invitation)
    row.accepted_by, row.accepted_at = person, timezone.now()
    row.save(update_fields=["accepted_by", "accepted_at"])
    act = (
        InvitationAccepted(row.uid, office=RoleKind(row.office))
        if row.tournament is not None
        else OfferAccepted(row.uid)
    )
    _note(row, act, by=by)
    try:
        _give(row, person)
    except (Forbidden, NotAnOfficer):
        raise InvitationNotValid from None
    return row


@transaction.atomic
def decline(invitation: Invitation, *, by: Player | None) -> Invitation:
    """Decline an invitation, as whoever has its code; again changes nothing. Raise InvitationNotValid once accepted."""
    invitation.refresh_from_db()
    if invitation.ended_at is not None:
        return invitation
    return _end(_locked(invitation), by=by)


@transaction.atomic
def revoke(invitation: Invitation, *, by: Player | None) -> Invitation:
    """Revoke an invitation that nobody has accepted; again changes nothing. Raise InvitationNotValid once accepted."""
    if invitation.tournament is not None:
        is_desk = invitation.office == RoleKind.DESK
        (require_director if is_desk else require_owner)(invitation.tournament, by)
    else:
        right = Right.MANAGE if invitation.office else Right.REGISTER
        require_right(_federation(invitation), by, right)
    invitation.refresh_from_db()
    if invitation.ended_at is not None:
        return invitation
    if invitation.accepted_at is not None:
        raise InvitationNotValid
    return _end(_locked(invitation, may_be_late=True), by=by)


def _make(row: Invitation, act: Act, *, address: Address, key: str) -> tuple[Invitation, str]:
    """Store a new invitation, note it and mail it if it has an address; return it with its code.

    What was accepted, declined or revoked stays so, and the same `key` makes another one.
    """
    code = _code_of(key, row) if key else codes.new_code()
    same = Invitation.objects.filter(hash=codes.hash_of(code, purpose=_HASHES)).first()
    if same is not None and same.is_open:
        return same, code
    code = code if same is None else codes.new_code()
    row.hash = codes.hash_of(code, purpose=_HASHES)
    row.expires_at = timezone.now() + timedelta(days=DAYS)
    check_fields(row)
    row.save()
    if row.address:
        # Whether somebody has an account with the address makes no difference.
        budgets.spend("invitations_to_address", row.address, refusal=TooManyInvitations)
        if row.made_by is not None:
            budgets.spend("invitations", row.made_by.uid, refusal=TooManyInvitations)
        subject, text = notices.invitation_mail(row, address=address(code))
        accounts.post(to=row.address, subject=subject, text=text)
    _note(row, act, by=row.made_by)
    return row, code


def _code_of(key: str, row: Invitation) -> str:
    """Derive the code from the form's key and the secret key, so it need not be stored."""
    return codes.derived(_CODES, key, row.body.uid, row.office, row.number, row.address)


def _locked(invitation: Invitation, *, may_be_late: bool = False) -> Invitation:
    """Return the invitation as it is under the lock of its log; raise InvitationNotValid once it is over."""
    if invitation.tournament is not None:
        lock_log(invitation.tournament)
    else:
        log.lock(_federation(invitation))
    rows = Invitation.objects.select_related("tournament", "federation", "made_by")
    row = rows.get(pk=invitation.pk)
    if not row.is_open and not (may_be_late and row.accepted_at is None and row.ended_at is None):
        raise InvitationNotValid
    return row


def _end(row: Invitation, *, by: Player | None) -> Invitation:
    row.ended_at = timezone.now()
    row.save(update_fields=["ended_at"])
    act = (
        InvitationEnded(row.uid, office=RoleKind(row.office))
        if row.tournament is not None
        else OfferEnded(row.uid)
    )
    _note(row, act, by=by)
    return row


def _note(row: Invitation, act: Act, *, by: Player | None) -> None:
    """Append an act of an invitation to the log of its tournament or its federation."""
    if row.tournament is not None:
        tournament_log.append(act, of=row.tournament, by=by, rows=[row])
    else:
        log.append(act, of=_federation(row), by=by, rows=[row])


def _give(row: Invitation, person: Player) -> None:
    """Give what was accepted, in the name of whoever invited."""
    if row.tournament is not None:
        lifecycle.appoint(row.tournament, person, kind=row.office, by=row.made_by)
    elif row.office:
        setup.give_office(_federation(row), person, by=row.made_by, kind=OfficeKind(row.office))
    else:
        members.give_accepted_number(_federation(row), person, by=row.made_by, number=row.number)


def _federation(row: Invitation) -> Federation:
    assert row.federation is not None  # noqa: S101 - narrows the type: a constraint holds it
    return row.federation


@inverse(InvitationMade)
def _revoke_again(_entry: LogEntry, act: InvitationMade, by: Player | None) -> Any:
    rows = Invitation.objects.select_related("tournament", "federation", "made_by")
    return revoke(row_of(rows, uid=act.subject), by=by)
