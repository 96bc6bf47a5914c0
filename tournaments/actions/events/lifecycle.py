"""Tournaments with their officers and tables, and events with their stages."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from enum import Enum
from typing import Any

from django.db import models, transaction
from django.db.models import Max

from matches.models import Player, is_same_person, rows_of_person
from tournaments import notices
from tournaments.actions import log
from tournaments.actions.closed import lock_unclosed, require_unclosed, require_unclosed_tournament
from tournaments.actions.fields import check_fields
from tournaments.actions.locks import lock_event, lock_log
from tournaments.actions.permissions import require_desk, require_director, require_owner, require_player
from tournaments.actions.proving import new_proofs
from tournaments.acts import ABSENT
from tournaments.acts.hall import TablesAdded
from tournaments.acts.stages import (
    StageCreated,
)
from tournaments.acts.tournaments import (
    Appointed,
    Dismissed,
    EventChanged,
    EventCreated,
    RegistrationSet,
    TournamentChanged,
    TournamentCreated,
)
from tournaments.errors.people import OwnerStays
from tournaments.formats import USUAL_FORMAT
from tournaments.models import (
    APPEAL_DAYS,
    DEFAULT_PROFILE,
    Event,
    EventKind,
    Registration,
    Role,
    RoleKind,
    Scores,
    Stage,
    Table,
    Tournament,
    Visibility,
)
from tournaments.queries.audit import evidence
from tournaments.queries.events.event_rules import rules_of

from .event_rules import checked_rules, give_to_open_matches
from .full_start import require_drawable
from .problems import checked_best_of, checked_feeds, checked_lengths, options_of, require_playable
from .publishing import require_room_for_draft, spend_public
from .rating_list import fix_list, release_list
from .zones import set_zone


class Keep(Enum):
    """The default of a parameter for which None is a value: keep the stored value."""

    KEEP = "keep"


KEEP = Keep.KEEP
# No bracket has more rounds than this, so no round beyond it can be given a length before the draw.
_MOST_ROUNDS = 12


@transaction.atomic
def create_tournament(
    *,
    by: Player | None,
    name: str,
    starts_on: date,
    ends_on: date | None = None,
    zone: str = "Europe/Paris",
    venue: str = "",
    city: str = "",
    visibility: str = Visibility.DRAFT,
    desk_enters_slips: bool = False,
    appeal_days: int = APPEAL_DAYS,
) -> Tournament:
    """Create a tournament owned by `by`; it lasts one day unless `ends_on` is given.

    Raise TooManyDrafts if the player owns the maximum number of drafts, and for a public one NotAPublisher or
    TooManyPublic.
    """
    owner = require_player(by)
    require_room_for_draft(owner)
    if visibility == Visibility.PUBLIC:
        spend_public(owner)
    tournament = Tournament(
        name=name.strip(),
        starts_on=starts_on,
        ends_on=ends_on or starts_on,
        zone=zone,
        venue=venue.strip(),
        city=city.strip(),
        visibility=visibility,
        desk_enters_slips=desk_enters_slips,
        appeal_days=appeal_days,
    )
    check_fields(tournament)
    tournament.save()
    role = Role.objects.create(tournament=tournament, player=owner, kind=RoleKind.OWNER)
    act = TournamentCreated(tournament.uid, scope=evidence.SCOPE)
    log.append(act, of=tournament, by=by, rows=[tournament, role])
    return tournament


@transaction.atomic
def change_tournament(
    tournament: Tournament,
    *,
    by: Player | None,
    name: str | None = None,
    starts_on: date | None = None,
    ends_on: date | None = None,
    zone: str | None = None,
    venue: str | None = None,
    city: str | None = None,
    visibility: str | None = None,
    desk_enters_slips: bool | None = None,
    appeal_days: int | None = None,
) -> int:
    """Change the given settings of a tournament; mail its held notices when it becomes visible.

    Return how many moments of the programme moved with the zone (`set_zone`). Raise NotAPublisher or TooManyPublic
    where it becomes public.
    """
    require_director(tournament, by)
    if visibility == Visibility.PUBLIC and tournament.visibility != Visibility.PUBLIC:
        spend_public(by)
    moved = 0 if zone is None else set_zone(tournament, by=by, zone=zone.strip())
    was_draft = tournament.visibility == Visibility.DRAFT
    values = _given(
        name=name,
        starts_on=starts_on,
        ends_on=ends_on,
        venue=venue,
        city=city,
        visibility=visibility,
        desk_enters_slips=desk_enters_slips,
        appeal_days=appeal_days,
    )
    changes = _change(lock_log(tournament), **values)
    tournament.refresh_from_db()
    if changes:
        act = TournamentChanged(
            tournament.uid, changed=tuple(changes), visibility=Visibility(tournament.visibility)
        )
        log.append(act, of=tournament, by=by, rows=[tournament])
    if was_draft and tournament.visibility != Visibility.DRAFT:
        notices.release(tournament)
    return moved


@transaction.atomic
def appoint(tournament: Tournament, player: Player, *, kind: str, by: Player | None) -> Role:
    """Give a person an office. The owner appoints officers; a director appoints the desk.

    Appointing an owner transfers the tournament: the former owner becomes a director.
    """
    if kind == RoleKind.DESK:
        require_director(tournament, by)
    else:
        require_owner(tournament, by)
    lock_log(tournament)
    player = player.current
    role_row = _office(tournament, player)
    if role_row is not None and role_row.kind == kind:
        return role_row
    if role_row is not None and role_row.kind == RoleKind.OWNER:
        raise OwnerStays
    if role_row is not None and kind == RoleKind.DESK:
        require_owner(tournament, by)
    if kind == RoleKind.OWNER:
        Role.objects.filter(tournament=tournament, kind=RoleKind.OWNER).update(kind=RoleKind.DIRECTOR)
    role = role_row or Role(tournament=tournament, player=player)
    role.kind = RoleKind(kind)
    role.save()
    log.append(Appointed(role.player.uid, kind=RoleKind(kind)), of=tournament, by=by, rows=[role])
    return role


@transaction.atomic
def dismiss(tournament: Tournament, player: Player, *, by: Player | None) -> None:
    """Remove a person's office, if any; officers can resign their own."""
    lock_log(tournament)
    role_row = _office(tournament, player)
    if role_row is None:
        return
    if not is_same_person(by, player):
        (require_director if role_row.kind == RoleKind.DESK else require_owner)(tournament, by)
    if role_row.kind == RoleKind.OWNER:
        raise OwnerStays
    kind = role_row.kind
    role_row.delete()
    log.append(Dismissed(role_row.player.uid, kind=RoleKind(kind)), of=tournament, by=by, rows=[role_row])


