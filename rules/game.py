"""One game in progress, and how its result is counted (B1, B2, B9, D1 to D6, E1 to E5, V3, V4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from .cube import Cube
from .errors import IllegalAction
from .judgement import judge
from .match import MatchScore, Side
from .move import HasMoves, in_order, moves_of
from .play import Play, illegal_play
from .position import BAR, OFF, Position
from .variant import BACKGAMMON, Variant


class Money(NamedTuple):
    """The optional rules of money play, all off by default (V4).

    `jacoby`: gammons and backgammons count as singles unless a double was taken. `beavers`: who is doubled
    may turn the cube once more and keep it; `raccoons`: and who doubled may turn it again after that.
    `automatic_doubles`: how often in a game equal dice for the opening roll turn the cube.

    >>> Game.start(money=Money(jacoby=True)).money.jacoby
    True
    """

    jacoby: bool = False
    beavers: bool = False
    automatic_doubles: int = 0
    raccoons: bool = False


class Result(StrEnum):
    """What a game is worth in cubes (D1 to D3).

    >>> [(result.value, result.multiplier) for result in Result]
    [('single', 1), ('gammon', 2), ('backgammon', 3)]
    """

    SINGLE = "single"
    GAMMON = "gammon"
    BACKGAMMON = "backgammon"

    @property
    def multiplier(self) -> int:
        """The multiplier of the cube: 1, 2 or 3.

        >>> Result.GAMMON.multiplier
        2
        """
        return {Result.SINGLE: 1, Result.GAMMON: 2, Result.BACKGAMMON: 3}[self]


class Ended(StrEnum):
    """How a game ended: the last checker borne off, a double dropped (D4) or a resignation (D5).

    >>> game = Game.start().roll_opening(3, 1).play("8/5 6/5").double().drop()
    >>> game.score.ended is Ended.DROP
    True
    """

    BORNE_OFF = "borne_off"
    DROP = "drop"
    RESIGNED = "resigned"


NO_MONEY = Money()


@dataclass(frozen=True, slots=True)
class GameScore:
    """One finished game as a scoresheet holds it; `cube` is the value scored, after a drop too (D4).

    >>> GameScore(Side.ONE, Result.GAMMON, 2, Ended.BORNE_OFF).points
    4
    """

    winner: Side
    result: Result
    cube: int
    ended: Ended

    @property
    def points(self) -> int:
        """The points the winner scores.

        >>> GameScore(Side.ONE, Result.GAMMON, 2, Ended.BORNE_OFF).points
        4
        """
        return self.cube * self.result.multiplier


@dataclass(frozen=True, slots=True)
class Game:
    """A game between two sides; every action returns the game after it.

    `position` is seen by `turn`, the side that rolls and plays next (`None` before the opening roll).
    `dice` are rolled and not yet played. `cube` is `None` in a Crawford game, a one-point match or a
    variant without a cube. `resignation` waits for the opponent's answer. `money` holds the settings of
    money play, none of them in use by default. Actions out of turn raise `IllegalAction`, plays against
    the rules `IllegalPlay`.

    >>> game = Game.start().roll_opening(3, 1)
    >>> game = game.play(legal_plays(game.position, game.dice)[0])
    >>> game.turn.value, game.position.opp_pips
    ('two', 163)
    """

    position: Position
    turn: Side | None = None
    dice: tuple[int, int] | None = None
    cube: Cube | None = None
    resignation: tuple[Side, Result] | None = None
    score: GameScore | None = None
    variant: Variant = BACKGAMMON
    money: Money = NO_MONEY

    @classmethod
    def start(
        cls,
        variant: Variant = BACKGAMMON,
        *,
        match: MatchScore | None = None,
        money: Money = NO_MONEY,
        has_cube: bool = True,
        cube_cap: int | None = None,
    ) -> Game:
        """A new game, in a match the one after `match`: that says whether there is a cube (M2, M3).

        `has_cube=False` puts the cube aside without a match. Raises `IllegalAction` for settings of
        money play in a match (E5).

        >>> Game.start(match=MatchScore(5)).cube.value, Game.start(match=MatchScore(1)).cube
        (1, None)
        """
        if match is not None and match.length is not None and money != NO_MONEY:
            raise IllegalAction("money_play_in_match")
        is_cube_used = has_cube and variant.has_cube and (match is None or match.has_cube)
        cube = Cube(cap=cube_cap) if is_cube_used else None
        return cls(Position.start(variant), cube=cube, variant=variant, money=money)

    def roll_opening(self, one: int, two: int) -> Game:
        """One die each: the higher starts and plays both; equal dice are rolled again (B1).

        In some variants the higher only starts, and rolls both dice for the first play (V3). In money
        play equal dice may turn the cube (V4).

        >>> Game.start().roll_opening(3, 1).dice
        (3, 1)
        """
        self._refuse_when_over()
        if self.turn is not None:
            raise IllegalAction("already_started")
        in_order((one, two))
        if one == two:
            return self._with_automatic_double()
        # Both sides see the same board before the first play, so it need not be swapped.
        dice = None if self.variant.opener_rerolls else (one, two)
        return replace(self, turn=Side.ONE if one > two else Side.TWO, dice=dice)

    def double(self, *, by: Side | None = None) -> Game:
        """Offer a double, on one's own turn and before the roll, even with no move to come (E1, E4).

        >>> game = Game.start().roll_opening(3, 1).play([(8, 5), (6, 5)], by=Side.ONE)
        >>> game.double(by=Side.TWO).cube.offered_by.value
        'two'
        """
        by = self._actor(by)
        self._refuse_unless_to_roll(by)
        if self.cube is None:
            raise IllegalAction("cube_not_in_use")
        return replace(self, cube=self.cube.double(by=by))

    def take(self, *, by: Side | None = None) -> Game:
        """Take a double: the stake doubles and the taker owns the cube (E2).

        >>> game = Game.start().roll_opening(3, 1).play([(8, 5), (6, 5)], by=Side.ONE)
        >>> game.double(by=Side.TWO).take(by=Side.ONE).cube.value
        2
        """
        return replace(self, cube=self._offered_cube(Side(by) if by else self._asked_about_cube()).take())

    def beaver(self, *, by: Side | None = None) -> Game:
        """Take a double, turn the cube once more and keep it; the doubler takes that or drops (V4).

        >>> game = Game.start(money=Money(beavers=True, raccoons=True)).roll_opening(3, 1).play([(8, 5), (6, 5)], by=Side.ONE)
        >>> game.double(by=Side.TWO).beaver(by=Side.ONE).cube.value
        2
        """
        by = Side(by) if by else self._asked_about_cube()
        cube = self._offered_cube(by)
        if not self.money.beavers:
            raise IllegalAction("beavers_not_in_use", by=by)
        return replace(self, cube=cube.beaver())

    def raccoon(self, *, by: Side | None = None) -> Game:
        """Take a beaver and turn the cube once more, which stays with the other side (V4).

        >>> game = Game.start(money=Money(beavers=True, raccoons=True)).roll_opening(3, 1).play([(8, 5), (6, 5)], by=Side.ONE)
        >>> game.double(by=Side.TWO).beaver(by=Side.ONE).raccoon(by=Side.TWO).cube.value
        4
        """
        by = Side(by) if by else self._asked_about_cube()
        cube = self._offered_cube(by)
        if not self.money.raccoons:
            raise IllegalAction("raccoons_not_in_use", by=by)
        return replace(self, cube=cube.raccoon())

    def drop(self, *, by: Side | None = None) -> Game:
        """Drop a double: the doubler wins the value before it (D4).

        >>> game = Game.start().roll_opening(3, 1).play([(8, 5), (6, 5)], by=Side.ONE)
        >>> game.double(by=Side.TWO).drop(by=Side.ONE).score.points
        1
        """
        by = Side(by) if by else self._asked_about_cube()
        cube = self._offered_cube(by).drop()
        score = GameScore(by.other, Result.SINGLE, cube.value, Ended.DROP)
        return replace(self, cube=cube, score=score)

    def roll(self, dice: tuple[int, int], *, by: Side | None = None) -> Game:
        """Roll on one's own turn (B2).

        >>> game = Game.start().roll_opening(3, 1).play([(8, 5), (6, 5)], by=Side.ONE)
        >>> game.roll((6, 2), by=Side.TWO).dice
        (6, 2)
        """
        self._refuse_unless_to_roll(self._actor(by))
        in_order(dice)
        return replace(self, dice=dice)

    def play(self, play: HasMoves | str | Sequence[tuple[int, int]], *, by: Side | None = None) -> Game:
        """Play the dice, a dance having no moves (B9); bearing off the last checker wins (C5, D1 to D3).

        The play is one of `legal_plays`, its text or its (from, to) pairs. Raises `IllegalPlay` with the
        faulty move and the nearest legal plays.

        >>> game = Game.start().roll_opening(3, 1).play([(8, 5), (6, 5)], by=Side.ONE)
        >>> game.roll((6, 2), by=Side.TWO).play("24/18 13/11", by=Side.TWO).turn.value
        'one'
        """
        by = self._actor(by)
        self._refuse_unless_turn(by)
        if self.dice is None:
            raise IllegalAction("not_rolled", by=by)
        if isinstance(play, str):
            result = Play.parse(play, self.position, self.dice, self.variant).result
        else:
            judgement = judge(self.position, self.dice, play, self.variant)
            if judgement.fault is not None:
                raise illegal_play(self.position, self.dice, moves_of(play), judgement.fault, self.variant)
            result = judgement.result
        if result.has_won:
            score = self._score(by, result_of(result, self.variant), Ended.BORNE_OFF)
            return replace(self, position=result, dice=None, score=score)
        return replace(self, position=result.swapped(), turn=by.other, dice=None)

    def resign(self, result: Result, *, by: Side | None = None) -> Game:
        """Offer to lose the game at this result; it counts when accepted (D5).

        >>> game = Game.start().roll_opening(3, 1).play([(8, 5), (6, 5)], by=Side.ONE)
        >>> game.resign(Result.SINGLE, by=Side.TWO).resignation
        (<Side.TWO: 'two'>, <Result.SINGLE: 'single'>)
        """
        self._refuse_when_over()
        self._refuse_while_answer_awaited()
        by, result = self._actor(by), Result(result)
        if self.turn is None:
            raise IllegalAction("not_started")
        if result is Result.BACKGAMMON and not self.variant.has_backgammon:
            raise IllegalAction("no_backgammon", by=by)
        return replace(self, resignation=(by, result))

    def accept(self, *, by: Side | None = None) -> Game:
        """Accept a resignation; the game ends with that result, even below what the position allows (D5).

        >>> game = Game.start().roll_opening(3, 1).play([(8, 5), (6, 5)], by=Side.ONE)
        >>> game.resign(Result.SINGLE, by=Side.TWO).accept(by=Side.ONE).score.winner.value
        'one'
        """
        resigning, result = self._resignation_to(Side(by) if by else self._asked_about_resignation())
        score = self._score(resigning.other, result, Ended.RESIGNED)
        return replace(self, resignation=None, score=score)

    def refuse(self, *, by: Side | None = None) -> Game:
        """Refuse a resignation: the game goes on where it was (D5).

        >>> game = Game.start().roll_opening(3, 1).play([(8, 5), (6, 5)], by=Side.ONE)
        >>> game.resign(Result.SINGLE, by=Side.TWO).refuse(by=Side.ONE).score is None
        True
        """
        self._resignation_to(Side(by) if by else self._asked_about_resignation())
        return replace(self, resignation=None)

    def _score(self, winner: Side, result: Result, ending: Ended) -> GameScore:
        if self.cube is None:
            return GameScore(winner, result, 1, ending)
        # Without doubles, gammons and backgammons count all the same (D6), unless Jacoby's rule is in use:
        # then a cube that nobody has taken makes every game a single (V4).
        is_single = self.money.jacoby and self.cube.owner is None
        return GameScore(winner, Result.SINGLE if is_single else result, self.cube.value, ending)

    def _with_automatic_double(self) -> Game:
        # Before the first double the value of the cube shows its automatic doubles.
        if self.cube is None or self.cube.value.bit_length() > self.money.automatic_doubles:
            return self
        return replace(self, cube=self.cube.doubled_automatically())

    def _actor(self, side: Side | None) -> Side:
        """Return the side that acts: the one named, else the one on turn."""
        # A side may be its text, which is equal to it and not the same.
        actor = Side(side) if side else self.turn
        if actor is None:
            self._refuse_when_over()
            raise IllegalAction("not_started")
        return actor

    def _asked_about_cube(self) -> Side:
        if self.cube is None or self.cube.offered_by is None:
            self._refuse_when_over()
            raise IllegalAction("no_double_offered")
        return self.cube.offered_by.other

    def _asked_about_resignation(self) -> Side:
        if self.resignation is None:
            raise IllegalAction("no_resignation_offered")
        return self.resignation[0].other

    def _refuse_when_over(self) -> None:
        if self.score is not None:
            raise IllegalAction("game_over")

    def _refuse_while_answer_awaited(self) -> None:
        if self.resignation is not None or (self.cube is not None and self.cube.offered_by is not None):
            raise IllegalAction("answer_awaited")

    def _refuse_unless_turn(self, side: Side) -> None:
        self._refuse_when_over()
        self._refuse_while_answer_awaited()
        if self.turn is not side:
            raise IllegalAction("not_your_turn", by=side)

    def _refuse_unless_to_roll(self, side: Side) -> None:
        self._refuse_unless_turn(side)
        if self.dice is not None:
            raise IllegalAction("already_rolled", by=side)

    def _offered_cube(self, taker: Side) -> Cube:
        self._refuse_when_over()
        if self.cube is None or self.cube.offered_by is not taker.other:
            raise IllegalAction("no_double_offered", by=taker)
        return self.cube

    def _resignation_to(self, side: Side) -> tuple[Side, Result]:
        if self.resignation is None or self.resignation[0] is side:
            raise IllegalAction("no_resignation_offered", by=side)
        return self.resignation


def result_of(position: Position, variant: Variant = BACKGAMMON) -> Result:
    """The result of a game that the side to move has just won, from the loser's checkers (D1 to D3).

    >>> last = Position((15,) + (0,) * 25, (0,) * 24 + (15, 0))
    >>> result_of(last).value
    'backgammon'
    """
    if position.opp[OFF]:
        return Result.SINGLE
    return Result.BACKGAMMON if variant.has_backgammon and _is_far_behind(position) else Result.GAMMON


def largest_result(position: Position, variant: Variant = BACKGAMMON) -> Result:
    """The most the side to move can still win; a resignation below it needs agreement (D5)."""
    if position.opp[OFF]:
        return Result.SINGLE
    if variant.has_backgammon and (position.has_contact or _is_far_behind(position)):
        return Result.BACKGAMMON
    return Result.GAMMON


def _is_far_behind(position: Position) -> bool:
    # On the bar, not entered yet or in the winner's home board, which is points 19 to 24 of the loser.
    return position.outside[1] > 0 or any(position.opp[19 : BAR + 1])
