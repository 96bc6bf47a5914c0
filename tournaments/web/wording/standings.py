"""Column headings of standings, in full and short for phones."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext, pgettext_lazy

from tournaments.queries.draws.standings import StandingsView

from .formats import tiebreak_heading


class Heading(NamedTuple):
    """The heading of a column; `short` is explained by `whole` below the table."""

    whole: str
    short: str

    @property
    def is_shortened(self) -> bool:
        """Whether the short heading needs an explanation."""
        return self.short != self.whole


_POINTS = pgettext_lazy("in standings", "Points"), pgettext_lazy("a heading on a phone", "Pts")
_LIVES = pgettext_lazy("in standings", "Lives"), pgettext_lazy("a heading on a phone", "Lives")
_WON = pgettext_lazy("number of matches", "Won"), pgettext_lazy("a heading on a phone", "W")
_LOST = pgettext_lazy("number of matches", "Lost"), pgettext_lazy("a heading on a phone", "L")
_BYES = gettext_lazy("Byes"), pgettext_lazy("a heading on a phone", "B")
_TIEBREAKS: Mapping[str, Any] = {
    "buchholz": pgettext_lazy("a heading on a phone", "Bz"),
    "buchholz_cut": pgettext_lazy("a heading on a phone", "Bz cut"),
    "median_buchholz": pgettext_lazy("a heading on a phone", "Med."),
    "sonneborn_berger": pgettext_lazy("a heading on a phone", "S.-B."),
    "head_to_head": pgettext_lazy("a heading on a phone", "H2H"),
    "points_difference": pgettext_lazy("a heading on a phone", "Diff."),
    "board_points": pgettext_lazy("a heading on a phone", "Bds"),
    "wins": pgettext_lazy("a heading on a phone", "Wins"),
}


def standings_headings(standings: StandingsView) -> list[Heading]:
    """Return the headings of the columns after the names, in order."""
    columns = [
        (standings.has_points, _POINTS),
        (standings.has_lives, _LIVES),
        (True, _WON),
        (True, _LOST),
        (standings.has_byes, _BYES),
    ]
    headings = [Heading(str(whole), str(short)) for is_shown, (whole, short) in columns if is_shown]
    for code in standings.further_tiebreaks:
        whole = tiebreak_heading(code)
        headings.append(Heading(whole, str(_TIEBREAKS.get(code, whole))))
    return headings


def tiebreak_order(standings: StandingsView) -> str:
    """Return the order of the tiebreaks in words; empty if there are none."""
    # In an event with lives, lives and wins are the score, not tiebreaks.
    codes = () if standings.has_lives else standings.further_tiebreaks
    names = [tiebreak_heading(code) for code in codes if code in _TIEBREAKS]
    between = pgettext("between the names of tiebreaks", "; ")
    return _("Ties are broken in this order: %(names)s.") % {"names": between.join(names)} if names else ""
