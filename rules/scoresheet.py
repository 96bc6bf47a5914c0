"""The result of a match as reported by players and directors, added up and checked (D4, E3, E5, E6, M1 to M6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from .cube import is_cube_value
from .game import Ended, GameScore, Result
from .live_cube import largest_live_cube, live_doubles, winning_totals
from .match import MatchScore, Side
from .refusal import Refusal as Refusal
from .refusal import RefusalCode as RefusalCode

Score = tuple[int, int]


class Outcome(StrEnum):
    """How a match ended.

    >>> Outcome.WALKOVER.is_unplayed, Outcome.RETIRED.is_unplayed
    (True, False)
    """

    PLAYED = "played"
    RETIRED = "retired"
    FORFEIT = "forfeit"
    WALKOVER = "walkover"
    DOUBLE_FORFEIT = "double_forfeit"
    DISQUALIFIED = "disqualified"
    SETTLED = "settled"

    @property
    def is_unplayed(self) -> bool:
        """Whether no game can have been played."""
        return self in (Outcome.FORFEIT, Outcome.WALKOVER, Outcome.DOUBLE_FORFEIT)


class DeadCube(StrEnum):
    """The rule of a profile for a double by a side whose cube already suffices (E6).

    >>> DeadCube.VOID.value
    'void'
    """

    REMARK = "remark"
    VOID = "void"


@dataclass(frozen=True, slots=True)
class Penalty:
    """Penalty points given `to` a side before a game, games counted from 0 (M5).

    >>> Conditions(7, penalties=(Penalty(0, Side.TWO, 1),)).opening_score
    (0, 1)
    """

    before_game: int
    to: Side
    points: int


@dataclass(frozen=True, slots=True)
class LengthChange:
    """A length set by the director before a game, games counted from 0 (M5a).

    >>> Conditions(7, length_changes=(LengthChange(2, 5),)).final_length
    5
    """

    before_game: int
    length: int


@dataclass(frozen=True, slots=True)
class Conditions:
    """The conditions of a match: its length, head starts, penalties and the profile's cube settings.

    >>> Conditions(7, start_score=(2, 0)).floor
    (2, 0)
    """

    length: int
    start_score: Score = (0, 0)
    penalties: tuple[Penalty, ...] = ()
    length_changes: tuple[LengthChange, ...] = ()
    cube_cap: int | None = None
    dead_cube: str = DeadCube.REMARK

    @property
    def final_length(self) -> int:
        """The length after every change."""
        changes = sorted(self.length_changes, key=lambda change: change.before_game)
        return changes[-1].length if changes else self.length

    @property
    def last_change(self) -> int:
        """The game before which the director made the last change; -1 if there was none."""
        changes: tuple[Penalty | LengthChange, ...] = (*self.penalties, *self.length_changes)
        return max((change.before_game for change in changes), default=-1)

    @property
    def opening_score(self) -> Score:
        """The score at which the first game begins: head starts and penalties before it (M5)."""
        return (self._floor(Side.ONE, 0), self._floor(Side.TWO, 0))

    @property
    def floor(self) -> Score:
        """The least a side can end with: its start score and all its penalty points (M5)."""
        return (self._floor(Side.ONE), self._floor(Side.TWO))

    def winner_by_penalties(self, length: int, up_to_game: int | None = None) -> Side | None:
        """The side given over half the length in penalty points, which wins by them (P3)."""
        return next((side for side in Side if 2 * self._penalty_points(side, up_to_game) > length), None)

    def before_game(self, score: MatchScore, game: int) -> MatchScore | None:
        """The score after the changes before a game; `None` for a length not above the score (M5a)."""
        for change in self.length_changes:
            if change.before_game == game:
                if change.length <= max(score.points):
                    return None
                score = score.with_length(change.length)
        for penalty in self.penalties:
            if penalty.before_game == game and score.winner is None:
                score = score.with_points(penalty.to, penalty.points)
        return score

    def _penalty_points(self, side: Side, up_to_game: int | None) -> int:
        return sum(
            penalty.points
            for penalty in self.penalties
            if penalty.to is side and (up_to_game is None or penalty.before_game <= up_to_game)
        )

    def _floor(self, side: Side, up_to_game: int | None = None) -> int:
        start = self.start_score[0] if side is Side.ONE else self.start_score[1]
        return start + self._penalty_points(side, up_to_game)


@dataclass(frozen=True, slots=True)
class GameLine:
    """One line of the scoresheet; `before` and `away` hold after the penalties of that game (M5).

    >>> score = GameScore(Side.ONE, Result.GAMMON, 2, Ended.BORNE_OFF)
    >>> tally(Conditions(5), games=[score]).lines[0].points
    4
    """

    game: GameScore
    length: int
    before: Score
    away: Score
    points: int
    after: Score
    is_crawford: bool
    is_post_crawford: bool
    has_dead_cube: bool


@dataclass(frozen=True, slots=True)
class Tally:
    """The sum of a report, acceptable or not.

    `score` is the true score, `counted` the one with the winner capped at the length (M6), `length` the
    length now in force, `crawford_game` the Crawford game counted from 0. Remarks are codes of what is
    allowed and yet worth a word, `dead_cube` (E6). Where doubles were void, `annulled` is the tally as
    if they had not been offered (M4): what the players should have reported. A report of the score
    alone has no lines and knows of no Crawford game.

    >>> tally(Conditions(5), score=(5, 3)).winner.value
    'one'
    """

    outcome: Outcome
    length: int
    score: Score
    winner: Side | None
    lines: tuple[GameLine, ...] = ()
    crawford_game: int | None = None
    next_is_crawford: bool = False
    refusals: tuple[Refusal, ...] = ()
    remarks: tuple[str, ...] = ()
    annulled: Tally | None = None

    @property
    def counted(self) -> Score:
        """The score with points past the length left out (M6)."""
        return (min(self.score[0], self.length), min(self.score[1], self.length))

    @property
    def is_accepted(self) -> bool:
        """Whether nothing is wrong with the report."""
        return not self.refusals


class Difference(StrEnum):
    """The kind of difference between two reports of a match.

    >>> [difference.value for difference in Difference][:2]
    ['winner', 'score']
    """

    WINNER = "winner"
    SCORE = "score"
    OUTCOME = "outcome"
    GAMES = "games"


def tally(
    conditions: Conditions,
    *,
    games: Sequence[GameScore] | None = None,
    score: Score | None = None,
    outcome: Outcome = Outcome.PLAYED,
    winner: Side | None = None,
) -> Tally:
    """Add up a report of either the games or the score alone, and list its faults.

    Forfeits, walkovers and matches settled or decided by disqualification before the first game need
    neither. Never raises for what a person can type: what is wrong is in `refusals`, in the order of
    the match, and the sum is there all the same for a director to let stand (P7).

    >>> drop = GameScore(Side.ONE, Result.SINGLE, 1, Ended.DROP)
    >>> tally(Conditions(1), games=[drop]).score
    (1, 0)
    """
    refusals = _condition_refusals(conditions)
    if refusals:
        return Tally(outcome, conditions.length, score or conditions.start_score, None, refusals=refusals)
    if score is not None and games is None:
        return _decided(_tally_of_score(conditions, score, outcome), conditions, winner)
    sheet = _tally_of_games(conditions, games or (), outcome, is_annulling=False)
    if score is not None:
        sheet = replace(sheet, refusals=(Refusal(RefusalCode.GAMES_AND_SCORE), *sheet.refusals))
    elif games is None and outcome in (Outcome.PLAYED, Outcome.RETIRED):
        sheet = replace(sheet, refusals=(Refusal(RefusalCode.SCORE_MISSING), *sheet.refusals))
    if any(refusal.code in _VOID_DOUBLES for refusal in sheet.refusals):
        annulled = _tally_of_games(conditions, games or (), outcome, is_annulling=True)
        sheet = _offering(sheet, _decided(annulled, conditions, winner))
    return _decided(sheet, conditions, winner)


def same_result(first: Tally, second: Tally) -> bool:
    """Whether two reports are equal: the same winner and the same counted score (M6).

    >>> same_result(tally(Conditions(5), score=(5, 3)), tally(Conditions(5), score=(5, 4)))
    False
    """
    return not differences(first, second) & {Difference.WINNER, Difference.SCORE}


def differences(first: Tally, second: Tally) -> frozenset[Difference]:
    """The differences between two reports; other games with the same score are a remark only (M6).

    >>> ann, bob = (tally(Conditions(5), score=score) for score in ((5, 3), (5, 4)))
    >>> sorted(difference.value for difference in differences(ann, bob))
    ['score']
    """
    games = [[line.game for line in sheet.lines] for sheet in (first, second)]
    pairs = {
        Difference.WINNER: first.winner is not second.winner,
        Difference.SCORE: first.counted != second.counted,
        Difference.OUTCOME: first.outcome is not second.outcome,
        Difference.GAMES: bool(games[0] and games[1]) and games[0] != games[1],
    }
    return frozenset(difference for difference, differs in pairs.items() if differs)


_VOID_DOUBLES = frozenset({RefusalCode.CUBE_NOT_IN_USE, RefusalCode.CUBE_IN_CRAWFORD, RefusalCode.DEAD_CUBE})


def _condition_refusals(conditions: Conditions) -> tuple[Refusal, ...]:
    # Impossible lengths and scores, with which nothing can be added up.
    lengths = [conditions.length, *(change.length for change in conditions.length_changes)]
    for length in lengths:
        if length < 1:
            return (Refusal(RefusalCode.LENGTH_NOT_POSITIVE, data={"length": length}),)
    for length in lengths:
        if length % 2 == 0:
            return (Refusal(RefusalCode.LENGTH_NOT_ODD, data={"length": length}),)
    if min(conditions.start_score) < 0:
        return (Refusal(RefusalCode.NEGATIVE_SCORE),)
    if max(conditions.start_score) >= conditions.length:
        return (Refusal(RefusalCode.START_PAST_LENGTH, data={"length": conditions.length}),)
    if any(penalty.points < 1 for penalty in conditions.penalties):
        return (Refusal(RefusalCode.PENALTY_NOT_POSITIVE),)
    return ()


def _tally_of_games(
    conditions: Conditions, games: Sequence[GameScore], outcome: Outcome, *, is_annulling: bool
) -> Tally:
    sheet = _Sheet(conditions, is_annulling)
    for number, game in enumerate(games):
        if not sheet.begin(number):
            break
        sheet.enter(number, game)
    else:
        sheet.settle(len(games))
        if sheet.penalty_winner is not None and outcome is Outcome.PLAYED:
            sheet.refuse(RefusalCode.LOST_BY_PENALTIES, len(games))
    return sheet.tally(outcome)


@dataclass(slots=True)
class _Sheet:
    """A scoresheet being filled in, one game after the other."""

    conditions: Conditions
    is_annulling: bool
    score: MatchScore = field(init=False)
    lines: list[GameLine] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)
    penalty_winner: Side | None = None

    def __post_init__(self) -> None:
        self.score = MatchScore(self.conditions.length, *self.conditions.start_score)

    @property
    def length(self) -> int:
        return self.score.length or 0

    def refuse(self, code: RefusalCode, game: int, **data: int | str) -> None:
        self.refusals.append(Refusal(code, game, {"length": self.length, **data}))

    def settle(self, number: int) -> None:
        """Apply what the director changed before a game (M5, M5a, P3)."""
        if self.score.winner is not None:
            return
        conditions = self.conditions.before_game(self.score, number)
        if conditions is None:
            self.refuse(RefusalCode.LENGTH_BELOW_SCORE, number)
        else:
            self.score = conditions
        self.penalty_winner = self.conditions.winner_by_penalties(self.length, number)

    def begin(self, number: int) -> bool:
        """Whether the game can be played at all."""
        self.settle(number)
        if self.penalty_winner is not None:
            self.refuse(RefusalCode.LOST_BY_PENALTIES, number, winner=self.penalty_winner)
        elif self.score.winner is not None:
            self.refuse(RefusalCode.MATCH_ALREADY_OVER, number, winner=self.score.winner)
        else:
            return True
        return False

    def enter(self, number: int, game: GameScore) -> None:
        """Write one line, with the doubles as reported or annulled (M4)."""
        before, is_dead = self.score, _has_dead_cube(self.score, game)
        code = self._fault(game, is_dead=is_dead)
        if code is not None:
            self.refuse(code, number, cube=game.cube)
        if code in _VOID_DOUBLES and self.is_annulling:
            cube = min(game.cube, largest_live_cube(before))
            ending = Ended.RESIGNED if game.ended is Ended.DROP else game.ended
            game, is_dead = replace(game, cube=cube, ended=ending), False
            self.refusals.pop()
        if game.points > 0:
            self.score = before.after(game.winner, game.points)
        self.lines.append(
            GameLine(
                game=game,
                length=self.length,
                before=before.points,
                away=(before.away(Side.ONE) or 0, before.away(Side.TWO) or 0),
                points=game.points,
                after=self.score.points,
                is_crawford=before.is_crawford,
                is_post_crawford=before.is_post_crawford,
                has_dead_cube=is_dead,
            )
        )

    def tally(self, outcome: Outcome) -> Tally:
        crawford = (number for number, line in enumerate(self.lines) if line.is_crawford)
        has_remark = any(line.has_dead_cube for line in self.lines)
        return Tally(
            outcome=outcome,
            length=self.length,
            score=self.score.points,
            winner=self.penalty_winner or self.score.winner,
            lines=tuple(self.lines),
            crawford_game=next(crawford, None),
            next_is_crawford=self.penalty_winner is None and self.score.is_crawford,
            refusals=tuple(self.refusals),
            remarks=("dead_cube",) if has_remark else (),
        )

    def _fault(self, game: GameScore, *, is_dead: bool) -> RefusalCode | None:
        cap = self.conditions.cube_cap
        is_drop = game.ended is Ended.DROP
        # The highest value that was offered: a drop means that twice the value scored was.
        cube = 2 * game.cube if is_drop else game.cube
        if not is_cube_value(game.cube):
            return RefusalCode.CUBE_NOT_POWER_OF_TWO
        if is_drop and game.result is not Result.SINGLE:
            return RefusalCode.DROP_IS_SINGLE
        if cube > 1 and not self.score.has_cube:
            in_crawford = self.score.is_crawford
            return RefusalCode.CUBE_IN_CRAWFORD if in_crawford else RefusalCode.CUBE_NOT_IN_USE
        if cap is not None and cube > cap:
            return RefusalCode.CUBE_ABOVE_CAP
        if is_dead and self.conditions.dead_cube == DeadCube.VOID:
            return RefusalCode.DEAD_CUBE
        return None


def _has_dead_cube(score: MatchScore, game: GameScore) -> bool:
    """Whether the cube of a game, or its dropped double, is possible only through a dead double (E6)."""
    if not score.has_cube:
        return False
    live = live_doubles(score)
    if game.ended is Ended.DROP:
        return (game.cube, game.winner) not in live
    return game.cube > 1 and not any(2 * value == game.cube for value, _ in live)


def _tally_of_score(conditions: Conditions, score: Score, outcome: Outcome) -> Tally:
    length = conditions.final_length
    by_points = [side for side, points in zip(Side, score, strict=True) if points >= length]
    winner = by_points[0] if len(by_points) == 1 else None
    penalty_winner = conditions.winner_by_penalties(length)
    floor = conditions.floor
    refusals: list[Refusal] = []
    if min(score) < 0:
        refusals.append(Refusal(RefusalCode.NEGATIVE_SCORE))
    elif len(by_points) == 2:
        refusals.append(Refusal(RefusalCode.TWO_WINNERS, data={"length": length}))
    elif score[0] < floor[0] or score[1] < floor[1]:
        data = {"start_one": floor[0], "start_two": floor[1]}
        refusals.append(Refusal(RefusalCode.BELOW_START_SCORE, data=data))
    elif penalty_winner is not None and outcome is Outcome.PLAYED:
        data_lost: dict[str, int | str] = {"length": length, "winner": penalty_winner}
        refusals.append(Refusal(RefusalCode.LOST_BY_PENALTIES, data=data_lost))
    elif winner is not None and max(score) > length:
        refusals += _excess_refusals(conditions, score, winner)
    return Tally(
        outcome=outcome,
        length=length,
        score=score,
        winner=penalty_winner or winner,
        refusals=tuple(refusals),
    )


def _excess_refusals(conditions: Conditions, score: Score, winner: Side) -> list[Refusal]:
    """What speaks against a winner's total past the length: that no live cube leads to it (M6, E6)."""
    length = conditions.final_length
    total, loser_points = max(score), min(score)
    totals = winning_totals(
        MatchScore(conditions.length, *conditions.start_score),
        winner,
        loser_points,
        before_game=conditions.before_game,
        last_change=conditions.last_change,
        cap=conditions.cube_cap,
    )
    if total in totals:
        return []
    data: dict[str, int | str] = {
        "length": length,
        "highest": max(totals, default=length),
        "offered_one": min(score[0], length),
        "offered_two": min(score[1], length),
    }
    return [Refusal(RefusalCode.WINNER_PAST_LENGTH, data=data)]


