"""Identification of players by name: a known player or a new one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from django.db.models import QuerySet

from matches.database.one_act import note_new
from matches.models import Player, is_same_person, is_uid, name_key, store_name_keys
from tournaments.actions.fields import check_fields
from tournaments.errors.teams import OwnPartner, PartnerUnclear, PartnerUnknown, SamePlayerTwice

from .list_reading import ListedPlayer


def add_player(*, name: str, club: str = "", country: str = "", email: str = "") -> Player:
    """Create a player who cannot sign in yet; raise InvalidFields for invalid values."""
    player = Player(
        name=" ".join(name.split()),
        club=club.strip(),
        country=country.strip().upper(),
        contact_email=email.strip(),
    )
    player.set_unusable_password()
    check_fields(player)
    player.save()
    note_new(player)
    return player


def add_listed(rows: Iterable[ListedPlayer]) -> list[Player]:
    """Create the players of checked rows of a list, who cannot sign in yet; the statements do not depend on the rows."""
    players: list[Any] = [
        Player(
            name=row.name,
            name_key=name_key(row.name),
            club=row.club,
            country=row.country,
            contact_email=row.email,
        )
        for row in rows
    ]
    for player in players:
        player.set_unusable_password()
    players = Player.objects.bulk_create(players)
    store_name_keys(players)
    return players


def with_partners(player: Player, partners: Sequence[str], *, among: QuerySet[Player]) -> list[Player]:
    """Return the player and the partners, who are given by uid, or by name among these players."""
    names = [" ".join(partner.split()) for partner in partners if partner.strip()]
    return [player, *(_partner(name, of=player, among=among) for name in names)]


def _partner(name: str, *, of: Player, among: QuerySet[Player]) -> Player:
    """Return the player with this uid or name, or a new one; raise PartnerUnclear for several namesakes."""
    if is_uid(name):
        return _by_id(name, of=of)
    if name_key(name) == of.name_key:
        raise OwnPartner
    namesakes = list(among.filter(name_key=name_key(name), merged_into=None)[:2])
    if len(namesakes) > 1:
        raise PartnerUnclear(name=name)
    return namesakes[0] if namesakes else add_player(name=name)


def _by_id(uid: str, *, of: Player) -> Player:
    player = Player.objects.filter(uid=uid).first()
    if player is None:
        raise PartnerUnknown(id=uid)
    if is_same_person(player, of):
        raise OwnPartner
    return player


def require_different(people: Iterable[ListedPlayer]) -> None:
    """Raise SamePlayerTwice if two new players of a side have the same name, club and country."""
    keys: set[tuple[str, str, str]] = set()
    for person in people:
        words = name_key(person.name), name_key(person.club), person.country
        if words in keys:
            raise SamePlayerTwice(player=person.name)
        keys.add(words)


def same_person(name: str, email: str) -> Player | None:
    """Return the player without an account who has this name and e-mail address; None if there is none."""
    if not email.strip():
        return None
    same = Player.objects.filter(
        name_key=name_key(name), contact_email__iexact=email.strip(), email=None, merged_into=None
    )
    return same.order_by("pk").first()
