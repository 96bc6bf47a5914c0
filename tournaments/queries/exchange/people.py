"""Who the people of a file are here: by their number in the federation, else by their uid, else proposed by name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models.functions import Coalesce

from matches.models import Player
from tournaments.exchange import EventResults, PersonRow
from tournaments.models import Federation, Member, Submission
from tournaments.queries.people.names import Candidate, NameIndex

# Statements have a maximum number of values.
_AT_ONCE = 2000


@dataclass(frozen=True, slots=True)
class UnknownPerson:
    """A person of a file whom nobody has named yet, with the players who may be meant."""

    person: PersonRow
    candidates: tuple[Candidate, ...]


def known_people(federation: Federation, results: EventResults) -> dict[str, str]:
    """Return the uids of the players here by those of a file; three queries.

    A number decides first, then who an officer said it is for the last file of the event, then the uid.
    """
    rows = results.people
    members = Member.objects.filter(
        federation=federation, number__in=[row.number for row in rows if row.number]
    )
    by_number = dict(members.values_list("number", "player__uid"))
    of_event = Submission.objects.filter(federation=federation, event_uid=results.head.event)
    last = of_event.order_by("-number").only("people").first()
    by_uid = {
        uid: uid
        for uid in Player.objects.filter(uid__in=[row.player for row in rows]).values_list("uid", flat=True)
    }
    before = by_uid | ({} if last is None else last.people)
    known = {row.player: by_number.get(row.number) or before.get(row.player) for row in rows}
    return {player: uid for player, uid in known.items() if uid is not None}


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
