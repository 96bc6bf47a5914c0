"""Lines that a hall has written by hand, as `Almeida 7-4 Costa` or `12 7-4`, and the matches they mean."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from matches.models import name_key
from rules.match import Side
from tournaments.errors.results import (
    PaperLineUnreadable,
    PaperNameUnknown,
    PaperNotPaired,
    PaperSeveralFit,
    PaperTableEmpty,
)
from tournaments.models import Entrant, Event
from tournaments.queries.results.matches import MatchLine, matches_of_stage, open_matches

_LINE = re.compile(
    r"(?P<first>\S(?:.*?\S)?)\s+(?P<one>\d{1,3})\s*[-–—:]\s*(?P<two>\d{1,3})(?:\s+(?P<second>\S.*))?"
)


@dataclass(frozen=True, slots=True)
class PaperLine:
    """A line as written: a name or a table, its points first, and the other name, empty where it is left away."""

    first: str
    points: tuple[int, int]
    second: str = ""


@dataclass(frozen=True, slots=True)
class PaperResult:
    """A match that a line means, with its score, side one first."""

    line: MatchLine
    score: tuple[int, int]

    @property
    def is_known(self) -> bool:
        """Whether the match is final with this score."""
        return self.line.score == self.score


def paper_line(text: str) -> PaperLine:
    """Return a line as written; raise PaperLineUnreadable."""
    match = _LINE.fullmatch(" ".join(text.split()))
    if match is None:
        raise PaperLineUnreadable
    return PaperLine(match["first"], (int(match["one"]), int(match["two"])), match["second"] or "")


def result_on_paper(event: Event, written: PaperLine) -> PaperResult:
    """Return the match of an event that a line means: an open one, else one that is final.

    Three queries, and those of every stage where no open match fits. Raise PaperSeveralFit, PaperNameUnknown,
    PaperTableEmpty, or PaperNotPaired where two play in the event and not against each other.
    """
    # The result of a team match follows from its boards.
    candidates = [line for line in open_matches(event) if not line.has_boards]
    readings = list(_readings(candidates, written))
    if not readings:
        final = [line for line in _final_lines(event) if not line.has_boards]
        readings = list(_readings(final, written))[-1:]
    if len(readings) > 1:
        raise PaperSeveralFit(matches=", ".join(str(one.line.match) for one in readings[:4]))
    if readings:
        return readings[0]
    raise _why_nothing_fits(event, candidates, written)


def _final_lines(event: Event) -> Iterator[MatchLine]:
    for stage in event.stages.select_related("event__tournament").order_by("order"):
        yield from (line for line in matches_of_stage(stage) if line.match.is_final)


def _readings(lines: Sequence[MatchLine], written: PaperLine) -> Iterator[PaperResult]:
    """Yield the matches that fit: by both names, by one name, or by the table of an open match."""
    first, second = written.points
    if not written.second:
        at_table = [line for line in lines if line.table and _key(line.table) == _key(written.first)]
        for line in at_table:
            yield PaperResult(line, (first, second))
        if at_table:
            return
    for line, side in _named(lines, written):
        yield PaperResult(line, (first, second) if side is Side.ONE else (second, first))


def _named(lines: Sequence[MatchLine], written: PaperLine) -> Sequence[tuple[MatchLine, Side]]:
    """Return the matches in which the first name plays the second one; whole names go before parts of names."""
    fitting = [
        (line, side)
        for line in lines
        for side in Side
        if _fits(written.first, _name(line, side)) and _fits(written.second, _name(line, side.other))
    ]
    whole = [(line, side) for line, side in fitting if _key(written.first) == _key(_name(line, side))]
    return whole or fitting


def _why_nothing_fits(
    event: Event, lines: Sequence[MatchLine], written: PaperLine
) -> PaperNameUnknown | PaperNotPaired | PaperTableEmpty:
    if written.first.isdigit() and not written.second:
        return PaperTableEmpty(table=written.first)
    sides = [*_entrant_names(event), *(_name(line, side) for line in lines for side in Side)]
    for name in filter(None, (written.first, written.second)):
        if not any(_fits(name, other) for other in sides):
            return PaperNameUnknown(name=name)
    opponents = (
        f"{_name(line, side)} – {_name(line, side.other)}"
        for line in lines
        for side in Side
        if any(_fits(name, _name(line, side)) for name in (written.first, written.second) if name)
    )
    now = ", ".join(dict.fromkeys(opponents))
    return PaperNotPaired(one=written.first, two=written.second or "–", now=now or "–")


def _entrant_names(event: Event) -> Iterable[str]:
    return [entrant.name for entrant in Entrant.objects.filter(event=event).select_related("side")]


def _name(line: MatchLine, side: Side) -> str:
    return line.match.side(side).name


def _key(text: str) -> str:
    return name_key(text)


def _fits(words: str, name: str) -> bool:
    """Whether each word stands in the name; nothing typed fits everybody."""
    key = name_key(name)
    return all(word in key for word in name_key(words).split())
