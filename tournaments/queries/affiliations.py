"""What of the entrants keeps them apart from others: their clubs and countries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.db.models import QuerySet

from matches.database.prepared import prepared
from tournaments.models import Draw, EntrantPlayer, Event, StageEntry


class ClubAndCountry(NamedTuple):
    """What of an entrant's first player keeps it apart from others: the club, folded, and the country.

    `player` is the uid of a player with several entrants in the event, empty for everybody else.
    """

    club: str
    country: str
    player: str = ""


NOBODY = ClubAndCountry("", "")


def people_of(*events: Event | int) -> dict[int, ClubAndCountry]:
    """The first player of each entrant of these events, by the primary key of the entrant; one query."""
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


@prepared
def _players_of(events: tuple[int, ...]) -> QuerySet[EntrantPlayer, tuple[int, str, str, str, int]]:
    """The players of these events, the first of an entrant last."""
    rows = EntrantPlayer.objects.filter(event__in=events).order_by("-pk")
    return rows.values_list("entrant_id", "player__club", "player__country", "player__uid", "event_id")


def as_drawn(
    draw: Draw, entries: Iterable[StageEntry], *, people: Mapping[int, ClubAndCountry]
) -> dict[int, ClubAndCountry]:
    """These people, and whom the draw saw with the club and country of then: what changed since pairs nobody otherwise."""
    drawn = draw.basis.by_uid
    found = dict(people)
    for entry in entries:
        then = drawn.get(entry.entrant.uid)
        # A draw of the first release did not look at clubs: its rounds were paired by those of the moment.
        if then is not None and then.club is not None and then.country is not None:
            person = people.get(entry.entrant_id, NOBODY)
            found[entry.entrant_id] = person._replace(club=then.club, country=then.country)
    return found
