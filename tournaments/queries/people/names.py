"""Search for the players whom a name may mean, to avoid duplicate players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce, Upper

from matches.models import NameKey, Player, is_near, name_key, name_words, near_keys, rows_of_persons
from tournaments.models import EntrantPlayer, Member, number_key

from .identity import Identity, PersonWords, identity, is_confirmed

# Below the limit of SQLite for parameters in one query.
_KEYS_AT_ONCE = 5_000
_COLUMNS = ("uid", "name", "club", "country", "email", "contact_email")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A player who may be meant; `player_id` is the primary key and is never shown, as the addresses and numbers."""

    player_id: int
    uid: str
    name: str
    club: str
    country: str
    is_same_name: bool
    emails: frozenset[str] = frozenset()
    numbers: frozenset[str] = frozenset()

    @property
    def words(self) -> PersonWords:
        """What is known of the player."""
        return PersonWords(self.name, self.club, self.country, self.emails, self.numbers)

    @property
    def label(self) -> str:
        """The name with club and country, to choose by."""
        return ", ".join(filter(None, (self.name, self.club, self.country)))

    def to_dict(self) -> dict[str, Any]:
        """Return the public values for a page or the API."""
        return {"uid": self.uid, "name": self.name, "club": self.club, "country": self.country}


@dataclass(frozen=True, slots=True)
class Meaning:
    """Whom a description means: the `same` person, or all who may be meant, the likeliest first."""

    same: Candidate | None
    candidates: tuple[Candidate, ...]


class NameIndex:
    """An index of players by the name keys that similar names share, and by their numbers in federations.

    `is_near` defines similarity. Only players with a common key or number are loaded.
    """

    def __init__(
        self, players: Iterable[Player], numbers: Mapping[int, frozenset[str]] | None = None
    ) -> None:
        self._by_key: dict[str, list[Player]] = {}
        self._by_number: dict[str, list[Player]] = {}
        self._numbers = numbers or {}
        self._words: dict[int, tuple[str, ...]] = {}
        for player in players:
            self._words[player.pk] = name_words(player.name)
            for key in near_keys(player.name):
                self._by_key.setdefault(key, []).append(player)
            for number in self._numbers.get(player.pk, ()):
                self._by_number.setdefault(number, []).append(player)

    @classmethod
    def around(
        cls,
        names: Iterable[str],
        *,
        numbers: Iterable[str] = (),
        among: QuerySet[Player] | None = None,
    ) -> NameIndex:
        """Return the index of the players with names similar to these, or with these numbers; `among` all when absent.

        That is one query for some 800 names, and two more where there are numbers.
        """
        everybody = Player.objects.all() if among is None else among
        keys = sorted({key for name in names for key in near_keys(name)})
        players: dict[int, Player] = {}
        for start in range(0, len(keys), _KEYS_AT_ONCE):
            part = NameKey.objects.filter(key__in=keys[start : start + _KEYS_AT_ONCE])
            rows = everybody.filter(merged_into=None, pk__in=part.values("player"))
            players |= {player.pk: player for player in rows.only(*_COLUMNS)}
        written = sorted({number_key(number) for number in numbers if number})
        if not written:
            return cls(players[key] for key in sorted(players))
        members = Member.objects.alias(key=Upper("number")).filter(key__in=written).order_by()
        rows = everybody.filter(pk__in=members.values_list(Coalesce("player__merged_into", "player")))
        players |= {player.pk: player for player in rows.only(*_COLUMNS)}
        return cls((players[key] for key in sorted(players)), _numbers_of(players))

    def near(self, name: str) -> tuple[Candidate, ...]:
        """Return the players with a similar name, identical names first, then the oldest."""
        words = name_words(name)
        players = {player.pk: player for key in near_keys(name) for player in self._by_key.get(key, ())}
        candidates = [
            self._candidate(players[key], is_same_name=other == words)
            for key in sorted(players)
            if is_near(other := self._words[key], words)
        ]
        return tuple(sorted(candidates, key=lambda candidate: not candidate.is_same_name))

    def meaning(self, person: PersonWords) -> Meaning:
        """Return whom a description means: one person, or those who have to be asked about."""
        # A number that nobody has here is one of a federation elsewhere, and speaks against nobody.
        if person.numbers:
            person = replace(person, numbers=person.numbers & self._by_number.keys())
        near = self.near(person.name)
        known = {candidate.player_id for candidate in near}
        by_number = [player for number in person.numbers for player in self._by_number.get(number, ())]
        others = [self._candidate(one, is_same_name=False) for one in by_number if one.pk not in known]
        judged = [(one, identity(one.words, person)) for one in (*near, *others)]
        same = [one for one, verdict in judged if verdict is Identity.SAME]
        if len(same) > 1:
            same = [one for one in same if is_confirmed(one.words, person)]
        only = same[0] if len(same) == 1 else None
        candidates = (one for one, verdict in judged if verdict is not Identity.OTHER)
        return Meaning(only, tuple(sorted(candidates, key=lambda one: one is not only)))

    def _candidate(self, player: Player, *, is_same_name: bool) -> Candidate:
        return Candidate(
            player.pk,
            player.uid,
            player.name,
            player.club,
            player.country,
            is_same_name,
            folded_emails(player.email, player.contact_email),
            self._numbers.get(player.pk, frozenset()),
        )


