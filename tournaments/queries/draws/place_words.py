"""Places in words: first, fifth to eighth, of so many."""

from __future__ import annotations

from django.utils.translation import gettext, pgettext

_TEENS = frozenset({11, 12, 13})


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


def place_sentence(first: int, last: int, total: int) -> str:
    """Return what an entrant is told of its finishing position, as in `You came 5th to 8th of 23.`"""
    if first == last:
        return gettext("You came %(place)s of %(total)s.") % {"place": ordinal(first), "total": total}
    places = {"first": ordinal(first), "last": ordinal(last), "total": total}
    return gettext("You came %(first)s to %(last)s of %(total)s.") % places
