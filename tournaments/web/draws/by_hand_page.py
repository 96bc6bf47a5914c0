"""The content of the page of pairing by hand: a round, what is picked in it, and the orders so far."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from urllib.parse import urlencode

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.formats import FORMATS, HandKind, HandPaired, Shape
from tournaments.models import Entrant, Stage
from tournaments.queries.draws.by_hand import (
    Breach,
    Chip,
    HandLine,
    SeatLine,
    bracket_lines,
    breaches_in,
    hand_lines,
    has_lines,
    rounds_to_pair,
    seat_lines,
)
from tournaments.queries.draws.round_words import round_words
from tournaments.queries.draws.standing_words import points_words
from tournaments.queries.state import StageState, state_of_read
from tournaments.web.frame.numbers import number_typed


class HandAct(StrEnum):
    """What is done with one or two picked players."""

    PAIR = "pair"
    MOVE = "move"
    SWAP = "swap"
    APART_ONCE = "apart_once"
    APART = "apart"
    EVERYWHERE = "everywhere"
    BYE = "bye"
    MISS = "miss"
    MISS_WITH_POINT = "miss_with_point"


_OF_ONE = (HandAct.BYE, HandAct.MISS, HandAct.MISS_WITH_POINT)
_OF_TWO = (HandAct.PAIR, HandAct.SWAP, HandAct.APART_ONCE, HandAct.APART, HandAct.EVERYWHERE)
_BEFORE_DRAW = (HandAct.APART, HandAct.EVERYWHERE)
_WORDS: Mapping[HandAct, object] = {
    HandAct.PAIR: pgettext_lazy("two players", "Pair them"),
    HandAct.SWAP: pgettext_lazy("two players", "Swap them"),
    HandAct.MOVE: pgettext_lazy("a player to a line", "Move there"),
    HandAct.APART_ONCE: _("Keep them apart in this round"),
    HandAct.APART: _("Keep them apart from now on"),
    HandAct.EVERYWHERE: _("Keep them apart in the whole event"),
    HandAct.BYE: _("Give a bye"),
    HandAct.MISS: _("Misses the round: no point"),
    HandAct.MISS_WITH_POINT: _("Misses the round: one point"),
}


_INVITATIONS: Mapping[str, object] = {
    "bracket": _("Pick a player"),
    "entrants": _("Pick two players to keep apart"),
    "round": _("Pick one or two players"),
}
_CHANGE = _("Then pick the player or the empty line to change with.")
_UNLESS = _("They meet only if nothing else can be paired.")
# What to do next, by what is picked from and how many are picked.
_HINTS: Mapping[tuple[str, int], object] = {
    ("bracket", 0): _CHANGE,
    ("bracket", 1): _CHANGE,
    ("entrants", 0): _UNLESS,
    ("entrants", 1): _("Then pick the other player."),
    ("entrants", 2): _UNLESS,
    ("round", 0): _("All others are paired around them by the rules."),
    ("round", 1): _("Or pick the opponent."),
}


@dataclass(frozen=True, slots=True)
class HandPick:
    """The picked players by uid, and what is done with them; None if nothing is chosen yet."""

    first: str = ""
    second: str = ""
    how: HandAct | None = None

    @property
    def is_ready(self) -> bool:
        """Whether it can be done."""
        return self.how is not None

    @property
    def is_private(self) -> bool:
        """Whether the reason is for the desk alone, and may be left out."""
        return self.how in (HandAct.APART, HandAct.APART_ONCE, HandAct.EVERYWHERE)


@dataclass(frozen=True, slots=True)
class RoundOrders:
    """All orders of one round as the action takes them."""

    pairs: tuple[tuple[str, str], ...] = ()
    byes: tuple[str, ...] = ()
    missed: tuple[tuple[str, int], ...] = ()

    def without(self, uids: Collection[str]) -> RoundOrders:
        """Return the orders without those about any of these entrants."""
        return RoundOrders(
            tuple(pair for pair in self.pairs if not set(pair) & set(uids)),
            tuple(uid for uid in self.byes if uid not in uids),
            tuple(one for one in self.missed if one[0] not in uids),
        )


@dataclass(frozen=True, slots=True)
class HandLink:
    """A link of the page: its words, its address, and whether it is the current one."""

    words: object
    query: str
    is_current: bool = False


@dataclass(frozen=True, slots=True)
class ChipOnPage:
    """A player to pick, with the points and the query of the link that picks or drops it."""

    uid: str
    name: str
    points: str
    query: str
    is_picked: bool


@dataclass(frozen=True, slots=True)
class HandPage:
    """A round with its lines, what is picked, and the orders of the director.

    `number` is 0 where no round can be paired by hand. A bracket has lines in place of a round.
    """

    number: int
    rounds: Sequence[HandLink]
    lines: Sequence[tuple[SeatLine, Sequence[ChipOnPage]]]
    names: Mapping[str, str]
    pick: HandPick
    hows: Sequence[HandLink]
    orders: RoundOrders
    own: Sequence[HandLine]
    """The pairs, byes and missed rounds of this round."""
    apart: Sequence[HandLine]
    seats: Sequence[SeatLine]
    is_bracket: bool = False
    is_drawn: bool = True
    breaches: Sequence[Breach] = ()
    """The rules broken in the round as it stands, and where a ban has yielded."""

    @property
    def invitation(self) -> object:
        """The heading before anybody is picked."""
        return _INVITATIONS[self._stock]

    @property
    def hint(self) -> object:
        """What to do next, by how many are picked; empty where that is plain."""
        return _HINTS.get((self._stock, bool(self.pick.first) + bool(self.pick.second)), "")

    @property
    def _stock(self) -> str:
        """What is picked from: a bracket, a round, or entrants before the draw."""
        return "bracket" if self.is_bracket else "round" if self.is_drawn else "entrants"

    @property
    def target(self) -> int | None:
        """The line of a bracket to which the first picked player moves."""
        chips = (chip for line in self.seats for chip in line.chips)
        return next((chip.line for chip in chips if chip.key == self.pick.second), None)

    @property
    def movers(self) -> list[str]:
        """The entrants of a bracket who would move."""
        uids = {chip.uid for line in self.seats for chip in line.chips if self.is_bracket and chip.uid}
        return [key for key in (self.pick.first, self.pick.second) if key in uids]

    @property
    def first(self) -> str:
        """The name of the first picked player."""
        return self.names.get(self.pick.first, "")

    @property
    def second(self) -> str:
        """The name of the second picked player."""
        return self.names.get(self.pick.second, "")

    @property
    def orders_with_pick(self) -> RoundOrders:
        """The orders of the round with what is picked."""
        pick, orders = self.pick, self.orders
        match pick.how:
            case HandAct.PAIR:
                return replace(orders, pairs=(*orders.pairs, (pick.first, pick.second)))
            case HandAct.BYE:
                return replace(orders, byes=(*orders.byes, pick.first))
            case HandAct.MISS | HandAct.MISS_WITH_POINT:
                points = int(pick.how is HandAct.MISS_WITH_POINT)
                return replace(orders, missed=(*orders.missed, (pick.first, points)))
            case HandAct.SWAP:
                return self._swapped()
        return orders

    def _swapped(self) -> RoundOrders:
        """Return the orders in which the two picked players change places."""
        other = {self.pick.first: self.pick.second, self.pick.second: self.pick.first}
        lines = [line for line in self.seats if {chip.uid for chip in line.chips} & other.keys()]
        orders = self.orders.without([chip.uid for line in lines for chip in line.chips])
        seats = [tuple(other.get(chip.uid, chip.uid) for chip in line.chips) for line in lines]
        return replace(
            orders,
            pairs=(*orders.pairs, *((seat[0], seat[1]) for seat in seats if len(seat) == 2)),
            byes=(*orders.byes, *(seat[0] for seat in seats if len(seat) == 1)),
        )


def hand_page(stage: Stage, values: Mapping[str, str]) -> HandPage:
    """Return the page of the round and the players that the request names; an empty one before the draw."""
    state = state_of_read(stage)
    if state is None:
        return _page_before_draw(stage, values)
    if has_lines(state):
        return _bracket_page(state, values)
    numbers = rounds_to_pair(state)
    chosen = number_typed(values.get("round", ""))
    number = chosen if chosen is not None and chosen in numbers else next(iter(numbers), 0)
    seats = seat_lines(state, number) if number else []
    names = {uid: entrant.name for uid, entrant in state.entrants.items()}
    pick = _pick(values, {chip.uid for line in seats for chip in line.chips}, seats)
    here = [order for order in state.state.by_hand if order.is_seat and order.round == number]
    bans = [
        one for one in state.state.by_hand if not one.is_seat and (one.until is None or one.until >= number)
    ]
    declared = {of.number: of for of in state.format.rounds(state.state)}
    return HandPage(
        number=number,
        rounds=[
            HandLink(round_words(declared[one]), urlencode({"round": one}), is_current=one == number)
            for one in numbers
        ],
        lines=[(line, [_chip(chip, pick, number=number) for chip in line.chips]) for line in seats],
        names=names,
        pick=pick,
        hows=_hows(pick, seats, number=number),
        orders=RoundOrders(
            tuple((one.entrants[0], one.entrants[1]) for one in here if one.kind is HandKind.PAIR),
            tuple(one.entrants[0] for one in here if one.kind is HandKind.BYE),
            tuple((one.entrants[0], one.half_points // 2) for one in here if one.kind is HandKind.MISS),
        ),
        own=hand_lines(here, names),
        apart=hand_lines(bans, names),
        seats=seats,
        breaches=breaches_in(state, number) if number else (),
    )


def _page_before_draw(stage: Stage, values: Mapping[str, str]) -> HandPage:
    """Return the page before the draw: two entrants can be kept apart already."""
    rules = FORMATS[stage.format]
    is_paired = (isinstance(rules, HandPaired) or rules.shape is Shape.BRACKET) and not stage.feeds
    entrants = Entrant.objects.filter(event=stage.event_id, withdrawn_at=None, is_alternate=False)
    rows = entrants.select_related("side").order_by("pk") if is_paired else ()
    names = {entrant.uid: entrant.name for entrant in rows}
    seats = [SeatLine((Chip(uid, name),)) for uid, name in names.items()]
    first, second = (uid if (uid := values.get(name, "")) in names else "" for name in ("first", "second"))
    is_pair = bool(first and second and first != second)
    how = HandAct.EVERYWHERE if values.get("how") == HandAct.EVERYWHERE else HandAct.APART
    pick = HandPick(first or second, second if is_pair else "", how if is_pair else None)
    return HandPage(
        number=int(bool(seats)),
        rounds=(),
        lines=[(line, [_chip(chip, pick, number=1) for chip in line.chips]) for line in seats],
        names=names,
        pick=pick,
        hows=_links(_BEFORE_DRAW, pick, number=1) if is_pair else (),
        orders=RoundOrders(),
        own=(),
        apart=hand_lines(stage.hand_orders, names),
        seats=seats,
        is_drawn=False,
    )


def _bracket_page(state: StageState, values: Mapping[str, str]) -> HandPage:
    """Return the page of a bracket: its lines, on which a picked player moves to another one."""
    seats = bracket_lines(state)
    bans = [order for order in state.state.by_hand if not order.is_seat]
    banned = sorted({uid for order in bans for uid in order.entrants})
    chips = {chip.key: chip for line in seats for chip in line.chips}
    first, second = (chips.get(values.get(name, "")) for name in ("first", "second"))
    if first is not None and not first.uid:
        first, second = second, first
    if first is None or not first.uid:
        first, second = None, None
    how = None
    if first is not None and second is not None and first is not second:
        how = HandAct.SWAP if second.uid else HandAct.MOVE
    pick = HandPick(first.key if first else "", second.key if how and second else "", how)
    return HandPage(
        number=1,
        rounds=(),
        lines=[(line, [_chip(chip, pick, number=1) for chip in line.chips]) for line in seats],
        names={
            key: chip.name or _("line %(number)s") % {"number": (chip.line or 0) + 1}
            for key, chip in chips.items()
        },
        pick=pick,
        hows=(),
        orders=RoundOrders(),
        own=(),
        apart=hand_lines(bans, {uid: entrant.name for uid, entrant in state.entrants.items()}),
        seats=seats,
        breaches=[one for one in breaches_in(state, 1, entrants=banned) if one.code == "hand_apart"],
        is_bracket=True,
    )


def _pick(values: Mapping[str, str], here: Collection[str], seats: Sequence[SeatLine]) -> HandPick:
    """Return what the request picks; what is not in the round is not picked."""
    first, second = (values.get(name, "") for name in ("first", "second"))
    first, second = first if first in here else "", second if second in here and second != first else ""
    if not first:
        first, second = second, ""
    possible = _possible(HandPick(first, second), seats)
    how = values.get("how", "")
    chosen = next((one for one in possible if one.value == how), None)
    if chosen is None and second:
        chosen = HandAct.PAIR
    return HandPick(first, second, chosen)


def _possible(pick: HandPick, seats: Sequence[SeatLine]) -> Sequence[HandAct]:
    """Return what can be done with the picked players."""
    if not pick.first:
        return ()
    if not pick.second:
        has_points = any(chip.half_points is not None for line in seats for chip in line.chips)
        return _OF_ONE if has_points else tuple(how for how in _OF_ONE if how is not HandAct.MISS_WITH_POINT)
    seated = [line for line in seats if line.is_bye or len(line.chips) > 1]
    lines = [line for line in seated if {pick.first, pick.second} & {chip.uid for chip in line.chips}]
    return _OF_TWO if len(lines) > 1 else tuple(how for how in _OF_TWO if how is not HandAct.SWAP)


def _hows(pick: HandPick, seats: Sequence[SeatLine], *, number: int) -> list[HandLink]:
    return _links(_possible(pick, seats), pick, number=number)


def _links(hows: Sequence[HandAct], pick: HandPick, *, number: int) -> list[HandLink]:
    return [
        HandLink(_WORDS[how], _query(replace(pick, how=how), number=number), is_current=how is pick.how)
        for how in hows
    ]


def _chip(chip: Chip, pick: HandPick, *, number: int) -> ChipOnPage:
    """Return a player with the link that picks it, or drops it if it is picked."""
    picked = [uid for uid in (pick.first, pick.second) if uid]
    is_picked = chip.key in picked
    others = [key for key in picked if key != chip.key]
    following = others if is_picked else [*others[:1], chip.key]
    points = "" if chip.half_points is None else points_words(chip.half_points)
    number_words = "" if chip.line is None else str(chip.line + 1)
    query = _query(HandPick(following[0] if following else "", "".join(following[1:])), number=number)
    return ChipOnPage(chip.key, chip.name, points or number_words, query, is_picked)


def _query(pick: HandPick, *, number: int) -> str:
    values = {"round": number, "first": pick.first, "second": pick.second, "how": pick.how or ""}
    return urlencode({name: value for name, value in values.items() if value})
