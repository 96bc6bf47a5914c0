"""Labels for entrants of one event with the same name: the club, the country, or a number."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet, prefetch_related_objects

from matches.database.prepared import prepared
from matches.models import name_key
from tournaments.models import UNLISTED, Entrant, Event, EventKind

# The maximum length of a name with its label, without the number of a further entry.
_LONGEST = 238
_LONGEST_LABEL = 50
# SQLite refuses a query with a thousand sides.
_AT_ONCE = 500
# A bare number is no label but the number of a further entry: "Anna Keller (Leeds) (2)".
_LABEL = r" \((?!\d+\))[^()]+\)"
_NUMBER = r" \(\d+\)"
# Teams are named after their club or country, so their label is a number.
_TEAM_LABEL = re.compile(r" \(#\d+\)$")


@dataclass(frozen=True, slots=True)
class Namesake:
    """A side of an event that must be renamed; `old_name` is its present name, `name` the new one."""

    side: int
    old_name: str
    name: str


@dataclass(frozen=True, slots=True)
class _NamedEntry:
    """One entry of an event: its side, players, plain name, and possible labels."""

    side: int
    old_name: str
    who: tuple[int, ...]
    plain: str
    club: str
    country: str


def namesakes(event: Event, name: str = "") -> list[Namesake]:
    """Return the sides of an event whose label must change, because namesakes came or left.

    With a `name`, only the entrants with a player of this name are checked; of teams always all.
    """
    if name and event.kind != EventKind.TEAMS:
        return namesakes_among(_entrants_called(event.pk, name_key(name)), kind=event.kind)
    return namesakes_among(list(_entrants_of(event.pk)), kind=event.kind)


def _entrants_of(event: int) -> QuerySet[Entrant]:
    listed = Entrant.objects.exclude(via__in=UNLISTED)
    return listed.filter(event=event).select_related("side").order_by("pk")


@prepared
def _entrants_called(event: int, key: str) -> QuerySet[Entrant]:
    return _entrants_of(event).filter(entrant_players__player__name_key=key).distinct()


def namesakes_among(entrants: Sequence[Entrant], *, kind: str) -> list[Namesake]:
    """Return those of these entrants of one event whose label must change; used in migrations too."""
    if len(entrants) < 2 and not any(_is_labelled(entrant.side.full_name) for entrant in entrants):
        return []
    if kind == EventKind.TEAMS:
        entries = [_team(entrant) for entrant in entrants]
    else:
        for start in range(0, len(entrants), _AT_ONCE):
            prefetch_related_objects(entrants[start : start + _AT_ONCE], "side__members__player")
        entries = [_single_or_pair(entrant) for entrant in entrants]
    groups: dict[str, list[_NamedEntry]] = defaultdict(list)
    for entry in entries:
        groups[name_key(entry.plain)].append(entry)
    return [one for group in groups.values() for one in _told_apart(group)]


def plain_team_name(name: str) -> str:
    """Return the name of a team without its number."""
    return _TEAM_LABEL.sub("", name)


def _team(entrant: Entrant) -> _NamedEntry:
    name = entrant.side.full_name
    return _NamedEntry(entrant.side_id, name, (entrant.pk,), plain_team_name(name), "", "")


def _single_or_pair(entrant: Entrant) -> _NamedEntry:
    members = sorted(entrant.side.members.all(), key=lambda member: member.order)
    players = [member.player for member in members]
    return _NamedEntry(
        side=entrant.side_id,
        old_name=entrant.side.full_name,
        who=tuple(player.pk for player in players),
        plain=" / ".join(player.name for player in players),
        club=_shared(player.club for player in players),
        country=_shared(player.country for player in players),
    )


def _shared(words: Iterable[str]) -> str:
    """Return the clubs or countries of a pair, without repetition."""
    return " / ".join(dict.fromkeys(word for word in words if word))


def _told_apart(group: Sequence[_NamedEntry]) -> list[Namesake]:
    """Return the entries with the same plain name whose label must change."""
    first = {entry.who: entry for entry in reversed(group)}
    order = sorted(first, key=lambda who: group.index(first[who]))
    labels = _labels([first[who] for who in order])
    label_of: Mapping[tuple[int, ...], str] = dict(zip(order, labels, strict=True))
    renamed = []
    for entry in group:
        label = label_of[entry.who]
        if not label and not _is_labelled(entry.old_name, entry.plain):
            continue
        name = f"{entry.plain[: _LONGEST - len(label)]} ({label})" if label else entry.plain
        number = re.search(f"{_NUMBER}$", entry.old_name) if entry.old_name != entry.plain else None
        name += number[0] if number else ""
        if name != entry.old_name:
            renamed.append(Namesake(entry.side, entry.old_name, name))
    return renamed


def _is_labelled(name: str, plain: str = "") -> bool:
    """Whether a label follows the name; parentheses in the plain name are not a label."""
    return name != plain and re.search(f"{_LABEL}(?:{_NUMBER})?$", name) is not None


def _labels(entries: Sequence[_NamedEntry]) -> list[str]:
    """Return a label for each namesake: club, country, or both if these differ; else a number."""
    if len(entries) == 1:
        return [""]
    clubs = [_plain(entry.club) for entry in entries]
    countries = [_plain(entry.country) for entry in entries]
    both = [", ".join(part for part in pair if part) for pair in zip(clubs, countries, strict=True)]
    for labels in (clubs, countries, both):
        if len({name_key(label) for label in labels}) == len(labels):
            return labels
    return [f"#{number}" for number in range(1, len(entries) + 1)]


def _plain(words: str) -> str:
    """Return the words as a label: without parentheses, and a bare number with `#`."""
    short = " ".join(re.sub(r"[()]", " ", words).split())[:_LONGEST_LABEL].strip()
    return f"#{short}" if short.isdigit() else short
