"""Words of standings: column headings in full and short for phones, and how shared places are parted."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy, pgettext, pgettext_lazy

from tournaments.formats import How, tiebreak_of
from tournaments.models.wording import in_words
from tournaments.queries.draws.standings import StandingsView
from tournaments.queries.results.ties import Dependence, Need

from .formats import tiebreak_heading

# The ways to break a tie.
HOW_WORDS: Mapping[str, Any] = {
    How.LOT.value: pgettext_lazy("how a place is decided", "by lot"),
    How.PLAYOFF.value: pgettext_lazy("how a place is decided", "by a playoff"),
    How.HAND.value: pgettext_lazy("how a place is decided", "by the director"),
}
_NEED_WORDS: Mapping[Need, Any] = {
    Need.CUT: ngettext_lazy("%(count)s goes on to “%(name)s”.", "%(count)s go on to “%(name)s”.", "count"),
    Need.SEEDS: gettext_lazy(
        "They go on to “%(name)s” with seeds. Where you decide nothing, the lot puts them in order."
    ),
    Need.QUALIFYING: ngettext_lazy(
        "%(count)s qualifies for “%(name)s”.", "%(count)s qualify for “%(name)s”.", "count"
    ),
    Need.PRIZES: gettext_lazy("Their prizes differ. Where you decide nothing, they are split."),
}


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
        whole, record = tiebreak_heading(code), tiebreak_of(code)
        headings.append(Heading(whole, whole if record is None else in_words(record.short)))
    return headings


def tiebreak_order(standings: StandingsView) -> str:
    """Return the order of the tiebreaks in words; empty if there are none."""
    # In an event with lives, lives and wins are the score, not tiebreaks.
    codes = () if standings.has_lives else standings.further_tiebreaks
    names = [tiebreak_heading(code) for code in codes if tiebreak_of(code) is not None]
    between = pgettext("between the names of tiebreaks", "; ")
    return _("Ties are broken in this order: %(names)s.") % {"names": between.join(names)} if names else ""


def need_words(one: Dependence) -> str:
    """Return a consequence of a shared place in words."""
    return str(_NEED_WORDS[one.need] % {"name": one.name, "count": one.count})


def how_words(how: str) -> str:
    """Return the way in which a tie was broken, in words."""
    return str(HOW_WORDS[how])
