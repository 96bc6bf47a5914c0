"""The next season of a league: a new event with the divisions after promotion and relegation."""

from __future__ import annotations

from collections import Counter
from datetime import datetime

from django.db import transaction

from matches.models import Player
from tournaments.actions import log
from tournaments.actions.events.copying import copy_event
from tournaments.actions.events.lifecycle import create_stage
from tournaments.actions.locks import lock_event
from tournaments.actions.permissions import require_director
from tournaments.acts.tournaments import SeasonBegun
from tournaments.errors.draws import NotDrawn
from tournaments.errors.events import NotALeague, SeasonFollowed, SeasonNotComplete
from tournaments.formats import FORMATS, BySeasons, closing
from tournaments.formats import next_season as order_of_next_season
from tournaments.models import Entrant, Event, EventKind, Stage, Via
from tournaments.queries.events.seasons import next_season_of
from tournaments.queries.state import StageState, stage_state

from . import registration


@transaction.atomic
def next_season(stage: Stage, *, by: Player | None, name: str, starts_at: datetime | None = None) -> Event:
    """Create the event of the next season, with the same stage and the continuing entrants.

    Its draw uses the order of the new divisions, unless the director gives other seeds; newcomers enter the
    last division. A season must be complete, and has only one next season.
    """
    old = stage.event
    require_director(old.tournament, by)
    lock_event(old)
    stage.refresh_from_db()
    if not isinstance(FORMATS[stage.format], BySeasons):
        raise NotALeague
    followed = next_season_of(stage)
    if followed is not None:
        raise SeasonFollowed(event=followed.name)
    state = stage_state(stage)
    if state is None:
        raise NotDrawn
    _require_complete(state)
    new = copy_event(
        old,
        by=by,
        name=name,
        starts_at=starts_at,
        qualifies_for=None,
        pays_entry=False,
        starts_when_full=False,
        opens_next=False,
    )
    following = create_stage(
        new,
        by=by,
        name=stage.name,
        format=stage.format,
        options=stage.options,
        lengths=stage.lengths,
        best_of=stage.best_of,
    )
    entrants = [_enter_again(new, entrant, by=by) for entrant in _going_on(state)]
    sizes = Counter(row.group or 1 for row in state.format.standings(state.state))
    act = SeasonBegun(
        stage.uid,
        stage=following.uid,
        order=tuple(entrant.uid for entrant in entrants),
        divisions=tuple(sizes[number] for number in sorted(sizes)),
    )
    log.append(act, of=old.tournament, by=by, event=new)
    return new


def _require_complete(state: StageState) -> None:
    if closing.is_complete(state.format, state.state):
        return
    slots = [slot for slots in state.format.outline(state.state).rounds for slot in slots]
    raise SeasonNotComplete(matches=sum(not slot.is_decided for slot in slots))


def _going_on(state: StageState) -> list[Entrant]:
    """Return the entrants of the next season, the first division first."""
    order = order_of_next_season(state.format.standings(state.state))
    entrants = [state.entrants[uid] for uid in order]
    return [entrant for entrant in entrants if entrant.withdrawn_at is None and entrant.goes_on is not False]


def _enter_again(event: Event, entrant: Entrant, *, by: Player | None) -> Entrant:
    members = entrant.side.members.select_related("player").order_by("order")
    # Teams keep their names; players and pairs have their current names.
    name = entrant.name if event.kind == EventKind.TEAMS else ""
    players = [member.player for member in members]
    return registration.enter(event, by=by, players=players, name=name, via=Via.EARNED)
