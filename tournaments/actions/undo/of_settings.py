"""The inverses of settings of events and stages."""

from __future__ import annotations

from matches.models import Player
from tournaments.actions.draws import attendance, stage_settings
from tournaments.actions.draws.ways_back import way_back
from tournaments.actions.entrants import waiting_list
from tournaments.actions.events import lifecycle, main_stage, rating_list
from tournaments.actions.inverses import changed, earlier, event_of, inverse, reason_of, row_of, stage_of
from tournaments.actions.locks import lock_event, lock_with_boards
from tournaments.acts import ABSENT
from tournaments.acts.stages import (
    LengthsChanged,
    MainStageNamed,
    OptionsChanged,
    RoundHeld,
    RoundReleased,
    StageCreated,
)
from tournaments.acts.tournaments import CapacitySet, EventCreated, RatingListChosen, RegistrationSet
from tournaments.models import LogEntry, Pairing, RatingList, Stage
from tournaments.queries.state import begun_matches


@inverse(RegistrationSet)
def _set_registration_back(entry: LogEntry, act: RegistrationSet, by: Player | None) -> None:
    event = event_of(act.subject)
    before = next(earlier(entry, RegistrationSet), None) or next(earlier(entry, EventCreated), None)
    if event.registration != act.registration or before is None:
        raise changed()
    lifecycle.set_registration(event, by=by, registration=before.registration)


@inverse(CapacitySet)
def _set_capacity_back(entry: LogEntry, act: CapacitySet, by: Player | None) -> None:
    event = entry.event
    if event is None or event.capacity != act.capacity or act.before is ABSENT:
        raise changed()
    waiting_list.set_capacity(event, by=by, capacity=act.before)


@inverse(MainStageNamed)
def _main_stage_as_before(entry: LogEntry, act: MainStageNamed, by: Player | None) -> None:
    event = event_of(act.subject)
    main_uid = Stage.objects.filter(event=event, is_main=True).values_list("uid", flat=True).first()
    stage = Stage.objects.filter(event=event, uid=act.before or "").first()
    if main_uid != act.stage or (act.before is not None and stage is None):
        raise changed()
    main_stage.name_main_stage(event, by=by, stage=stage)


@inverse(RatingListChosen)
def _list_as_before(entry: LogEntry, act: RatingListChosen, by: Player | None) -> None:
    event = event_of(act.subject)
    now = None if event.rating_list is None else event.rating_list.uid
    if now != act.list:
        raise changed()
    before = None if act.before is None else row_of(RatingList.objects.all(), uid=act.before)
    rating_list.choose_list(event, by=by, rating_list=before, reason=reason_of(entry))


@inverse(LengthsChanged)
def _lengths_as_before(entry: LogEntry, act: LengthsChanged, by: Player | None) -> None:
    stage = stage_of(act.subject)
    before = next(earlier(entry, LengthsChanged), None) or next(earlier(entry, StageCreated), None)
    if tuple(stage.lengths) != act.lengths or before is None:
        raise changed()
    stage_settings.change_lengths(stage, by=by, lengths=before.lengths)


@inverse(OptionsChanged)
def _options_as_before(entry: LogEntry, act: OptionsChanged, by: Player | None) -> None:
    stage = stage_of(act.subject)
    before = next(earlier(entry, OptionsChanged), None) or next(earlier(entry, StageCreated), None)
    if stage.options != act.options or before is None:
        raise changed()
    options = before.options if act.before is ABSENT else act.before
    stage_settings.change_options(stage, by=by, options=options)


@inverse(RoundHeld)
def _release_round(entry: LogEntry, act: RoundHeld, by: Player | None) -> None:
    attendance.hold(stage_of(act.subject), by=by, is_held=False)


@inverse(RoundReleased)
def _hold_round(entry: LogEntry, act: RoundReleased, by: Player | None) -> None:
    """Hold the round again; what the release has paired goes, unless something of it has begun."""
    stage, replay = stage_of(act.subject), way_back(entry)
    lock_event(stage.event)
    new_pairings = Pairing.objects.filter(uid__in=replay.dropped, match__isnull=False)
    matches = lock_with_boards(new_pairings.values_list("match", flat=True))
    has_begun = bool(begun_matches(match.pk for match in matches))
    attendance.hold(stage, by=by, is_held=True, replay=None if has_begun else replay)
