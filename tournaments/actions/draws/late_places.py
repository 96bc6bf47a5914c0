"""Places of late entrants: the line and the first round."""

from __future__ import annotations

from matches.database.one_act import is_new
from tournaments import notices
from tournaments.actions.presence import require_present
from tournaments.errors import (
    AlreadyInStage,
    LineNotFree,
    NoByeToTake,
    NoFreeBye,
    WrongTournament,
)
from tournaments.formats import closing
from tournaments.models import Entrant, Seat, Stage, StageEntry
from tournaments.queries.state import bye_under_way, state_at_start

from .attendance import first_round_for_late
from .former_entrants import let_go


def seat_late(
    stage: Stage, *, entrant: Entrant, line: int | None = None, takes_bye: bool = False
) -> StageEntry:
    """Put a late entrant on an open line; the caller holds the event lock and calls `follow`."""
    state = state_at_start(stage)
    _require_of_event(stage, entrant)
    if state is not None and entrant.uid in state.entrants:
        raise AlreadyInStage(entrant=entrant.name)
    free = () if state is None else closing.open_lines(state.format, state.state)
    if state is None or not free:
        raise NoFreeBye(entrant=entrant.name)
    if line is not None and line not in free:
        raise LineNotFree(line=line + 1, open=", ".join(str(number + 1) for number in sorted(free)))
    if takes_bye and bye_under_way(state) is None:
        raise NoByeToTake(entrant=entrant.name)
    joins = first_round_for_late(stage) - takes_bye
    return join(stage, entrant, line=free[0] if line is None else line, is_late=True, joins=joins)


def require_can_join(stage: Stage, entrant: Entrant) -> None:
    """Raise a domain error if the entrant is of another event, has withdrawn, or is in the stage."""
    _require_of_event(stage, entrant)
    if StageEntry.objects.filter(stage=stage, entrant=entrant).exists():
        raise AlreadyInStage(entrant=entrant.name)


def _require_of_event(stage: Stage, entrant: Entrant) -> None:
    """Read the entrant again; raise a domain error if it is of another event or has withdrawn."""
    event = stage.event
    if not is_new(entrant):
        entrant.refresh_from_db(from_queryset=Entrant.objects.select_related("side"))
    if entrant.event_id != event.pk:
        raise WrongTournament
    entrant.event = event
    require_present(entrant)


def first_round_in_place_of(absent: Entrant, stage: Stage) -> int:
    """Return the first round of a replacement: the current one if the absent entrant has a seat, else the next."""
    following = first_round_for_late(stage)
    is_seated = Seat.objects.filter(
        stage=stage, round=following - 1, entrant=absent, cancelled_at=None
    ).exists()
    return following - is_seated


def join(stage: Stage, entrant: Entrant, *, line: int | None, is_late: bool, joins: int) -> StageEntry:
    """Put the entrant on a line of the stage and notify its players."""
    entry = StageEntry.objects.create(stage=stage, entrant=entrant, line=line, is_late=is_late, joins=joins)
    if entrant.is_alternate:
        entrant.is_alternate = False
        entrant.save(update_fields=["is_alternate"])
    let_go(entrant, stage=stage)
    notices.alternate_in(entrant)
    return entry
