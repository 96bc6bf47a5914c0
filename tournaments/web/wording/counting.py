"""Words of counting rules: the label of each field, and what each of its values means."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from rules.profile import PROFILES, Clock
from tournaments.models import GameVariant, MembershipKind
from tournaments.models.dates import date_words
from tournaments.ratings.counting import MembershipDemand, PenaltyRule, Treatment

from .rules import profile_name

Words = str | Promise

FIELD_WORDS: Mapping[str, Words] = {
    "first_day": gettext_lazy("First day"),
    "must_be_sanctioned": gettext_lazy("Only sanctioned events"),
    "sanction_classes": gettext_lazy("Classes of events"),
    "variants": gettext_lazy("Variants"),
    "doubles": gettext_lazy("Doubles"),
    "boards": gettext_lazy("Boards of team matches"),
    "profiles": gettext_lazy("Rules of the game"),
    "clock": gettext_lazy("Clock"),
    "shortest": gettext_lazy("Shortest match"),
    "longest": gettext_lazy("Longest match"),
    "self_chosen": gettext_lazy("Opponents of one's own choice"),
    "by_hand": gettext_lazy("Draws made with cards"),
    "by_decision": gettext_lazy("Opponents placed by the director"),
    "membership": gettext_lazy("Members"),
    "membership_kinds": gettext_lazy("Kinds of membership"),
    "walkover": pgettext_lazy("counting rules", "Walkover"),
    "forfeit": pgettext_lazy("counting rules", "Forfeit"),
    "disqualified": gettext_lazy("Disqualification"),
    "settled": gettext_lazy("Settled match"),
    "retired": gettext_lazy("Match given up"),
    "start_scores": gettext_lazy("Head starts"),
    "penalties": gettext_lazy("Penalty points"),
}
HELP_WORDS: Mapping[str, Words] = {
    "first_day": gettext_lazy("Matches before it do not count."),
    "sanction_classes": gettext_lazy("One a line, in the words of your sanctions. Empty for all."),
    "profiles": gettext_lazy("Without a tick all of them."),
    "membership_kinds": gettext_lazy("Without a tick all of them."),
    "clock": gettext_lazy("The least that the event must ask for."),
    "shortest": gettext_lazy("In points, by the length in force at the end."),
    "longest": gettext_lazy("In points. Empty for no limit."),
    "self_chosen": gettext_lazy("Challenges, as in a ladder."),
}
_TREATMENTS: Mapping[str, Words] = {
    Treatment.RATED: gettext_lazy("counts"),
    Treatment.IF_BOTH_MOVED: gettext_lazy("counts if both had moved"),
    Treatment.UNRATED: gettext_lazy("does not count"),
}
VALUE_WORDS: Mapping[str, Mapping[str, Words]] = {
    "clock": {
        Clock.NONE: gettext_lazy("nothing is asked"),
        Clock.ALLOWED: gettext_lazy("a clock if one of them asks for it"),
        Clock.PREFERRED: gettext_lazy("a clock is preferred"),
        Clock.REQUIRED: gettext_lazy("a clock is required"),
    },
    "membership": {
        MembershipDemand.NOBODY: gettext_lazy("no membership is needed"),
        MembershipDemand.ONE: gettext_lazy("one of the two is a member"),
        MembershipDemand.EVERYBODY: gettext_lazy("both are members"),
    },
    "penalties": {
        PenaltyRule.RATED: gettext_lazy("count"),
        PenaltyRule.UNLESS_DECISIVE: gettext_lazy("count unless they decided the match"),
        PenaltyRule.UNRATED: gettext_lazy("leave the match unrated"),
    },
    **dict.fromkeys(("walkover", "forfeit", "disqualified", "settled", "retired"), _TREATMENTS),
    "variants": dict(GameVariant.choices),
    "membership_kinds": dict(MembershipKind.choices),
}
GROUPS: tuple[tuple[Words, tuple[str, ...]], ...] = (
    (
        gettext_lazy("Events"),
        ("first_day", "must_be_sanctioned", "sanction_classes", "variants", "profiles", "clock"),
    ),
    (gettext_lazy("Matches"), ("shortest", "longest", "doubles", "boards", "start_scores", "penalties")),
    (gettext_lazy("Choice of opponents"), ("self_chosen", "by_hand", "by_decision")),
    (gettext_lazy("Members"), ("membership", "membership_kinds")),
    (
        gettext_lazy("Matches that were not played out"),
        ("walkover", "forfeit", "disqualified", "settled", "retired"),
    ),
)
"""The fields in the order of the form, under their headings."""


def choices_of_field(name: str) -> list[tuple[str, Any]]:
    """Return the values of a field with their words."""
    if name == "profiles":
        return [(code, profile_name(code)) for code in PROFILES]
    return [(str(value), words) for value, words in VALUE_WORDS[name].items()]


def value_in_words(name: str, value: Any) -> str:
    """Return a value of a field as a reader understands it."""
    if isinstance(value, bool):
        if name == "must_be_sanctioned":
            return _("yes") if value else _("no")
        return str(_TREATMENTS[Treatment.RATED if value else Treatment.UNRATED])
    if isinstance(value, date):
        return date_words(value, "DATE_FORMAT")
    if isinstance(value, frozenset):
        words = dict(choices_of_field(name)) if name != "sanction_classes" else {}
        return ", ".join(sorted(str(words.get(one, one)) for one in value)) or _("no restriction")
    if value is None:
        return _("no limit")
    if name in ("shortest", "longest"):
        return str(value)
    return str(VALUE_WORDS[name][value])
