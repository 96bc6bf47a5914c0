"""Players of a federation who may be the same person."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext

from matches.models import Match, Player, is_near, name_key, name_words, near_keys, rows_of_persons
from rules.scoresheet import Outcome
from tournaments.acts.federations import SanctionGranted
from tournaments.models import (
    EntrantPlayer,
    Event,
    Federation,
    FederationEntry,
    Member,
    NoDuplicate,
    Sanction,
    SanctionState,
    Visibility,
)
from tournaments.queries.entrants.consent import by_their_own_act, without_named_partners

from .elsewhere import names_elsewhere, played_elsewhere

_PLAYED = [outcome for outcome in Outcome if not outcome.is_unplayed]
# Below the limit of SQLite for parameters in one query.
_KEYS_AT_ONCE = 5_000


class Likeness(StrEnum):
    """Why two players may be the same person, the strongest first."""

    EMAIL = "email"
    """Similar names with one e-mail address; a family shares one."""
    NAME = "name"
    """The same name."""
    CLUB = "club"
    """Similar names in one club."""


@dataclass(frozen=True, slots=True)
class LikelyDuplicate:
    """Two players who may be the same person; `one` was entered first."""

    one: Player
    two: Player
    likeness: tuple[Likeness, ...]


def players_of(federation: Federation) -> QuerySet[Player]:
    """Return the players who are members, or entered an event that the federation sanctioned.

    Who was named as a partner has entered once they have agreed. An event that its only officer has granted to
    themself makes nobody a player who has an account and has not acted in it.
    """
    granted = FederationEntry.objects.filter(subject=OuterRef("uid"), code=SanctionGranted.code)
    sanctions = Sanction.objects.filter(federation=federation, state=SanctionState.GRANTED).annotate(
        is_own_case=Exists(granted.filter(data__has_key="is_own_case"))
        & ~Exists(granted.exclude(data__has_key="is_own_case"))
    )
    entries = without_named_partners(EntrantPlayer.objects.all())
    own_cases = by_their_own_act(EntrantPlayer.objects.all())
    members = Member.objects.filter(federation=federation)
    return Player.objects.filter(
        Q(pk__in=members.values("player"))
        | Q(
            pk__in=entries.filter(event__in=sanctions.filter(is_own_case=False).values("event")).values(
                "player"
            )
        )
        | Q(
            pk__in=own_cases.filter(event__in=sanctions.filter(is_own_case=True).values("event")).values(
                "player"
            )
        )
    )


def likely_duplicates(federation: Federation) -> tuple[LikelyDuplicate, ...]:
    """Return the pairs who may be the same person, the most likely first; a fixed number of queries.

    Left out are those who both played in one event, those told apart, and merged players.
    """
    columns = ("pk", "uid", "name", "name_key", "email", "contact_email", "club", "country")
    players = list(players_of(federation).filter(merged_into=None).only(*columns).order_by("pk"))
    different = set(NoDuplicate.objects.filter(federation=federation).values_list("one", "two"))
    pairs = [pair for pair in _alike(players) if (pair.one.pk, pair.two.pk) not in different]
    events = _events_played(player.pk for pair in pairs for player in (pair.one, pair.two))
    apart = [pair for pair in pairs if not events.get(pair.one.pk, set()) & events.get(pair.two.pk, set())]
    order = list(Likeness)
    return tuple(sorted(apart, key=lambda pair: [order.index(one) for one in pair.likeness]))


def shared_event(one: Player, two: Player) -> str | None:
    """Return the name of an event in which both persons played, with every row of theirs; None without one."""
    events = _events_played([one.pk, two.pk])
    keys = events.get(one.pk, set()) & events.get(two.pk, set())
    here = _shown_name(Event.objects.filter(pk__in=[key for key in keys if isinstance(key, int)]))
    return here or next(iter(names_elsewhere(keys)), None)


def current_event(one: Player, two: Player) -> str | None:
    """Return the name of an event that is not over and in which both persons have an entry; None without one."""
    events = Event.objects.filter(Q(stages=None) | Q(stages__completed_at=None))
    for player in (one, two):
        entries = EntrantPlayer.objects.filter(
            player__in=rows_of_persons([player.pk]), entrant__withdrawn_at=None
        )
        events = events.filter(pk__in=entries.values("event"))
    return _shown_name(events)


def _shown_name(events: QuerySet[Event]) -> str | None:
    """Return the name of the first of these events that is no draft, else words for one that is; None without any."""
    is_draft = Q(tournament__visibility=Visibility.DRAFT)
    name = events.exclude(is_draft).order_by("pk").values_list("name", flat=True).first()
    if name is None and events.filter(is_draft).exists():
        return gettext("an event that is not public")
    return name


def _alike(players: Iterable[Player]) -> Iterator[LikelyDuplicate]:
    """Yield the pairs with a common key of their names that are alike, each once."""
    by_key: dict[str, list[Player]] = {}
    for player in players:
        for key in near_keys(player.name):
            by_key.setdefault(key, []).append(player)
    earlier: set[tuple[int, int]] = set()
    for group in by_key.values():
        for one, two in combinations(group, 2):
            if (one.pk, two.pk) not in earlier:
                earlier.add((one.pk, two.pk))
                if likeness := tuple(_likeness(one, two)):
                    yield LikelyDuplicate(one, two, likeness)


def _likeness(one: Player, two: Player) -> Iterator[Likeness]:
    is_same_name = one.name_key == two.name_key
    if is_same_name or is_near(name_words(one.name), name_words(two.name)):
        if _addresses(one) & _addresses(two):
            yield Likeness.EMAIL
        if is_same_name:
            yield Likeness.NAME
        if one.club and name_key(one.club) == name_key(two.club):
            yield Likeness.CLUB


def _addresses(player: Player) -> set[str]:
    return {address.casefold() for address in (player.email, player.contact_email) if address}


def _events_played(keys: Iterable[int]) -> dict[int, set[int | str]]:
    """Return the events in which each of these persons played a match: by primary key, or as `played_elsewhere` has them."""
    people = sorted(set(keys))
    events: dict[int, set[int | str]] = {}
    for start in range(0, len(people), _KEYS_AT_ONCE):
        some = people[start : start + _KEYS_AT_ONCE]
        for player, root, event in _entries_played(some):
            events.setdefault(player if root is None else root, set()).add(event)
        for player, root, elsewhere in played_elsewhere(some):
            events.setdefault(player if root is None else root, set()).add(elsewhere)
    return events


def _entries_played(keys: Collection[int]) -> QuerySet[EntrantPlayer, tuple[int, int | None, int]]:
    """Return the entries of these persons that played a match, each as player, current player and event."""
    matches = Match.objects.filter(cancelled_at=None, outcome__in=_PLAYED)
    side = OuterRef("entrant__side")
    entries = EntrantPlayer.objects.filter(
        Exists(matches.filter(one=side)) | Exists(matches.filter(two=side)),
        player__in=rows_of_persons(keys),
    )
    return entries.values_list("player", "player__merged_into", "event")