def _offering(sheet: Tally, annulled: Tally) -> Tally:
    """The tally with the score without void doubles, which each of their refusals offers (M4)."""
    offer: dict[str, int | str] = {"offered_one": annulled.score[0], "offered_two": annulled.score[1]}
    refusals = tuple(
        replace(refusal, data={**refusal.data, **offer}) if refusal.code in _VOID_DOUBLES else refusal
        for refusal in sheet.refusals
    )
    return replace(sheet, refusals=refusals, annulled=annulled)


def _decided(sheet: Tally, conditions: Conditions, claim: Side | None) -> Tally:
    """The tally with its winner, and the refusals of outcome and named winner."""
    refusals = list(sheet.refusals)
    is_over_by_points = max(sheet.score) >= sheet.length
    winner = claim
    if sheet.outcome is Outcome.PLAYED:
        winner = sheet.winner or claim
        if sheet.winner is None and not any(refusal.code in _NO_SCORE for refusal in refusals):
            refusals.append(Refusal(RefusalCode.NOT_FINISHED, data={"length": sheet.length}))
        if claim not in (None, winner):
            refusals.append(Refusal(RefusalCode.WINNER_CONTRADICTED, data={"winner": str(winner)}))
    elif sheet.outcome.is_unplayed and (sheet.lines or sheet.score != conditions.opening_score):
        refusals.append(Refusal(RefusalCode.FORFEIT_AFTER_START))
    elif not sheet.outcome.is_unplayed and is_over_by_points and not refusals:
        refusals.append(Refusal(RefusalCode.MATCH_ALREADY_OVER, data={"length": sheet.length}))
    if sheet.outcome is Outcome.DOUBLE_FORFEIT:
        winner = None
        if claim is not None:
            refusals.append(Refusal(RefusalCode.WINNER_GIVEN))
    elif winner is None and sheet.outcome is not Outcome.PLAYED:
        refusals.append(Refusal(RefusalCode.WINNER_MISSING))
    return replace(sheet, winner=winner, refusals=tuple(refusals))


# After these no score is left from which the match could continue.
_NO_SCORE = frozenset({RefusalCode.NEGATIVE_SCORE, RefusalCode.TWO_WINNERS, RefusalCode.SCORE_MISSING})
