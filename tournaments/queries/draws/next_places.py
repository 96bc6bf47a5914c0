"""The next place of one side of a match, after a win and after a loss.

The formats compute the places from an assumed result, in the stage of the match and in the stages that it feeds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from matches.models import Side
from tournaments import formats
from tournaments.formats import SideKind, closing
from tournaments.models import Entrant, Pairing, Stage
from tournaments.queries.state import StageState, event_states, feeders_of, named_round


@dataclass(frozen=True, slots=True)
class NextPlace:
    """The position of an entrant after a match.

    `stage` and `declared` are the stage and round of its next match, None if it has none or that is uncertain.
    `opponents` are the known opponent, or the two who play for that place. `is_in` says that it may still play in the
    stage of the match; `wins`, `losses` and `lives` are its counts there.
    """

    stage: Stage | None
    declared: formats.Round | None
    opponents: tuple[str, ...]
    has_won: bool
    is_in: bool
    wins: int
    losses: int
    lives: int | None

    @property
    def opponent(self) -> str:
        """The name of the next opponent, empty unless it is certain."""
        return self.opponents[0] if len(self.opponents) == 1 else ""


@dataclass(frozen=True, slots=True)
class NextPlaces:
    """The next places of one entrant after a win and after a loss."""

    win: NextPlace
    loss: NextPlace


def next_places(pairing: Pairing, *, of: Side) -> NextPlaces | None:
    """Return the next places of one side of an undecided pairing; the queries of `event_states`.

    None if the side does not play in the pairing itself, as on a board of a team match.
    """
    states = event_states(pairing.stage.event)
    own = next((state for state in states if state.stage.pk == pairing.stage_id), None)
    place = (pairing.round, pairing.slot)
    meeting = (
        next((one for one in own.state.pairings if one.place == place), None) if own is not None else None
    )
    if own is None or meeting is None or meeting.two is None:
        return None
    # The seat identifies the entrant: after a substitution its side is not that of a match begun before.
    entrant = _seated(pairing, meeting, of=of)
    if entrant is None:
        return None
    win, loss = (
        _after(states, own, formats.Result(*place, meeting.one, meeting.two, winner=winner), entrant)
        for winner in (entrant, meeting.two if entrant == meeting.one else meeting.one)
    )
    return NextPlaces(win, loss) if win is not None and loss is not None else None


def _seated(pairing: Pairing, meeting: formats.Pairing, *, of: Side) -> str | None:
    """Return the entrant that plays this side of the match; None if the side does not play in it."""
    match = pairing.match
    if match is None or of.pk not in (match.one_id, match.two_id):
        return None
    return meeting.one if of.pk == match.one_id else meeting.two


def _after(
    states: Sequence[StageState], own: StageState, result: formats.Result, entrant: str
) -> NextPlace | None:
    """Return the next place of the entrant, assuming this result."""
    results = [earlier for earlier in own.state.results if earlier.place != result.place]
    then = replace(own.state, results=(*results, result))
    mine = next((line for line in closing.standings(own.format, then) if line.entrant == entrant), None)
    if mine is None:
        return None
    has_won = closing.champion(own.format, then) == entrant
    target = (
        None if has_won else _slot_here(own, then, entrant) or _slot_elsewhere(states, own, then, entrant)
    )
    return NextPlace(
        stage=None if target is None else target.state.stage,
        declared=None if target is None else target.declared,
        opponents=() if target is None else target.opponents,
        has_won=has_won,
        is_in=mine.is_in,
        wins=mine.wins,
        losses=mine.losses,
        lives=mine.lives,
    )


@dataclass(frozen=True, slots=True)
class _UpcomingSlot:
    """The stage, round and opponents of an entrant's next slot."""

    state: StageState
    declared: formats.Round | None
    opponents: tuple[str, ...]


def _slot_here(own: StageState, then: formats.State, entrant: str) -> _UpcomingSlot | None:
    """Return the next slot of the entrant in the stage of the match."""
    outline = own.format.outline(then)
    slot = outline.upcoming(entrant)
    if slot is None:
        return None
    other = slot.two if slot.one.entrant == entrant else slot.one
    return _UpcomingSlot(
        own, _declared(own, then, slot), _opponents(other, outline=outline, entrants=own.entrants)
    )


def _slot_elsewhere(
    states: Sequence[StageState], own: StageState, then: formats.State, entrant: str
) -> _UpcomingSlot | None:
    """Return the next slot of the entrant in a later stage fed by this one, without opponents.

    The opponent is uncertain: the line of an entrant depends on the other entrants of its round.
    """
    states_before: dict[int, StageState] = {}
    now: dict[int, formats.State] = {}
    for state in sorted(states, key=lambda one: one.stage.order):
        supposed = then if state.stage.pk == own.stage.pk else state.state
        if (feeders := feeders_of(state, states_before, now=now)) and supposed is not then:
            supposed = replace(supposed, feeders=feeders)
            supposed = replace(supposed, entries=(*supposed.entries, *state.format.admissions(supposed)))
            slot = state.format.outline(supposed).upcoming(entrant)
            if slot is not None:
                return _UpcomingSlot(state, _declared(state, supposed, slot), ())
        states_before[state.stage.order], now[state.stage.order] = state, supposed
    return None


def _declared(state: StageState, then: formats.State, slot: formats.Slot) -> formats.Round | None:
    return named_round(state.stage, state.format.rounds(then), slot.round)


def _opponents(
    side: formats.SlotSide, *, outline: formats.Outline, entrants: Mapping[str, Entrant]
) -> tuple[str, ...]:
    """Return the opponent's name, or the names of the two who play for its place; empty if uncertain."""
    if side.entrant is not None:
        return (entrants[side.entrant].name,)
    if side.kind not in {SideKind.WINNER, SideKind.LOSER} or side.source is None or side.feeder is not None:
        return ()
    names = tuple(entrants[uid].name for uid in outline.at(side.source).entrants)
    return names if len(names) == 2 else ()
