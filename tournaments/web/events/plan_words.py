"""Words of event templates and previews: names, descriptions, sizes and durations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, npgettext, pgettext_lazy

from tournaments.formats import FORMATS, Shape
from tournaments.plans import Preview, Template

# The name and a short description of each template.
TEMPLATE_WORDS: Mapping[str, tuple[Any, Any]] = {
    "club_night": (
        pgettext_lazy("a template", "Club night"),
        gettext_lazy("Swiss system: everybody plays every round, and nobody goes home early"),
    ),
    "one_day": (
        pgettext_lazy("a template", "One day with a consolation"),
        gettext_lazy("a knock-out, and a second one for first-match losers"),
    ),
    "weekend": (
        pgettext_lazy("a template", "Weekend"),
        gettext_lazy("main bracket, progressive consolation, and a last chance for who loses there as well"),
    ),
    "nordic": (
        pgettext_lazy("a template", "Nordic"),
        gettext_lazy(
            "the winner of the consolation plays the runner-up of the main bracket for second place; a last chance for "
            "losers of the consolation"
        ),
    ),
    "lives": (
        pgettext_lazy("a template", "Two lives"),
        gettext_lazy("two losses and you are out; the last one left wins"),
    ),
    "more_swiss": (
        pgettext_lazy("a template", "More Swiss"),
        gettext_lazy("four lives, byes count as wins, and it ends once all who are left are paid"),
    ),
    "groups": (
        pgettext_lazy("a template", "Groups and playoff"),
        gettext_lazy("all against all in small groups, then a knock-out of the best two of each"),
    ),
    "double_elimination": (
        pgettext_lazy("a template", "Double elimination"),
        gettext_lazy("a losers’ bracket leads back to the grand final"),
    ),
    "fresh_draw": (
        pgettext_lazy("a template", "Double elimination by fresh draws"),
        gettext_lazy("every round is drawn by lot among those with equal losses"),
    ),
    "jackpot": (
        pgettext_lazy("a template", "Jackpot of eight"),
        gettext_lazy("a short knock-out that starts as soon as eight have come, and then opens anew"),
    ),
    "duel": (
        pgettext_lazy("a template", "Duel"),
        gettext_lazy("two players, best of three matches to 7"),
    ),
    "marathon": (
        pgettext_lazy("a template", "Marathon of an hour"),
        gettext_lazy("all comers play one-pointers for an hour, and most wins come first"),
    ),
    "league": (
        pgettext_lazy("a template", "League"),
        gettext_lazy("divisions by the calendar, with promotion and relegation"),
    ),
    "ladder": (
        pgettext_lazy("a template", "Ladder"),
        gettext_lazy("everybody challenges those above, and who wins climbs"),
    ),
}


def template_name(code: str) -> str:
    """Return the name of a template."""
    return str(TEMPLATE_WORDS[code][0])


def template_sentence(code: str) -> str:
    """Return a short description of a template."""
    return str(TEMPLATE_WORDS[code][1])


def for_whom(template: Template) -> str:
    """Return the number of entrants of a template, and its duration for the usual number."""
    if template.fewest == template.most:
        who = _("for %(entrants)s entrants") % {"entrants": template.fewest}
    else:
        who = _("for %(fewest)s to %(most)s entrants") % {"fewest": template.fewest, "most": template.most}
    if not template.hours:
        return f"{who}, {_('over weeks')}"
    about = ngettext(
        "about %(hours)s hour with %(entrants)s", "about %(hours)s hours with %(entrants)s", template.hours
    )
    return f"{who}, {about % {'hours': template.hours, 'entrants': template.usual}}"


def preview_words(stage: Preview, *, format: str) -> str:  # noqa: A002 - the field's word
    """Return the size of a stage of a format, as in `47 matches in 6 rounds, 16 byes`."""
    matches = ngettext("%(n)s match", "%(n)s matches", stage.matches) % {"n": stage.matches}
    if stage.is_estimated:
        matches = _("at most %(matches)s") % {"matches": matches}
    if FORMATS[format].shape is Shape.BRACKET:
        rounds = ngettext("%(n)s round", "%(n)s rounds", stage.rounds)
    else:
        rounds = npgettext("without a bracket", "%(n)s round", "%(n)s rounds", stage.rounds)
    rounds %= {"n": stage.rounds}
    if stage.is_estimated:
        rounds = _("about %(rounds)s") % {"rounds": rounds}
    size = _("%(matches)s in %(rounds)s") % {"matches": matches, "rounds": rounds}
    if not stage.byes:
        return size
    byes = ngettext("%(n)s bye", "%(n)s byes", stage.byes) % {"n": stage.byes}
    return f"{size}, {byes}"


def hours_words(minutes: int) -> str:
    """Return a time from the start, rounded up to the quarter of an hour, as in `5:15`."""
    quarters = -(-minutes // 15)
    return f"{quarters // 4}:{quarters % 4 * 15:02}"
