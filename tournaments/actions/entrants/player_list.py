"""Import of a list of players: the check of its rows, and the entry of those that are accepted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db import transaction
from django.db.models.functions import Coalesce

from matches.models import Player, Side, SideMember
from tournaments.actions import log
from tournaments.actions.draws.lobby import follow_on, start_if_full
from tournaments.actions.locks import lock_event
from tournaments.actions.money import ledger
from tournaments.actions.people.sides import side_of, tell_apart
from tournaments.actions.permissions import is_director, require_desk
from tournaments.actions.proving import new_proofs
from tournaments.acts.entrants import ListImported
from tournaments.errors.entrants import ListAnswerUnknown, ListUnreadable, NotEligible, RegistrationClosed
from tournaments.errors.teams import ListOfSingles
from tournaments.models import Entrant, EntrantPlayer, Event, EventKind, Registration, Via
from tournaments.queries.audit.people_evidence import of_new_entrant
from tournaments.queries.desk_search import findable_at
from tournaments.queries.eligibility import closed_to, closed_to_newcomer, refusal_words
from tournaments.queries.entrants.places import places_left
from tournaments.queries.people.names import NameIndex, persons_of_entrants

from .known_players import add_listed
from .list_reading import ListColumn, ListedPlayer, ListOptions, read_list
from .list_rows import CheckedRow, RowsBefore, RowStatus, check_row


@dataclass(frozen=True, slots=True)
class ListCheck:
    """The result of validating a list, row by row, with the columns and the encoding in which it was read.

    `unused` are the titles of columns of which nothing is taken.
    """

    rows: tuple[CheckedRow, ...]
    columns: tuple[ListColumn, ...] = ()
    unused: tuple[str, ...] = ()
    encoding: str = ""
    heading_line: int = 0

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


def read_player_list(
    event: Event,
    data: bytes,
    *,
    answers: Mapping[int, str] | None = None,
    options: ListOptions | None = None,
) -> ListCheck:
    """Validate every row of a list without writing; the number of queries does not depend on that of rows.

    The list is a workbook, or has columns separated by semicolons, commas or tabs; its encoding, its heading and its
    columns are recognized where `options` do not say them. `answers` say by line who is meant: the uid of one of its
    candidates, or `new`. To whom the division is closed is refused with each reason. Raise ListTooLarge,
    ListUnreadable, ListAnswerUnknown, or ListOfSingles for an event of pairs or teams. Spreadsheet formulas are read
    as text.
    """
    if event.kind != EventKind.SINGLES:
        raise ListOfSingles(event=event.name)
    reading = read_list(data, options, zone=event.tournament.zone)
    if not reading.has_names:
        raise ListUnreadable
    rows = _checked_rows(event, reading.rows, answers or {})
    return ListCheck(
        tuple(_eligible(event, rows)),
        reading.columns,
        reading.unused,
        reading.encoding,
        reading.heading_line,
    )


def _checked_rows(
    event: Event, listed_players: Sequence[ListedPlayer], answers: Mapping[int, str]
) -> list[CheckedRow]:
    """Return each row with its status, as the rows before it leave it."""
    unknown = answers.keys() - {row.line for row in listed_players}
    if unknown:
        raise ListAnswerUnknown(line=min(unknown))
    index = NameIndex.around(
        (row.name for row in listed_players),
        numbers=[row.number for row in listed_players],
        among=findable_at(event.tournament),
    )
    entries = EntrantPlayer.objects.filter(event=event).exclude(entrant__via=Via.UNDONE)
    player_keys = set(entries.values_list(Coalesce("player__merged_into", "player"), flat=True))
    of_entrants = persons_of_entrants(row.entrant for row in listed_players)
    before = RowsBefore()
    rows = []
    for listed in listed_players:
        row = check_row(
            listed,
            index=index,
            player_ids=player_keys,
            before=before,
            answer=answers.get(listed.line, ""),
            of_entrants=of_entrants,
        )
        before.add(row.listed)
        if row.status is RowStatus.EXISTS:
            player_keys.add(row.candidates[0].player_id)
        rows.append(row)
    return rows


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
            yield replace(row, status=RowStatus.REFUSED, code=NotEligible.code, why=why)
        else:
            yield row


@transaction.atomic
def import_players(
    event: Event,
    *,
    by: Player | None,
    data: bytes,
    answers: Mapping[int, str] | None = None,
    options: ListOptions | None = None,
) -> ImportResult:
    """Enter the accepted rows in their order; entrants beyond the capacity become alternates.

    `answers` and `options` are those of `read_player_list`.

    If the event is full and opens the next one, the rows enter the next event. The number of statements does
    not depend on the number of new players. No notices are sent, because the director makes the entries.
    """
    require_desk(event.tournament, by)
    event = follow_on(lock_event(event), players=[])
    if event.registration == Registration.CLOSED and not is_director(event.tournament, by):
        raise RegistrationClosed(event=event.name)
    check = read_player_list(event, data, answers=answers, options=options)
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
    players = add_listed(rows)
    sides = Side.objects.bulk_create(Side(full_name=player.name) for player in players)
    SideMember.objects.bulk_create(
        SideMember(side=side, player=player) for side, player in zip(sides, players, strict=True)
    )
    return list(zip(sides, players, strict=True))
