"""Import of a player list from a CSV file: parsing, validation and entry."""

from __future__ import annotations

import csv
import io
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.db.models.functions import Coalesce
from django.utils.text import Truncator
from django.utils.translation import gettext as _

from matches.models import Player, Side, SideMember, check_name, name_key, store_name_keys
from tournaments.actions import log
from tournaments.actions.draws.lobby import follow_on, start_if_full
from tournaments.actions.locks import lock_event
from tournaments.actions.money import ledger
from tournaments.actions.people.sides import side_of, tell_apart
from tournaments.actions.permissions import is_director, require_desk
from tournaments.actions.proving import new_proofs
from tournaments.acts.entrants import ListImported
from tournaments.errors import (
    ListOfSingles,
    ListTooLarge,
    ListUnreadable,
    NotEligible,
    RegistrationClosed,
)
from tournaments.exchange import BrokenPackage, as_table, decoded, delimiter_of
from tournaments.models import Entrant, EntrantPlayer, Event, EventKind, Registration, Via
from tournaments.queries.audit.people_evidence import of_new_entrant
from tournaments.queries.eligibility import closed_to, closed_to_newcomer, refusal_words
from tournaments.queries.entrants.places import places_left
from tournaments.queries.people.names import Candidate, NameIndex

MOST_ROWS = 2000
LARGEST_LIST = 1024 * 1024
# A heading of a million columns is not read to its end.
_MOST_COLUMNS = 200
# The maximum lengths of a player's columns.
LONGEST_NAME = 120
LONGEST_CLUB = 80
LONGEST_EMAIL = 254

# The accepted headings, folded like names; French lists often have a column for the family name.
_HEADINGS: Mapping[str, frozenset[str]] = {
    "name": frozenset({"name", "player", "full name", "joueur", "joueuse", "nom complet", "nom et prenom"}),
    "family": frozenset({"nom", "nom de famille", "last name", "lastname", "surname", "family name"}),
    "given": frozenset({"prenom", "first name", "firstname", "given name"}),
    "club": frozenset({"club", "team", "equipe"}),
    "country": frozenset({"country", "nation", "pays", "nationality", "nationalite"}),
    "email": frozenset({"e-mail", "email", "mail", "courriel", "e-mail address", "adresse e-mail"}),
}


class RowStatus(StrEnum):
    """The status of a row; the import enters the rows with the first two and skips the others."""

    OK = "ok"
    """A new player."""
    EXISTS = "exists"
    """A player whom the installation knows."""
    SIMILAR = "similar"
    """There are players with nearly this name; somebody has to decide."""
    REFUSED = "refused"


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """One row of the file; `line` counts from 1 and includes the heading."""

    line: int
    name: str
    club: str = ""
    country: str = ""
    email: str = ""
    beyond: str = ""
    """What stands in cells for which the heading has no column."""


@dataclass(frozen=True, slots=True)
class CheckedRow:
    """A row with its status; `code` and `why` describe the fault, `candidates` the possible players."""

    listed: ListedPlayer
    status: RowStatus
    code: str = ""
    why: str = ""
    candidates: tuple[Candidate, ...] = ()

    @property
    def is_accepted(self) -> bool:
        """Whether the import enters the row."""
        return self.status in (RowStatus.OK, RowStatus.EXISTS)


@dataclass(frozen=True, slots=True)
class ListCheck:
    """The result of validating a list, row by row."""

    rows: tuple[CheckedRow, ...]

    @property
    def accepted(self) -> tuple[CheckedRow, ...]:
        """Return the rows that the import enters."""
        return tuple(row for row in self.rows if row.is_accepted)

    @property
    def refused(self) -> tuple[CheckedRow, ...]:
        """Return the rows that the import skips."""
        return tuple(row for row in self.rows if not row.is_accepted)


@dataclass(frozen=True, slots=True)
class ImportResult:
    """The result of an import: the new entrants and the check of the list."""

    entrants: tuple[Entrant, ...]
    check: ListCheck


