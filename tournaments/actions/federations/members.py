"""Members of a federation: their numbers and the periods of their memberships."""

from __future__ import annotations

from datetime import date

from django.db import transaction
from django.db.models import Q

from matches.models import Player, rows_of_person
from tournaments.actions.fields import check_fields
from tournaments.acts import ABSENT, Absent
from tournaments.acts.federations import MembershipAdded, MembershipChanged, NumberChanged, NumberGiven
from tournaments.errors.federations import (
    ClubMerged,
    FormerNumber,
    HasNumber,
    MembershipsOverlap,
    NumberNeedsConsent,
    NumberTaken,
    OtherFederation,
    PlayerMerged,
)
from tournaments.models import Club, Federation, Member, Membership, MembershipKind, Right
from tournaments.models.dates import date_words
from tournaments.queries.people.duplicates import players_of

from . import log
from .rights import require_other_person, require_right


@transaction.atomic
def give_number(federation: Federation, player: Player, *, by: Player | None, number: str) -> Member:
    """Give a number to a person who has entered an event that the federation sanctioned.

    Raise NumberNeedsConsent for anybody else, who is invited instead, OwnCase, NumberTaken, HasNumber, or PlayerMerged for
    a merged player.
    """
    is_asked = by is not None and not by.is_superuser
    if is_asked and not players_of(federation).filter(pk__in=rows_of_person(player.person_key)).exists():
        require_right(federation, by, Right.REGISTER)
        raise NumberNeedsConsent(player=player.name_for_everybody, federation=federation.name)
    return give_accepted_number(federation, player, by=by, number=number)


@transaction.atomic
def give_accepted_number(federation: Federation, player: Player, *, by: Player | None, number: str) -> Member:
    """Give a number to a person who has accepted it; raise as `give_number`."""
    require_right(federation, by, Right.REGISTER)
    require_other_person(federation, by, player)
    log.lock(federation)
    if player.merged_into_id is not None:
        raise PlayerMerged(player=player.name)
    holder = _number_of(federation, player)
    if holder is not None:
        raise HasNumber(player=player.name, number=holder.number)
    member = Member(federation=federation, player=player, number=number.strip())
    require_free_number(federation, member.number)
    check_fields(member)
    member.save()
    log.append(NumberGiven(member.uid, player=player.uid), of=federation, by=by, rows=[member])
    return member


@transaction.atomic
def change_number(member: Member, *, by: Player | None, number: str | None = None) -> Member:
    """Correct the number of a member, which None leaves as it is; raise NumberTaken, or OwnCase for the officer's own."""
    federation = member.federation
    require_right(federation, by, Right.REGISTER)
    require_other_person(federation, by, member.player)
    log.lock(federation)
    member.refresh_from_db(fields=["number"])
    if number is not None:
        member.number = number.strip()
    require_free_number(federation, member.number, besides=member)
    check_fields(member)
    member.save(update_fields=["number"])
    log.append(NumberChanged(member.uid, player=member.player.uid), of=federation, by=by, rows=[member])
    return member


def _number_of(federation: Federation, player: Player) -> Member | None:
    """Return the number of a person that goes on, of whichever row."""
    members = Member.objects.filter(federation=federation, player__in=rows_of_person(player.person_key))
    return members.filter(is_former=False).first()


def require_free_number(federation: Federation, number: str, *, besides: Member | None = None) -> None:
    """Raise NumberTaken if another member has the number, in capitals or not."""
    others = Member.objects.filter(federation=federation, number__iexact=number)
    if besides is not None:
        others = others.exclude(pk=besides.pk)
    if others.exists():
        raise NumberTaken(number=number)


@transaction.atomic
def add_membership(
    member: Member,
    *,
    by: Player | None,
    starts_on: date,
    ends_on: date | None = None,
    kind: MembershipKind = MembershipKind.FULL,
    club: Club | None = None,
) -> Membership:
    """Add a period of membership; raise FormerNumber, or MembershipsOverlap if another one holds on one of its days."""
    federation = member.federation
    require_right(federation, by, Right.REGISTER)
    require_other_person(federation, by, member.player)
    log.lock(federation)
    member.refresh_from_db(fields=["is_former"])
    if member.is_former and (current := _number_of(federation, member.player)) is not None:
        raise FormerNumber(player=member.player.name, number=member.number, current=current.number)
    membership = Membership(member=member, kind=kind, club=club, starts_on=starts_on, ends_on=ends_on)
    _require_club(membership)
    check_fields(membership)
    _require_free_days(membership)
    membership.save()
    act = MembershipAdded(membership.uid, player=member.player.uid, kind=MembershipKind(kind))
    log.append(act, of=federation, by=by, rows=[membership])
    return membership


@transaction.atomic
def change_membership(
    membership: Membership,
    *,
    by: Player | None,
    starts_on: date | Absent = ABSENT,
    ends_on: date | Absent | None = ABSENT,
    kind: MembershipKind | Absent = ABSENT,
    club: Club | Absent | None = ABSENT,
) -> Membership:
    """Change a period of membership; what is left out stays. To end one, set its last day."""
    member = membership.member
    federation = member.federation
    require_right(federation, by, Right.REGISTER)
    require_other_person(federation, by, member.player)
    log.lock(federation)
    membership.refresh_from_db()
    values = {"starts_on": starts_on, "ends_on": ends_on, "kind": kind, "club": club}
    changes = {key: value for key, value in values.items() if value is not ABSENT}
    former_club, former_days = membership.club_id, (membership.starts_on, membership.ends_on)
    for key, value in changes.items():
        setattr(membership, key, value)
    if membership.club_id != former_club:
        # A membership through a club that has become part of another one can still end.
        _require_club(membership)
    check_fields(membership)
    if (membership.starts_on, membership.ends_on) != former_days:
        # Those of two merged players may overlap, and can be changed otherwise.
        _require_free_days(membership)
    membership.save(update_fields=[*changes])
    act = MembershipChanged(membership.uid, player=member.player.uid, kind=MembershipKind(membership.kind))
    log.append(act, of=federation, by=by, rows=[membership])
    return membership


def _require_club(membership: Membership) -> None:
    """Raise OtherFederation or ClubMerged for a club through which nobody becomes a member."""
    club = membership.club
    if club is None:
        return
    if club.federation_id != membership.member.federation_id:
        raise OtherFederation
    if club.merged_into_id is not None:
        raise ClubMerged(club=club.name)


def _require_free_days(membership: Membership) -> None:
    """Raise MembershipsOverlap for a period that meets another one; the caller holds the federation's lock.

    Periods of a former number stay what they were, so another number may have the same days.
    """
    member = membership.member
    others = Membership.objects.filter(member=member).exclude(pk=membership.pk)
    overlapping = others.filter(Q(ends_on=None) | Q(ends_on__gte=membership.starts_on))
    if membership.ends_on is not None:
        overlapping = overlapping.filter(starts_on__lte=membership.ends_on)
    other = overlapping.first()
    if other is not None:
        start = date_words(other.starts_on, "DATE_FORMAT")
        raise MembershipsOverlap(player=member.player.name, start=start)
