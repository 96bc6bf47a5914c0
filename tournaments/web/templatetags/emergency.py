"""Template tags of the emergency paper: how to go on by hand, and the places that results fill."""

from __future__ import annotations

from django import template
from django.utils.translation import pgettext

from tournaments.formats import WORDS, Part, SideKind
from tournaments.models import Stage
from tournaments.models.wording import in_words
from tournaments.queries.draws.bracket import SideView
from tournaments.queries.draws.round_words import round_words
from tournaments.queries.exports.emergency import StageOnPaper

register = template.Library()


@register.simple_tag
def by_hand(stage: Stage) -> str:
    """Return how a hall goes on with a stage by hand."""
    words = WORDS[stage.format]
    return in_words(words.by_hand or words.sentence)


@register.simple_tag
def place_on_paper(side: SideView, page: StageOnPaper, part: Part) -> str:
    """Return which match fills a place that nobody has yet; empty where a line of the same part leads to it."""
    if side.kind is SideKind.NOBODY:
        return "–"
    side = _origin(side, page)
    if side.source is None or side.kind not in (SideKind.LOSER, SideKind.WINNER):
        return ""
    home = page if side.feeder is None else page.feeders.get(side.feeder)
    if home is None:
        return pgettext("a place in the bracket", "from another stage")
    number, slot = side.source
    source = home.bracket.rounds[number - 1]
    if side.kind is SideKind.WINNER and side.feeder is None and source.part is part:
        return ""
    places = {"round": round_words(source), "number": slot + 1}
    if side.kind is SideKind.WINNER:
        return pgettext("a place in the bracket", "winner of %(round)s, no. %(number)s") % places
    return pgettext("a place in the bracket", "loser of %(round)s, no. %(number)s") % places


def _origin(side: SideView, page: StageOnPaper) -> SideView:
    """Return the side from which a place is filled in the end: who meets nobody on the way only passes through."""
    while side.kind is SideKind.WINNER and side.feeder is None and side.source is not None:
        number, slot = side.source
        sides = page.bracket.rounds[number - 1].slots[slot].sides
        coming = [one for one in sides if one.kind not in (SideKind.BYE, SideKind.NOBODY)]
        if len(coming) != 1:
            break
        [side] = coming
    return side
