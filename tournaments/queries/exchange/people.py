"""Who the people of a file are here: by their number in the federation, else by their uid, else proposed by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models.functions import Coalesce

from matches.models import Player
from tournaments.exchange import EventResults, PersonRow
from tournaments.models import Federation, Member
from tournaments.queries.people.names import Candidate, NameIndex

# Statements have a maximum number of values.
_AT_ONCE = 2000


@dataclass(frozen=True, slots=True)
class UnknownPerson:
    """A person of a file whom nobody has named yet, with the players who may be meant."""

    person: PersonRow
    candidates: tuple[Candidate, ...]


def known_people(federation: Federation, people: Iterable[PersonRow]) -> dict[str, str]:
    """Return the uids of the players here by those of the file; two queries. A number decides before a uid."""
    rows = list(people)
    members = Member.objects.filter(
        federation=federation, number__in=[row.number for row in rows if row.number]
    )
    by_number = dict(members.values_list("number", "player__uid"))
    here = set(Player.objects.filter(uid__in=[row.player for row in rows]).values_list("uid", flat=True))
    known = {}
    for row in rows:
        if row.number in by_number:
            known[row.player] = by_number[row.number]
        elif row.player in here:
            known[row.player] = row.player
    return known


def persons_of(uids: Iterable[str]) -> dict[str, int]:
    """Return the primary keys of the persons who these players are after merges, by uid; a query for each 2,000."""
    every = sorted(set(uids))
    persons: dict[str, int] = {}
    for start in range(0, len(every), _AT_ONCE):
        rows = Player.objects.filter(uid__in=every[start : start + _AT_ONCE])
        persons |= dict(rows.values_list("uid", Coalesce("merged_into", "pk")))
    return persons


def unknown_people(results: EventResults, known: Mapping[str, str]) -> tuple[UnknownPerson, ...]:
    """Return who is not named yet, with players of a similar name; three queries at most."""
    unknown = [person for person in results.people if person.player not in known]
    if not unknown:
        return ()
    index = NameIndex.around(person.name for person in unknown)
    return tuple(UnknownPerson(person, index.near(person.name)) for person in unknown)
