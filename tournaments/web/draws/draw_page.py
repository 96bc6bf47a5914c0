"""The content of the desk page of a draw: entrants, free places, rounds and their lengths."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from matches.errors import DomainError
from tournaments.actions.draws.obstacles import choices_of
from tournaments.actions.events.problems import problem_words
from tournaments.acts.draws import RoundChoice
from tournaments.errors.draws import TiedAtTheCut
from tournaments.formats import FORMATS, BySeasons, HandPaired, Shape, closing
from tournaments.models import Commitment, Draw, Entrant, Stage
from tournaments.queries.draws.bracket import BracketView, RoundView, SideView, SlotState, SlotView, view_of
from tournaments.queries.draws.by_hand import bans_that_yield
from tournaments.queries.draws.draw_input import fed_entrants
from tournaments.queries.draws.round_words import round_words
from tournaments.queries.draws.wild_cards import takes_wild_cards
from tournaments.queries.hall import desk
from tournaments.queries.hall.desk import EntrantLine, EntrantList
from tournaments.queries.state import bye_under_way, feeds_of, state_of_read
from tournaments.web.templatetags.videau import stage_name
from tournaments.web.wording.formats import feed_words


@dataclass(frozen=True, slots=True)
class RoundOnPage:
    """A round with its length; `is_fixed` if all of its matches have begun, so that the length stays."""

    number: int
    words: str
    length: int
    is_fixed: bool


@dataclass(frozen=True, slots=True)
class DrawPage:
    """The content of the desk page of a draw; `bracket` is None before the draw.

    `placed` have a place in the bracket, `unplaced` could get one: alternates,
    late entrants, and those absent at the draw. `byes` are the lines that a late
    entrant can take, with the entrant who has the bye now. `announced` is the
    announcement that the draw has to keep. `fed` are the entrants from other
    stages, None if the stage takes those of the event; `refusal` says why they
    are not certain yet, and `tied_in` are the stages with a tie to decide first.
    `obstacles` say why the next round waits for the director, `choices` are the
    possible decisions. `yields` name those who are kept apart and meet in the
    newest round. `bye_holder` has a bye in the current round, which a late
    entrant may take.
    """

    stage: Stage
    draws: Sequence[Draw]
    entrants: EntrantList
    bracket: BracketView | None
    placed: Sequence[EntrantLine]
    unplaced: Sequence[EntrantLine]
    byes: Sequence[tuple[int, str]]
    rounds: Sequence[RoundOnPage]
    announced: Commitment | None = None
    fed: Sequence[Entrant] | None = None
    refusal: str = ""
    tied_in: Sequence[Stage] = ()
    obstacles: str = ""
    yields: Sequence[str] = ()
    choices: Sequence[RoundChoice] = ()
    bye_holder: str = ""

    @property
    def is_bracket(self) -> bool:
        """Whether the draw fills a bracket; otherwise it assigns numbers."""
        return FORMATS[self.stage.format].shape is Shape.BRACKET

    @property
    def feeds(self) -> Sequence[str]:
        """Return the feeds of the stage in words; empty if it takes the entrants of the event."""
        rules = feeds_of(self.stage)
        stages = (
            {stage.order: stage for stage in Stage.objects.filter(event=self.stage.event_id)} if rules else {}
        )
        return [
            feed_words(rule, feeder=stage_name(stages[rule.stage])) for rule in rules if rule.stage in stages
        ]

    @property
    def may_draw(self) -> bool:
        """Whether the draw has enough entrants, as far as known before it."""
        if self.fed is not None:
            return not self.refusal
        return len(self.entrants.placed) >= FORMATS[self.stage.format].fewest

    @property
    def wild_cards(self) -> Sequence[EntrantLine]:
        """Return the entrants of the event who can be let in beside those who come by results; none once announced."""
        if not self.fed or self.announced is not None or not takes_wild_cards(self.stage):
            return ()
        coming = {entrant.uid for entrant in self.fed}
        return [line for line in self.entrants.placed if line.uid not in coming]

    @property
    def is_ladder(self) -> bool:
        """Whether the format is a ladder."""
        return FORMATS[self.stage.format].shape is Shape.LADDER

    @property
    def has_seasons(self) -> bool:
        """Whether another season can follow the stage."""
        return isinstance(FORMATS[self.stage.format], BySeasons)

    @property
    def may_hold(self) -> bool:
        """Whether pairing can be paused: rounds remain to be paired, or the stage is a ladder."""
        if self.bracket is None or self.is_bracket:
            return False
        return self.is_ladder or not self.bracket.is_complete

    @property
    def may_keep_apart(self) -> bool:
        """Whether two entrants can be kept apart before the draw."""
        rules = FORMATS[self.stage.format]
        return self.fed is None and (isinstance(rules, HandPaired) or rules.shape is Shape.BRACKET)

    @property
    def may_pair_by_hand(self) -> bool:
        """Whether rounds to come can be paired by hand."""
        is_paired = isinstance(FORMATS[self.stage.format], HandPaired)
        return is_paired and self.bracket is not None and not self.bracket.is_complete

    @property
    def numbers(self) -> Sequence[tuple[int, str]]:
        """Return the numbers assigned by the draw of a stage without a bracket, with the names."""
        if self.draw is None or self.is_bracket:
            return ()
        names = {
            line.uid: line.name
            for lines in (self.entrants.placed, self.entrants.alternates, self.entrants.withdrawn)
            for line in lines
        }
        return [(number, names.get(uid or "", "")) for number, uid in enumerate(self.draw.placement, start=1)]

    @property
    def draw(self) -> Draw | None:
        """Return the valid draw, or None."""
        return next((draw for draw in self.draws if draw.voided_at is None), None)

    @property
    def void(self) -> Sequence[Draw]:
        """Return the void draws."""
        return [draw for draw in self.draws if draw.voided_at is not None]

    @property
    def has_ratings(self) -> bool:
        """Whether the entrants can be seeded by the official list of the event."""
        return any(line.rating is not None for line in self.entrants.placed)

    @property
    def missing(self) -> int:
        """Return the number of entrants with a place who are not checked in."""
        return len(self.entrants.placed) - self.entrants.checked_in

    @property
    def has_begun(self) -> bool:
        """Whether a match of the stage has begun."""
        rounds = self.bracket.rounds if self.bracket is not None else ()
        return any(
            slot.match is not None and slot.state is not SlotState.OPEN for of in rounds for slot in of.slots
        )

    @property
    def may_swap(self) -> bool:
        """Whether an open match in the first round allows a swap."""
        first = self.bracket.rounds[0].slots if self.bracket is not None and self.bracket.rounds else ()
        return any(slot.state is SlotState.OPEN for slot in first)

    @property
    def first_slots(self) -> Sequence[SlotView]:
        """Return the slots of the first round, without the empty ones."""
        if self.bracket is None or not self.bracket.played_rounds:
            return ()
        return [slot for slot in self.bracket.played_rounds[0].slots if slot.state is not SlotState.EMPTY]


def draw_page(stage: Stage) -> DrawPage:
    """Return the content of a stage's draw page; sixteen queries at most."""
    draws = Draw.objects.filter(stage=stage).select_related("by", "voided_by").order_by("-pk")
    state = state_of_read(stage)
    entrants = desk.entrants(stage.event, names_only=True, with_ratings=state is None)
    if state is None:
        fed, refusal, tied_in = _fed(stage)
        return DrawPage(
            stage,
            list(draws),
            entrants,
            None,
            entrants.placed,
            entrants.alternates,
            (),
            (),
            announced=Commitment.objects.filter(stage=stage, revealed_at=None).first(),
            fed=fed,
            refusal=refusal,
            tied_in=tied_in,
        )
    bracket = view_of(state)
    seated = {entry.uid for entry in state.state.entries if entry.line is not None}
    uids = {entry.uid for entry in state.state.entries}
    present = (*entrants.placed, *entrants.alternates)
    bye = bye_under_way(state)
    return DrawPage(
        stage=stage,
        draws=list(draws),
        entrants=entrants,
        bracket=bracket,
        placed=[line for line in present if line.uid in seated],
        unplaced=[line for line in present if line.uid not in uids],
        byes=_byes(bracket, closing.open_lines(state.format, state.state)),
        rounds=[_round(of) for of in bracket.played_rounds],
        obstacles=problem_words(problems := state.format.obstacles(state.state)),
        yields=bans_that_yield(state),
        choices=choices_of(problems),
        bye_holder="" if bye is None else state.entrants[bye.one].name,
    )