def read_player_list(event: Event, data: bytes) -> ListCheck:
    """Validate every row of a list without writing; the number of queries does not depend on that of rows.

    The list is a workbook, or has columns separated by semicolons, commas or tabs in UTF-8, UTF-16 or Windows-1252;
    its heading line is in English or French. To whom the division is closed is refused with each reason. Raise ListTooLarge, ListUnreadable, or ListOfSingles for an event of pairs
    or teams. Spreadsheet formulas are read as text.
    """
    if event.kind != EventKind.SINGLES:
        raise ListOfSingles(event=event.name)
    listed_players = list(_rows(data))
    index = NameIndex.around(row.name for row in listed_players)
    entries = EntrantPlayer.objects.filter(event=event).exclude(entrant__via=Via.UNDONE)
    player_keys = set(entries.values_list(Coalesce("player__merged_into", "player"), flat=True))
    listed_before: dict[tuple[str, str], int] = {}
    rows = []
    for candidate in listed_players:
        row = check_row(candidate, index=index, player_ids=player_keys, listed_before=listed_before)
        listed_before.setdefault(identity(candidate), candidate.line)
        if row.status is RowStatus.EXISTS:
            player_keys.add(row.candidates[0].player_id)
        rows.append(row)
    return ListCheck(tuple(_eligible(event, rows)))


def _eligible(event: Event, rows: Sequence[CheckedRow]) -> Iterator[CheckedRow]:
    """Yield these rows; those of players to whom the division is closed are refused."""
    keys = [row.candidates[0].player_id for row in rows if row.status is RowStatus.EXISTS]
    players = Player.objects.in_bulk(keys) if event.eligibility is not None else {}
    refusals, newcomer = closed_to(event, players.values()), closed_to_newcomer(event)
    for row in rows:
        known = row.candidates[0].player_id if row.status is RowStatus.EXISTS else None
        reasons = newcomer if row.status is RowStatus.OK else refusals.get(known or 0, ())
        if reasons:
            why = " ".join(map(refusal_words, reasons))
            yield CheckedRow(row.listed, RowStatus.REFUSED, NotEligible.code, why, row.candidates)
        else:
            yield row


@transaction.atomic
def import_players(event: Event, *, by: Player | None, data: bytes) -> ImportResult:
    """Enter the accepted rows in their order; entrants beyond the capacity become alternates.

    If the event is full and opens the next one, the rows enter the next event. The number of statements does
    not depend on the number of new players. No notices are sent, because the director makes the entries.
    """
    require_desk(event.tournament, by)
    event = follow_on(lock_event(event), players=[])
    if event.registration == Registration.CLOSED and not is_director(event.tournament, by):
        raise RegistrationClosed(event=event.name)
    check = read_player_list(event, data)
    if not check.accepted:
        return ImportResult((), check)
    return ImportResult(enter_rows(event, check, by=by), check)


def enter_rows(event: Event, check: ListCheck, *, by: Player | None) -> tuple[Entrant, ...]:
    """Enter the accepted rows of a checked list under the lock of the event, and start the event if it is full."""
    sides = _sides(event, check.accepted)
    places = places_left(event)
    former = _taken_back_before(event, [side for side, _player in sides])
    entrants = [former.get(side.pk) or Entrant(event=event, side=side) for side, _player in sides]
    for number, entrant in enumerate(entrants):
        entrant.via, entrant.is_alternate = Via.IMPORT, places is not None and number >= places
        entrant.withdrawn_at = None
    Entrant.objects.bulk_update(former.values(), ["via", "is_alternate", "withdrawn_at"])
    new = [
        (entrant, player)
        for entrant, (side, player) in zip(entrants, sides, strict=True)
        if side.pk not in former
    ]
    Entrant.objects.bulk_create(entrant for entrant, _player in new)
    EntrantPlayer.objects.bulk_create(
        EntrantPlayer(event=event, entrant=entrant, player=player) for entrant, player in new
    )
    tell_apart(event)
    act = ListImported(
        event.uid,
        entrants=tuple(entrant.uid for entrant in entrants),
        refused=len(check.refused),
        proofs=new_proofs([row for entrant, player in new for row in of_new_entrant(entrant, [player])]),
    )
    log.append(act, of=event.tournament, by=by, event=event, rows=former.values())
    ledger.charge_list(event, [entrant for entrant in entrants if not entrant.is_alternate], by=by)
    start_if_full(event)
    return tuple(entrants)


