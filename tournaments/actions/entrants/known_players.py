"""Who is meant by a name: a player whom the installation knows, or somebody new."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from matches.models import Player, is_uid, name_key
from tournaments.actions.fields import check_fields
from tournaments.errors import OwnPartner, PartnerUnclear, PartnerUnknown, SamePlayerTwice

from .player_list import ListedPlayer


def add_player(*, name: str, club: str = "", country: str = "", email: str = "") -> Player:
    """Add a person who cannot sign in yet; InvalidFields names what is wrong."""
    player = Player(
        name=" ".join(name.split()),
        club=club.strip(),
        country=country.strip().upper(),
        contact_email=email.strip(),
    )
    player.set_unusable_password()
    check_fields(player)
    player.save()
    return player


def with_partners(player: Player, partners: Sequence[str]) -> list[Player]:
    """The side of a player and those whom the player names, or gives by their ids."""
    names = [" ".join(partner.split()) for partner in partners if partner.strip()]
    return [player, *(_partner(name, of=player) for name in names)]


def _partner(name: str, *, of: Player) -> Player:
    """The player with this id, the one of this name, or somebody new; the desk says which of several."""
    if is_uid(name):
        return _by_id(name, of=of)
    if name_key(name) == of.name_key:
        raise OwnPartner
    namesakes = list(Player.objects.filter(name_key=name_key(name), merged_into=None)[:2])
    if len(namesakes) > 1:
        raise PartnerUnclear(name=name)
    return namesakes[0] if namesakes else add_player(name=name)


def _by_id(uid: str, *, of: Player) -> Player:
    player = Player.objects.filter(uid=uid, merged_into=None).first()
    if player is None:
        raise PartnerUnknown(id=uid)
    if player.pk == of.pk:
        raise OwnPartner
    return player


def require_different(people: Iterable[ListedPlayer]) -> None:
    """SamePlayerTwice where two new players of a side are described by the same words."""
    keys: set[tuple[str, str, str]] = set()
    for person in people:
        words = name_key(person.name), name_key(person.club), person.country
        if words in keys:
            raise SamePlayerTwice(player=person.name)
        keys.add(words)


def same_person(name: str, email: str) -> Player | None:
    """The player without an account who gave this very name and address before."""
    if not email.strip():
        return None
    same = Player.objects.filter(
        name_key=name_key(name), contact_email__iexact=email.strip(), email=None, merged_into=None
    )
    return same.order_by("pk").first()
