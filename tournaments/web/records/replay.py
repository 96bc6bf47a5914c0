"""A recorded game step by step, with boards and descriptions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TypeVar
from urllib.parse import urlencode

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from rules import EntryKind, Play, RulesError, Side, Step
from rules.diagram import state_svg, svg
from rules.notation.xgid import encode
from rules.play import played
from rules.state import State
from tournaments.engine import MistakeKind
from tournaments.queries.records.replays import ReplayedGame

from .analysis_words import MistakeInWords
from .record_words import ProblemInWords, in_words

_Of = TypeVar("_Of")
_DOUBLES = {MistakeKind.MISSED_DOUBLE, MistakeKind.WRONG_DOUBLE}


@dataclass(frozen=True, slots=True)
class Moment:
    """A step of a game in words; `number` counts from 1, and `mistake` is what an analysis found there."""

    number: int
    player: str
    words: str
    problems: tuple[ProblemInWords, ...]
    mistake: MistakeInWords | None = None


@dataclass(frozen=True, slots=True)
class BoardView:
    """How a reader looks at boards: the side at the bottom, and whether it bears off to the left."""

    bottom: Side = Side.ONE
    is_mirrored: bool = False

    @classmethod
    def read(cls, options: Mapping[str, str]) -> BoardView:
        """Return the view that a query string asks for, ignoring invalid values."""
        bottom = Side.TWO if options.get("bottom") == Side.TWO.value else Side.ONE
        return cls(bottom, is_mirrored=options.get("home") == "left")

    @property
    def query(self) -> str:
        """Return the query string of this view; empty for the usual one."""
        options = {"bottom": "two"} if self.bottom is Side.TWO else {}
        if self.is_mirrored:
            options["home"] = "left"
        return f"?{urlencode(options)}" if options else ""

    @property
    def turned(self) -> BoardView:
        """Return the view from the other side."""
        return replace(self, bottom=self.bottom.other)

    @property
    def mirrored(self) -> BoardView:
        """Return the view in which checkers are borne off on the other hand."""
        return replace(self, is_mirrored=not self.is_mirrored)


_USUAL = BoardView()


@dataclass(frozen=True, slots=True)
class GameReplay:
    """A recorded game with its steps in words; boards are rendered on demand, as the reader looks at them."""

    game: ReplayedGame
    moments: tuple[Moment, ...]
    view: BoardView

    @property
    def last(self) -> int:
        """Return the number of the last step."""
        return len(self.game.steps)

    def board(self, number: int) -> str:
        """Return the board of a step as SVG: of a play the position before it, with an arrow for each move.

        Step 0 is the start of the game.
        """
        return self._board(number, is_after=False)

    def after(self, number: int) -> str:
        """Return the board after the play of a step as SVG; empty where no checker moves."""
        step = self._step(number)
        return "" if step is None or step.before == step.after else self._board(number, is_after=True)

    def best(self, number: int) -> str:
        """Return the board of a step with the arrows of the best play; empty where no other play was found."""
        step, mistake = self._step(number), self._mistake(number)
        if step is None or mistake is None or mistake.mistake.kind != MistakeKind.PLAY:
            return ""
        # An engine writes plays in its own way; what the rules cannot read has no arrows.
        with suppress(RulesError):
            play = Play.parse(mistake.mistake.best, step.before, step.dice)
            return self._of_state(number, play=play.moves, ident="best")
        return ""

    def question(self, number: int) -> str:
        """Return the board before a decision as SVG, without what was decided."""
        return self._of_state(number, ident="board")

    def asked(self, number: int) -> str:
        """Return the decision of a step as a question; empty for a step without a mistake."""
        step, mistake = self._step(number), self._mistake(number)
        if step is None or mistake is None:
            return ""
        if mistake.mistake.kind == MistakeKind.PLAY and step.dice is not None:
            dice = f"{step.dice[0]}-{step.dice[1]}"
            return _("%(player)s has rolled %(dice)s. Your play?") % {"player": mistake.player, "dice": dice}
        if mistake.mistake.kind in _DOUBLES:
            return _("%(player)s is on roll. Double or roll?") % {"player": mistake.player}
        return _("%(player)s is doubled. Take or drop?") % {"player": mistake.player}

    def xgid(self, number: int) -> str:
        """Return the XGID of the moment of a step; empty at the start, and where the notation has none."""
        step = self._step(number)
        return "" if step is None else _xgid(step.state)

    def xgid_of_question(self, number: int) -> str:
        """Return the XGID of the moment before a decision; empty where the notation has none."""
        return _xgid(self._state(number))

    def _step(self, number: int) -> Step | None:
        return self.game.steps[number - 1] if number else None

    def _mistake(self, number: int) -> MistakeInWords | None:
        return self.moments[number - 1].mistake if number else None

    def _board(self, number: int, *, is_after: bool) -> str:
        step = self._step(number)
        moment = self.moments[number - 1] if number else None
        position, cube = self.game.start, self.game.cube
        if self.view.bottom is Side.TWO:
            position = position.swapped()
        if step is not None:
            board = step.after if is_after else step.before
            position = board if step.side is self.view.bottom else board.swapped()
            cube = step.cube if cube is not None else None
        return svg(
            position,
            title=self._title(),
            description=pgettext("who did what", "%(player)s: %(act)s")
            % {"player": moment.player, "act": moment.words}
            if moment
            else _("The board at the start."),
            turn=step.side if step is not None else None,
            dice=step.dice if step is not None and not is_after else None,
            play=() if step is None or is_after else [(move.src, move.dst) for move in step.moves],
            cube=cube,
            labels=self._labels(),
            ident="after" if is_after else "board",
            bottom=self.view.bottom,
            is_mirrored=self.view.is_mirrored,
        )

    def _of_state(self, number: int, *, ident: str, play: Sequence[tuple[int, int]] = ()) -> str:
        view = self.view
        return state_svg(
            self._state(number),
            title=self._title(),
            bottom=view.bottom,
            is_mirrored=view.is_mirrored,
            play=play,
            ident=ident,
        )

    def _state(self, number: int) -> State:
        """Return the moment before the decision of a step: at the cube the dice have not been rolled."""
        step, mistake = self.game.steps[number - 1], self._mistake(number)
        is_at_the_cube = mistake is not None and mistake.mistake.kind != MistakeKind.PLAY
        return replace(step.state, dice=None) if is_at_the_cube else step.state

    def _title(self) -> str:
        one, two = self._from_the_bottom(self.game.players)
        return _("%(one)s below, %(two)s above") % {"one": one, "two": two}

    def _labels(self) -> tuple[str, str]:
        score = self.game.score
        end = "" if score.length is None else f"/{score.length}"
        one, two = self._from_the_bottom((score.one, score.two))
        return f"{one}{end}", f"{two}{end}"

    def _from_the_bottom(self, sides: tuple[_Of, _Of]) -> tuple[_Of, _Of]:
        """Return what the sides have, that at the bottom first."""
        return sides if self.view.bottom is Side.ONE else (sides[1], sides[0])


def _xgid(state: State) -> str:
    # Some moments contradict themselves, and some variants have no XGID.
    with suppress(RulesError):
        return encode(state)
    return ""


def game_replay(
    game: ReplayedGame, mistakes: Mapping[int, MistakeInWords] | None = None, *, view: BoardView = _USUAL
) -> GameReplay:
    """Return a recorded game in the reader's language, with the mistakes found in it by the number of their step."""
    by_step = mistakes or {}
    moments = tuple(
        _moment(number, step, game.players, points=game.points, mistake=by_step.get(number))
        for number, step in enumerate(game.steps, start=1)
    )
    return GameReplay(game, moments, view)


def _moment(
    number: int, step: Step, players: Sequence[str], *, points: int, mistake: MistakeInWords | None
) -> Moment:
    problems = (
        in_words(
            problem._asdict() | {"severity": problem.severity},
            players=players,
        )
        for problem in step.problems
    )
    player = players[0 if step.side is Side.ONE else 1]
    return Moment(number, player, _words(step, points=points), tuple(problems), mistake)


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
