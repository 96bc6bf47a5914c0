"""Results that a hall has written by hand, entered in the order in which they ended."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from matches.errors import DomainError
from matches.models import Match, Player
from tournaments.actions.draws import progress
from tournaments.models import DIRECT, Event, Origin
from tournaments.queries.results.paper_lines import paper_line, result_on_paper

from .reporting import report


@dataclass(frozen=True, slots=True)
class LineOutcome:
    """What became of a line: its match and score, or the refusal. `is_new` is false for a result known before."""

    number: int
    text: str
    match: Match | None = None
    score: tuple[int, int] | None = None
    is_new: bool = False
    refusal: DomainError | None = None


def enter_in_order(
    event: Event, *, by: Player | None, lines: Sequence[str], origin: Origin = DIRECT
) -> tuple[LineOutcome, ...]:
    """Enter one result after another, and pair what follows from each; return what became of every line.

    A line that is refused changes nothing and stops none of the others. A line whose match is final with its score
    changes nothing either, unless the two have another open match. Empty lines are left out.
    """
    return tuple(_outcomes(event, by=by, lines=lines, origin=origin))


def _outcomes(
    event: Event, *, by: Player | None, lines: Sequence[str], origin: Origin
) -> Iterator[LineOutcome]:
    for number, text in enumerate(lines, start=1):
        if not text.strip():
            continue
        try:
            meant = result_on_paper(event, paper_line(text))
            match, score = meant.line.match, meant.score
            if not meant.is_known:
                report(match, by=by, score=score, origin=origin)
                progress.advance(event)
            yield LineOutcome(number, text, match, score, is_new=not meant.is_known)
        except DomainError as refusal:
            yield LineOutcome(number, text, refusal=refusal)
