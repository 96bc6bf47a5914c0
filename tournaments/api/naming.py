"""Look-ups of players and other objects that a request body names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from django.db.models import Model, Prefetch, QuerySet
from django.utils.translation import gettext as _
from rest_framework.exceptions import ErrorDetail, ValidationError

from matches.models import Player, is_uid
from tournaments.actions.entrants import known_players
from tournaments.actions.entrants.list_reading import ListedPlayer
from tournaments.actions.entrants.teams import member_among
from tournaments.errors.entrants import SimilarPlayers
from tournaments.models import Entrant, Event, Member, Tournament
from tournaments.queries.desk_search import findable_at
from tournaments.queries.people.names import similar_players
from tournaments.queries.publicity import with_visibility
from tournaments.requests.entrants import Similar

Row = TypeVar("Row", bound=Model)

_MOST_CANDIDATES = 10


def named(rows: QuerySet[Row], uid: str, *, field: str) -> Row:
    """Return the row with this uid; raise ValidationError on `field` if `rows` has none."""
    row = rows.filter(uid=uid).first()
    if row is None:
        detail = ErrorDetail(_("There is nothing with the id %(id)s here.") % {"id": uid}, code="unknown_id")
        raise ValidationError({field: [detail]})
    return row


def player_of_entrant(entrant: Entrant, uid: str, *, field: str = "player") -> Player:
    """Return the player of an entrant with this uid, or with one of the same person; raise as `named` otherwise."""
    players = Player.objects.filter(entries__entrant=entrant).distinct()
    person = Player.objects.filter(uid=uid).first()
    row = None if person is None else member_among(list(players), person)
    return named(players, uid, field=field) if row is None else row


def with_players(entrants: QuerySet[Entrant]) -> QuerySet[Entrant]:
    """Return the entrants with the related rows that responses need; three queries."""
    players = Prefetch("side__members__player", with_visibility())
    return entrants.select_related("event", "side").prefetch_related("side__members", players)


def finishers(event: Event) -> dict[str, list[Player]]:
    """Return the players of each entrant of an event by its uid, with their numbers in federations; four queries."""
    numbers = Member.objects.filter(is_former=False).select_related("federation").order_by("federation__code")
    players = with_visibility().prefetch_related(Prefetch("numbers", numbers))
    entrants = Entrant.objects.filter(event=event).select_related("side")
    rows = entrants.prefetch_related("side__members", Prefetch("side__members__player", players))
    return {row.uid: [place.player for place in row.side.members.all()] for row in rows}


def players_meant(values: Mapping[str, Any], *, of: Tournament) -> list[Player]:
    """Return the players of a side in this tournament, existing ones by uid; a name creates a new player.

    The caller holds the transaction. Raise SimilarPlayers if similar names exist, depending on `similar`, and
    SamePlayerTwice if a new name is given twice.
    """
    new = [words for words in values["players"] if not is_uid(words)]
    known_players.require_different(ListedPlayer(line=1, name=name) for name in new)
    return [
        named(findable_at(of), words, field="players") if is_uid(words) else _new_player(words, values, of=of)
        for words in values["players"]
    ]


def _new_player(name: str, values: Mapping[str, Any], *, of: Tournament) -> Player:
    about = {key: values[key] for key in ("club", "country", "email") if key in values}
    candidates = _known_as(name, Similar(values["similar"]), about, of=of)
    if candidates:
        raise SimilarPlayers(names=", ".join(player["name"] for player in candidates), candidates=candidates)
    return known_players.add_player(name=name, **about)


def _known_as(
    name: str, similar: Similar, about: Mapping[str, str], *, of: Tournament
) -> list[dict[str, Any]]:
    """Return the players who may be meant, by what is known of the person, as far as the caller wants to ask."""
    if similar is Similar.ACCEPT:
        return []
    candidates = similar_players(name, among=findable_at(of), **about)
    if similar is Similar.REFUSE_SAME:
        candidates = tuple(one for one in candidates if one.is_same_name)[:_MOST_CANDIDATES]
    return [candidate.to_dict() for candidate in candidates]
