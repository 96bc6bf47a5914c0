"""The rows of a list of players, each with what becomes of it, and with the answer of whoever was asked."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cache

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import override

from matches.models import check_name, name_key, name_words
from tournaments.errors.entrants import ListAnswerUnknown
from tournaments.models import number_key
from tournaments.queries.people.identity import Identity, identity
from tournaments.queries.people.names import Candidate, Meaning, NameIndex

from .list_reading import ListedPlayer

# The maximum lengths of a player's columns.
LONGEST_NAME = 120
LONGEST_CLUB = 80
LONGEST_EMAIL = 254
# The first word of a row that sums up the others, in the languages of Europe.
_TOTALS = frozenset(
    name_words(
        "total totals totale totaal totalt totalsumma sum summa summe gesamt gesamtsumme insgesamt anzahl somme nombre suma "
        "razem celkem spolu összesen yhteensä ukupno skupaj toplam σύνολο итого всего общо укупно разом усього"
    )
)
# Of more rows of one name the later ones are compared with the first of them alone.
_MOST_NAMESAKES = 20
# Stands where a byte was no letter of the encoding.
_UNREADABLE = "\ufffd"
NEW = "new"
"""The answer that a row means somebody who is not here."""


class RowStatus(StrEnum):
    """The status of a row; the import enters the rows with the first two and skips the others."""

    OK = "ok"
    """A new player."""
    EXISTS = "exists"
    """A player whom the installation knows."""
    SIMILAR = "similar"
    """There are players with nearly this name; somebody has to decide."""
    REFUSED = "refused"


# Refusals that somebody may answer: it is another person.
_ANSWERED = frozenset({"listed_twice", "already_entered", "withdrawn_there"})


@dataclass(frozen=True, slots=True)
class CheckedRow:
    """A row with its status; `code` and `why` describe the fault, `candidates` the possible players.

    `warning` says what of the row is not used.
    """

    listed: ListedPlayer
    status: RowStatus
    code: str = ""
    why: str = ""
    candidates: tuple[Candidate, ...] = ()
    warning: str = ""
    answer: str = ""

    @property
    def is_accepted(self) -> bool:
        """Whether the import enters the row."""
        return self.status in (RowStatus.OK, RowStatus.EXISTS)

    @property
    def is_recognized(self) -> bool:
        """Whether the row is a known player without anybody having said so."""
        return self.status is RowStatus.EXISTS and not self.answer

    @property
    def may_be_answered(self) -> bool:
        """Whether somebody may say who it is."""
        return bool(self.candidates) or bool(self.answer) or self.code in _ANSWERED | {"similar_in_list"}


class RowsBefore:
    """The rows of a list that were looked at, by the words of their names."""

    def __init__(self) -> None:
        self._rows: dict[tuple[str, ...], list[ListedPlayer]] = {}
        self._twins: dict[tuple[object, ...], ListedPlayer] = {}
        self._numbers: dict[str, ListedPlayer] = {}

    def add(self, row: ListedPlayer) -> None:
        """Remember a row."""
        self._twins.setdefault(_twin_key(row), row)
        if row.number:
            self._numbers.setdefault(number_key(row.number), row)
        rows = self._rows.setdefault(name_words(row.name), [])
        if len(rows) < _MOST_NAMESAKES:
            rows.append(row)

    def with_number(self, row: ListedPlayer) -> ListedPlayer | None:
        """Return the first row with the number of this one and another name."""
        other = self._numbers.get(number_key(row.number))
        return None if other is None or name_words(other.name) == name_words(row.name) else other

    def twin(self, row: ListedPlayer) -> ListedPlayer | None:
        """Return the first row with the same name, club and country, if nothing else speaks against it."""
        twin = self._twins.get(_twin_key(row))
        return twin if twin is not None and _is_same(twin, row) else None

    def same(self, row: ListedPlayer) -> ListedPlayer | None:
        """Return the first row that may mean the same person; within one list one difference makes another person."""
        rows = self._rows.get(name_words(row.name), ())
        return next((one for one in rows if _is_same(one, row)), None)


def _twin_key(row: ListedPlayer) -> tuple[object, ...]:
    return name_words(row.name), name_key(row.club), row.country


def _is_same(one: ListedPlayer, two: ListedPlayer) -> bool:
    return identity(one.words, two.words) is Identity.SAME


def check_row(
    row: ListedPlayer,
    *,
    index: NameIndex,
    player_ids: Collection[int],
    before: RowsBefore,
    answer: str = "",
    of_entrants: Mapping[str, int] | None = None,
) -> CheckedRow:
    """Return a row with its status; the arguments are the similar players, those entered, and the rows before.

    `answer` says who is meant: the uid of a candidate, or NEW. `of_entrants` are the primary keys of players by the
    entrants that a downloaded file names. Raise ListAnswerUnknown for the uid of somebody else.
    """
    row, warning = without_side_faults(row)
    fault = fault_of(row)
    if fault is not None:
        return CheckedRow(row, RowStatus.REFUSED, *fault)
    meaning = _meaning(row, index, of_entrants or {})
    checked = _checked(row, meaning, player_ids, before)
    if answer:
        checked = _answered(checked, answer, player_ids)
    if other := before.with_number(row):
        words = _("Line %(line)s has the number “%(number)s” too: one of the two is wrong.")
        warning = f"{warning} {words % {'line': other.line, 'number': row.number}}".strip()
    return replace(checked, warning=warning, answer=answer)


def _meaning(row: ListedPlayer, index: NameIndex, of_entrants: Mapping[str, int]) -> Meaning:
    """Return whom a row means; the entrant of a file decides only between players of a similar name.

    Else a file of ids would tell the names of players who are not public by name.
    """
    person = of_entrants.get(row.entrant)
    own = [one for one in index.near(row.name) if one.player_id == person] if person is not None else []
    return Meaning(own[0], (own[0],)) if own else index.meaning(row.words)


def _checked(
    row: ListedPlayer, meaning: Meaning, player_ids: Collection[int], before: RowsBefore
) -> CheckedRow:
    if twin := before.twin(row):
        why = _("Line %(line)s of this list has the same player.") % {"line": twin.line}
        return CheckedRow(row, RowStatus.REFUSED, "listed_twice", why, meaning.candidates)
    if row.entrant and name_key(row.status) in _withdrawn_words():
        why = _("This player had left the event of this file.")
        return CheckedRow(row, RowStatus.REFUSED, "withdrawn_there", why, meaning.candidates)
    if meaning.same is not None:
        if meaning.same.player_id in player_ids:
            return _already_entered(row, meaning.candidates)
        return CheckedRow(row, RowStatus.EXISTS, candidates=meaning.candidates)
    if meaning.candidates:
        names = ", ".join(candidate.name for candidate in meaning.candidates)
        why = _("There are players who may be this one: %(names)s. Say who it is.") % {"names": names}
        return CheckedRow(row, RowStatus.SIMILAR, "similar_players", why, meaning.candidates)
    if earlier := before.same(row):
        why = _("Line %(line)s of this list may be the same player. Say whether this is another one.") % {
            "line": earlier.line
        }
        return CheckedRow(row, RowStatus.SIMILAR, "similar_in_list", why)
    return CheckedRow(row, RowStatus.OK)


def _answered(row: CheckedRow, answer: str, player_ids: Collection[int]) -> CheckedRow:
    """Return a row as somebody has answered who it is."""
    if answer == NEW:
        return CheckedRow(row.listed, RowStatus.OK, candidates=row.candidates)
    chosen = next((candidate for candidate in row.candidates if candidate.uid == answer), None)
    if chosen is None:
        raise ListAnswerUnknown(line=row.listed.line)
    candidates = (chosen, *(candidate for candidate in row.candidates if candidate is not chosen))
    if chosen.player_id in player_ids:
        return _already_entered(row.listed, candidates)
    return CheckedRow(row.listed, RowStatus.EXISTS, candidates=candidates)


def _already_entered(row: ListedPlayer, candidates: tuple[Candidate, ...]) -> CheckedRow:
    why = _("%(player)s is entered in this event already.") % {"player": candidates[0].name}
    return CheckedRow(row, RowStatus.REFUSED, "already_entered", why, candidates)


@cache
def _withdrawn_words() -> frozenset[str]:
    """Return how downloaded files say, in each language, that an entrant has left."""
    words = set()
    for code, _name in settings.LANGUAGES:
        with override(code):
            words.add(name_key(_("withdrawn")))
    return frozenset(words)


def without_side_faults(row: ListedPlayer) -> tuple[ListedPlayer, str]:
    """Return a row without a country, a club or an e-mail that cannot be stored, and what is left out of it.

    A person is entered without them: a column beside the name never decides that somebody does not play.
    """
    warnings = []
    if row.unknown_country:
        warnings.append(
            _("“%(words)s” is no country that is known here: without a country. Two letters do, as FR.")
            % {"words": Truncator(row.unknown_country).chars(LONGEST_NAME)}
        )
    if row.email and not _is_email(row.email):
        warnings.append(
            _("“%(words)s” is not an e-mail address: without one.")
            % {"words": Truncator(row.email).chars(LONGEST_NAME)}
        )
        row = replace(row, email="")
    if _UNREADABLE in row.club:
        warnings.append(
            _("A letter of the club “%(words)s” could not be read: without a club.")
            % {"words": Truncator(row.club).chars(LONGEST_NAME)}
        )
        row = replace(row, club="")
    if row.club and not _is_club(row.club):
        warnings.append(
            _("A club has at most %(most)s characters that can be seen: without a club.")
            % {"most": LONGEST_CLUB}
        )
        row = replace(row, club="")
    return row, " ".join(warnings)


def fault_of(row: ListedPlayer) -> tuple[str, str] | None:
    """Return the fault of a row as code and message; None for a valid row."""
    if row.is_above:
        return "above_heading", _(
            "This row stands above the titles of the columns. If it is a player, give its part of the list titles that are "
            "known, or import that part as a list of its own."
        )
    if row.beyond:
        return "cells_beyond", _(
            "This row has more cells than the heading has columns: “%(cells)s” belongs to none. Put what holds the sign "
            "between columns in quotes, or give the heading that column."
        ) % {"cells": Truncator(row.beyond).chars(LONGEST_NAME)}
    if _UNREADABLE in row.name:
        return "name_unreadable", _("A letter of this name could not be read. Choose another encoding.")
    try:
        check_name(row.name)
    except ValidationError as error:
        return str(error.code), error.messages[0]
    if row.is_heading:
        return "heading_again", _(
            "This row has titles of columns, as the heading has. If the columns below it are others, import them as a list "
            "of their own."
        )
    if not any(map(str.isalpha, row.name)):
        return "name_missing", _("There is no name in this row.")
    if _is_total(row.name):
        return "total", _("This row sums up the others. Enter a player of this name by hand.")
    if len(row.name) > LONGEST_NAME:
        return "name_too_long", _("A name has at most %(most)s characters.") % {"most": LONGEST_NAME}
    return None


def _is_total(name: str) -> bool:
    """Whether what stands in place of a name sums up the rows, as in `Total: 24 players`."""
    first, *others = name_words(name)
    return first in _TOTALS and (not others or any(map(str.isdecimal, others)))


def _is_club(text: str) -> bool:
    try:
        check_name(text)
    except ValidationError:
        return False
    return len(text) <= LONGEST_CLUB


def _is_email(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return len(text) <= LONGEST_EMAIL
