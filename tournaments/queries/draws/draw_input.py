"""The input of a draw: its entrants, seeds, options and dice, and the announcement that commits to it."""

from __future__ import annotations

import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, Literal

from django.db.models import Exists, OuterRef

from tournaments import formats
from tournaments.acts import ABSENT, readable
from tournaments.acts.tournaments import SeasonBegun
from tournaments.errors.draws import (
    DrawnWithItsFeeder,
    FeederNotComplete,
    InvalidDice,
    InvalidLines,
    InvalidSeed,
    InvalidSeeds,
    TiedAtTheCut,
)
from tournaments.formats import (
    FORMATS,
    BySeasons,
    Feed,
    Format,
    FormatError,
    HandKind,
    HandOrder,
    Intake,
    KeepsEarlier,
    Options,
    Problem,
    Shape,
)
from tournaments.models import (
    Commitment,
    Draw,
    DrawInput,
    DrawnEntry,
    Entrant,
    Event,
    LogEntry,
    Stage,
)
from tournaments.models.wording import group_words
from tournaments.plans import PlannedEvent, grave, problems
from tournaments.queries.affiliations import people_of
from tournaments.queries.event_ratings import ratings_of_event, seeds_by_list
from tournaments.queries.events.plans import plan_of_stages
from tournaments.queries.publicity import names_of_entrants
from tournaments.queries.state import StageState, event_states, feeds_of

from .wild_cards import announced_wild_cards, let_in

Who = Literal["present", "all"]

# Ten dice are 60 million outcomes, five rolls of two.
FEWEST_DICE, MOST_DICE = 4, 40
LONGEST_SEED = 64
_DICE = re.compile(r"[1-6]")
_BETWEEN = re.compile(r"[\s,;.\-–/]+")


@dataclass(frozen=True, slots=True)
class DrawList:
    """Who is drawn into a stage, with the seeds of those who have one; those with a wild card are named by uid."""

    stage: Stage
    event: Event
    entrants: Sequence[Entrant]
    seeds: Mapping[str, int]
    wild_cards: Collection[str] = ()

    @classmethod
    def read(
        cls,
        stage: Stage,
        *,
        event: Event,
        seeds: Mapping[str, int] | None,
        who: Who,
        by_list: bool,
        wild_cards: Collection[str],
        announced: Commitment | None = None,
    ) -> DrawList:
        """Return who is to be drawn; those with a wild card come last.

        Without `seeds` a new season of a league is seeded by promotion and relegation, or with `by_list` by the ratings
        of the event's list. An announced draw keeps its seeds and wild cards. Raise InvalidSeeds.
        """
        wild_cards = wild_cards or announced_wild_cards(announced)
        fed = fed_entrants(stage)
        if cards := let_in(stage, fed, wild_cards):
            fed = [*(fed or ()), *cards]
        if announced is not None:
            entrants = fed if fed is not None else _announced_and_there(event, announced)
            entries = announced.basis.entries
            seeds = {entry.uid: entry.seed for entry in entries if entry.seed is not None}
            return cls(stage, event, entrants, seeds, wild_cards)
        entrants = _entrants_to_draw(event, who=who) if fed is None else fed
        if seeds is None:
            seeds = _usual_seeds(stage, event, entrants, is_fed=fed is not None, by_list=by_list)
        return cls(stage, event, entrants, _checked_seeds(seeds, entrants=entrants), wild_cards)

    @property
    def faults(self) -> list[Problem]:
        """The faults of the stages that this one would feed; none if it is fed itself.

        Faults of the stage itself are raised by its own draw.
        """
        if self.stage.feeds:
            return []
        of_event = Stage.objects.filter(event=self.event).order_by("order")
        stages = [other for other in of_event if not other.is_playoff]
        plan = plan_of_stages(stages)
        number = next(number for number, other in enumerate(stages) if other.pk == self.stage.pk)
        behind = _behind(plan, number)
        every = grave(problems(plan, entrants=len(self.entrants)))
        return [problem for problem in every if _number_of(problem) in behind]

    @property
    def content(self) -> dict[str, Any]:
        """The input of the draw in canonical order: options, entrants, and the shape of the feeding stages."""
        stage, event = self.stage, self.event
        people, groups, ratings = people_of(event), _groups_before(stage), ratings_of_event(event)
        bans, here = _bans_of(stage), {entrant.uid for entrant in self.entrants}
        entries = tuple(
            DrawnEntry(
                uid=entrant.uid,
                seed=self.seeds.get(entrant.uid),
                is_late=_came_late(entrant, event),
                club=people[entrant.pk].club,
                country=people[entrant.pk].country,
                bye_lots=entrant.bye_lots,
                group=groups.get(entrant.uid, ""),
                rating=ratings.rating_of(entrant),
                is_wild_card=entrant.uid in self.wild_cards,
                apart_from=tuple(sorted(bans[entrant.uid] & here)),
            )
            for entrant in sorted(self.entrants, key=lambda entrant: entrant.uid)
        )
        feeders: tuple[tuple[int, ...], ...] = ()
        if FORMATS[stage.format].intake is Intake.DROPS:
            states = {state.stage.order: state for state in event_states(event)}
            feeders = tuple(_feeding_slots(feed, states[feed.stage]) for feed in feeds_of(stage))
        elif sizes := sizes_of_season(stage, entrants=len(entries)):
            feeders = (sizes,)
        return DrawInput(stage.options, entries, feeders).to_dict()


