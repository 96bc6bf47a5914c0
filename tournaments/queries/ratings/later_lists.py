"""Lists that begin after a match was played, so that it does not count in them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.utils.translation import ngettext

from matches.models import NameOrder
from tournaments.models import Federation, ListOrigin, RatingList
from tournaments.models.dates import date_words

CODE = "before_list"
"""What programs read for such matches."""


@dataclass(frozen=True, slots=True)
class LaterList:
    """A list of a federation, and how many matches were played before its first day."""

    list: RatingList
    starts_on: date
    matches: int

    @property
    def words(self) -> str:
        """What this means, in the language of the reader."""
        words = ngettext(
            "%(number)s match was played before %(list)s begins on %(day)s. It does not count in that list.",
            "%(number)s matches were played before %(list)s begins on %(day)s. They do not count in that list.",
            self.matches,
        )
        day = date_words(self.starts_on, "DATE_FORMAT")
        return words % {"number": self.matches, "list": self.list.name, "day": day}


def later_lists(federation: Federation, days: Iterable[date]) -> tuple[LaterList, ...]:
    """Return the computed lists that begin after one of these days of matches; one query, none without a match."""
    played = sorted(days)
    if not played:
        return ()
    lists = RatingList.objects.filter(
        federation=federation, origin=ListOrigin.COMPUTED, starts_on__gt=played[0]
    )
    return tuple(
        LaterList(row, row.starts_on, sum(day < row.starts_on for day in played))
        for row in lists.order_by(NameOrder("name"), "pk")
        if row.starts_on is not None
    )
