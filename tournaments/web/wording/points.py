"""Words of seasons of points: their schemes, states and days."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.points import SCHEMES
from tournaments.queries.points.season_table import SeasonState

# The name in the reader's language; one without words here has its own.
_SCHEMES: Mapping[str, str | Promise] = {
    "club-table": gettext_lazy("Universal club table, advanced and open"),
    "club-table-intermediate": gettext_lazy("Universal club table, intermediate"),
    "nardgammon": gettext_lazy("Nardgammon: by the place, halved each month"),
    "nebc": gettext_lazy("NEBC: the lengths won, and a bonus for places"),
    "neu-isenburg": gettext_lazy("Neu-Isenburg: 9 for a win, 10 for attendance"),
    "norway-cup": gettext_lazy("Norway Cup: the root of the field, by the place"),
    "player-pool": gettext_lazy("A point for each player, shared by the places"),
    "usbgf-master-points": gettext_lazy("USBGF master points"),
    "viennagammon": gettext_lazy("Viennagammon: wins, attendance and eight places"),
}
STATE_WORDS: Mapping[SeasonState, str | Promise] = {
    SeasonState.PLANNED: pgettext_lazy("a season", "to come"),
    SeasonState.RUNNING: pgettext_lazy("a season", "under way"),
    SeasonState.ENDED: pgettext_lazy("a season", "over, not published"),
    SeasonState.FINAL: pgettext_lazy("a season", "final"),
}


def scheme_name(code: str) -> str:
    """Return the name of a scheme; a federation's own has no code."""
    if not code:
        return str(gettext_lazy("A scheme of its own"))
    return str(_SCHEMES.get(code, SCHEMES[code].name if code in SCHEMES else code))