def _usual_seeds(
    stage: Stage, event: Event, entrants: Sequence[Entrant], *, is_fed: bool, by_list: bool
) -> Mapping[str, int]:
    """Return the seeds of a draw for which none are given."""
    if is_fed:
        # Entrants from another stage are seeded by their places in it.
        places = enumerate(entrants, start=1) if has_seeding(stage.format) else ()
        return {entrant.uid: number for number, entrant in places}
    if by_list:
        return seeds_by_list(event, entrants)
    there = {entrant.uid for entrant in entrants}
    return {uid: number for uid, number in order_of_season(stage).items() if uid in there}


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
        undrawn = {feed.stage for feed in feeds} - set(_drawn_orders(stage.event))
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
    ties = [tie for feeder in feeders for tie in feeder.ties_in_force if tie.playoff == playoff.uid]
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


def _drawn_orders(event: Event) -> Iterable[int]:
    """Return the order numbers of the drawn stages of an event."""
    stages = Stage.objects.filter(event=event, draws__voided_at=None, draws__isnull=False)
    return stages.values_list("order", flat=True)


def fed_during_play(event: Event) -> Iterator[Stage]:
    """Yield the undrawn stages that other stages feed during play, once all their feeders are drawn."""
    is_drawn = Exists(Draw.objects.filter(stage=OuterRef("pk"), voided_at=None))
    stages = list(Stage.objects.filter(event=event).annotate(is_drawn=is_drawn).order_by("order"))
    orders = {stage.order for stage in stages if stage.is_drawn}
    for stage in stages:
        is_next = FORMATS[stage.format].intake is Intake.DROPS and stage.order not in orders
        if is_next and orders.issuperset(feed.stage for feed in feeds_of(stage)):
            orders.add(stage.order)
            yield stage


def depending_on(stage: Stage) -> list[Stage]:
    """Return the stages fed by this stage, directly or through other stages."""
    orders = {stage.order}
    dependants = []
    for other in Stage.objects.filter(event=stage.event_id, order__gt=stage.order).order_by("order"):
        if not orders.isdisjoint(feed.stage for feed in feeds_of(other)):
            orders.add(other.order)
            dependants.append(other)
    return dependants


def _behind(plan: PlannedEvent, number: int) -> set[int]:
    """Return the numbers of the stages fed by this one, directly or through other stages."""
    numbers = {number}
    for other, stage in enumerate(plan.stages):
        if any(feed.stage in numbers for feed in stage.feeds):
            numbers.add(other)
    return numbers - {number}


def _number_of(problem: Problem) -> int | None:
    """Return the number of the stage that a problem concerns; None for the event."""
    _stages, _, rest = str(problem.data["path"]).partition(".")
    return int(rest.split(".")[0]) if rest else None


def has_seeding(code: str) -> bool:
    """Whether the format has an option for seeding."""
    return any(option.name == "seeding" for option in fields(FORMATS[code].options))


def _bans_of(stage: Stage) -> Mapping[str, set[str]]:
    """Return whom each entrant does not meet by order of the director; empty unless a bracket is drawn."""
    bans: defaultdict[str, set[str]] = defaultdict(set)
    if FORMATS[stage.format].shape is Shape.BRACKET:
        for order in lasting_bans(stage):
            for uid in order.entrants:
                bans[uid] |= order.members - {uid}
    return bans


def lasting_bans(stage: Stage) -> list[HandOrder]:
    """Return the orders that keep two apart from the first round on: those of the stage, and those of its event."""
    others = Stage.objects.filter(event=stage.event_id).exclude(pk=stage.pk).order_by("order")
    of_event = [order for other in others for order in other.hand_orders if order.everywhere]
    lasting = [order for order in (*stage.hand_orders, *of_event) if order.kind is HandKind.APART]
    by_members = {order.members: order for order in reversed(lasting) if order.until is None}
    return [replace(order, round=1) for order in by_members.values()]


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


def seeded_options(stage: Stage) -> dict[str, str | int]:
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
            is_latecomer=entry.is_late,
            club=entry.club or "",
            country=entry.country or "",
            bye_lots=entry.bye_lots,
            group=entry.group,
            rating=entry.rating,
            apart_from=entry.apart_from,
        )
        for entry in basis.entries
    ]
    options = rules.options.from_dict(basis.options)
    return rules.draw(
        entries, seed=draw.seed, options=options, feeders=basis.feeders, version=draw.format_version
    )