def folded_emails(*addresses: str | None) -> frozenset[str]:
    """Return these addresses for comparison, without absent ones."""
    return frozenset(address.strip().casefold() for address in addresses if address and address.strip())


def similar_players(
    name: str,
    *,
    club: str = "",
    country: str = "",
    email: str = "",
    among: QuerySet[Player],
) -> tuple[Candidate, ...]:
    """Return those of these players whom this description means or may mean; one query."""
    person = PersonWords(name, club, country, folded_emails(email))
    return NameIndex.around([name], among=among).meaning(person).candidates


def persons_of_entrants(uids: Iterable[str]) -> dict[str, int]:
    """Return the primary keys of the persons who are alone in these entrants, by the uid; one query."""
    keys = sorted({uid for uid in uids if uid})
    if not keys:
        return {}
    entries = EntrantPlayer.objects.filter(entrant__uid__in=keys[:_KEYS_AT_ONCE])
    pairs = list(entries.values_list("entrant__uid", Coalesce("player__merged_into", "player")))
    several = {uid for uid, number in Counter(uid for uid, _person in pairs).items() if number > 1}
    return {uid: person for uid, person in pairs if uid not in several}


def _numbers_of(players: Iterable[int]) -> dict[int, frozenset[str]]:
    """Return the numbers of these persons in all federations, by primary key."""
    keys = sorted(players)
    numbers: dict[int, set[str]] = {}
    for start in range(0, len(keys), _KEYS_AT_ONCE):
        rows = Member.objects.filter(player__in=rows_of_persons(keys[start : start + _KEYS_AT_ONCE]))
        for person, number in rows.values_list(Coalesce("player__merged_into", "player"), "number"):
            numbers.setdefault(person, set()).add(number_key(number))
    return {person: frozenset(own) for person, own in numbers.items()}


def members_by_number(members: Iterable[Member], written: Collection[str]) -> dict[str, Member]:
    """Return the member whom each of these numbers names, in capitals or not.

    The one in the same letters goes first; several that differ from it in capitals name nobody.
    """
    of_key: dict[str, list[Member]] = {number_key(number): [] for number in written}
    for member in members:
        if (key := number_key(member.number)) in of_key:
            of_key[key].append(member)
    by_number = {}
    for number in written:
        several = of_key[number_key(number)]
        same = [one for one in several if one.number == number] or several
        if len(same) == 1:
            by_number[number] = same[0]
    return by_number


def members_found(members: QuerySet[Member], words: str) -> QuerySet[Member]:
    """Return those of these members whose number is this text, or whose name contains it; accents do not count."""
    return members.filter(Q(number__iexact=words) | Q(player__name_key__contains=name_key(words)))
