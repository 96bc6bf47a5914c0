"""The canonical form of a match, independent of its notation, and its writing in any notation."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from .errors import Unwritable
from .judgement import PlayFault, judge
from .move import Move, landing
from .notation import writers
from .position import Position
from .problem import Finding, Problem, Severity
from .step import Step
from .transcript import Entry, EntryKind, Note, Transcript
from .validation import JudgedGame, followed

_RESULTS = frozenset({EntryKind.RESIGN, EntryKind.LOSS, EntryKind.WIN})
# If one of these is found, the stated result of the record stays as evidence.
_DOUBTFUL_RESULTS = frozenset(
    {
        Finding.WRONG_RESULT,
        Finding.WRONG_WINNER,
        Finding.WINNER_IN_DOUBT,
        Finding.SECOND_RESULT,
        Finding.MISSING_RESULT,
        Finding.MATCH_NOT_WON,
        Finding.PLAYED_AFTER_GAME_END,
        Finding.SWAPPED_NAMES,
    }
)


def canonical(transcript: Transcript) -> Transcript:
    """The canonical form of a match: the same whatever notation, program or person wrote it.

    Dice stand higher first and legal plays have one move for each die, rearmost first; a dance has no note, a roll that was left
    unplayed has `Note.NOT_PLAYED`; a finished game ends with one `WIN` entry of its true points (M6).
    Places, texts, tags and the reader's problems are left out. What the check objects to stays as it
    was written, so that two records of one match are equal only when they tell the same mistakes.

    >>> transcript = Match(7).transcript
    >>> canonical(transcript) == transcript
    True
    """
    return _in_one_way(transcript, keeps_order=False)


def _in_one_way(transcript: Transcript, *, keeps_order: bool) -> Transcript:
    """The canonical form, optionally with the moves of each play in the order of the record."""
    steps, judged, problems = followed(transcript)
    # By identity: two entries may be equal, and the games whose columns the check exchanges stay as written.
    step_of = {id(step.entry): step for step in steps}
    found_in = defaultdict[int | None, list[Problem]](list)
    for item in problems:
        found_in[item.game].append(item)
    repeats = {(item.line, item.column) for item in problems if item.code is Finding.LAST_PLAY_REPEATED}
    games = []
    for index, record in enumerate(transcript.games):
        result = judged[index] if index < len(judged) else None
        entries = [
            _told(entry, step_of.get(id(entry)), keeps_order=keeps_order)
            for entry in record.entries
            if (entry.line, entry.column) not in repeats
        ]
        entries = _with_result(entries, result, found_in[record.number])
        is_usual = record.start == Position.start(transcript.variant)
        start = None if is_usual else record.start
        games.append(
            replace(record, line=0, entries=tuple(entries), start=start, is_crawford=None, score_line=None)
        )
    return replace(transcript, games=tuple(games), tags={}, length_line=None, problems=())


def write(transcript: Transcript, format: str) -> str:  # noqa: A002 - the name a reading gives it
    """The text of a record in the notation `format`, one of `rules.notation.writers()`.

    It says what `canonical` keeps, and the tags; moves keep their order. Raises `Unwritable` for an
    unknown format and for a match that the notation cannot tell.

    >>> match = Match(1, ("Ann", "Bob"))
    >>> dice, play = match.roll((3, 1)), match.play("8/5 6/5")
    >>> print(write(match.transcript, "mat").splitlines()[4].strip())
    1) 31: 8/5 6/5
    """
    writer = writers().get(format)
    if writer is None:
        raise Unwritable("unknown_format", found=format, expected=" ".join(writers()))
    return writer.write(replace(_in_one_way(transcript, keeps_order=True), tags=transcript.tags))


def _told(entry: Entry, step: Step | None, *, keeps_order: bool) -> Entry:
    """One entry in canonical form; unchanged if it is faulty or was not followed."""
    text = entry.text if entry.note is Note.UNREADABLE else ""
    dice = (max(entry.dice), min(entry.dice)) if entry.dice else None
    plain = entry._replace(turn=None, line=0, column=0, text=text, dice=dice)
    if step is None:
        return plain
    if not entry.is_placed:
        return plain._replace(side=step.side, is_placed=True)
    if entry.note is Note.CANNOT_MOVE and all(
        item.code is not PlayFault.FALSE_DANCE for item in step.problems
    ):
        plain = plain._replace(note=None)
    if entry.stood or any(problem.severity is Severity.PROBLEM for problem in step.problems):
        return plain
    if step.is_unplayed:
        return plain._replace(moves=(), note=Note.NOT_PLAYED)
    if entry.kind is EntryKind.ROLL:
        if keeps_order and sorted(entry.moves) == sorted(step.moves):
            return plain
        return plain._replace(moves=_by_the_higher_die(step))
    if entry.kind is EntryKind.DOUBLE:
        return plain._replace(value=step.cube.value * 2)
    if entry.kind in {EntryKind.BEAVER, EntryKind.RACCOON}:
        return plain._replace(value=step.cube.value)
    return plain


def _by_the_higher_die(step: Step) -> tuple[Move, ...]:
    """The moves of a legal play, a single checker using the higher die first if the result is the same.

    No other play has two ways: all else that one play can be written as differs in its order alone.
    """
    moves, dice = tuple(sorted(step.moves, reverse=True)), step.dice
    if dice is None or len(moves) != 2 or moves[0].dst != moves[1].src or dice[0] == dice[1]:
        return moves
    (src, _), (_, dst) = moves
    via = landing(src, max(dice))
    if via <= dst:
        return moves
    other = judge(step.before, dice, (Move(src, via), Move(via, dst)))
    return other.moves if other.is_legal and other.result == step.after else moves


def _with_result(entries: list[Entry], judged: JudgedGame | None, problems: list[Problem]) -> list[Entry]:
    """The entries with a single result at the end, unless the result is faulty."""
    is_doubtful = any(problem.code in _DOUBTFUL_RESULTS for problem in problems)
    if judged is None or judged.winner is None or is_doubtful:
        return entries
    plays = [entry for entry in entries if entry.kind not in _RESULTS]
    return [*plays, Entry(EntryKind.WIN, judged.winner, None, 0, 0, "", value=judged.points)]
