"""Printed pages: the rounds of an event, match slips, a bracket split into sheets, and HTML as PDF."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn

from django.contrib.staticfiles import finders
from django.db.models import Count, Q

from tournaments.formats import FORMATS, ByCalendar, Entry, Part, Round, Shape, State
from tournaments.models import Draw, Event, Pairing, Stage
from tournaments.queries.draws.bracket import BracketView, RoundView, SlotState, SlotView
from tournaments.queries.draws.bracket import bracket as bracket_of
from tournaments.queries.results.matches import MatchLine, matches_of_stage
from tournaments.queries.state import declared_rounds, intake_of, named_round

_STYLE_SHEET = "videau/paper.css"


@dataclass(frozen=True, slots=True)
class PrintedRound:
    """A round in which matches are played; `declared` is None if the format names no rounds.

    `is_open` says that a paired match of the round has no final result.
    """

    number: int
    declared: Round | None
    is_open: bool


@dataclass(frozen=True, slots=True)
class PrintedStage:
    """A stage with its rounds whose opponents are known, in order."""

    stage: Stage
    is_drawn: bool
    rounds: tuple[PrintedRound, ...]

    @property
    def has_deadlines(self) -> bool:
        """Whether the matches of the stage have deadlines."""
        return isinstance(FORMATS[self.stage.format], ByCalendar)


@dataclass(frozen=True, slots=True)
class Size:
    """The capacity of a sheet: the matches in its first column, and the number of columns."""

    matches: int
    columns: int


# A match needs 20 mm of height on A4 and 15 on A3, and a name of 30 characters 55 mm of width.
SIZES = {"a4": Size(matches=8, columns=4), "a3": Size(matches=16, columns=5)}


@dataclass(frozen=True, slots=True)
class Column:
    """The slots of one round on a sheet; `is_straight` if the next column has the same number."""

    round: RoundView
    slots: tuple[SlotView, ...]
    is_straight: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """A sheet of a bracket.

    Its winners continue on sheet `goes_to`, None for the last sheet of the part; `comes_from` are the preceding
    sheets.
    """

    number: int
    part: Part
    losers_of: int | None
    columns: tuple[Column, ...]
    goes_to: int | None = None
    comes_from: tuple[int, ...] = ()


def printed_stages(*events: Event) -> tuple[PrintedStage, ...]:
    """Return the stages of events in order, each with its rounds of known opponents; three queries."""
    rows = Stage.objects.filter(event__in=events).select_related("event__tournament")
    stages = list(rows.order_by("event__order", "event", "order"))
    draws = {draw.stage_id: draw for draw in Draw.objects.filter(stage__event__in=events, voided_at=None)}
    pairings = Pairing.objects.filter(stage__event__in=events, cancelled_at=None, match__isnull=False)
    still_open = Count("pk", filter=Q(match__final_at=None))
    rounds: dict[int, list[tuple[int, bool]]] = {}
    for stage, number, count in (
        pairings.order_by("stage", "round").values_list("stage", "round").annotate(open=still_open)
    ):
        rounds.setdefault(stage, []).append((number, count > 0))
    return tuple(
        PrintedStage(stage, stage.pk in draws, _rounds(stage, draws, rounds.get(stage.pk, [])))
        for stage in stages
    )


def slips(stage: Stage, *, number: int | None = None) -> tuple[MatchLine, ...]:
    """Return the open matches of a stage, of one round or of all; three queries.

    For team matches the boards are returned.
    """
    return tuple(
        line
        for line in matches_of_stage(stage)
        if line.state is not SlotState.FINAL
        and not line.has_boards
        and (number is None or line.round == number)
    )


def groups_of(stage: Stage) -> Mapping[str, int]:
    """Return the group of each match by uid, empty for fewer than two groups; at most eight queries."""
    bracket = bracket_of(stage) if FORMATS[stage.format].shape is Shape.TABLE else None
    slots = [slot for of in bracket.rounds for slot in of.slots] if bracket is not None else []
    groups = {slot.match: slot.group for slot in slots if slot.match is not None and slot.group is not None}
    return groups if len(set(groups.values())) > 1 else {}


def sheets(bracket: BracketView, *, size: Size) -> tuple[Sheet, ...]:
    """Return the bracket split into sheets that each hold whole matches; no query.

    A part is cut into levels: the rounds of a level are split evenly among its sheets, and a round with fewer matches
    than the level has sheets begins the next level.
    """
    pages: list[Sheet] = []
    for part in bracket.parts:
        levels = list(_levels([round_ for round_, _is_straight in part.rounds], size=size))
        first = len(pages) + 1
        firsts = [first]
        for level in levels:
            firsts.append(firsts[-1] + _sheets_of(level[0], size=size))
        for number, level in enumerate(levels):
            before = range(firsts[number - 1], firsts[number]) if number else range(0)
            after = range(firsts[number + 1], firsts[number + 2]) if number + 1 < len(levels) else range(0)
            own = range(firsts[number], firsts[number + 1])
            for index, name in enumerate(own):
                pages.append(
                    Sheet(
                        number=name,
                        part=part.part,
                        losers_of=part.losers_of,
                        columns=tuple(_columns(level, index, len(own))),
                        goes_to=after[index * len(after) // len(own)] if after else None,
                        comes_from=tuple(
                            one
                            for place, one in enumerate(before)
                            if own[place * len(own) // len(before)] == name
                        ),
                    )
                )
    return tuple(pages)


def _rounds(
    stage: Stage, draws: dict[int, Draw], pairing_rounds: Sequence[tuple[int, bool]]
) -> tuple[PrintedRound, ...]:
    draw = draws.get(stage.pk)
    declared = () if draw is None else declared_rounds(stage, draw)
    ahead = {} if draw is None else dict.fromkeys(_known_ahead(stage, draw), False)
    return tuple(
        PrintedRound(number, named_round(stage, declared, number), is_open)
        for number, is_open in sorted({**ahead, **dict(pairing_rounds)}.items())
    )


def _known_ahead(stage: Stage, draw: Draw) -> Sequence[int]:
    """Return the rounds whose opponents follow from the draw: all of a round robin, else none; no query."""
    rules = FORMATS[stage.format]
    if rules.shape is not Shape.TABLE:
        return ()
    entries = tuple(Entry(uid, line=line) for line, uid in enumerate(draw.placement) if uid is not None)
    state = State(
        size=len(draw.placement),
        entries=entries,
        seed=draw.seed,
        options=rules.options.from_dict(stage.options),
        intake=intake_of(draw),
    )
    return [of.number for of in rules.rounds(state)]


def _levels(rounds: Iterable[RoundView], *, size: Size) -> Iterator[list[RoundView]]:
    level: list[RoundView] = []
    for of in rounds:
        if not of.slots:
            continue
        is_full = level and (len(level) == size.columns or len(of.slots) < _sheets_of(level[0], size=size))
        if is_full:
            yield level
            level = []
        level.append(of)
    if level:
        yield level


def _sheets_of(of: RoundView, *, size: Size) -> int:
    return -(-len(of.slots) // size.matches)


def _columns(level: Sequence[RoundView], index: int, sheets: int) -> Iterator[Column]:
    shares = [_share(of.slots, index, sheets) for of in level]
    for number, (of, slots) in enumerate(zip(level, shares, strict=True)):
        is_straight = number + 1 < len(shares) and len(shares[number + 1]) == len(slots)
        yield Column(of, slots, is_straight)


def _share(slots: tuple[SlotView, ...], index: int, sheets: int) -> tuple[SlotView, ...]:
    """Return the slots of a round that belong on one of its sheets."""
    return slots[index * len(slots) // sheets : (index + 1) * len(slots) // sheets]


def pdf_of(html: str) -> bytes | None:
    """Return HTML as PDF with the print style sheet, or None if WeasyPrint or Pango is missing.

    Nothing is fetched over the network: all images are inline.
    """
    try:
        # The import is slow and optional; without Pango it raises OSError.
        import weasyprint
    except (ImportError, OSError):
        return None
    path = finders.find(_STYLE_SHEET)
    if path is None:
        raise AssertionError(f"{_STYLE_SHEET} is part of the installation")
    sheet = weasyprint.CSS(string=Path(path).read_text(), url_fetcher=_refuse)
    data: bytes = weasyprint.HTML(string=html, url_fetcher=_refuse).write_pdf(stylesheets=[sheet])
    return data


def _refuse(url: str, *_args: Any, **_options: Any) -> NoReturn:
    """Raise an error for any address, so that a page cannot cause requests by the server."""
    raise ValueError(f"a page of paper fetches nothing: {url}")
