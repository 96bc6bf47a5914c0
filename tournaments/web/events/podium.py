"""The podium of an event that is over: the first places of its main stage, with their prizes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, pgettext

from tournaments.models import Entrant, Event
from tournaments.queries.draws.winners import EventWinners
from tournaments.queries.money.prizes import PrizeList, prize_list

# A third place that two share is the last one on the podium.
_LAST_PLACE = 3
_MOST = 4


@dataclass(frozen=True, slots=True)
class PodiumLine:
    """An entrant on the podium; `prize` is None without prizes, and where the winners have agreed to share."""

    entrant: str
    name: str
    first: int
    last: int
    prize: int | None
    is_split: bool

    @property
    def words(self) -> str:
        """The place in words."""
        if self.first == self.last == 1:
            return pgettext("the winner of an event", "Champion")
        if self.first != self.last:
            return gettext("Places %(first)s and %(last)s") % {"first": self.first, "last": self.last}
        return gettext("Place %(place)s") % {"place": self.first}


def podium(event: Event, winners: EventWinners) -> tuple[PodiumLine, ...]:
    """Return the first places of the main stage, best first; empty unless they are certain. At most five queries."""
    rows = _places(winners)
    if not rows:
        return ()
    entrants = Entrant.objects.filter(uid__in=[row["entrant"] for row in rows]).select_related("side")
    names = {entrant.uid: entrant.name for entrant in entrants}
    prizes = prize_list(event)
    return tuple(
        PodiumLine(
            row["entrant"],
            names[row["entrant"]],
            row["place"],
            row["last_place"],
            *_prize(prizes, row["entrant"]),
        )
        for row in rows
    )


def _places(winners: EventWinners) -> list[Mapping[str, Any]]:
    """Return the first places of the main stage; none if it is played in groups, which rank equally."""
    if winners.main is None or winners.main.standings is None or winners.champion is None:
        return []
    places: list[Mapping[str, Any]] = winners.main.standings["places"]
    first = [place for place in places if place["place"] <= _LAST_PLACE and place.get("group") is None]
    return first if len(first) <= _MOST else [place for place in first if place["place"] < _LAST_PLACE]


def _prize(prizes: PrizeList | None, uid: str) -> tuple[int | None, bool]:
    """Return the prizes of an entrant in all stages, and whether its winners have agreed to share them."""
    own = [
        line
        for line in (prizes.lines if prizes is not None else ())
        if line.entrant is not None and line.entrant.uid == uid
    ]
    is_split = any(line.is_split for line in own)
    return (None, True) if is_split else (sum(line.amount for line in own) or None, False)
