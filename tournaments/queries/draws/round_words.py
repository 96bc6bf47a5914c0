"""The names of rounds."""

from __future__ import annotations

from typing import Protocol

from django.utils.translation import gettext, gettext_lazy, pgettext, pgettext_lazy

from tournaments.formats import Part, RoundName

_ROUNDS = {
    RoundName.FINAL: pgettext_lazy("a round", "Final"),
    RoundName.SEMIFINAL: pgettext_lazy("a round", "Semifinals"),
    RoundName.QUARTERFINAL: pgettext_lazy("a round", "Quarterfinals"),
    RoundName.THIRD_PLACE: pgettext_lazy("a round", "Match for third place"),
    RoundName.GRAND_FINAL: pgettext_lazy("a round", "Grand final"),
    RoundName.RECHARGE: pgettext_lazy("a round", "Grand final, second match"),
    RoundName.PLAYOFF: pgettext_lazy("a round", "Playoff"),
}


# Rounds with a number of their own part.
_BY_PART = {
    Part.LOSERS: gettext_lazy("Losers’ round %(number)s"),
    Part.LAST: gettext_lazy("Third bracket, round %(number)s"),
    Part.PLAYOFF: gettext_lazy("Playoff, match %(number)s"),
    Part.FINAL: gettext_lazy("Grand final, match %(number)s"),
}


# French names each of these rounds by its matches.
_LAST = {
    16: pgettext_lazy("a round", "Last 16"),
    32: pgettext_lazy("a round", "Last 32"),
    64: pgettext_lazy("a round", "Last 64"),
    128: pgettext_lazy("a round", "Last 128"),
}


class NamedRound(Protocol):
    """The attributes of a round from which its name is made."""

    @property
    def name(self) -> RoundName:
        """The kind of the round."""

    @property
    def places(self) -> int:
        """The number of places in the round."""

    @property
    def part(self) -> Part:
        """The part of the stage that contains the round."""

    @property
    def number(self) -> int:
        """The number of the round in the stage."""

    @property
    def in_part(self) -> int | None:
        """The number of the round in its part, if it differs."""

    @property
    def losers_of(self) -> int | None:
        """The round whose losers alone play this one, if there is one."""

    @property
    def is_ronde(self) -> bool:
        """Whether it is a round of a system without a bracket."""


def round_words(of: NamedRound) -> str:
    """Return the name of a round, as in `Quarterfinals`, `Last 32`, `Round 3` or `Losers' round 2`."""
    if of.name == RoundName.ROUND_OF:
        places = of.places
        return str(_LAST[places]) if places in _LAST else gettext("Last %(places)s") % {"places": places}
    if of.name == RoundName.ROUND:
        number = of.in_part or of.number
        if of.losers_of is not None:
            words = gettext("Losers of round %(main)s, round %(number)s")
            return words % {"main": of.losers_of, "number": number}
        if of.is_ronde:
            return pgettext("without a bracket", "Round %(number)s") % {"number": number}
        words = str(_BY_PART[of.part]) if of.part in _BY_PART else gettext("Round %(number)s")
        return words % {"number": number}
    if of.name == RoundName.MATCH_DAY:
        return gettext("Match day %(number)s") % {"number": of.number}
    if of.name == RoundName.CHALLENGE:
        return gettext("Challenge %(number)s") % {"number": of.number}
    return str(_ROUNDS[of.name])
