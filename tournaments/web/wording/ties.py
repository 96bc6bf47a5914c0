"""Words of shared places: their consequences, and how ties are broken."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy, pgettext_lazy

from tournaments.formats import How
from tournaments.queries.results.ties import Dependence, Need

# The ways to break a tie.
HOW_WORDS: Mapping[str, Any] = {
    How.LOT.value: pgettext_lazy("how a place is decided", "by lot"),
    How.PLAYOFF.value: pgettext_lazy("how a place is decided", "by a playoff"),
    How.HAND.value: pgettext_lazy("how a place is decided", "by the director"),
}

_NEED_WORDS: Mapping[Need, Any] = {
    Need.CUT: ngettext_lazy("%(count)s goes on to “%(name)s”.", "%(count)s go on to “%(name)s”.", "count"),
    Need.SEEDS: _(
        "They go on to “%(name)s” with seeds. Where you decide nothing, the lot puts them in order."
    ),
    Need.QUALIFYING: ngettext_lazy(
        "%(count)s qualifies for “%(name)s”.", "%(count)s qualify for “%(name)s”.", "count"
    ),
    Need.PRIZES: _("Their prizes differ. Where you decide nothing, they are split."),
}


def need_words(one: Dependence) -> str:
    """Return a consequence of a shared place in words."""
    return str(_NEED_WORDS[one.need] % {"name": one.name, "count": one.count})


def how_words(how: str) -> str:
    """Return the way in which a tie was broken, in words."""
    return str(HOW_WORDS[how])
