"""Directories of a federation: exported by an officer, and imported on a laptop without the federation's service."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from matches.models import Player, name_key
from tournaments.actions.federations import log
from tournaments.actions.federations.rights import require_right
from tournaments.actions.fields import check_fields
from tournaments.acts.exchange import DirectoryExported, DirectoryImported
from tournaments.acts.federations import FederationCreated
from tournaments.errors.common import Forbidden
from tournaments.errors.exchange import FederationHere, PackageRefused
from tournaments.errors.federations import NumberTaken, OtherFederation
from tournaments.exchange import (
    PACKAGE_WORDS,
    BrokenPackage,
    Directory,
    DirectoryHead,
    DirectoryReading,
    MemberRow,
    PeriodRow,
    digest_of,
    read_directory,
    write_directory,
)
from tournaments.models import Federation, Member, Membership, Officer, Right
from tournaments.models.wording import in_words
from tournaments.queries.people.names import members_by_number

from .submissions import refused_rows


@dataclass(frozen=True, slots=True)
class DirectoryPlan:
    """What the import of a directory does: who is here by number or id, who is new, and who may be a player here.

    `proposed` has for each number the players with the same name, of whom none has a number; nothing is stored of
    such a row until it is said who it is.
    """

    known: Mapping[str, Player]
    added: tuple[MemberRow, ...]
    proposed: Mapping[str, tuple[Player, ...]]


@transaction.atomic
def export_directory(federation: Federation, *, by: Player | None) -> bytes:
    """Return the directory of the federation as a file, and note its digest in the log."""
    require_right(federation, by, Right.RATE)
    log.lock(federation)
    members = list(Member.objects.filter(federation=federation).select_related("player").order_by("number"))
    periods = Membership.objects.filter(member__federation=federation).select_related("member")
    directory = Directory(
        DirectoryHead(
            federation=federation.uid,
            code=federation.code,
            name=federation.name,
            country=federation.country,
            zone=federation.zone,
            made_on=timezone.localdate(timezone=federation.time_zone).isoformat(),
        ),
        tuple(_member_row(member) for member in members),
        tuple(_period_row(period) for period in periods.order_by("member__number", "starts_on")),
    )
    data = write_directory(directory)
    act = DirectoryExported(federation.uid, members=len(members), digest=digest_of(data))
    log.append(act, of=federation, by=by)
    return data


def plan_directory(data: bytes, *, by: Player | None) -> DirectoryPlan:
    """Return what the import of a directory would do, and write nothing."""
    _require_operator(by)
    return _plan(_read(data).directory)


@transaction.atomic
def import_directory(
    *, by: Player | None, data: bytes, same: Mapping[str, Player] | None = None
) -> Federation:
    """Bring the members of a federation here, for the operator of a laptop; again brings what has changed.

    `same` names for a number the player here whom it belongs to. Raise FederationHere where officers keep the
    federation on this installation.
    """
    _require_operator(by)
    reading = _read(data)
    federation = _federation(reading.directory.head, by=by)
    plan = _plan(reading.directory)
    players = {**plan.known, **(same or {})}
    players |= {row.number: _added(row) for row in plan.added if row.number not in players}
    rows = [row for row in reading.directory.members if row.number in players]
    members = {row.number: _member(federation, row, players[row.number]) for row in rows}
    periods = [
        _membership(members[row.number], row) for row in reading.directory.periods if row.number in members
    ]
    act = DirectoryImported(federation.uid, members=len(members), digest=reading.digest)
    log.append(act, of=federation, by=by, rows=[*members.values(), *periods])
    return federation


def _require_operator(by: Player | None) -> None:
    if by is not None and not by.is_superuser:
        raise Forbidden


def _read(data: bytes) -> DirectoryReading:
    try:
        reading = read_directory(data)
    except BrokenPackage as broken:
        reason = in_words(PACKAGE_WORDS[broken.code])
        raise PackageRefused(reason=reason, package_code=broken.code, file=broken.file) from broken
    if reading.faults:
        raise refused_rows(reading.faults)
    return reading


def _federation(head: DirectoryHead, *, by: Player | None) -> Federation:
    """Return the federation of a directory under its lock; it is added without officers the first time."""
    federation = Federation.objects.filter(uid=head.federation).first()
    if federation is None:
        federation = Federation(
            uid=head.federation, code=head.code, name=head.name, country=head.country, zone=head.zone
        )
        check_fields(federation)
        federation.save()
        log.append(FederationCreated(federation.uid), of=federation, by=by, rows=[federation])
    elif Officer.objects.filter(federation=federation).exists():
        raise FederationHere(federation=federation.name)
    return log.lock(federation)


def _plan(directory: Directory) -> DirectoryPlan:
    """Compare the rows with the players here; three queries."""
    rows = directory.members
    of_federation = Member.objects.filter(federation__uid=directory.head.federation).select_related("player")
    by_number = members_by_number(of_federation, [row.number for row in rows])
    members = {member.player_id for member in of_federation}
    by_uid = {player.uid: player for player in Player.objects.filter(uid__in=[row.player for row in rows])}
    known = {row.number: by_uid[row.player] for row in rows if row.player in by_uid}
    known |= {number: member.player for number, member in by_number.items()}
    unknown = [row for row in rows if row.number not in known]
    namesakes = _namesakes(unknown, numbered=members)
    proposals = {
        row.number: namesakes[name_key(row.name)] for row in unknown if name_key(row.name) in namesakes
    }
    added = tuple(row for row in unknown if row.number not in proposals)
    return DirectoryPlan(known, added, proposals)


def _namesakes(rows: Iterable[MemberRow], *, numbered: set[int]) -> dict[str, tuple[Player, ...]]:
    keys = {name_key(row.name) for row in rows}
    namesakes: dict[str, tuple[Player, ...]] = {}
    for player in Player.objects.filter(name_key__in=keys, merged_into=None).order_by("pk"):
        if player.pk not in numbered:
            namesakes[player.name_key] = (*namesakes.get(player.name_key, ()), player)
    return namesakes


def _added(row: MemberRow) -> Player:
    player = Player(uid=row.player, name=row.name, club=row.club, country=row.country)
    player.set_unusable_password()
    player.save()
    return player


def _member(federation: Federation, row: MemberRow, player: Player) -> Member:
    """Return the member of a row; one whose number the federation has corrected gets the new one."""
    here = Member.objects.filter(federation=federation)
    same = here.filter(number__iexact=row.number)
    member = members_by_number(same, [row.number]).get(row.number)
    if member is not None:
        return member
    member = here.filter(uid=row.member).first()
    if member is None:
        if here.filter(player=player).exists():
            raise NumberTaken(number=row.number)
        member = Member(uid=row.member, federation=federation, player=player)
    member.number = row.number
    check_fields(member)
    member.save()
    return member


def _membership(member: Member, row: PeriodRow) -> Membership:
    period = Membership.objects.select_related("member").filter(uid=row.membership).first()
    if period is None:
        period = Membership(uid=row.membership, member=member)
    elif period.member.federation_id != member.federation_id:
        raise OtherFederation
    period.kind, period.starts_on, period.ends_on = row.kind, row.starts_on, row.ends_on
    check_fields(period)
    period.save()
    return period


def _member_row(member: Member) -> MemberRow:
    player = member.player
    return MemberRow(
        member=member.uid,
        number=member.number,
        player=player.uid,
        name=player.name,
        country=player.country,
        club=player.club,
    )


def _period_row(period: Membership) -> PeriodRow:
    return PeriodRow(
        membership=period.uid,
        number=period.member.number,
        kind=period.kind,
        starts_on=period.starts_on,
        ends_on=period.ends_on,
    )
