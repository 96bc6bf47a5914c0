"""What comes after a match, in words: against whom and where, or with how many wins, losses and lives."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Stage
from tournaments.queries.next_places import NextPlace
from tournaments.queries.round_words import round_words
from tournaments.web.templatetags.videau import stage_name


def next_words(place: NextPlace, *, stage: Stage) -> str:
    """As in `Semifinals, against Alma Alder`; `stage` is that of the match, whose name goes without saying."""
    if place.has_won:
        return _("You have won %(stage)s.") % {"stage": stage.title or stage.event.name}
    if place.stage is not None:
        return _where(place, "" if place.stage.pk == stage.pk else stage_name(place.stage))
    if not place.is_in:
        return _("You are out.")
    record = _("You go on with %(wins)s–%(losses)s (wins and losses).")
    words = record % {"wins": place.wins, "losses": place.losses}
    if place.lives is None:
        return words
    left = ngettext("%(lives)s life is left.", "%(lives)s lives are left.", place.lives)
    return f"{words} {left % {'lives': place.lives}}"


def _where(place: NextPlace, elsewhere: str) -> str:
    """The next slot, with the name of its stage where that is another one."""
    named = round_words(place.declared) if place.declared is not None else ""
    where = ", ".join(part for part in (elsewhere, named) if part)
    match place.opponents:
        case ():
            return _("%(where)s; your opponent is not known yet.") % {"where": where}
        case (name,):
            return _("%(where)s, against %(name)s.") % {"where": where, "name": name}
        case (one, two):
            return _("%(where)s, against %(one)s or %(two)s.") % {"where": where, "one": one, "two": two}
    raise AssertionError("a place is played for by two at most")
