"""The player's page: own matches, entries and next opponents."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from django.db.models import QuerySet

from matches.database.prepared import prepared
from matches.models import Player, rows_of_person
from tournaments import formats
from tournaments.formats import FORMATS, SideKind
from tournaments.models import Entrant, Event, Stage, StageEntry, Tournament
from tournaments.queries.draws.bracket import SlotState
from tournaments.queries.results.matches import MatchLine, matches_of_player
from tournaments.queries.state import StageState, states_of_read


@dataclass(frozen=True, slots=True)
class NextSlot:
    """The slot in which an entrant waits for an opponent.

    `between` holds the names of the two possible opponents, else is empty. `source` is the round and slot that
    decides the opponent, `decided_by` the uid of the match played there, None before it is paired.
    """

    stage: Stage
    round: int
    slot: int
    between: tuple[str, ...]
    source: tuple[int, int] | None
    decided_by: str | None = None

    @property
    def waits_for(self) -> str | int:
        """The uid of the match that decides the opponent, else the primary key of the event."""
        return self.stage.event_id if self.decided_by is None else self.decided_by


@dataclass(frozen=True, slots=True)
class PlayerEntry:
    """A player's entry in an event, with its next slots in the stages."""

    entrant: Entrant
    upcoming: tuple[NextSlot, ...]

    @property
    def event(self) -> Event:
        """The event of the entry."""
        return self.entrant.event


@dataclass(frozen=True, slots=True)
class MyMatches:
    """The open and finished matches of a player, and the player's entries."""

    open: tuple[MatchLine, ...]
    over: tuple[MatchLine, ...]
    entries: tuple[PlayerEntry, ...]


def my_matches(player: Player, within: Tournament | None = None) -> MyMatches:
    """Return the matches and entries of a player, in one tournament or in all, newest first.

    The queries are those of `event_states` and at most six more. No state is loaded for stages with an open match of
    the player, or for formats that do not plan ahead.
    """
    lines = matches_of_player(player, within)
    still_open = tuple(line for line in lines if line.state is not SlotState.FINAL)
    # If only the score is open, the winner and the next slot are certain.
    busy = {line.stage.pk for line in still_open if line.state is not SlotState.SCORE_OPEN}
    return MyMatches(
        # A series is played match by match, and its match under way is in the list.
        open=tuple(line for line in still_open if not line.is_series),
        over=tuple(line for line in lines if line.state is SlotState.FINAL),
        entries=_entries(player, within, busy=busy),
    )


def next_slot(entrant: Entrant, *, state: StageState) -> NextSlot | None:
    """Return the slot in which the entrant waits; None if it has an opponent, is out, or has won."""
    outline = state.format.outline(state.state)
    slot = outline.upcoming(entrant.uid)
    if slot is None:
        return None
    other = slot.two if slot.one.entrant == entrant.uid else slot.one
    if other.entrant is not None:
        return None
    return NextSlot(
        stage=state.stage,
        round=slot.round,
        slot=slot.slot,
        between=_between(other, outline=outline, state=state),
        source=other.source,
        decided_by=_decided_by(other, state=state),
    )


def _decided_by(side: formats.SlotSide, *, state: StageState) -> str | None:
    """Return the uid of the match of this stage whose winner or loser gets this side."""
    if side.source is None or side.feeder is not None:
        return None
    source = state.pairings.get(side.source)
    return None if source is None or source.match is None else source.match.uid


def _between(side: formats.SlotSide, *, outline: formats.Outline, state: StageState) -> tuple[str, ...]:
    """Return the names of the two entrants who play for this side; empty if not both are known."""
    if side.kind is not SideKind.WINNER or side.source is None:
        return ()
    source = outline.at(side.source)
    names = tuple(state.entrants[uid].name for uid in source.entrants)
    return names if len(names) == 2 else ()


def _entries(player: Player, within: Tournament | None, *, busy: Collection[int]) -> tuple[PlayerEntry, ...]:
    rows = _entered_by(player.person_key) if within is None else _entered_by(player.person_key, within.pk)
    places: dict[int, list[Stage]] = {}
    for entry in _placed(tuple(entrant.pk for entrant in rows)):
        if entry.stage_id not in busy and _plans_ahead(entry.stage):
            places.setdefault(entry.entrant_id, []).append(entry.stage)
    states = states_of_read([stage for stages in places.values() for stage in stages], with_people=False)
    return tuple(
        PlayerEntry(
            entrant, _upcoming(entrant, [states.get(stage.pk) for stage in places.get(entrant.pk, [])])
        )
        for entrant in rows
    )


def _plans_ahead(stage: Stage) -> bool:
    rules = FORMATS[stage.format]
    return rules.plans_ahead(rules.options.from_dict(stage.options))


@prepared
def _entered_by(player: int, *within: int) -> QuerySet[Entrant]:
    entrants = Entrant.objects.filter(entrant_players__player__in=rows_of_person(player))
    for tournament in within:
        entrants = entrants.filter(event__tournament=tournament)
    entrants = entrants.order_by("-event__tournament__starts_on", "event_id")
    return entrants.select_related("side", "event__tournament")


@prepared
def _placed(entrants: tuple[int, ...]) -> QuerySet[StageEntry]:
    """Return the entries of these entrants in unfinished drawn stages."""
    entries = StageEntry.objects.filter(entrant__in=entrants, stage__completed_at=None, line__isnull=False)
    return entries.select_related("stage__event__tournament")


def _upcoming(entrant: Entrant, states: Iterable[StageState | None]) -> tuple[NextSlot, ...]:
    slots = (next_slot(entrant, state=state) for state in states if state is not None)
    return tuple(slot for slot in slots if slot is not None)
