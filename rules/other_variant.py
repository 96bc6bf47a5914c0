"""The variant that a record without its name was played in, told by the first plays of its games."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from .alternatives import what_fits
from .judgement import PlayFault, judge
from .match import Side
from .position import Position
from .problem import Finding, Problem, Severity
from .transcript import EntryKind, GameRecord, Transcript
from .variant import VARIANTS, Variant

# A wrong start shows before the last checker has left it; what fails later is a slip.
_FIRST = 60
# So many moves from points that are empty at the start, and hold checkers at that of another variant, are no slips.
_TELLING = 2

Judge = Callable[[Transcript], Sequence[Problem]]


def other_variant(transcript: Transcript, found: Sequence[Problem], judge_as: Judge) -> Problem | None:
    """The remark that a record is clean, or far cleaner, in another variant; `None` if it is in none.

    `found` are its problems, and `judge_as` finds those of a transcript. Only variants in which most of the first
    plays of a game are legal are judged, so that few records are followed more than once.
    """
    record = _game_that_fails_early(transcript, found)
    if record is None:
        return None
    weight, own = _weight(found), transcript.variant

    def left_in(variant: Variant) -> int:
        return _weight(judge_as(replace(transcript, variant=variant)))

    legal = {variant: _legal_plays_in(record, variant) for variant in VARIANTS.values()}
    most = max(legal.values())
    left = {variant: left_in(variant) for variant, count in legal.items() if count == most and variant != own}
    best = min(left, key=lambda variant: left[variant], default=own)
    if best == own or left[best] * 4 >= weight:
        # Where a few plays alone are written, and some of them badly, their first points still tell.
        best = _variant_of_sources(record, own)
        if best == own or left.setdefault(best, left_in(best)) > weight:
            return None
    return Problem(
        Finding.OTHER_VARIANT, transcript.games[0].line, 1, found=best.variation, expected=str(left[best])
    )


def _weight(problems: Sequence[Problem]) -> int:
    return sum(problem.severity is Severity.PROBLEM for problem in problems)


def _game_that_fails_early(transcript: Transcript, found: Sequence[Problem]) -> GameRecord | None:
    """The first game with a fault among its first plays; `None` where none has one."""
    faults = {(fault.line, fault.column) for fault in found if isinstance(fault.code, PlayFault)}
    if not faults:
        return None
    for record in transcript.games:
        if record.start is None and any(
            (entry.line, entry.column) in faults for entry in record.entries[:_FIRST]
        ):
            return record
    return None


def _legal_plays_in(record: GameRecord, variant: Variant) -> int:
    """How many of the first plays of a game are legal in a variant; what is not stands as far as it fits."""
    board, seen_by, count = Position.start(variant), Side.ONE, 0
    for entry in record.entries[:_FIRST]:
        if entry.kind is not EntryKind.ROLL or entry.dice is None:
            continue
        if entry.side is not seen_by:
            board, seen_by = board.swapped(), entry.side
        judgement = judge(board, entry.dice, entry.moves, variant)
        board = judgement.result if judgement.is_legal else what_fits(board, entry.moves)[1]
        count += judgement.is_legal
    return count


def _variant_of_sources(record: GameRecord, own: Variant) -> Variant:
    """The one variant that has checkers where the first moves of a game begin, else the record's own."""
    counts = {variant: len(_sources(record, variant)[0]) for variant in VARIANTS.values()}
    most = max(counts.values())
    best = [variant for variant, count in counts.items() if count == most]
    if len(best) > 1 or best[0] == own:
        return own
    start, own_start = Position.start(best[0]).own, Position.start(own).own
    telling = sum(
        start[src] > 0 and own_start[src] == 0 for src in _sources(record, own)[1] if src < len(start)
    )
    return best[0] if telling >= _TELLING else own


def _sources(record: GameRecord, variant: Variant) -> tuple[list[int], list[int]]:
    """Where the first moves of a game begin: points with a checker of their side, and points without.

    Hits and blocks are not asked.
    """
    boards = {side: list(Position.start(variant).lists()[0]) for side in Side}
    sources: list[int] = []
    empty: list[int] = []
    for entry in record.entries[:_FIRST]:
        own = boards[entry.side]
        for src, dst in entry.moves:
            if max(src, dst) < len(own) and own[src]:
                own[src] -= 1
                own[dst] += 1
                sources.append(src)
            else:
                empty.append(src)
    return sources, empty
