"""The entrants whom the standings place behind all others: they have left or did not come, and have played no match."""

from collections.abc import Mapping

from tournaments.formats.base import State
from tournaments.formats.rounds import Record

# Since this version of every format a place must have been played for.
_PLACES_BY_PLAY = 3


def are_places_by_play(state: State) -> bool:
    """Say whether places must have been played for; stages drawn by earlier versions keep theirs."""
    return state.version is None or state.version >= _PLACES_BY_PLAY


def no_shows(state: State, by_entrant: Mapping[str, Record]) -> frozenset[str]:
    """Return the entrants who have left, or lost, and have played no match; none in a stage of an earlier version."""
    if not are_places_by_play(state):
        return frozenset()
    leavers = {entry.uid for entry in state.entries if entry.is_withdrawn}
    return frozenset(
        uid
        for uid, record in by_entrant.items()
        if (uid in leavers or record.losses) and not any(meeting.is_played for meeting in record.meetings)
    )
