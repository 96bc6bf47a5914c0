"""A recorded game step by step: the board after each, and what happened in words."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

import rules
from rules import EntryKind, MatchScore, Position, Side, Step, Transcript
from rules.diagram import svg
from rules.play import played

from .record_words import ProblemInWords, in_words


@dataclass(frozen=True, slots=True)
class Moment:
    """One step of a game, counted from 1; 0 is the board at the start."""

    number: int
    player: str
    words: str
    problems: tuple[ProblemInWords, ...]


@dataclass(frozen=True, slots=True)
class GameReplay:
    """A game of a record with every step in words; the boards are drawn one at a time.

    `index` counts the games of the file from 1, `number` is what the file calls it.
    """

    transcript: Transcript
    index: int
    number: int
    score: MatchScore
    moments: tuple[Moment, ...]
    steps: tuple[Step, ...]

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.steps)

    def board(self, number: int) -> str:
        """The board after a step as SVG, side one of the file at the bottom."""
        step = self.steps[number - 1] if number else None
        moment = self.moments[number - 1] if number else None
        record = self.transcript.games[self.index - 1]
        position = record.start or Position.start(self.transcript.variant)
        if step is not None:
            position = step.after if step.side is Side.ONE else step.after.swapped()
        cube = None
        if self.score.has_cube:
            cube = step.cube if step is not None else rules.Cube(record.start_cube)
        one, two = self.transcript.players
        return svg(
            position,
            title=_("%(one)s below, %(two)s above") % {"one": one, "two": two},
            description=pgettext("who did what", "%(player)s: %(act)s")
            % {"player": moment.player, "act": moment.words}
            if moment
            else _("The board at the start."),
            turn=step.side if step is not None else None,
            dice=step.dice if step is not None else None,
            cube=cube,
            labels=self._labels(),
        )

    def _labels(self) -> tuple[str, str]:
        if self.score.length is None:
            return str(self.score.one), str(self.score.two)
        return f"{self.score.one}/{self.score.length}", f"{self.score.two}/{self.score.length}"


def game_replay(data: bytes, index: int) -> GameReplay | None:
    """The game with this index, from 1, of a record; None where there is none."""
    checked = rules.check(data)
    transcript = checked.transcript
    if transcript is None or not 1 <= index <= min(len(transcript.games), len(checked.games)):
        return None
    lines = [game.line for game in transcript.games]
    steps = tuple(step for step in rules.replay(transcript) if bisect_right(lines, step.line) == index)
    judged = checked.games[index - 1]
    score = MatchScore(transcript.length, *judged.score_before, crawford_done=not judged.is_crawford)
    players = transcript.players
    points = judged.points
    moments = tuple(
        _moment(number, step, players, points=points) for number, step in enumerate(steps, start=1)
    )
    return GameReplay(transcript, index, judged.number, score, moments, steps)


def _moment(number: int, step: Step, players: Sequence[str], *, points: int) -> Moment:
    problems = (
        in_words(
            problem._asdict() | {"severity": problem.severity},
            players=players,
        )
        for problem in step.problems
    )
    return Moment(
        number, players[0 if step.side is Side.ONE else 1], _words(step, points=points), tuple(problems)
    )


def _words(step: Step, *, points: int) -> str:
    """What happened in a step, in words; `points` is what the game was worth."""
    match step.kind:
        case EntryKind.ROLL:
            return _roll_words(step)
        case EntryKind.DOUBLE:
            return _("doubles to %(value)s") % {"value": 2 * step.cube.value}
        case EntryKind.TAKE:
            return pgettext("answer to a double", "takes")
        case EntryKind.DROP:
            return pgettext("answer to a double", "drops")
        case EntryKind.BEAVER:
            return _("beavers to %(value)s") % {"value": step.cube.value}
        case EntryKind.RACCOON:
            return _("raccoons to %(value)s") % {"value": step.cube.value}
        case EntryKind.RESIGN | EntryKind.LOSS:
            return _("resigns")
        case EntryKind.WIN:
            return ngettext("wins %(points)s point", "wins %(points)s points", points) % {"points": points}


def _roll_words(step: Step) -> str:
    dice = f"{step.dice[0]}-{step.dice[1]}" if step.dice else "?"
    if step.is_unplayed:
        return _("%(dice)s, not played") % {"dice": dice}
    if step.problems:
        # What is wrong is shown as it was written.
        return step.entry.said
    if not step.moves:
        return _("%(dice)s, no move possible") % {"dice": dice}
    return f"{dice}: {played(step.before, step.moves).notation}"
