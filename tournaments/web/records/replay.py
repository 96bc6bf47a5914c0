"""A recorded game step by step, with boards and descriptions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from rules import EntryKind, Side, Step
from rules.diagram import svg
from rules.play import played
from tournaments.queries.records.replays import ReplayedGame

from .record_words import ProblemInWords, in_words


@dataclass(frozen=True, slots=True)
class Moment:
    """A step of a game in words; `number` counts from 1."""

    number: int
    player: str
    words: str
    problems: tuple[ProblemInWords, ...]


@dataclass(frozen=True, slots=True)
class GameReplay:
    """A recorded game with its steps in words; boards are rendered on demand."""

    game: ReplayedGame
    moments: tuple[Moment, ...]

    @property
    def last(self) -> int:
        """Return the number of the last step."""
        return len(self.game.steps)

    def board(self, number: int) -> str:
        """Return the board after a step as SVG, with side one of the file at the bottom.

        Step 0 is the start of the game.
        """
        step = self.game.steps[number - 1] if number else None
        moment = self.moments[number - 1] if number else None
        position, cube = self.game.start, self.game.cube
        if step is not None:
            position = step.after if step.side is Side.ONE else step.after.swapped()
            cube = step.cube if cube is not None else None
        one, two = self.game.players
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
        score = self.game.score
        if score.length is None:
            return str(score.one), str(score.two)
        return f"{score.one}/{score.length}", f"{score.two}/{score.length}"


def game_replay(game: ReplayedGame) -> GameReplay:
    """Return a recorded game in the reader's language."""
    moments = tuple(
        _moment(number, step, game.players, points=game.points)
        for number, step in enumerate(game.steps, start=1)
    )
    return GameReplay(game, moments)


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
    """Return a step in words; `points` is the value of the game."""
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
        # A faulty play is shown as written in the file.
        return step.entry.said
    if not step.moves:
        return _("%(dice)s, no move possible") % {"dice": dice}
    return f"{dice}: {played(step.before, step.moves).notation}"
