"""Sides: who may play an event together, and their name."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Exists, OuterRef, QuerySet, prefetch_related_objects

from matches.database.one_act import is_new
from matches.database.prepared import prepared
from matches.models import Match, Player, Side, SideMember, public_name_of_side, rows_of_persons, shown
from rules.match import Side as SideName
from tournaments.actions.fields import check_fields
from tournaments.errors.teams import (
    InvalidTeamSize,
    NameMissing,
    OnePlayerNeeded,
    PairNeeded,
    PlayedForAnother,
    SamePlayerTwice,
)
from tournaments.models import Entrant, Event, EventKind, Seat
from tournaments.queries.event_rows import MATCH_BEGUN
from tournaments.queries.people.namesakes import namesakes, plain_team_name

_PAIR = 2
_LONGEST_NAME = 250
# The maximum length of a name before the number of a re-entry.
BEFORE_NUMBER = 240


def require_side(event: Event, players: Sequence[Player], *, name: str = "") -> None:
    """Raise a domain error unless the event allows this side: one player, a pair, or a full team.

    Every player is in the side once.
    """
    keys: set[int] = set()
    for player in players:
        if player.person_key in keys:
            raise SamePlayerTwice(player=player.shown_name)
        keys.add(player.person_key)
    count = len(players)
    match event.kind:
        case EventKind.DOUBLES:
            if count != _PAIR:
                raise PairNeeded(event=event.name, found=count)
        case EventKind.TEAMS:
            least, most = event.boards or 1, event.team_size or 1
            if not least <= count <= most:
                raise InvalidTeamSize(event=event.name, least=least, most=most, found=count)
            if not name.strip():
                raise NameMissing
        case _:
            if count != 1:
                raise OnePlayerNeeded(event=event.name)


def require_faithful(event: Event, players: Sequence[Player], *, entrant: Entrant | None = None) -> None:
    """Raise PlayedForAnother if a player has begun a match of the event for another entrant."""
    matches = Match.objects.filter(MATCH_BEGUN, pairing__stage__event=event, cancelled_at=None)
    rows = rows_of_persons([player.person_key for player in players])
    for name in SideName:
        member = f"pairing__match__{name}__members__player"
        seats = Seat.objects.filter(side=name, pairing__match__in=matches, **{f"{member}__in": rows})
        names = (f"{member}__name", f"{member}__public_name")
        sides = ("entrant__side__full_name", "entrant__side__public_name")
        for key, full, public, side, public_side in seats.values_list("entrant_id", *names, *sides):
            if entrant is None or key != entrant.pk:
                raise PlayedForAnother(player=shown(full, public), entrant=shown(side, public_side))


def name_of(players: Sequence[Player], *, name: str = "") -> str:
    """Return the name of a side: a team's own name, otherwise the names of its players."""
    words = " ".join(name.split())
    return words[:_LONGEST_NAME] or joined([player.name for player in players])


def public_name_of(full_name: str, players: Sequence[Player]) -> str:
    """Return the public name of a side of these players; empty where it is the full name."""
    return public_name_of_side(full_name, [(player.name, player.public_name) for player in players])


def joined(names: Sequence[str]) -> str:
    """Return the names of players joined into one name."""
    return " / ".join(names)[:_LONGEST_NAME]


def side_of(players: Sequence[Player], *, name: str = "", event: Event | None = None) -> Side:
    """Return the side of exactly these players with this name; create it if missing.

    A side belongs to one event, so that the additions that distinguish its namesakes stay in that event.
    """
    full_name = name_of(players, name=name)
    sides = (
        _sides_of(full_name, players[0].pk)
        if event is None
        else _sides_in(full_name, players[0].pk, event.pk)
    )
    return next((side for side in sides if _is_of(side, players)), None) or new_side(players, name=full_name)


@prepared
def _sides_of(name: str, player: int) -> QuerySet[Side]:
    """Return the player's sides with this name that belong to no event."""
    entrants = Entrant.objects.filter(side=OuterRef("pk"))
    return _named_sides(name, player).filter(~Exists(entrants))


@prepared
def _sides_in(name: str, player: int, event: int) -> QuerySet[Side]:
    """Return the player's sides with this name that belong to no other event."""
    elsewhere = Entrant.objects.filter(side=OuterRef("pk")).exclude(event=event)
    return _named_sides(name, player).filter(~Exists(elsewhere))


def _named_sides(name: str, player: int) -> QuerySet[Side]:
    return Side.objects.filter(full_name=name, members__player=player).prefetch_related("members")


def _is_of(side: Side, players: Sequence[Player]) -> bool:
    return [member.player_id for member in side.members.all()] == [player.pk for player in players]


def side_and_entrant(event: Event, players: Sequence[Player], *, name: str) -> tuple[Side, Entrant | None]:
    """Return the side of these players in an event, and its earlier entrant if there is one.

    The name of the side in the event can have additions that distinguish namesakes.
    """
    if any(map(is_new, players)):
        return new_side(players, name=name_of(players, name=name)), None
    for entrant in _entrants_with(event.pk, players[0].pk):
        is_same_name = event.kind != EventKind.TEAMS or plain_team_name(entrant.side.full_name) == name_of(
            players, name=name
        )
        if is_same_name and _is_of(entrant.side, players):
            return entrant.side, entrant
    return side_of(players, name=name, event=event), None


@prepared
def _entrants_with(event: int, player: int) -> QuerySet[Entrant]:
    """Return the entrants of an event that include the player, in order of entry."""
    entrants = Entrant.objects.filter(event=event, entrant_players__player=player)
    return entrants.select_related("side").prefetch_related("side__members").order_by("pk")


def tell_apart(event: Event, name: str = "") -> bool:
    """Make the names of namesakes in an event distinct; return whether a name changed.

    With a `name`, only sides whose first player has this name are changed.
    """
    names = {one.side: one.name for one in namesakes(event, name)}
    sides = list(Side.objects.filter(pk__in=names))
    # Only these have a player who is not public by name.
    prefetch_related_objects([side for side in sides if side.public_name], "members__player")
    for side in sides:
        side.full_name = names[side.pk]
        if side.public_name:
            side.public_name = public_name_of(side.full_name, [one.player for one in side.members.all()])
        side.save(update_fields=["full_name", "public_name"])
    return bool(names)


def new_side(players: Sequence[Player], *, name: str = "") -> Side:
    """Create a side; its members never change, so every change of players needs a new one."""
    full_name = name_of(players, name=name)
    side = Side(full_name=full_name, public_name=public_name_of(full_name, players))
    if name:
        check_fields(side)
    side.save()
    SideMember.objects.bulk_create(
        SideMember(side=side, player=player, order=order) for order, player in enumerate(players)
    )
    return side