def _office(tournament: Tournament, player: Player) -> Role | None:
    """Return the office of a person in a tournament; None without one."""
    rows = Role.objects.filter(tournament=tournament, player__in=rows_of_person(player.person_key))
    return rows.select_related("player").first()


@transaction.atomic
def create_event(
    tournament: Tournament,
    *,
    by: Player | None,
    name: str,
    capacity: int | None = None,
    registration: str = Registration.DESK,
    starts_at: datetime | None = None,
    kind: str = EventKind.SINGLES,
    team_size: int | None = None,
    boards: int | None = None,
    profile: str = DEFAULT_PROFILE,
    profile_settings: Mapping[str, object] | None = None,
    **settings: Any,
) -> Event:
    """Create an event; `capacity` None means no limit.

    `kind` cannot be changed later. A team match has an odd number of `boards`; a team has at least as many
    players, and at most `team_size`. `profile` and `profile_settings` are the rules (`checked_rules`);
    `settings` are those of `Event.SETTINGS`.
    """
    require_director(tournament, by)
    require_unclosed_tournament(lock_log(tournament))
    event = Event(
        tournament=tournament,
        name=name.strip(),
        order=next_order(Event.objects.filter(tournament=tournament)),
        capacity=capacity,
        registration=registration,
        starts_at=starts_at,
        kind=kind,
        team_size=team_size,
        boards=boards,
        profile=profile,
        profile_settings=checked_rules(profile, profile_settings or {}),
        **_known(settings),
    )
    check_fields(event)
    event.save()
    log.append(_creation_of(event), of=tournament, by=by, event=event, rows=[event])
    return event


def _creation_of(event: Event) -> EventCreated:
    is_of_teams = event.kind == EventKind.TEAMS
    return EventCreated(
        event.uid,
        capacity=event.capacity,
        grace_minutes=event.grace_minutes,
        registration=Registration(event.registration),
        kind=EventKind(event.kind),
        profile=event.profile,
        rules=event.profile_settings,
        scores=Scores(event.scores),
        team_size=event.team_size if is_of_teams else ABSENT,
        boards=event.boards if is_of_teams else ABSENT,
    )


@transaction.atomic
def change_event(
    event: Event,
    *,
    by: Player | None,
    name: str | None = None,
    starts_at: datetime | Keep | None = KEEP,
    profile: str | None = None,
    profile_settings: Mapping[str, object] | None = None,
    **settings: Any,
) -> Event:
    """Change the given settings of an event; `starts_at` None clears the start time.

    Existing matches keep their time to contest a result; matches that have not begun use the new rules.
    `profile_settings` replace all previous ones; `settings` are those of `Event.SETTINGS`.
    """
    require_director(event.tournament, by)
    locked = lock_event(event)
    start: dict[str, Any] = {} if starts_at is KEEP else {"starts_at": starts_at}
    if profile is not None or profile_settings is not None:
        own = locked.profile_settings if profile_settings is None else profile_settings
        start["profile"] = profile or locked.profile
        start["profile_settings"] = checked_rules(start["profile"], own)
    before = locked.cube_rules, rules_of(locked).head_start
    changes = _change(locked, **_given(name=name, **_known(settings)), **start)
    rows: list[models.Model] = [event]
    if (locked.cube_rules, rules_of(locked).head_start) != before:
        rows += give_to_open_matches(locked)
    event.refresh_from_db()
    event.tournament = locked.tournament
    if changes:
        act = EventChanged(
            event.uid,
            changed=tuple(changes),
            grace_minutes=event.grace_minutes,
            profile=event.profile,
            rules=event.profile_settings,
            scores=Scores(event.scores),
        )
        log.append(act, of=event.tournament, by=by, event=event, rows=rows)
    return event