def _fed(stage: Stage) -> tuple[Sequence[Entrant] | None, str, Sequence[Stage]]:
    """Return the entrants from other stages, the refusal if they are uncertain, and the stages with ties."""
    try:
        return fed_entrants(stage), "", ()
    except TiedAtTheCut as refusal:
        feeders = [feed.stage for feed in feeds_of(stage)]
        complete = Stage.objects.filter(event=stage.event_id, order__in=feeders, completed_at__isnull=False)
        return (), str(refusal), list(complete)
    except DomainError as refusal:
        return (), str(refusal), ()


def _byes(bracket: BracketView, open_lines: Sequence[int]) -> list[tuple[int, str]]:
    if bracket.shape is not Shape.BRACKET:
        return [(line, "") for line in open_lines]
    sides = [side for slot in bracket.rounds[0].slots for side in slot.sides] if bracket.rounds else []
    return sorted((line, _beside(sides, line)) for line in open_lines)


def _beside(sides: Sequence[SideView], line: int) -> str:
    """Return the name on the line next to this one."""
    neighbour = line ^ 1
    return sides[neighbour].name if neighbour < len(sides) else ""


def _round(of: RoundView) -> RoundOnPage:
    slots = [slot for slot in of.slots if slot.match is not None]
    to_come = [slot for slot in of.slots if slot.state in (SlotState.PLANNED, SlotState.OPEN)]
    return RoundOnPage(of.number, round_words(of), of.length, is_fixed=bool(slots) and not to_come)
