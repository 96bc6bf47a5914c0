"""The registration desk: events with their places, and players with their entries and balances."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q

from matches.models import Player, name_key, rows_of_persons
from tournaments.models import Draw, Entrant, EntrantPlayer, Event, EventKind, Fee, Tournament
from tournaments.queries.desk_search import findable_at
from tournaments.queries.money.ledger import Balance, balances

from .places import awaited_in_all, kept_of

# A longer list does not help; typing another letter does.
_MOST = 8
_FEWEST_LETTERS = 2


@dataclass(frozen=True, slots=True)
class DeskEvent:
    """An event at the registration desk: the counts of its entrants, and its current fees.

    `reserved_places` is the number of free places reserved for qualifiers.
    """

    event: Event
    entrants: int
    waiting: int
    here: int
    is_drawn: bool
    fees: tuple[Fee, ...]
    reserved_places: int = 0

    @property
    def is_full(self) -> bool:
        """Whether a new entrant goes on the waiting list."""
        return self.event.capacity is not None and self.entrants + self.reserved_places >= self.event.capacity

    @property
    def optional(self) -> tuple[Fee, ...]:
        """The side pools that an entrant may choose."""
        return tuple(fee for fee in self.fees if fee.is_optional)


@dataclass(frozen=True, slots=True)
class DeskEntry:
    """An entry of a player in an event, with its balance."""

    entrant: Entrant
    balance: Balance

    @property
    def event(self) -> Event:
        """The event of the entry."""
        return self.entrant.event

    @property
    def is_here(self) -> bool:
        """Whether the entrant is checked in."""
        return self.entrant.checked_in_at is not None

    @property
    def is_in(self) -> bool:
        """Whether the entrant has not withdrawn."""
        return self.entrant.withdrawn_at is None


@dataclass(frozen=True, slots=True)
class DeskPerson:
    """A player with the entries in a tournament; `once` is the name of a merged player that matched."""

    player: Player
    entries: tuple[DeskEntry, ...]
    once: str = ""

    @property
    def name(self) -> str:
        """The name of the player in this tournament, with the label that distinguishes namesakes."""
        singles = (entry.entrant.name for entry in self.present if entry.event.kind == EventKind.SINGLES)
        return max(singles, key=len, default=self.player.name)

    @property
    def due(self) -> int:
        """The amount due for all entries; a credit of one entry does not reduce another."""
        return sum(max(entry.balance.due, 0) for entry in self.entries)

    @property
    def present(self) -> tuple[DeskEntry, ...]:
        """The entries that are not withdrawn."""
        return tuple(entry for entry in self.entries if entry.is_in)

    @property
    def is_here(self) -> bool:
        """Whether the player is checked in for every entry."""
        return bool(self.present) and all(entry.is_here for entry in self.present)

    def entry_in(self, event: Event) -> DeskEntry | None:
        """Return the newest entry in an event, including a withdrawn one."""
        return next((entry for entry in reversed(self.entries) if entry.event.pk == event.pk), None)

    def clash_with(self, event: Event) -> Event | None:
        """Return the other event of the same division that the player has entered, or None."""
        if not event.division:
            return None
        others = (entry.event for entry in self.present if entry.event.pk != event.pk)
        return next((other for other in others if other.division == event.division), None)


def events(tournament: Tournament) -> tuple[DeskEvent, ...]:
    """Return the events of a tournament in order; two queries, three more if any event is a qualifier."""
    here = Q(entrants__withdrawn_at=None)
    rows = Event.objects.filter(tournament=tournament).annotate(
        placed=Count("entrants", filter=here & Q(entrants__is_alternate=False)),
        waiting=Count("entrants", filter=here & Q(entrants__is_alternate=True)),
        here=Count(
            "entrants", filter=here & Q(entrants__is_alternate=False, entrants__checked_in_at__isnull=False)
        ),
        has_draw=Exists(Draw.objects.filter(stage__event=OuterRef("pk"), voided_at=None)),
    )
    fees: dict[int, list[Fee]] = {}
    for fee in Fee.objects.filter(event__tournament=tournament, ended_at=None).order_by("order", "pk"):
        fees.setdefault(fee.event_id, []).append(fee)
    lines = []
    everyone = list(rows.order_by("order", "pk"))
    missing = awaited_in_all(everyone)
    for event in everyone:
        # All events share the tournament object, so that it is not queried again.
        event.tournament = tournament
        lines.append(
            DeskEvent(
                event,
                entrants=event.placed,
                waiting=event.waiting,
                here=event.here,
                is_drawn=event.has_draw,
                fees=tuple(fees.get(event.pk, ())),
                reserved_places=kept_of(event, qualifiers=missing.get(event.pk, 0), entrants=event.placed),
            )
        )
    return tuple(lines)


def people(words: str, *, tournament: Tournament) -> tuple[DeskPerson, ...]:
    """Return the players whose names contain each of the words; four queries, one more per further merge.

    Matches at the beginning of words come first, then others; in both, players with an entry here come first. Fewer
    than two letters find nothing. A merged name leads to the player it was merged into.
    """
    key = name_key(words)
    if len(key.replace(" ", "")) < _FEWEST_LETTERS:
        return ()
    findable = findable_at(tournament)
    matches = findable.named_like(words)
    in_it = Exists(EntrantPlayer.objects.filter(event__tournament=tournament, player=OuterRef("pk")))
    rows = matches.annotate(is_in=in_it).best_first(words, then=["-is_in"])[:_MOST]
    by_key: dict[int, tuple[Player, str]] = {player.pk: (player, "") for player in rows}
    former = findable.filter(merged_into__isnull=False).select_related("merged_into")
    for word in key.split():
        former = former.filter(name_key__contains=word)
    for player in former.order_by("name_key", "name", "pk")[:_MOST]:
        by_key.setdefault(player.current.pk, (player.current, player.name))
    entries = _entries([player for player, _once in by_key.values()], tournament)
    persons = [DeskPerson(player, entries.get(key, ()), once) for key, (player, once) in by_key.items()]
    exact = sorted(persons, key=lambda one: name_key(one.player.name) != key)
    return tuple(exact[:_MOST])


def person(player: Player, *, tournament: Tournament) -> DeskPerson:
    """Return one player with the entries in a tournament; two queries."""
    return DeskPerson(player, _entries([player], tournament).get(player.person_key, ()))


def _entries(players: Sequence[Player], tournament: Tournament) -> Mapping[int, tuple[DeskEntry, ...]]:
    rows = EntrantPlayer.objects.filter(
        event__tournament=tournament, player__in=rows_of_persons([player.person_key for player in players])
    )
    rows = rows.select_related("player", "entrant__side", "entrant__event").order_by(
        "entrant__event__order", "pk"
    )
    own = list(rows)
    accounts = balances({row.entrant_id for row in own})
    by_player: dict[int, list[DeskEntry]] = {}
    for row in own:
        row.entrant.event.tournament = tournament
        by_player.setdefault(row.player.merged_into_id or row.player_id, []).append(
            DeskEntry(row.entrant, accounts[row.entrant_id])
        )
    return {key: tuple(entries) for key, entries in by_player.items()}
