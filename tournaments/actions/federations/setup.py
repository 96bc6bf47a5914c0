"""Federations and their officers: added, changed, appointed and dismissed."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from matches.models import Player, rows_of_person
from tournaments.actions.fields import check_fields
from tournaments.acts.federations import FederationChanged, FederationCreated, OfficeEnded, OfficeGiven
from tournaments.errors.common import ForOperators
from tournaments.errors.federations import LastPresident, OfficeHeld, PlayerMerged
from tournaments.models import Federation, OfficeKind, Officer, Right

from . import log
from .rights import acts_for, require_right


@transaction.atomic
def create_federation(
    *,
    by: Player | None,
    code: str,
    name: str,
    president: Player | None = None,
    country: str = "",
    site: str = "",
    zone: str = "Europe/Paris",
) -> Federation:
    """Add a federation; raise ForOperators unless `by` runs this installation.

    Without a president it is managed by whoever runs the installation, until an invited one accepts.
    """
    if by is not None and not by.is_superuser:
        raise ForOperators
    federation = Federation(code=code, name=name, country=country, site=site, zone=zone)
    check_fields(federation)
    federation.save()
    log.append(FederationCreated(federation.uid), of=federation, by=by, rows=[federation])
    if president is not None:
        _give(federation, president, OfficeKind.PRESIDENT, by=by)
    return federation


@transaction.atomic
def change_federation(
    federation: Federation,
    *,
    by: Player | None,
    name: str | None = None,
    country: str | None = None,
    site: str | None = None,
    zone: str | None = None,
) -> Federation:
    """Change the particulars of a federation; None leaves a value as it is. The short name never changes."""
    require_right(federation, by, Right.MANAGE)
    federation = log.lock(federation)
    values = {"name": name, "country": country, "site": site, "zone": zone}
    changes = {key: value for key, value in values.items() if value is not None}
    for key, value in changes.items():
        setattr(federation, key, value)
    check_fields(federation)
    federation.save(update_fields=[*changes])
    log.append(FederationChanged(federation.uid), of=federation, by=by, rows=[federation])
    return federation


@transaction.atomic
def give_office(federation: Federation, player: Player, *, by: Player | None, kind: OfficeKind) -> Officer:
    """Give a person an office; raise OfficeHeld if they hold it, or PlayerMerged for a merged player."""
    require_right(federation, by, Right.MANAGE)
    log.lock(federation)
    return _give(federation, player, kind, by=by)


def _give(federation: Federation, player: Player, kind: OfficeKind, *, by: Player | None) -> Officer:
    if player.merged_into_id is not None:
        raise PlayerMerged(player=player.name)
    offices = Officer.objects.filter(federation=federation, kind=kind, ended_at=None)
    if offices.filter(player__in=rows_of_person(player.person_key)).exists():
        raise OfficeHeld(player=player.name)
    officer = Officer.objects.create(federation=federation, player=player, kind=kind)
    log.append(
        OfficeGiven(officer.uid, player=player.uid, kind=OfficeKind(kind)),
        of=federation,
        by=by,
        rows=[officer],
    )
    return officer


@transaction.atomic
def end_office(officer: Officer, *, by: Player | None) -> Officer:
    """End an office; everybody may lay down their own. Raise LastPresident for the only president."""
    federation = officer.federation
    if by is not None and not acts_for(officer.player, by, federation):
        require_right(federation, by, Right.MANAGE)
    log.lock(federation)
    officer.refresh_from_db()
    if officer.ended_at is not None:
        return officer
    others = Officer.objects.filter(federation=federation, kind=OfficeKind.PRESIDENT, ended_at=None)
    if officer.kind == OfficeKind.PRESIDENT and not others.exclude(pk=officer.pk).exists():
        raise LastPresident(federation=federation.name)
    officer.ended_at = timezone.now()
    officer.save(update_fields=["ended_at"])
    act = OfficeEnded(officer.uid, player=officer.player.uid, kind=OfficeKind(officer.kind))
    log.append(act, of=federation, by=by, rows=[officer])
    return officer
