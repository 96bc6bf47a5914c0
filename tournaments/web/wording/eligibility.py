"""The rules of a division in words."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.eligibility import DivisionRules, UnlistedRule
from tournaments.models import Event
from tournaments.queries.eligibility import entry_rules_of


def rules_shown(event: Event) -> tuple[str, ...]:
    """Return the rules of the division of an event as sentences; none where everybody may enter."""
    rules = entry_rules_of(event)
    return () if rules is None else tuple(entry_rule_words(rules))


def entry_rule_words(rules: DivisionRules) -> Iterator[str]:
    """Yield a sentence for each rule of a division."""
    yield from _rating_words(rules)
    if (most := rules.official_at_most) is not None:
        if rules.official_months:
            words = ngettext(
                "No official rating above %(limit)s in the last month.",
                "No official rating above %(limit)s in the last %(months)s months.",
                rules.official_months,
            )
        else:
            words = _("No official rating above %(limit)s.")
        yield words % {"limit": most, "months": rules.official_months}
    if rules.peak_at_most is not None:
        words = ngettext(
            "No rating above %(limit)s in the last match.",
            "No rating above %(limit)s in the last %(matches)s matches.",
            rules.peak_matches,
        )
        yield words % {"limit": rules.peak_at_most, "matches": rules.peak_matches}
    if rules.top_positions:
        words = ngettext(
            "Not the first of the official list.",
            "Not the first %(places)s of the official list.",
            rules.top_positions,
        )
        yield words % {"places": rules.top_positions}
    yield from _lockout_words(rules)
    if not rules.every_member:
        yield _("One player of a pair or team is enough.")


def _rating_words(rules: DivisionRules) -> Iterator[str]:
    if rules.rating_below is not None:
        yield _("Ratings below %(limit)s.") % {"limit": rules.rating_below}
    if rules.rating_from is not None:
        yield _("Ratings from %(limit)s.") % {"limit": rules.rating_from}
    if rules.unlisted is UnlistedRule.REFUSED:
        yield _("Players on the rating list only.")
        if rules.experience:
            yield _("An experience of %(limit)s or more.") % {"limit": rules.experience}


def _lockout_words(rules: DivisionRules) -> Iterator[str]:
    if not rules.lockout_months:
        return
    months = ngettext("%(months)s month", "%(months)s months", rules.lockout_months) % {
        "months": rules.lockout_months
    }
    words = ngettext(
        "The winner of %(divisions)s stays away for %(months)s.",
        "The first %(places)s of %(divisions)s stay away for %(months)s.",
        rules.lockout_places,
    )
    yield words % {
        "divisions": ", ".join(sorted(rules.lockout)),
        "places": rules.lockout_places,
        "months": months,
    }
