"""The state of a stage at an earlier moment, for the reasons of a pairing made then."""

from dataclasses import replace
from datetime import datetime
from operator import is_

from tournaments.formats.base import Entry, Pairing, State
from tournaments.formats.rounds import before


def as_before(state: State, number: int) -> State:
    """Return the state before a round was paired, with the entrants who have sat in one since."""
    seated = {uid for pairing in state.pairings if pairing.round >= number for uid in pairing.entrants}
    entries = tuple(
        replace(entry, is_withdrawn=False) if entry.is_withdrawn and entry.uid in seated else entry
        for entry in state.entries
        if entry.joins <= number
    )
    if len(entries) == len(state.entries) and all(map(is_, entries, state.entries)):
        return before(state, number)
    return replace(before(state, number), entries=entries)


def when_made(state: State, pairing: Pairing) -> State:
    """Return the state at the moment a pairing was made; by the rounds if no times are known."""
    at = next((other.made_at for other in state.pairings if other.place == pairing.place), None)
    if at is None:
        return as_before(state, pairing.round)
    return replace(
        state,
        entries=tuple(_as_of(entry, at) for entry in state.entries),
        pairings=tuple(other for other in state.pairings if other.made_at is not None and other.made_at < at),
        results=tuple(result for result in state.results if result.at is not None and result.at <= at),
    )


def _as_of(entry: Entry, at: datetime) -> Entry:
    """Return an entry as it was then; a withdrawal without a time counts as later."""
    has_left = entry.is_withdrawn and entry.withdrawn_at is not None and entry.withdrawn_at <= at
    return entry if has_left else replace(entry, is_withdrawn=False)