def _taken_back_before(event: Event, sides: Sequence[Side]) -> dict[int, Entrant]:
    """Return the entrants of these sides from a list that was taken back, by primary key of the side."""
    rows = Entrant.objects.filter(event=event, via=Via.UNDONE, side__in=sides).select_related("side")
    return {entrant.side_id: entrant for entrant in rows}


def read_line(line: str) -> ListedPlayer:
    """Parse a walk-in typed as `name, club, country`; only the name is required.

    Two letters at the end are the country, even without a club.
    """
    name, *rest = [" ".join(part.split()) for part in line.split(",")][:3]
    country = rest.pop().upper() if rest and _is_country(rest[-1]) else ""
    club = rest[0] if rest else ""
    return ListedPlayer(line=1, name=name, club=club, country=country)


def _rows(data: bytes) -> Iterator[ListedPlayer]:
    if len(data) > LARGEST_LIST:
        raise _too_large()
    # PostgreSQL cannot store NUL.
    text = text_of_list(data).replace("\x00", "")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter_of(text))
    try:
        heading = next(reader, [])
        columns = _columns(heading)
        for count, cells in enumerate((cells for cells in reader if any(map(str.strip, cells))), start=1):
            if count > MOST_ROWS:
                raise _too_large()
            yield _listed(cells, columns=columns, width=len(heading), line=reader.line_num)
    except csv.Error as error:
        raise ListUnreadable from error


def text_of_list(data: bytes) -> str:
    """Return the text of a file with a list, which may be a workbook; raise ListUnreadable for one that cannot be read."""
    try:
        return decoded(as_table(data))
    except BrokenPackage as broken:
        raise ListUnreadable from broken