@transaction.atomic
def set_registration(event: Event, *, by: Player | None, registration: str) -> Event:
    """Open registration to players, restrict it to the desk, or close it.

    Raise InvalidPlan if registration would be opened for an event that cannot be played.
    """
    require_director(event.tournament, by)
    locked = lock_event(event)
    require_unclosed(locked)
    if registration == Registration.OPEN and locked.registration != Registration.OPEN:
        require_playable(locked)
    changes = _change(locked, registration=registration)
    event.refresh_from_db()
    event.tournament = locked.tournament
    if changes:
        act = RegistrationSet(event.uid, registration=Registration(event.registration))
        is_closed = event.registration == Registration.CLOSED
        of_list = fix_list(event) if is_closed else release_list(event)
        log.append(act, of=event.tournament, by=by, event=event, rows=[event])
        log.append_all(of_list, of=event.tournament, by=None, event=event, rows=[event])
    return event


@transaction.atomic
def create_stage(
    event: Event,
    *,
    by: Player | None,
    format: str = USUAL_FORMAT,  # noqa: A002 - the field's word, and the name of the column
    options: Mapping[str, object] | None = None,
    lengths: Sequence[int] = (7,),
    name: str = "",
    feeds: Sequence[Mapping[str, object]] = (),
    best_of: Sequence[int] = (1,),
) -> Stage:
    """Create a stage in a format; `lengths` is read from the final backwards, and so is `best_of`.

    `feeds` are the rules by which entrants come from earlier stages of the event (`formats.Feed` as plain
    values); empty for the entrants of the event. Raise InvalidFeeds for impossible feeds.
    """
    require_director(event.tournament, by)
    event = lock_unclosed(event)
    order = next_order(Stage.objects.filter(event=event))
    stage = Stage(
        event=event,
        name=name.strip(),
        order=order,
        format=format,
        options=options_of(format, options or {}).to_dict(),
        lengths=checked_lengths(lengths),
        best_of=checked_best_of(best_of, event=event),
        feeds=checked_feeds(feeds, event=event, format=format, order=order),
    )
    check_fields(stage)
    stage.save()
    require_drawable(event)
    act = StageCreated(
        stage.uid,
        format=stage.format,
        options=stage.options,
        lengths=tuple(stage.lengths),
        feeds=tuple(stage.feeds),
        best_of=tuple(stage.best_of) if stage.best_of != [1] else ABSENT,
    )
    log.append(act, of=event.tournament, by=by, event=event, rows=[stage])
    return stage


@transaction.atomic
def add_tables(tournament: Tournament, *, by: Player | None, names: Sequence[str]) -> list[Table]:
    """Add tables with these names; skip names that exist."""
    require_desk(tournament, by)
    lock_log(tournament)
    present = set(Table.objects.filter(tournament=tournament).values_list("name", flat=True))
    order = next_order(Table.objects.filter(tournament=tournament))
    unique = dict.fromkeys(name.strip() for name in names)
    tables = [
        Table(tournament=tournament, name=name, order=order + number)
        for number, name in enumerate(name for name in unique if name not in present)
    ]
    for table in tables:
        check_fields(table)
    Table.objects.bulk_create(tables)
    if tables:
        act = TablesAdded(
            tournament.uid,
            tables=tuple(table.uid for table in tables),
            proofs=new_proofs([evidence.of_table(table) for table in tables]),
        )
        log.append(act, of=tournament, by=by)
    return tables


def _known(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return the settings; raise TypeError for a name that is not an event setting."""
    unknown_names = settings.keys() - set(Event.SETTINGS)
    if unknown_names:
        raise TypeError(f"no setting of an event: {', '.join(sorted(unknown_names))}")
    return dict(settings)


def _given(**values: Any) -> dict[str, Any]:
    """Return the values that are not None."""
    return {name: value for name, value in values.items() if value is not None}


def _change(row: models.Model, **values: Any) -> list[str]:
    """Set, validate and save the values that differ; return their field names."""
    changes = [name for name, value in values.items() if getattr(row, name) != value]
    for name in changes:
        value = values[name]
        setattr(row, name, value.strip() if isinstance(value, str) else value)
    if changes:
        check_fields(row)
        row.save(update_fields=changes)
    return changes


def next_order(rows: models.QuerySet[Any]) -> int:
    last: int | None = rows.aggregate(last=Max("order"))["last"]
    return 0 if last is None else last + 1
