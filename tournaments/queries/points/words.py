"""The points of an event in words: each entrant with the lines that add up, equal ones together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from matches.models import name_order
from tournaments.points import PointsLine, Score, scoring
from tournaments.points import event as points_of
from tournaments.queries.publicity import names_of_entrants


@dataclass(frozen=True, slots=True)
class WordedLine:
    """Equal reasons for points, with their sum and a sentence in the reader's language."""

    what: str
    count: int
    words: str
    amount: Fraction
    excluded: Fraction


@dataclass(frozen=True, slots=True)
class EntrantPoints:
    """The points of an entrant with the lines that they are the sum of."""

    entrant: str
    name: str
    points: Fraction
    lines: tuple[WordedLine, ...]


def shown_number(number: Fraction, places: int = 2) -> str:
    """Return a number for people, rounded half to even, with the decimal mark of the language."""
    scale: int = 10**places
    value = Fraction(round(number * scale), scale)
    digits = 0 if value.denominator == 1 else places
    return str(number_format(f"{float(value):.{digits}f}", digits, use_l10n=True))


def entrant_points(scores: Sequence[Score]) -> tuple[EntrantPoints, ...]:
    """Return the points of all entrants, the most first; one query."""
    names = names_of_entrants([one.entrant for one in scores])
    ranked = sorted(scores, key=lambda one: (-one.points, name_order(names[one.entrant]), one.entrant))
    return tuple(
        EntrantPoints(one.entrant, names[one.entrant], one.points, tuple(worded_lines(one.lines)))
        for one in ranked
    )


def worded_lines(lines: Sequence[PointsLine]) -> list[WordedLine]:
    """Return the lines in words, equal ones together."""
    lines_in_words = []
    for line, equal in groupby(lines):
        count = len(list(equal))
        amount, excluded = line.amount * count, line.excluded * count
        lines_in_words.append(
            WordedLine(line.what, count, _words(line, count, amount, excluded), amount, excluded)
        )
    return lines_in_words


def _words(line: PointsLine, count: int, amount: Fraction, excluded: Fraction) -> str:
    worth = excluded or amount
    text = _("%(reason)s: %(points)s") % {"reason": _reason(line, count), "points": shown_number(worth, 3)}
    return f"{text} {_('(not counted, because something else is worth more)')}" if excluded else text


def _reason(line: PointsLine, count: int) -> str:
    details = line.details
    match line.what:
        case scoring.PLACE:
            return _place(details)
        case scoring.WIN:
            return _wins(details, count)
        case scoring.SETTLEMENT:
            number = details["settlements"]
            return ngettext("%(n)s settled match", "%(n)s settled matches", int(str(number))) % {"n": number}
    return pgettext("points", "Attendance")


def flight_name(flight: str) -> str:
    """Return the name of a flight in the reader's language."""
    name, _blank, number = flight.rpartition(" ")
    if name in _FLIGHTS and number.isdigit():
        return f"{_FLIGHTS[name]()} {number}"
    known = _FLIGHTS.get(flight)
    return known() if known else flight


_FLIGHTS = {
    "consolation": lambda: pgettext("a stage", "Consolation"),
    "last chance": lambda: pgettext("a stage", "Last chance"),
    "flight": lambda: pgettext("points", "Flight"),
}


def _place(details: Mapping[str, object]) -> str:
    first, last = details["from"], details["to"]
    range_ = str(first) if first == last else f"{first}–{last}"
    values = {"place": range_, "players": details["players"], "flight": flight_name(str(details["flight"]))}
    text = (
        _("Place %(place)s of %(players)s")
        if details["flight"] == points_of.MAIN
        else _("%(flight)s, place %(place)s")
    ) % values
    return text + _weight(details)


def _wins(details: Mapping[str, object], count: int) -> str:
    values = {"n": count, "length": details["length"]}
    match details["kind"]:
        case points_of.BYE:
            text = ngettext("%(n)s bye", "%(n)s byes", count) % values
        case points_of.FORFEIT:
            text = ngettext("%(n)s win by forfeit", "%(n)s wins by forfeit", count) % values
        case _:
            text = ngettext("%(n)s win to %(length)s", "%(n)s wins to %(length)s", count) % values
    return text + (_weight(details) if details["counts"] else "")


def _weight(details: Mapping[str, object]) -> str:
    weight = details["weight"]
    if not isinstance(weight, Fraction) or weight == 1:
        return ""
    return _(" (weight %(weight)s)") % {"weight": shown_number(weight, 3)}