def _too_large() -> ListTooLarge:
    return ListTooLarge(rows=MOST_ROWS, kib=LARGEST_LIST // 1024)


def _columns(heading: Sequence[str]) -> dict[str, int]:
    """Return the index of each field by its heading; a single `nom` column is the whole name."""
    columns: dict[str, int] = {}
    for at, title in enumerate(heading[:_MOST_COLUMNS]):
        folded = name_key(title).strip(" *:.")
        for field, titles in _HEADINGS.items():
            if folded in titles:
                columns.setdefault(field, at)
    if "name" not in columns and "family" not in columns:
        raise ListUnreadable
    return columns


def _listed(cells: Sequence[str], *, columns: Mapping[str, int], width: int, line: int) -> ListedPlayer:
    def cell(field: str) -> str:
        at = columns.get(field)
        return " ".join(cells[at].split()) if at is not None and at < len(cells) else ""

    name = cell("name") or " ".join(part for part in (cell("given"), cell("family")) if part)
    beyond = ", ".join(words for extra in cells[width:] if (words := " ".join(extra.split())))
    return ListedPlayer(line, name, cell("club"), cell("country").upper(), cell("email"), beyond)


def check_row(
    row: ListedPlayer,
    *,
    index: NameIndex,
    player_ids: Collection[int],
    listed_before: Mapping[tuple[str, str], int],
) -> CheckedRow:
    """Return a row with its status; the arguments are the similar players, those entered, and the rows before."""
    fault = _fault(row)
    if fault is not None:
        return CheckedRow(row, RowStatus.REFUSED, *fault)
    if identity(row) in listed_before:
        why = _("Line %(line)s of this list has the same player.") % {"line": listed_before[identity(row)]}
        return CheckedRow(row, RowStatus.REFUSED, "listed_twice", why)
    near = index.near(row.name)
    same = [candidate for candidate in near if _is_same(candidate, row)]
    if len(same) == 1:
        if same[0].player_id in player_ids:
            why = _("%(player)s is entered in this event already.") % {"player": same[0].name}
            return CheckedRow(row, RowStatus.REFUSED, "already_entered", why, tuple(same))
        return CheckedRow(row, RowStatus.EXISTS, candidates=tuple(same))
    if near:
        names = ", ".join(candidate.name for candidate in near)
        why = _("There are players with a similar name: %(names)s. Enter this one at the desk.") % {
            "names": names
        }
        return CheckedRow(row, RowStatus.SIMILAR, "similar_players", why, near)
    return CheckedRow(row, RowStatus.OK)


def _fault(candidate: ListedPlayer) -> tuple[str, str] | None:
    """Return the fault of a row as code and message; None for a valid row."""
    if candidate.beyond:
        return "cells_beyond", _(
            "This row has more cells than the heading has columns: “%(cells)s” belongs to none. Put what holds the sign "
            "between columns in quotes, or give the heading that column."
        ) % {"cells": Truncator(candidate.beyond).chars(LONGEST_NAME)}
    if not candidate.name:
        return "name_missing", _("There is no name in this row.")
    for text in (candidate.name, candidate.club):
        try:
            check_name(text)
        except ValidationError as error:
            return str(error.code), error.messages[0]
    if len(candidate.name) > LONGEST_NAME:
        return "name_too_long", _("A name has at most %(most)s characters.") % {"most": LONGEST_NAME}
    if len(candidate.club) > LONGEST_CLUB:
        return "club_too_long", _("A club has at most %(most)s characters.") % {"most": LONGEST_CLUB}
    if candidate.country and not _is_country(candidate.country):
        return "unknown_country", _("A country is two letters, as in FR or GB.")
    if candidate.email and not _is_email(candidate.email):
        return "invalid_email", _("This is not an e-mail address.")
    return None


def _is_email(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return len(text) <= LONGEST_EMAIL


def _is_country(text: str) -> bool:
    return len(text) == 2 and text.isascii() and text.isalpha()


def identity(candidate: ListedPlayer) -> tuple[str, str]:
    """Return the key that identifies the player of a row: folded name and country."""
    return name_key(candidate.name), candidate.country


def _is_same(candidate: Candidate, row: ListedPlayer) -> bool:
    """Whether a row means this player: the same name and no different country or club."""
    speaks_against = (row.country and candidate.country and row.country != candidate.country) or (
        row.club and candidate.club and name_key(row.club) != name_key(candidate.club)
    )
    return candidate.is_same_name and not speaks_against


def _sides(event: Event, rows: Sequence[CheckedRow]) -> list[tuple[Side, Player]]:
    """Return the side and the player for each row, in order; create new players."""
    player_keys = [row.candidates[0].player_id for row in rows if row.status is RowStatus.EXISTS]
    players = Player.objects.in_bulk(player_keys)
    newcomers = iter(_added([row.listed for row in rows if row.status is RowStatus.OK]))
    return [
        next(newcomers)
        if row.status is RowStatus.OK
        else _with_side(players[row.candidates[0].player_id], event)
        for row in rows
    ]


def _with_side(player: Player, event: Event) -> tuple[Side, Player]:
    return side_of([player], event=event), player


def _added(rows: Sequence[ListedPlayer]) -> list[tuple[Side, Player]]:
    """Create players without an account, each with a side; return sides and players."""
    players: list[Any] = [
        Player(
            name=row.name,
            name_key=name_key(row.name),
            club=row.club,
            country=row.country,
            contact_email=row.email,
        )
        for row in rows
    ]
    for player in players:
        player.set_unusable_password()
    players = Player.objects.bulk_create(players)
    store_name_keys(players)
    sides = Side.objects.bulk_create(Side(full_name=player.name) for player in players)
    SideMember.objects.bulk_create(
        SideMember(side=side, player=player) for side, player in zip(sides, players, strict=True)
    )
    return list(zip(sides, players, strict=True))
