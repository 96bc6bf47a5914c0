"""Clubs of a federation: added, changed, merged and parted."""

from __future__ import annotations

from collections.abc import Collection

from django.db import transaction
from django.utils.translation import gettext as _

from matches.models import Player, name_key
from tournaments.actions.fields import check_fields
from tournaments.acts.federations import ClubAdded, ClubChanged, ClubsMerged, ClubsParted
from tournaments.errors.common import InvalidFields
from tournaments.errors.federations import ClubMerged, ClubNotMerged, OtherFederation, SameClub
from tournaments.models import Club, ClubKind, ClubName, Federation, Right

from . import log
from .rights import require_right


@transaction.atomic
def add_club(
    federation: Federation,
    *,
    by: Player | None,
    name: str,
    kind: ClubKind = ClubKind.LOCAL,
    city: str = "",
    region: str = "",
    other_names: Collection[str] = (),
) -> Club:
    """Add a club with every name by which it is known; raise InvalidFields for a name of another club."""
    require_right(federation, by, Right.REGISTER)
    log.lock(federation)
    club = Club(federation=federation, name=name.strip(), kind=kind, city=city, region=region.strip())
    check_fields(club)
    club.save()
    _set_names(club, other_names)
    log.append(ClubAdded(club.uid), of=federation, by=by, rows=[club])
    return club


@transaction.atomic
def change_club(
    club: Club,
    *,
    by: Player | None,
    name: str | None = None,
    kind: ClubKind | None = None,
    city: str | None = None,
    region: str | None = None,
    other_names: Collection[str] | None = None,
) -> Club:
    """Change a club; None leaves a value as it is. A former name stays one of its other names."""
    club = _locked(club, by=by)
    former = club.name
    values = {
        "name": name if name is None else name.strip(),
        "kind": kind,
        "city": city,
        "region": region if region is None else region.strip(),
    }
    changes = {key: value for key, value in values.items() if value is not None}
    for key, value in changes.items():
        setattr(club, key, value)
    check_fields(club)
    club.save(update_fields=[*changes])
    present = set(ClubName.objects.filter(club=club).values_list("name", flat=True))
    _set_names(club, {former, *(present if other_names is None else other_names)})
    log.append(ClubChanged(club.uid), of=club.federation, by=by, rows=[club])
    return club


def _set_names(club: Club, names: Collection[str]) -> None:
    """Store the name of a club and its other names; a name that is only written differently is one."""
    by_key = {name_key(name): name.strip() for name in (*names, club.name) if name.strip()}
    present = {row.name_key: row for row in ClubName.objects.filter(club=club)}
    for key, row in present.items():
        if key not in by_key:
            row.delete()
    for key, name in by_key.items():
        row = present.get(key) or ClubName(club=club, federation=club.federation, name_key=key)
        row.name = name
        _check_name(row)
        row.save()


def _check_name(row: ClubName) -> None:
    """Raise InvalidFields for a name that cannot be, or that another club has; both are said of the name."""
    check_fields(row, only=["name"])
    others = ClubName.objects.filter(federation=row.federation, name_key=row.name_key).exclude(pk=row.pk)
    if others.exists():
        fault = str(_("A club of this federation has this name already."))
        raise InvalidFields({"name": [fault]}, names=[str(_("name"))])


@transaction.atomic
def merge_clubs(club: Club, into: Club, *, by: Player | None) -> Club:
    """Make a club part of another one; its members and names follow, and no row of theirs changes."""
    if club.federation_id != into.federation_id:
        raise OtherFederation
    club = _locked(club, by=by)
    into.refresh_from_db()
    if into.pk == club.pk:
        raise SameClub(club=club.name)
    if into.merged_into_id is not None:
        raise ClubMerged(club=into.name)
    club.merged_into = into
    club.save(update_fields=["merged_into"])
    log.append(ClubsMerged(club.uid, into=into.uid), of=club.federation, by=by, rows=[club])
    return club


@transaction.atomic
def part_clubs(club: Club, *, by: Player | None) -> Club:
    """Undo the merge of a club; raise ClubNotMerged if there is none."""
    require_right(club.federation, by, Right.REGISTER)
    log.lock(club.federation)
    club = Club.objects.select_related("federation", "merged_into").get(pk=club.pk)
    if club.merged_into is None:
        raise ClubNotMerged(club=club.name)
    into, club.merged_into = club.merged_into, None
    club.save(update_fields=["merged_into"])
    log.append(ClubsParted(club.uid, other=into.uid), of=club.federation, by=by, rows=[club])
    return club


def _locked(club: Club, *, by: Player | None) -> Club:
    """Return the club as it is under the lock of its federation; raise ClubMerged for a merged one."""
    require_right(club.federation, by, Right.REGISTER)
    log.lock(club.federation)
    club = Club.objects.select_related("federation").get(pk=club.pk)
    if club.merged_into_id is not None:
        raise ClubMerged(club=club.name)
    return club
