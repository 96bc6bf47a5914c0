"""What is open in an event, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from django.utils.translation import gettext, ngettext

from .matters import MatterCode, OpenMatter

# The number of names in a sentence; the page of the matter has the others.
_NAMES = 4


def _stages(number: int) -> str:
    return ngettext("%(number)s stage is not over", "%(number)s stages are not over", number)


def _matches(number: int) -> str:
    return ngettext("%(number)s match has no result", "%(number)s matches have no result", number)


def _confirmations(number: int) -> str:
    return ngettext(
        "%(number)s result waits for the opponent", "%(number)s results wait for the opponent", number
    )


def _disputes(number: int) -> str:
    return ngettext("%(number)s dispute waits for a ruling", "%(number)s disputes wait for a ruling", number)


def _appeals(number: int) -> str:
    return ngettext("%(number)s appeal is not decided", "%(number)s appeals are not decided", number)


def _suspensions(number: int) -> str:
    return ngettext("%(number)s match is suspended", "%(number)s matches are suspended", number)


def _ties(number: int) -> str:
    return ngettext("%(number)s tie is not decided", "%(number)s ties are not decided", number)


def _main_stage(_number: int) -> str:
    return gettext("No stage is named as the main one")


def _fees(number: int) -> str:
    return ngettext("%(number)s entrant has not paid", "%(number)s entrants have not paid", number)


def _refunds(number: int) -> str:
    return ngettext("%(number)s entrant has paid too much", "%(number)s entrants have paid too much", number)


def _prizes(number: int) -> str:
    return ngettext("%(number)s prize is not paid out", "%(number)s prizes are not paid out", number)


def _overpaid(number: int) -> str:
    return ngettext("%(number)s prize has to come back", "%(number)s prizes have to come back", number)


def _side_pools(number: int) -> str:
    return ngettext("%(number)s side pool is not paid out", "%(number)s side pools are not paid out", number)


def _alternates(number: int) -> str:
    return ngettext("%(number)s alternate is waiting", "%(number)s alternates are waiting", number)


def _notices(number: int) -> str:
    return ngettext("%(number)s notice is unanswered", "%(number)s notices are unanswered", number)


def _records(number: int) -> str:
    return ngettext(
        "%(number)s game record is not checked", "%(number)s game records are not checked", number
    )


def _federations(number: int) -> str:
    return ngettext(
        "%(number)s federation waits for the results", "%(number)s federations wait for the results", number
    )


_WORDS: Mapping[MatterCode, Callable[[int], str]] = {
    MatterCode.STAGES: _stages,
    MatterCode.MATCHES: _matches,
    MatterCode.CONFIRMATIONS: _confirmations,
    MatterCode.DISPUTES: _disputes,
    MatterCode.APPEALS: _appeals,
    MatterCode.SUSPENSIONS: _suspensions,
    MatterCode.TIES: _ties,
    MatterCode.MAIN_STAGE: _main_stage,
    MatterCode.FEES: _fees,
    MatterCode.REFUNDS: _refunds,
    MatterCode.PRIZES: _prizes,
    MatterCode.OVERPAID: _overpaid,
    MatterCode.SIDE_POOLS: _side_pools,
    MatterCode.ALTERNATES: _alternates,
    MatterCode.NOTICES: _notices,
    MatterCode.RECORDS: _records,
    MatterCode.FEDERATIONS: _federations,
}


def matter_words(matter: OpenMatter) -> str:
    """Return an open matter as a sentence without its full stop."""
    return words_of_matter(matter.code, matter.number)


def words_of_matter(code: MatterCode, number: int) -> str:
    """Return so many open matters of a kind as a sentence without its full stop."""
    return _WORDS[code](number) % {"number": number}


def matter_names(matter: OpenMatter) -> str:
    """Return the names of an open matter, and how many more there are."""
    return some_names(matter.names)


def some_names(names: Sequence[str]) -> str:
    """Return the first of these names, and how many more there are."""
    first = ", ".join(names[:_NAMES])
    more = len(names) - _NAMES
    return gettext("%(names)s and %(number)s more") % {"names": first, "number": more} if more > 0 else first


def matters_words(matters: Iterable[OpenMatter]) -> str:
    """Return open matters as sentences."""
    return " ".join(f"{matter_words(matter)}." for matter in matters)
