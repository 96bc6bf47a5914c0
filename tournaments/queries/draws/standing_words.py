"""Standings in words: places, points with fractions, and what separates entrants who are equal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext, gettext_lazy, pgettext, pgettext_lazy

from tournaments.formats import parts_of_a_point, value_words
from tournaments.formats.tiebreaks import Tiebreak
from tournaments.models import Stage
from tournaments.models.wording import in_words

# A row of stored standings.
Row = Mapping[str, Any]

# More would make a list of a sentence.
_MOST_NAMES = 8
# What separates entrants of an event of lives.
_OF_LIVES = {
    "out_in": gettext_lazy("the last round"),
    "lives": gettext_lazy("lives left"),
    "wins": pgettext_lazy("what separates equals", "wins"),
}
_TEENS = frozenset({11, 12, 13})
_FRACTIONS = {Fraction(0): "", Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}


def equals_of(rows: Iterable[Row]) -> dict[str, list[Row]]:
    """Return for each entrant the other rows of its group with the same points, or without points with the same matches."""
    level: dict[tuple[object, ...], list[Row]] = {}
    for row in rows:
        level.setdefault(_key(row), []).append(row)
    return {row["entrant"]: [one for one in of if one is not row] for of in level.values() for row in of}


def _key(row: Row) -> tuple[object, ...]:
    points = row.get("half_points")
    score = (row["wins"], row["losses"]) if points is None else (points,)
    return row.get("group"), row.get("is_behind", False), *score


def equals_words(stage: Stage, row: Row, others: Sequence[Row], names: Mapping[str, str]) -> Iterator[str]:
    """Yield what separates an entrant from others with the same points, and with whom it is level all the same.

    `others` are the rows of `equals_of`, and `names` those of all entrants.
    """
    rivals, used = list(others), []
    for code, value in row.get("tiebreaks", ()):
        if all(_place(one) == _place(row) for one in rivals):
            break
        level = [one for one in rivals if dict(one.get("tiebreaks", ())).get(code) == value]
        if len(level) < len(rivals) and (name := _name(stage, row, code)) is not None:
            amount = points_words(value, of=parts_of_a_point(code))
            used.append(gettext("%(name)s: %(value)s") % {"name": name, "value": amount})
        rivals = level
    if used:
        between = pgettext("between the names of tiebreaks", "; ")
        yield gettext("Placed among equals by %(tiebreaks)s") % {"tiebreaks": between.join(used)}
    # Standings of earlier releases do not say what separated others.
    by_decision = row.get("decided_by", "")
    level = [one for one in rivals if _place(one) == _place(row) or (by_decision and one.get("decided_by"))]
    if level:
        yield _level_words(sorted(names[one["entrant"]] for one in level))


def _level_words(names: Sequence[str]) -> str:
    if len(names) > _MOST_NAMES:
        return gettext("Level with %(count)s others in all that counts") % {"count": len(names)}
    return gettext("Level with %(names)s in all that counts") % {"names": ", ".join(names)}


def _place(row: Row) -> tuple[int, int]:
    return row["place"], row["last_place"]


def _name(stage: Stage, row: Row, code: str) -> str | None:
    """Return the name of what a tiebreak counts; None for one that is not told."""
    if row.get("lives") is not None:
        return str(_OF_LIVES[code]) if code in _OF_LIVES else None
    return in_words(value_words(stage.format, Tiebreak(code))) if code in set(Tiebreak) else None


def ordinal(number: int) -> str:
    """Return a place as an ordinal number, as in 1st, 22nd, 13th."""
    ending = 0 if number % 100 in _TEENS else number % 10
    if number == 1:
        words = pgettext("the place 1", "%(number)sst")
    elif ending == 1:
        words = pgettext("a place that ends in 1", "%(number)sst")
    elif ending == 2:
        words = pgettext("a place that ends in 2", "%(number)snd")
    elif ending == 3:
        words = pgettext("a place that ends in 3", "%(number)srd")
    else:
        words = pgettext("any other place", "%(number)sth")
    return words % {"number": number}


def place_range(first: int, last: int) -> str:
    """Return a place as standings show it, as in `5–8` where it is shared."""
    return f"{first}" if first == last else f"{first}–{last}"


def place_sentence(first: int, last: int, total: int) -> str:
    """Return what an entrant is told of its finishing position, as in `You came 5th to 8th of 23.`"""
    if first == last:
        return gettext("You came %(place)s of %(total)s.") % {"place": ordinal(first), "total": total}
    places = {"first": ordinal(first), "last": ordinal(last), "total": total}
    return gettext("You came %(first)s to %(last)s of %(total)s.") % places


def points_words(parts: int, *, of: int = 2) -> str:
    """Return points as text, given in fractions of one: 7 half points are `3½`."""
    points = Fraction(abs(parts), of)
    whole, rest = divmod(points, 1)
    words = f"{whole if whole or not rest else ''}{_FRACTIONS[Fraction(rest)]}"
    return f"−{words}" if parts < 0 else words
