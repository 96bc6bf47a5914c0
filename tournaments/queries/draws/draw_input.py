"""The input of a draw: the entrants, their seeds and the options."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import fields
from typing import Any, Literal

from tournaments import formats
from tournaments.errors import DrawnWithItsFeeder, FeederNotComplete, InvalidSeeds, TiedAtTheCut
from tournaments.formats import FORMATS, Feed, Format, FormatError, Intake, KeepsEarlier, Options, Shape
from tournaments.models import Commitment, Draw, DrawInput, DrawnEntry, Entrant, Event, Stage
from tournaments.models.format_names import group_words
from tournaments.queries.affiliations import people_of
from tournaments.queries.decisions import ties_of
from tournaments.queries.events.seasons import order_of_season, sizes_of_season
from tournaments.queries.state import StageState, event_states, feeds_of

Who = Literal["present", "all"]


def who_and_seeds(
    stage: Stage,
    *,
    event: Event,
    seeds: Mapping[str, int] | None,
    who: Who,
    announced: Commitment | None,
) -> tuple[list[Entrant], dict[str, int]]:
    """Return the entrants to draw and their seeds; seeding event entrants saves the seeding option of the stage.

    Without `seeds` a new season of a league is seeded by promotion and relegation. An announced draw keeps its seeds.
    """
    fed = fed_entrants(stage)
    if announced is not None:
        candidates = fed if fed is not None else _announced_and_there(event, announced)
        entries = announced.basis.entries
        return candidates, {entry.uid: entry.seed for entry in entries if entry.seed is not None}
    entrants = _entrants_to_draw(event, who=who) if fed is None else fed
    if fed and seeds is None and has_seeding(stage.format):
        # Entrants from another stage are seeded by their places in it.
        seeds = {entrant.uid: number for number, entrant in enumerate(fed, start=1)}
    if fed is None and seeds is None:
        there = {entrant.uid for entrant in entrants}
        seeds = {uid: number for uid, number in order_of_season(stage).items() if uid in there}
    numbers = _checked_seeds(seeds or {}, entrants=entrants)
    if numbers and fed is None:
        stage.options = _seeded(stage)
        stage.save(update_fields=["options"])
    return entrants, numbers


def _announced_and_there(event: Event, announced: Commitment) -> list[Entrant]:
    """Return the announced entrants still present, and those entered or checked in since the announcement."""
    uids = set(announced.basis.by_uid)
    entrants = _entrants_to_draw(event, who="all")
    is_new = {entrant.uid for entrant in entrants if _is_there_since(entrant, announced)}
    return [entrant for entrant in entrants if entrant.uid in uids | is_new]


def _is_there_since(entrant: Entrant, announced: Commitment) -> bool:
    return max(entrant.entered_at, entrant.checked_in_at or entrant.entered_at) > announced.at


def fed_entrants(stage: Stage) -> list[Entrant] | None:
    """Return the entrants that other stages feed into this one, best place first; None without feeds.

    Raise FeederNotComplete or TiedAtTheCut while they are not certain.
    """
    feeds = feeds_of(stage)
    if not feeds:
        return None
    if stage.is_playoff:
        return _tied(stage)
    if FORMATS[stage.format].intake is Intake.DROPS:
        # A stage added after the draws of its feeders is drawn alone, and admits their losers so far at once.
        undrawn = {feed.stage for feed in feeds} - set(drawn_orders(stage.event))
        if undrawn:
            raise DrawnWithItsFeeder
        return []
    states = {state.stage.order: state for state in event_states(stage.event)}
    uids: dict[str, None] = {}
    for feed in feeds:
        state = states.get(feed.stage)
        if state is None:
            raise FeederNotComplete(stage=_stage_name(stage.event, feed.stage))
        try:
            qualifiers = formats.entrants_to_feed(feed, state.as_feeder(state.state))
        except FormatError as error:
            raise _feed_refusal(error, state.stage) from error
        uids.update(dict.fromkeys(fed.entrant for fed in qualifiers))
    entrants = Entrant.objects.filter(event=stage.event_id, uid__in=uids).select_related("side")
    by_uid = {entrant.uid: entrant for entrant in entrants}
    return [by_uid[uid] for uid in uids]


def _tied(playoff: Stage) -> list[Entrant]:
    """Return the entrants of the playoff: those tied in the stage it decides."""
    feeders = Stage.objects.filter(
        event=playoff.event_id, order__in=[feed.stage for feed in feeds_of(playoff)]
    )
    ties = [tie for feeder in feeders for tie in ties_of(feeder) if tie.playoff == playoff.uid]
    uids = {uid for tie in ties for uid in tie.entrants}
    rows = Entrant.objects.filter(event=playoff.event_id, uid__in=uids, withdrawn_at=None)
    return list(rows.select_related("side").order_by("uid"))


def _feed_refusal(error: FormatError, feeder: Stage) -> FeederNotComplete | TiedAtTheCut:
    problem = error.problems[0]
    if problem.code == "tied_at_the_cut":
        number = problem.data.get("group")
        group = "" if number is None else group_words(feeder.format, int(number))
        return TiedAtTheCut(
            stage=f"{feeder}, {group}" if group else str(feeder),
            group=number,
            count=problem.data["count"],
            places=str(problem.data["places"]).replace("-", "–"),
        )
    return FeederNotComplete(stage=str(feeder))


def _stage_name(event: Event, order: int) -> str:
    return str(Stage.objects.filter(event=event, order=order).first() or order + 1)


def drawn_orders(event: Event) -> Iterable[int]:
    """Return the order numbers of the drawn stages of an event."""
    stages = Stage.objects.filter(event=event, draws__voided_at=None, draws__isnull=False)
    return stages.values_list("order", flat=True)


def has_seeding(code: str) -> bool:
    """Whether the format has an option for seeding."""
    return any(option.name == "seeding" for option in fields(FORMATS[code].options))


def seen_by_draw(
    stage: Stage, *, event: Event, entrants: Collection[Entrant], seeds: Mapping[str, int]
) -> dict[str, Any]:
    """Return the input of the draw in canonical order: options, entrants, and the shape of the feeding stages."""
    people, groups = people_of(event), _groups_before(stage)
    entries = tuple(
        DrawnEntry(
            uid=entrant.uid,
            seed=seeds.get(entrant.uid),
            is_late=_came_late(entrant, event),
            club=people[entrant.pk].club,
            country=people[entrant.pk].country,
            bye_lots=entrant.bye_lots,
            group=groups.get(entrant.uid, ""),
        )
        for entrant in sorted(entrants, key=lambda entrant: entrant.uid)
    )
    feeders: tuple[tuple[int, ...], ...] = ()
    if FORMATS[stage.format].intake is Intake.DROPS:
        states = {state.stage.order: state for state in event_states(event)}
        feeders = tuple(_feeding_slots(feed, states[feed.stage]) for feed in feeds_of(stage))
    elif sizes := sizes_of_season(stage, entrants=len(entries)):
        feeders = (sizes,)
    return DrawInput(stage.options, entries, feeders).to_dict()


def _groups_before(stage: Stage) -> dict[str, str]:
    """Return the group of each entrant in the feeding stages; empty unless a bracket is drawn."""
    rules = FORMATS[stage.format]
    feeds = feeds_of(stage)
    if not feeds or rules.shape is not Shape.BRACKET or rules.intake is Intake.DROPS:
        return {}
    states = {state.stage.order: state for state in event_states(stage.event, with_people=False)}
    feeders = [states[feed.stage] for feed in feeds if feed.stage in states]
    return formats.groups_of(feeder.as_feeder(feeder.state) for feeder in feeders)


def _feeding_slots(feed: Feed, feeder: StageState) -> tuple[int, ...]:
    """Return the number of slots of each round whose losers the feed takes."""
    rounds, outline = feeder.format.rounds(feeder.state), feeder.format.outline(feeder.state)
    return tuple(
        len(outline.rounds[declared.number - 1]) for declared in formats.feeding_rounds(feed, rounds)
    )


def _entrants_to_draw(event: Event, *, who: Who) -> list[Entrant]:
    entrants = list(
        Entrant.objects.filter(event=event, withdrawn_at=None, is_alternate=False).select_related("side")
    )
    present = [entrant for entrant in entrants if entrant.checked_in_at is not None]
    return present if present and who == "present" else entrants


def _came_late(entrant: Entrant, event: Event) -> bool:
    """Whether the entrant arrived after the start of the event; byes go to the others (Kleinman)."""
    if event.starts_at is None:
        return False
    return max(entrant.entered_at, entrant.checked_in_at or entrant.entered_at) > event.starts_at


def _checked_seeds(seeds: Mapping[str, int], *, entrants: Collection[Entrant]) -> dict[str, int]:
    """Return the seeds; raise InvalidSeeds unless they are distinct positive numbers of drawn entrants."""
    uids = {entrant.uid for entrant in entrants}
    numbers = list(seeds.values())
    is_right = (
        uids.issuperset(seeds)
        and len(set(numbers)) == len(numbers)
        and all(type(number) is int and number > 0 for number in numbers)
    )
    if not is_right:
        raise InvalidSeeds
    return dict(seeds)


def _seeded(stage: Stage) -> dict[str, str | int]:
    """Return the options of the stage with seeding switched on, if its format has that option."""
    rules: type[Options] = FORMATS[stage.format].options
    seeding = {"seeding": "seeded"} if has_seeding(stage.format) else {}
    return rules.from_dict({**stage.options, **seeding}).to_dict()


def redraw(draw: Draw) -> formats.Placement:
    """Return the placement given by the stored input and seed; raise FormatError for an invalid input."""
    rules, basis = FORMATS[draw.format], draw.basis
    entries = [
        formats.Entry(
            entry.uid,
            seed=entry.seed,
            is_late=entry.is_late,
            club=entry.club or "",
            country=entry.country or "",
            bye_lots=entry.bye_lots,
            group=entry.group,
        )
        for entry in basis.entries
    ]
    options = rules.options.from_dict(basis.options)
    return rules.draw(entries, seed=draw.seed, options=options, feeders=basis.feeders)


def is_kept_version(rules: Format, version: int) -> bool:
    """Whether this release draws and pairs exactly as the given version of the format."""
    earliest = rules.earliest if isinstance(rules, KeepsEarlier) else rules.version
    return earliest <= version <= rules.version
