"""What tells entrants of one event apart who have the same name: the club, the country, or a number after it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from matches.models import Player, name_key
from tournaments.models import EntrantPlayer, Event, EventKind

# As much of a name as stands before its label and the number of a further entry.
BEFORE_LABEL = 180
# A label is no number alone, which is the number of a further entry: "Anna Keller (Leeds) (2)".
_LABEL = r" \((?!\d+\))[^()]+\)"
_NUMBER = r" \(\d+\)"
_LONGEST_LABEL = 50


@dataclass(frozen=True, slots=True)
class Namesake:
    """A side as it is called, and as it is to be called in an event where others have the same name."""

    side: int
    called: str
    name: str


def namesakes(event: Event, name: str) -> list[Namesake]:
    """The single players of this name in an event, each with the name that tells them apart; one query."""
    if event.kind != EventKind.SINGLES:
        return []
    rows = EntrantPlayer.objects.filter(event=event, player__name_key=name_key(name))
    entries = list(rows.select_related("player", "entrant__side").order_by("pk"))
    players = list({entry.player.pk: entry.player for entry in entries}.values())
    labels = dict(zip((player.pk for player in players), _labels(players), strict=True))
    found = []
    for entry in entries:
        called, player = entry.entrant.side.name, entry.player
        if len(players) == 1 and not re.search(f"{_LABEL}(?:{_NUMBER})?$", called):
            continue
        number = re.search(f"{_NUMBER}$", called)
        plain = (
            player.name if labels[player.pk] == "" else f"{player.name[:BEFORE_LABEL]} ({labels[player.pk]})"
        )
        found.append(Namesake(entry.entrant.side_id, called, plain + (number[0] if number else "")))
    return found


def _labels(players: Sequence[Player]) -> list[str]:
    """A label for each player of one name: the club where the clubs differ, else the country, else both, else a number."""
    if len(players) == 1:
        return [""]
    clubs = [_plain(player.club) for player in players]
    countries = [_plain(player.country) for player in players]
    both = [", ".join(part for part in pair if part) for pair in zip(clubs, countries, strict=True)]
    for labels in (clubs, countries, both):
        if len({name_key(label) for label in labels}) == len(labels):
            return labels
    return [f"#{number}" for number in range(1, len(players) + 1)]


def _plain(words: str) -> str:
    """Words as they can stand between parentheses, and are no number alone."""
    short = " ".join(re.sub(r"[()]", " ", words).split())[:_LONGEST_LABEL].strip()
    return f"#{short}" if short.isdigit() else short
