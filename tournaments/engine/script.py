"""The input of the engine: the match as text with anonymous names, and the decisions that it should analyse."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import rules
from rules import (
    BACKGAMMON,
    NACKGAMMON,
    Checked,
    Cube,
    EntryKind,
    Finding,
    JudgedGame,
    Note,
    Side,
    Step,
    Transcript,
    Verdict,
)
from rules.notation import match_id
from rules.state import Phase, State

from .refusals import Unsuitable

NAMES = ("one", "two")
# The engine's match equity tables end here.
LONGEST_MATCH = 64
# A match to 25 has about 900; a record with many more would keep the engine busy for hours.
MOST_DECISIONS = 4000
_VERDICTS = (Verdict.CLEAN, Verdict.INCOMPLETE)
_VARIANTS = (BACKGAMMON, NACKGAMMON)
# What the engine would not know of, so that it would judge with another cube or another score.
_UNTOLD = frozenset({Finding.SET_POSITION, Finding.MISSING_GAMES})
_ANSWERS = frozenset({EntryKind.TAKE, EntryKind.DROP})
_DECISIONS = frozenset({EntryKind.ROLL, EntryKind.DOUBLE}) | _ANSWERS


@dataclass(frozen=True, slots=True)
class GameDecision:
    """Something that was decided in a game: `step` counts the steps of its replay from 1.

    `moment` is the Position ID and the Match ID of the moment before it, which say everything: checkers,
    cube, dice, score, length and Crawford.
    """

    step: int
    kind: EntryKind
    side: Side
    moment: str


@dataclass(frozen=True, slots=True)
class EngineInput:
    """A match for the engine: its text, and the decisions of each game in order."""

    text: str
    games: tuple[tuple[GameDecision, ...], ...]


def engine_input(check: Checked) -> EngineInput:
    """Return a checked record as input of the engine; raise `Unsuitable` if the engine could not judge it.

    The record must have no problems and begin at the start of the match, because the engine derives the Crawford game
    from the score alone. Names, comments and tags are removed.
    """
    transcript = check.transcript
    if transcript is None or not is_suitable(check):
        raise Unsuitable
    games = tuple(
        tuple(_decisions(judged, steps, transcript.length))
        for judged, steps in rules.replayed_games(transcript)
    )
    if sum(map(len, games)) > MOST_DECISIONS:
        raise Unsuitable
    try:
        return EngineInput(rules.write(_anonymous(transcript), "mat"), games)
    except rules.Unwritable as error:
        raise Unsuitable from error


def is_suitable(check: Checked) -> bool:
    """Whether the engine can judge a record with this check, apart from its size."""
    transcript = check.transcript
    return (
        transcript is not None
        and check.verdict in _VERDICTS
        and transcript.variant in _VARIANTS
        and transcript.length is not None
        and transcript.length <= LONGEST_MATCH
        and transcript.games[0].score in (None, (0, 0))
        and not any(problem.code in _UNTOLD for problem in check.problems)
    )


def _anonymous(transcript: Transcript) -> Transcript:
    """Return the match with neutral names, without rolls that nobody played."""
    plain = rules.canonical(transcript)
    games = tuple(
        replace(
            game,
            number=number,
            players=NAMES,
            entries=tuple(entry for entry in game.entries if entry.note is not Note.NOT_PLAYED),
        )
        for number, game in enumerate(plain.games, start=1)
    )
    return replace(plain, players=NAMES, games=games)


def _decisions(judged: JudgedGame, steps: tuple[Step, ...], length: int | None) -> Iterator[GameDecision]:
    cube = Cube()
    for number, step in enumerate(steps, start=1):
        if step.kind in _DECISIONS and not step.is_unplayed:
            state = replace(
                _state(step, cube),
                length=length,
                score=judged.score_before,
                is_crawford=judged.is_crawford,
                # For the engine a game has not begun while the opening roll lies there.
                phase=Phase.PLAYING if number > 1 else Phase.NOT_STARTED,
            )
            yield GameDecision(number, step.kind, step.side, match_id.encode_pair(state))
        cube = step.cube


def _state(step: Step, cube: Cube) -> State:
    """Return the moment before a step, as far as board and cube show it."""
    if step.kind in _ANSWERS:
        return State(step.before.swapped(), step.side.other, cube=cube)
    dice = (max(step.dice), min(step.dice)) if step.dice else None
    return State(step.before, step.side, dice=dice, cube=cube)
