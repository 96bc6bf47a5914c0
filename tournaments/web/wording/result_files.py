"""What a result file counts, in words: matches, which of them are rated, and the players with a number."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.models import Federation
from tournaments.models.wording import in_words
from tournaments.queries.exchange.results import ResultCounts
from tournaments.queries.ratings.counted import rules_of_federation
from tournaments.ratings.counting import REASON_WORDS, reason_places


def counts_in_words(counts: ResultCounts) -> str:
    """Return how many matches there are, how many of them are rated, and who has a number; without a full stop."""
    matches = ngettext("%(number)s match", "%(number)s matches", counts.matches) % {"number": counts.matches}
    values = {"matches": matches, "rated": counts.rated, "others": counts.matches - (counts.rated or 0)}
    people = _("%(numbered)s of %(people)s players have a number") % {
        "numbered": counts.numbered,
        "people": counts.people,
    }
    if counts.rated is None:
        return f"{matches} · {people}"
    if counts.rated == counts.matches:
        return _("%(matches)s, all rated") % values + f" · {people}"
    return _("%(matches)s: %(rated)s rated, %(others)s not") % values + f" · {people}"


def unrated_in_words(counts: ResultCounts, federation: Federation) -> list[str]:
    """Return why the other matches are not rated, each reason with its number, the most frequent first."""
    rules = rules_of_federation(federation) if counts.not_rated else None
    if rules is None:
        return []
    return [
        _("%(label)s: %(value)s")
        % {"label": count, "value": in_words(REASON_WORDS[reason], reason_places(federation.uid, rules))}
        for reason, count in counts.not_rated
    ]
