"""The list of players of an event or a tournament: how it is sorted and filtered, and who is ticked in it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from matches.models import name_key, name_order
from tournaments.models import Entrant
from tournaments.queries.hall.player_rows import Phone, PlayerList, PlayerRow

_LONGEST = 80
_LAST = 10**9

# The keys by which a list is sorted; the order of entry has none.
_KEYS: Mapping[str, Callable[[PlayerRow], Any]] = {
    "seed": lambda row: row.line.seed or _LAST,
    "name": lambda row: name_order(row.line.name),
    "event": lambda row: (row.event.order, row.event.pk),
    "club": lambda row: (not row.line.clubs, name_order(row.line.clubs)),
    "rating": lambda row: -((row.line.rating.rating or 0) if row.line.rating else 0),
    "due": lambda row: -row.due,
    "here": lambda row: row.line.is_checked_in,
    "phone": lambda row: list(Phone).index(row.phone),
}
SORTS = (
    ("", _("order of entry")),
    ("seed", pgettext_lazy("sorting of players", "seed")),
    ("name", _("name")),
    ("club", _("club")),
    ("rating", pgettext_lazy("sorting of players", "rating")),
    ("due", pgettext_lazy("sorting of players", "amount due")),
    ("here", pgettext_lazy("sorting of players", "not checked in")),
    ("phone", pgettext_lazy("sorting of players", "phone")),
)
# Which players a list shows.
_SHOWS: Mapping[str, Callable[[PlayerRow], bool]] = {
    "absent": lambda row: not row.line.is_checked_in,
    "unpaid": lambda row: row.due > 0,
    "phoneless": lambda row: row.phone is Phone.NONE,
}
SHOWS = (
    ("", pgettext_lazy("players in a list", "All")),
    ("absent", pgettext_lazy("players in a list", "Not checked in")),
    ("unpaid", pgettext_lazy("players in a list", "Unpaid")),
    ("phoneless", pgettext_lazy("players in a list", "Without link")),
)


@dataclass(frozen=True, slots=True)
class Head:
    """The head of a column: the address that sorts by it, and the direction in which it is sorted now."""

    address: str
    direction: str

    @property
    def mark(self) -> str:
        """The arrow of the direction."""
        return {"ascending": "↑", "descending": "↓"}.get(self.direction, "")


@dataclass(frozen=True, slots=True)
class PlayerFilter:
    """A filter with the number of its players."""

    code: str
    words: str
    count: int
    address: str
    is_on: bool


@dataclass(frozen=True, slots=True)
class ListQuery:
    """What the address of a list says: the column, backwards with a minus, the filter and the words of a search."""

    sort: str = ""
    show: str = ""
    find: str = ""
    event: str = ""

    @classmethod
    def of(cls, values: QueryDict) -> ListQuery:
        """Return the query of these values; what is unknown is left out."""
        sort, show = values.get("sort", ""), values.get("show", "")
        return cls(
            sort if sort.removeprefix("-") in _KEYS else "",
            show if show in _SHOWS else "",
            " ".join(values.get("find", "").split())[:_LONGEST],
            values.get("event", "")[:_LONGEST],
        )

    @property
    def text(self) -> str:
        """The query as the end of an address, empty or from its question mark on."""
        values = {name: value for name in ("sort", "show", "find", "event") if (value := getattr(self, name))}
        return f"?{urlencode(values)}" if values else ""

    def head(self, column: str) -> Head:
        """Return the head of a column, which sorts by it, or backwards where it is sorted already."""
        if self.sort == column:
            return Head(replace(self, sort=f"-{column}").text, "ascending")
        return Head(replace(self, sort=column).text, "descending" if self.sort == f"-{column}" else "")

    def chips(self, players: PlayerList) -> list[PlayerFilter]:
        """Return the filters with their numbers, among those of the chosen event who have not left."""
        among = [row for row in (*players.placed, *players.alternates) if self._is_of_event(row)]
        return [
            PlayerFilter(
                code,
                str(words),
                sum(code not in _SHOWS or _SHOWS[code](row) for row in among),
                replace(self, show=code).text or "?",
                code == self.show,
            )
            for code, words in SHOWS
        ]

    def pick(self, players: PlayerList) -> PlayerList:
        """Return the players that fit, each group sorted."""
        return PlayerList(
            placed=self._of(players.placed),
            alternates=self._of(players.alternates),
            withdrawn=self._of(players.withdrawn),
        )

    def _of(self, rows: Sequence[PlayerRow]) -> tuple[PlayerRow, ...]:
        words = name_key(self.find).split()
        fits = _SHOWS.get(self.show)
        picks = [
            row
            for row in rows
            if self._is_of_event(row) and (fits is None or fits(row)) and _has_words(row, words)
        ]
        key = _KEYS.get(self.sort.removeprefix("-"))
        return tuple(picks if key is None else sorted(picks, key=key, reverse=self.sort.startswith("-")))

    def _is_of_event(self, row: PlayerRow) -> bool:
        return not self.event or row.event.uid == self.event


def _has_words(row: PlayerRow, words: Sequence[str]) -> bool:
    text = name_key(" ".join((row.line.name, row.line.clubs, *row.line.countries)))
    return all(word in text for word in words)


def ticked(request: HttpRequest, players: PlayerList) -> list[Entrant]:
    """Return the ticked entrants of a list, or all that its filter shows if it says so."""
    if request.POST.get("everybody") == "on":
        fitting = ListQuery.of(request.POST).pick(players)
        return [row.line.entrant for row in (*fitting.placed, *fitting.alternates)]
    uids = set(request.POST.getlist("entrants"))
    return [row.line.entrant for row in players.rows if row.uid in uids]


def table_context(query: ListQuery, players: PlayerList) -> dict[str, Any]:
    """Return the template context of a list of players."""
    has = {
        "seed": players.has_seeds,
        "rating": any(row.line.rating for row in players.rows),
        "due": players.has_money,
    }
    return {
        "players": query.pick(players),
        "has_money": has["due"],
        "has_seeds": has["seed"],
        "has_ratings": has["rating"],
        "query": query,
        "heads": {column: query.head(column) for column in _KEYS},
        "chips": query.chips(players),
        "sorts": [(code, words) for code, words in SORTS if has.get(code, True)],
    }
