"""The clubs and countries of entrants, by which draws and pairings separate compatriots and clubmates."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.db.models import QuerySet

from matches.database.prepared import prepared
from tournaments.models import Draw, Entrant, EntrantPlayer, Event, StageEntry

from .members import members_by_side


class ClubAndCountry(NamedTuple):
    """The casefolded club and the country of an entrant's first player.

    `player` is the uid of a player with several entrants in the event, else empty. `rating` is that of the entrant in
    the draw, None without one.
    """

    club: str
    country: str
    player: str = ""
    rating: int | None = None


NOBODY = ClubAndCountry("", "")


def people_of(*events: Event | int) -> dict[int, ClubAndCountry]:
    """Return the club and country of the first player of each entrant of the events, by primary key; one query."""
    keys = tuple(event if isinstance(event, int) else event.pk for event in events)
    first = {
        entrant: (club.casefold(), country, player, event)
        for entrant, club, country, player, event in _players_of(keys)
    }
    times = Counter((player, event) for _club, _country, player, event in first.values())
    return {
        entrant: ClubAndCountry(club, country, player if times[player, event] > 1 else "")
        for entrant, (club, country, player, event) in first.items()
    }


def people_of_singles(entrants: Iterable[Entrant]) -> dict[int, ClubAndCountry]:
    """Return what `people_of` does for the entrants of singles in one event, from the members of their sides."""
    sides = {entrant.pk: entrant.side_id for entrant in entrants}
    members = members_by_side(sides.values())
    first = {key: members[side][0] for key, side in sides.items() if members[side]}
    times = Counter(player.uid for player in first.values())
    return {
        key: ClubAndCountry(
            player.club.casefold(), player.country, player.uid if times[player.uid] > 1 else ""
        )
        for key, player in first.items()
    }


@prepared
def _players_of(events: tuple[int, ...]) -> QuerySet[EntrantPlayer, tuple[int, str, str, str, int]]:
    """Return the players of the events, newest first, so that the first player of an entrant comes last."""
    rows = EntrantPlayer.objects.filter(event__in=events).order_by("-pk")
    return rows.values_list("entrant_id", "player__club", "player__country", "player__uid", "event_id")


def as_drawn(
    draw: Draw, entries: Iterable[StageEntry], *, people: Mapping[int, ClubAndCountry]
) -> dict[int, ClubAndCountry]:
    """Return these people with the clubs, countries and ratings stored in the draw, so that later changes affect no pairing."""
    entries_in_draw = draw.basis.by_uid
    by_entrant = dict(people)
    for entry in entries:
        then = entries_in_draw.get(entry.entrant.uid)
        # Draws of the first release stored no clubs; their rounds use the current ones.
        if then is not None and then.club is not None and then.country is not None:
            person = people.get(entry.entrant_id, NOBODY)
            by_entrant[entry.entrant_id] = person._replace(
                club=then.club, country=then.country, rating=then.rating
            )
    return by_entrant
