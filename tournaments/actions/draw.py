"""The draw of a stage, and what a director moves by hand after it."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields
from typing import Any, Literal

from django.db import transaction
from django.utils import timezone

from matches.models import Player
from tournaments import formats, notices
from tournaments.formats import FORMATS, Feed, FormatError, Intake, Options
from tournaments.models import Draw, Entrant, Event, Pairing, Stage, StageEntry
from tournaments.queries.audit import redraw
from tournaments.queries.state import (
    StageState,
    begun_matches,
    event_states,
    feeds_of,
    open_lines,
    people_of,
    valid_draw,
)

from .attendance import first_round_for_late
from .errors import (
    AlreadyInStage,
    DrawIsVoid,
    DrawnWithItsFeeder,
    FeederNotComplete,
    HasWithdrawn,
    InvalidSeed,
    InvalidSeeds,
    LineNotFree,
    MatchBegun,
    NoFreeBye,
    NotDrawn,
    NotInStage,
    SameEntrant,
    StageAlreadyDrawn,
    TiedAtTheCut,
    TooFewEntrants,
    TooManyEntrants,
    WrongTournament,
)
from .locks import lock_event, lock_matches
from .offices import demand_desk, demand_director, demand_reason
from .progress import Cause, cancel, follow

# 128 random bits, so that nobody can choose a seed by trying.
_SEED_BYTES = 16
LONGEST_SEED = 64

Who = Literal["present", "all"]


@transaction.atomic
def draw(
    stage: Stage,
    *,
    by: Player | None,
    seeds: Mapping[str, int] | None = None,
    seed: str | None = None,
    who: Who = "present",
) -> Draw:
    """Place the entrants of the event, and make the pairings that follow.

    `seeds` gives entrants (by uid) their strength order, 1 the strongest, and
    makes it a seeded draw; without it the draw is left to chance. `seed` is the
    text that decides chance; by default 128 random bits. `who`: as soon as
    anybody is checked in, only those checked in are drawn, unless it is "all".
    The draw is stored with all it saw, so that anybody can repeat it.
    """
    demand_director(stage.event.tournament, by)
    event = lock_event(stage.event)
    stage.refresh_from_db()
    if valid_draw(stage) is not None:
        raise StageAlreadyDrawn
    fed = fed_entrants(stage)
    entrants = _entrants_to_draw(event, who=who) if fed is None else fed
    if fed and seeds is None and has_seeding(stage.format):
        # Who comes from another stage is as strong as the place it has there.
        seeds = {entrant.uid: number for number, entrant in enumerate(fed, start=1)}
    seeds = _checked_seeds(seeds or {}, entrants=entrants)
    if seeds and fed is None:
        stage.options = _seeded(stage)
        stage.save(update_fields=["options"])
    row = _draw(stage, event=event, by=by, entrants=entrants, seeds=seeds, seed=seed)
    _place_all(row, entrants=entrants)
    for other in _fed_during_play(event):
        _draw(other, event=event, by=by, entrants=[], seeds={}, seed=None)
    data = {"draw": row.uid, "seed": row.seed, "entrants": len(entrants), "format": row.format}
    follow(event, cause=Cause("drawn", by, stage.uid, data))
    return row


def fed_entrants(stage: Stage) -> list[Entrant] | None:
    """Who comes into a stage from the stages that feed it, the best placed first; None for one without feeds.

    FeederNotComplete and TiedAtTheCut while that is not certain.
    """
    feeds = feeds_of(stage)
    if not feeds:
        return None
    if FORMATS[stage.format].intake is Intake.DROPS:
        raise DrawnWithItsFeeder
    states = {state.stage.order: state for state in event_states(stage.event)}
    uids: dict[str, None] = {}
    for feed in feeds:
        state = states.get(feed.stage)
        if state is None:
            raise FeederNotComplete(stage=_stage_name(stage.event, feed.stage))
        try:
            found = formats.fed(feed, state.seen(state.state))
        except FormatError as error:
            raise _feed_refusal(error, state.stage) from error
        uids.update(dict.fromkeys(fed.entrant for fed in found))
    entrants = Entrant.objects.filter(event=stage.event_id, uid__in=uids).select_related("side")
    by_uid = {entrant.uid: entrant for entrant in entrants}
    return [by_uid[uid] for uid in uids]


def _feed_refusal(error: FormatError, feeder: Stage) -> FeederNotComplete | TiedAtTheCut:
    problem = error.problems[0]
    if problem.code == "tied_at_the_cut":
        return TiedAtTheCut(stage=str(feeder), count=problem.data["count"], places=problem.data["places"])
    return FeederNotComplete(stage=str(feeder))


def _stage_name(event: Event, order: int) -> str:
    return str(Stage.objects.filter(event=event, order=order).first() or order + 1)


def _fed_during_play(event: Event) -> Iterator[Stage]:
    """The stages not drawn yet that other stages feed during play, each once all of those are drawn."""
    drawn = set(
        Stage.objects.filter(event=event, draws__voided_at=None, draws__isnull=False).values_list(
            "order", flat=True
        )
    )
    for stage in Stage.objects.filter(event=event).order_by("order"):
        is_next = FORMATS[stage.format].intake is Intake.DROPS and stage.order not in drawn
        if is_next and drawn.issuperset(feed.stage for feed in feeds_of(stage)):
            drawn.add(stage.order)
            yield stage


def _draw(
    stage: Stage,
    *,
    event: Event,
    by: Player | None,
    entrants: Collection[Entrant],
    seeds: Mapping[str, int],
    seed: str | None,
) -> Draw:
    """Store a draw with all it saw, and what it gives."""
    rules = FORMATS[stage.format]
    row = Draw.objects.create(
        stage=stage,
        format=rules.code,
        format_version=rules.version,
        seed=_checked_seed(seed) if seed else secrets.token_hex(_SEED_BYTES),
        input=_input(stage, event=event, entrants=entrants, seeds=seeds),
        placement=[],
        by=by,
    )
    row.placement = list(_placed(row).lines)
    row.save(update_fields=["placement"])
    return row


@transaction.atomic
def void(draw: Draw, *, by: Player | None, reason: str) -> Draw:
    """Take a draw back while no match of the stage has begun; its seed and placement stay public.

    The draws of the stages that it feeds go with it.
    """
    stage = draw.stage
    demand_director(stage.event.tournament, by)
    reason = demand_reason(reason)
    event = lock_event(stage.event)
    draw.refresh_from_db()
    if draw.voided_at is not None:
        raise DrawIsVoid
    dependent = [stage.pk, *(other.pk for other in _depending_on(stage))]
    pairings = list(Pairing.objects.filter(stage__in=dependent, cancelled_at=None).select_related("match"))
    matches = lock_matches(pairing.match_id for pairing in pairings if pairing.match_id is not None)
    begun = begun_matches(match.pk for match in matches)
    for match in matches:
        if match.pk in begun:
            raise MatchBegun(match=str(match))
    cancel(pairings)
    StageEntry.objects.filter(stage__in=dependent).delete()
    Draw.objects.filter(stage__in=dependent, voided_at=None).update(
        voided_at=timezone.now(), voided_by=by, void_reason=reason
    )
    draw.refresh_from_db()
    data = {"draw": draw.uid, "seed": draw.seed, "reason": reason}
    follow(event, cause=Cause("draw_voided", by, stage.uid, data))
    return draw


@transaction.atomic
def swap(stage: Stage, *, first: Entrant, second: Entrant, by: Player | None, reason: str) -> None:
    """Let two entrants change places while neither has begun a match."""
    demand_director(stage.event.tournament, by)
    reason = demand_reason(reason)
    event = lock_event(stage.event)
    _drawn(stage)
    if first.pk == second.pk:
        raise SameEntrant
    one, two = _entry(stage, first), _entry(stage, second)
    one.line, two.line = two.line, one.line
    # A line holds one entrant at any moment, so one of them stands aside meanwhile.
    StageEntry.objects.filter(pk=one.pk).update(line=None)
    two.save(update_fields=["line"])
    one.save(update_fields=["line"])
    data = {"first": first.uid, "second": second.uid, "reason": reason}
    follow(event, cause=Cause("swapped", by, stage.uid, data))


@transaction.atomic
def enter_late(stage: Stage, *, entrant: Entrant, by: Player | None, line: int | None = None) -> StageEntry:
    """Put an entrant on a bye whose match has not begun: on `line`, else where the seed of the draw says.

    NoFreeBye when there is none; the entrant then waits among the alternates.
    """
    demand_desk(stage.event.tournament, by)
    event = lock_event(stage.event)
    row = _drawn(stage)
    _check_can_join(stage, entrant)
    free = open_lines(stage)
    if not free:
        raise NoFreeBye(entrant=entrant.name)
    if line is not None and line not in free:
        raise LineNotFree(line=line + 1, open=", ".join(str(number + 1) for number in sorted(free)))
    entry = _join(stage, entrant, line=free[0] if line is None else line, is_late=True)
    data = {"entrant": entrant.uid, "line": entry.line, "draw": row.uid}
    follow(event, cause=Cause("entered_late", by, stage.uid, data))
    return entry


@transaction.atomic
def replace(
    stage: Stage, *, absent: Entrant, alternate: Entrant, by: Player | None, reason: str
) -> StageEntry:
    """Give the place of somebody who did not come to an alternate; the absent entrant leaves the event."""
    demand_director(stage.event.tournament, by)
    reason = demand_reason(reason)
    event = lock_event(stage.event)
    _drawn(stage)
    if absent.pk == alternate.pk:
        raise SameEntrant
    gone = _entry(stage, absent)
    _check_can_join(stage, alternate)
    line, gone.line, gone.left_at = gone.line, None, timezone.now()
    gone.save(update_fields=["line", "left_at"])
    absent.withdrawn_at, absent.withdrawn_reason = gone.left_at, reason
    absent.save(update_fields=["withdrawn_at", "withdrawn_reason"])
    entry = _join(stage, alternate, line=line, is_late=False)
    data = {"absent": absent.uid, "alternate": alternate.uid, "line": line, "reason": reason}
    follow(event, cause=Cause("replaced", by, stage.uid, data))
    return entry


def _depending_on(stage: Stage) -> list[Stage]:
    """The stages fed by this one, directly or through others."""
    orders = {stage.order}
    found = []
    for other in Stage.objects.filter(event=stage.event_id, order__gt=stage.order).order_by("order"):
        if not orders.isdisjoint(feed.stage for feed in feeds_of(other)):
            orders.add(other.order)
            found.append(other)
    return found


def has_seeding(code: str) -> bool:
    """Whether a format knows seeds."""
    return any(option.name == "seeding" for option in fields(FORMATS[code].options))


def _input(
    stage: Stage, *, event: Event, entrants: Collection[Entrant], seeds: Mapping[str, int]
) -> dict[str, Any]:
    """What the draw sees, in one canonical order: the options, each entrant, and the shape of the stages that feed it."""
    people = people_of(event)
    entries = [
        {
            "uid": entrant.uid,
            "seed": seeds.get(entrant.uid),
            "is_late": _came_late(entrant, event),
            "club": people[entrant.pk].club,
            "country": people[entrant.pk].country,
        }
        for entrant in sorted(entrants, key=lambda entrant: entrant.uid)
    ]
    seen: dict[str, Any] = {"options": stage.options, "entries": entries}
    if FORMATS[stage.format].intake is Intake.DROPS:
        states = {state.stage.order: state for state in event_states(event)}
        seen["feeders"] = [_feeding_slots(feed, states[feed.stage]) for feed in feeds_of(stage)]
    return seen


def _feeding_slots(feed: Feed, feeder: StageState) -> list[int]:
    """How many slots each round has whose losers a feed takes."""
    rounds, outline = feeder.format.rounds(feeder.state), feeder.format.outline(feeder.state)
    return [len(outline.rounds[declared.number - 1]) for declared in formats.feeding(feed, rounds)]


def _placed(draw: Draw) -> formats.Placement:
    """What the format makes of the input; too few or too many entrants are refused in words."""
    known = {"too_few_entrants": TooFewEntrants, "too_many_entrants": TooManyEntrants}
    try:
        return redraw(draw)
    except FormatError as error:
        problem = error.problems[0]
        if problem.code not in known:
            raise
        raise known[problem.code](**problem.data) from error


def _entrants_to_draw(event: Event, *, who: Who) -> list[Entrant]:
    entrants = list(
        Entrant.objects.filter(event=event, withdrawn_at=None, is_alternate=False).select_related("side")
    )
    present = [entrant for entrant in entrants if entrant.checked_in_at is not None]
    return present if present and who == "present" else entrants


def _came_late(entrant: Entrant, event: Event) -> bool:
    """Whether the entrant was not there when the event was to start; byes go to those who were (Kleinman)."""
    if event.starts_at is None:
        return False
    return max(entrant.entered_at, entrant.checked_in_at or entrant.entered_at) > event.starts_at


def _checked_seed(seed: str) -> str:
    """The seed, once it fits its column and can be read aloud."""
    if len(seed) > LONGEST_SEED or not seed.isprintable():
        raise InvalidSeed(most=LONGEST_SEED)
    return seed


def _checked_seeds(seeds: Mapping[str, int], *, entrants: Collection[Entrant]) -> dict[str, int]:
    """The seeds, once each is a positive number given once to somebody in the draw."""
    known = {entrant.uid for entrant in entrants}
    numbers = list(seeds.values())
    is_right = (
        known.issuperset(seeds)
        and len(set(numbers)) == len(numbers)
        and all(type(number) is int and number > 0 for number in numbers)
    )
    if not is_right:
        raise InvalidSeeds
    return dict(seeds)


def _seeded(stage: Stage) -> dict[str, str | int]:
    """The options of the stage with seeding switched on, where its format knows that option."""
    rules: type[Options] = FORMATS[stage.format].options
    seeding = {"seeding": "seeded"} if has_seeding(stage.format) else {}
    return rules.from_dict({**stage.options, **seeding}).to_dict()


def _place_all(draw: Draw, *, entrants: Collection[Entrant]) -> None:
    lines = {uid: line for line, uid in enumerate(draw.placement) if uid is not None}
    saw = {entry["uid"]: entry for entry in draw.input["entries"]}
    StageEntry.objects.bulk_create(
        StageEntry(
            stage=draw.stage,
            entrant=entrant,
            line=lines[entrant.uid],
            seed=saw[entrant.uid]["seed"],
            is_late=saw[entrant.uid]["is_late"],
        )
        for entrant in entrants
    )


def _drawn(stage: Stage) -> Draw:
    row = valid_draw(stage)
    if row is None:
        raise NotDrawn
    return row


def _entry(stage: Stage, entrant: Entrant) -> StageEntry:
    """The entrant's place in the stage; NotInStage when it has none."""
    entry = StageEntry.objects.filter(stage=stage, entrant=entrant, line__isnull=False).first()
    if entry is None:
        raise NotInStage(entrant=entrant.name)
    return entry


def _check_can_join(stage: Stage, entrant: Entrant) -> None:
    """Refuse whoever is of another event, has left, or is in the stage already."""
    entrant.refresh_from_db()
    if entrant.event_id != stage.event_id:
        raise WrongTournament
    if entrant.withdrawn_at is not None:
        raise HasWithdrawn(entrant=entrant.name)
    if StageEntry.objects.filter(stage=stage, entrant=entrant).exists():
        raise AlreadyInStage(entrant=entrant.name)


def _join(stage: Stage, entrant: Entrant, *, line: int | None, is_late: bool) -> StageEntry:
    """Put the entrant on a free line and tell its players."""
    joins = first_round_for_late(stage)
    entry = StageEntry.objects.create(stage=stage, entrant=entrant, line=line, is_late=is_late, joins=joins)
    if entrant.is_alternate:
        entrant.is_alternate = False
        entrant.save(update_fields=["is_alternate"])
    notices.alternate_in(entrant)
    return entry
