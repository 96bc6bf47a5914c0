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

# A wrong start shows in the first dozen turns of a game; what fails later is a slip.
_FIRST = 24

Judge = Callable[[Transcript], Sequence[Problem]]


def other_variant(transcript: Transcript, found: Sequence[Problem], judge_as: Judge) -> Problem | None:
    """The remark that a record is clean, or far cleaner, in another variant; `None` if it is in none.

    `found` are its problems, and `judge_as` finds those of a transcript. Only variants in which most of the first
    plays of a game are legal are judged, so that few records are followed more than once.
    """
    record = _game_that_fails_early(transcript, found)
    if record is None:
        return None
    legal = {variant: _legal_plays_in(record, variant) for variant in VARIANTS.values()}
    most = max(legal.values())
    weight, left, best = _weight(found), _weight(found), transcript.variant
    for variant, count in legal.items():
        if count < most or variant == transcript.variant:
            continue
        problems = _weight(judge_as(replace(transcript, variant=variant)))
        if problems < left:
            left, best = problems, variant
    if left * 4 >= weight:
        return None
    return Problem(
        Finding.OTHER_VARIANT, transcript.games[0].line, 1, found=best.variation, expected=str(left)
    )


def _weight(problems: Sequence[Problem]) -> int:
    return sum(problem.severity is Severity.PROBLEM for problem in problems)


def _game_that_fails_early(transcript: Transcript, found: Sequence[Problem]) -> GameRecord | None:
    """The first game with a fault among its first plays; `None` where one fault is all there is."""
    faults = {(fault.line, fault.column) for fault in found if isinstance(fault.code, PlayFault)}
    if len(faults) < 2:
        # One fault has its sentence already.
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
