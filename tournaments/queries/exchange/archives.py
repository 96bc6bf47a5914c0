"""Who the people of an archive are here: by number, else proposed by the very same name."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from matches.models import Player, name_key
from tournaments.exchange import ArchivePerson
from tournaments.models import Federation, Member

_AT_ONCE = 5000


@dataclass(frozen=True, slots=True)
class UnnamedPerson:
    """A person of an archive whom nobody has named yet, with the players of the same name."""

    person: ArchivePerson
    candidates: tuple[Player, ...]

    @property
    def key(self) -> str:
        """How the archive tells the person from others."""
        return self.person.key


@dataclass(frozen=True, slots=True)
class MatchedPerson:
    """A person of an archive with the player here; `number` is that of the player in the federation, if any."""

    person: ArchivePerson
    player: Player
    number: str

    @property
    def key(self) -> str:
        """How the archive tells the person from others."""
        return self.person.key

    @property
    def is_by_number(self) -> bool:
        """Whether the number in the table is that of the player."""
        return bool(self.number) and self.person.number == self.number


def matched_people(
    federation: Federation, people: Iterable[ArchivePerson], named: Mapping[str, str]
) -> tuple[MatchedPerson, ...]:
    """Return who is named, in the order of their names, with the players here; two queries for some thousands."""
    known = sorted(
        {one.key: one for one in people if one.key in named}.values(), key=lambda one: (one.name, one.number)
    )
    uids = sorted({named[one.key] for one in known})
    players: dict[str, Player] = {}
    numbers: dict[str, str] = {}
    for start in range(0, len(uids), _AT_ONCE):
        some = uids[start : start + _AT_ONCE]
        players |= {player.uid: player for player in Player.objects.filter(uid__in=some)}
        members = Member.objects.filter(federation=federation, player__uid__in=some)
        numbers |= dict(members.values_list("player__uid", "number"))
    return tuple(
        MatchedPerson(one, players[uid], numbers.get(uid, ""))
        for one in known
        if (uid := named[one.key]) in players
    )


def people_by_number(federation: Federation, people: Iterable[ArchivePerson]) -> dict[str, str]:
    """Return the uids of the players with these numbers, by how the archive names them; one query."""
    by_number = dict(Member.objects.filter(federation=federation).values_list("number", "player__uid"))
    return {one.key: by_number[one.number] for one in people if one.number in by_number}


def unnamed_people(people: Iterable[ArchivePerson], named: Mapping[str, str]) -> tuple[UnnamedPerson, ...]:
    """Return who is not named yet, in the order of their names, with the players of exactly that name."""
    return people_like(one for one in people if one.key not in named)


def people_like(people: Iterable[ArchivePerson]) -> tuple[UnnamedPerson, ...]:
    """Return these people, each once and in the order of their names, with the players of exactly that name."""
    rest = {one.key: one for one in people}
    keys = sorted({name_key(one.name) for one in rest.values()})
    players: dict[str, list[Player]] = defaultdict(list)
    for start in range(0, len(keys), _AT_ONCE):
        same = Player.objects.filter(name_key__in=keys[start : start + _AT_ONCE], merged_into=None)
        for player in same.order_by("pk"):
            players[player.name_key].append(player)
    return tuple(
        UnnamedPerson(one, tuple(players[name_key(one.name)]))
        for one in sorted(rest.values(), key=lambda one: (one.name, one.number))
    )
