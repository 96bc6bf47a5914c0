"""What a director has paired by hand in a stage, and the rules that it breaks in words."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from tournaments import formats
from tournaments.formats import ByLines, HandKind, HandOrder, HandPaired, Reason
from tournaments.models import Entrant, Stage
from tournaments.queries.state import StageState, stage_state

from .pairing_words import Names, why
from .round_words import round_words


def rounds_to_pair(state: StageState) -> range:
    """Return the rounds that can be paired by hand: the one under way and the later ones."""
    rules = state.format
    return rules.rounds_by_hand(state.state) if isinstance(rules, HandPaired) else range(0)


@dataclass(frozen=True, slots=True)
class HandLine:
    """An order of the director: the entrants with their names, and the points of a round missed."""

    kind: HandKind
    round: int
    entrants: tuple[str, ...]
    names: tuple[str, ...]
    points: int
    until: int | None
    everywhere: bool = False


def hand_lines(orders: Sequence[HandOrder], names: Mapping[str, str]) -> list[HandLine]:
    """Return these orders with the names of their entrants."""
    return [
        HandLine(
            order.kind,
            order.round,
            order.entrants,
            tuple(names.get(uid, uid) for uid in order.entrants),
            order.half_points // 2,
            order.until,
            order.everywhere,
        )
        for order in orders
    ]


@dataclass(frozen=True, slots=True)
class Breach:
    """A rule that an order breaks: its code, its values, and the sentence in the reader's language."""

    code: str
    data: dict[str, str | int]
    text: str


def breaches(stage: Stage, number: int) -> list[Breach]:
    """Return the rules that the orders of a round break, and what they lead to, as they are stored now."""
    state = stage_state(stage)
    return [] if state is None else breaches_in(state, number)


def breaches_in(state: StageState, number: int, *, entrants: Collection[str] = ()) -> list[Breach]:
    """Return the same for a state that was read; in a bracket what these entrants break on their lines."""
    rules = state.format
    reasons: Sequence[Reason] = ()
    if isinstance(rules, HandPaired):
        reasons = rules.breaches(state.state, number)
    elif isinstance(rules, ByLines) and entrants:
        reasons = rules.breaches_of_lines(state.state, entrants)
    declared = {of.number: of for of in rules.rounds(state.state)}
    names = Names(
        {uid: entrant.name for uid, entrant in state.entrants.items()},
        {state.stage.uid: str(state.stage)},
        state.stage.uid,
        lambda _stage, of: round_words(declared[of]),
    )
    return [
        Breach(reason.code, dict(reason.data), text)
        for reason, text in zip(reasons, why(reasons, names), strict=True)
    ]


def bans_that_yield(state: StageState) -> list[str]:
    """Return the sentences about those who are kept apart and meet in the newest round."""
    newest = max((pairing.round for pairing in state.state.pairings), default=0)
    if not state.state.by_hand or not newest:
        return []
    return [breach.text for breach in breaches_in(state, newest) if breach.code == "hand_yields"]


@dataclass(frozen=True, slots=True)
class HandRound:
    """A round that can be paired by hand, with the rules broken in it."""

    round: int
    breaches: Sequence[Breach]


@dataclass(frozen=True, slots=True)
class HandView:
    """All orders of a stage, and the rounds that can be paired by hand."""

    orders: Sequence[HandLine]
    rounds: Sequence[HandRound]


def hand_view(stage: Stage) -> HandView:
    """Return what is paired by hand in a stage, read again; before its draw only those kept apart."""
    stage.refresh_from_db(fields=["by_hand"])
    state = stage_state(stage)
    if state is None:
        entrants = (
            Entrant.objects.filter(event=stage.event_id).select_related("side") if stage.by_hand else ()
        )
        return HandView(hand_lines(stage.hand_orders, {one.uid: one.name for one in entrants}), ())
    names = {uid: entrant.name for uid, entrant in state.entrants.items()}
    rounds = [HandRound(number, breaches_in(state, number)) for number in rounds_to_pair(state)]
    return HandView(hand_lines(state.state.by_hand, names), rounds)


@dataclass(frozen=True, slots=True)
class Chip:
    """A player as shown for pairing by hand, with the half points so far and the line in a bracket.

    Without `uid` it is an empty line.
    """

    uid: str
    name: str
    half_points: int | None = None
    line: int | None = None

    @property
    def key(self) -> str:
        """The uid, or the line of an empty one."""
        return self.uid or f"line-{self.line}"


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A line of a round: two who meet, one with a bye, or one who is not paired yet."""

    chips: tuple[Chip, ...]
    is_bye: bool = False
    is_by_hand: bool = False
    has_begun: bool = False


def seat_lines(state: StageState, number: int) -> list[SeatLine]:
    """Return the lines of a round: as paired, else its players by points behind those who are paired by hand."""
    format_state = state.state
    standings = state.format.standings(format_state)
    chips = {
        standing.entrant: Chip(standing.entrant, state.entrants[standing.entrant].name, standing.half_points)
        for standing in standings
    }
    here = sorted((one for one in format_state.pairings if one.round == number), key=lambda one: one.slot)
    there = formats.available(format_state, number)
    results = {result.place for result in format_state.results}
    if here:
        lines = [
            SeatLine(
                tuple(chips[uid] for uid in pairing.entrants if uid in chips),
                is_bye=pairing.is_bye,
                is_by_hand=formats.is_by_hand(format_state, pairing),
                has_begun=pairing.is_begun or pairing.place in results,
            )
            for pairing in here
        ]
    else:
        hand = formats.seats_by_hand(format_state, number, there)
        lines = [SeatLine((chips[one], chips[two]), is_by_hand=True) for one, two in hand.pairs]
        lines += [SeatLine((chips[uid],), is_bye=True, is_by_hand=True) for uid in hand.byes]
    seated = {chip.uid for line in lines for chip in line.chips}
    free = [uid for uid in chips if uid in set(there) - seated]
    return [*lines, *(SeatLine((chips[uid],)) for uid in free)]


def has_lines(state: StageState) -> bool:
    """Whether the stage is a bracket whose lines the draw has filled."""
    return isinstance(state.format, ByLines) and state.format.intake is formats.Intake.DRAW


def bracket_lines(state: StageState) -> list[SeatLine]:
    """Return the slots that lines lead to, each with the entrants or empty lines of its sides."""
    entries = {entry.uid: entry for entry in state.state.entries}
    results = {result.place for result in state.state.results if not result.is_given}
    begun = {pairing.place for pairing in state.state.pairings if pairing.is_begun} | results
    lines = []
    for slots in state.format.outline(state.state).rounds:
        for slot in slots:
            sides = [side for side in (slot.one, slot.two) if side.line is not None]
            chips = tuple(
                Chip(
                    side.entrant or "",
                    state.entrants[side.entrant].name if side.entrant else "",
                    line=side.line,
                )
                for side in sides
            )
            is_moved = any(entries[chip.uid].is_moved for chip in chips if chip.uid)
            if chips:
                lines.append(
                    SeatLine(
                        chips,
                        is_by_hand=is_moved,
                        has_begun=(slot.round, slot.slot) in begun,
                    )
                )
    return lines