def is_kept_version(rules: Format, version: int) -> bool:
    """Whether this release draws and pairs exactly as the given version of the format."""
    earliest = rules.earliest if isinstance(rules, KeepsEarlier) else rules.version
    return earliest <= version <= rules.version


def order_of_season(stage: Stage) -> dict[str, int]:
    """Return the numbers, from 1, of the entrants by promotion and relegation; empty for a first season."""
    act = _season_of(stage)
    return {} if act is None else {uid: number for number, uid in enumerate(act.order, start=1)}


def sizes_of_season(stage: Stage, *, entrants: int) -> tuple[int, ...]:
    """Return the size of each division of a new season; empty for a first season.

    Upper divisions keep their sizes, so that a new entrant does not undo a relegation; the last division takes the rest.
    """
    act = _season_of(stage)
    upper = () if act is None or act.divisions is ABSENT else act.divisions[:-1]
    rest = entrants - sum(upper)
    # If the last division is too small for promotion and relegation, all divisions get nearly equal sizes.
    rules = FORMATS[stage.format]
    fewest = (
        rules.fewest_in_division(rules.options.from_dict(stage.options))
        if isinstance(rules, BySeasons)
        else 0
    )
    return (*upper, rest) if upper and rest >= fewest else ()


def _season_of(stage: Stage) -> SeasonBegun | None:
    """Return the act that began the season of this stage; None for a first season."""
    if not isinstance(FORMATS[stage.format], BySeasons):
        return None
    acts = map(readable, LogEntry.objects.filter(event=stage.event_id, code=SeasonBegun.code))
    return next((act for act in acts if isinstance(act, SeasonBegun) and act.stage == stage.uid), None)


def read_dice(text: str) -> str:
    """Return the dice in the form that is hashed, digits separated by blanks; raise InvalidDice."""
    digits = _BETWEEN.sub("", text)
    if not FEWEST_DICE <= len(digits) <= MOST_DICE or _DICE.sub("", digits):
        raise InvalidDice(fewest=FEWEST_DICE, most=MOST_DICE)
    return " ".join(digits)


def checked_seed(seed: str) -> str:
    """Return the seed; raise InvalidSeed if it is too long or not printable."""
    if len(seed) > LONGEST_SEED or not seed.isprintable():
        raise InvalidSeed(most=LONGEST_SEED)
    return seed


def checked_lines(
    lines: Sequence[str | None], *, usual: Sequence[str | None], shape: Shape
) -> list[str | None]:
    """Return the lines of a manual draw; raise InvalidLines unless they fit the usual placement."""
    rows = list(lines)
    if shape is Shape.BRACKET:
        # Empty lines at the end of a bracket can be omitted.
        rows += [None] * (len(usual) - len(rows))
    entrants = sorted(uid for uid in usual if uid)
    is_full = sorted(uid for uid in rows if uid) == entrants
    is_even = shape is not Shape.BRACKET or all(
        rows[line] or rows[line + 1] for line in range(0, len(rows) - 1, 2)
    )
    if len(rows) != len(usual) or not is_full or not is_even:
        raise InvalidLines(entrants=len(entrants), lines=len(usual))
    return rows


def announced_text(draw_input: Mapping[str, Any], *, format: str, version: int, secret: str) -> str:  # noqa: A002 - the field's word
    """Return the text that is hashed: a line of JSON with the draw's input, then a line with the secret.

    The JSON is canonical: sorted keys, no blanks, ASCII only, and no apostrophe, so that it can be quoted in a shell.
    """
    content = {"format": format, "version": version, "input": draw_input}
    line = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return line.replace("'", "\\u0027") + f"\n{secret}\n"


def announced_version(commitment: Commitment) -> int:
    """Return the version of the format stored in the commitment."""
    return int(json.loads(commitment.text.splitlines()[0])["version"])


def digest_of(text: str) -> str:
    """Return the SHA-256 of a text in hex, as `sha256sum` prints it."""
    return hashlib.sha256(text.encode()).hexdigest()


def is_kept(draw: Draw, commitment: Commitment) -> bool:
    """Whether the draw matches its commitment: the digest, the input and the seed are the announced ones."""
    text = announced_text(
        draw.input, format=draw.format, version=draw.format_version, secret=commitment.secret
    )
    return digest_of(text) == commitment.digest and draw.seed == rolled_seed(commitment.secret, draw.dice)


def rolled_seed(secret: str, dice: str) -> str:
    """Return the seed of an announced draw: the secret, or the SHA-256 of the secret and the dice."""
    return digest_of(f"{secret}\n{dice}") if dice else secret


def changes(announced: Mapping[str, Any], now: Mapping[str, Any]) -> tuple[list[str], list[str]]:
    """Return the names of the entrants added since the announcement, and of those removed."""
    before, after = (set(DrawInput.from_dict(content).by_uid) for content in (announced, now))
    names = names_of_entrants(before ^ after)
    arrivals, departures = (sorted(names[uid] for uid in uids) for uids in (after - before, before - after))
    return arrivals, departures
