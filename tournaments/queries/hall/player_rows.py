"""The list of players at the desk: what each owes, and how each reaches the tournament by phone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.models import Event, Tournament
from tournaments.queries.desk_members import DeskMember, desk_members
from tournaments.queries.money.ledger import Balance, balances_of_event, balances_of_tournament

from .desk import EntrantLine, EntrantList, entrants, entrants_of_tournament


class Phone(StrEnum):
    """How the players of an entrant reach their matches by phone."""

    ACCOUNT = "account"
    """All of them have an account or a private link."""
    LINK = "link"
    """All of them have a private link, and one has no account."""
    NONE = "none"
    """One of them has neither."""


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """An entrant in the list of players, with its balance, None where nothing was ever charged or paid.

    `memberships` are those of its players in the federations that sanctioned an event of the tournament.
    """

    line: EntrantLine
    balance: Balance | None
    phone: Phone
    memberships: Sequence[DeskMember] = ()

    @property
    def uid(self) -> str:
        """The uid of the entrant."""
        return self.line.uid

    @property
    def event(self) -> Event:
        """The event of the entrant."""
        return self.line.entrant.event

    @property
    def due(self) -> int:
        """The amount that is still to be paid; negative for a credit."""
        return 0 if self.balance is None else self.balance.due

    @property
    def credit(self) -> int:
        """The amount that is to be paid back."""
        return max(-self.due, 0)


@dataclass(frozen=True, slots=True)
class PlayerList:
    """The entrants of an event or a tournament: with a place, on the waiting list, and withdrawn."""

    placed: tuple[PlayerRow, ...]
    alternates: tuple[PlayerRow, ...]
    withdrawn: tuple[PlayerRow, ...]

    @property
    def rows(self) -> tuple[PlayerRow, ...]:
        """All rows, group by group."""
        return (*self.placed, *self.alternates, *self.withdrawn)

    @property
    def has_money(self) -> bool:
        """Whether anybody was charged or has paid."""
        return any(row.balance is not None for row in self.rows)

    @property
    def has_seeds(self) -> bool:
        """Whether anybody is seeded."""
        return any(row.line.seed is not None for row in self.rows)


def players_of_event(event: Event, lines: EntrantList | None = None) -> PlayerList:
    """Return the players of an event; two queries, and three more where its `lines` with links are not given."""
    return _rows(lines or entrants(event, with_links=True), balances_of_event(event), event.tournament)


def players_of_tournament(tournament: Tournament) -> PlayerList:
    """Return the players of all events of a tournament; five queries."""
    return _rows(entrants_of_tournament(tournament), balances_of_tournament(tournament), tournament)


def _phone_of(line: EntrantLine) -> Phone:
    if line.lacks_link:
        return Phone.NONE
    return Phone.ACCOUNT if all(player.email for player in line.players) else Phone.LINK


def _rows(listing: EntrantList, balances: Mapping[int, Balance], tournament: Tournament) -> PlayerList:
    lines = (*listing.placed, *listing.alternates, *listing.withdrawn)
    known = desk_members(tournament, {player.person_key for line in lines for player in line.players})

    def row(line: EntrantLine) -> PlayerRow:
        memberships = [one for player in line.players for one in known.get(player.person_key, ())]
        return PlayerRow(line, balances.get(line.entrant.pk), _phone_of(line), memberships)

    return PlayerList(
        placed=tuple(map(row, listing.placed)),
        alternates=tuple(map(row, listing.alternates)),
        withdrawn=tuple(map(row, listing.withdrawn)),
    )
