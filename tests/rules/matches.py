"""Matches played at random by the rules: every variant, cube actions, resignations, games left unfinished.

They are played with `Game` and `MatchScore`, which no reader, writer or check of records uses.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from hypothesis import strategies as st

from rules import (
    BACKGAMMON,
    VARIANTS,
    Entry,
    EntryKind,
    Game,
    GameRecord,
    MatchScore,
    Move,
    Note,
    Play,
    Position,
    Side,
    Transcript,
    Variant,
    legal_plays,
)
from rules.cube import Cube
from rules.game import NO_MONEY, Money, Result, largest_result

NAMES = (
    ("Ann", "Bob"),
    ("Jean-Luc Étienne", "O'Neill, J."),
    ("", "望月 正行"),
    ("Team: 2 of us", "Łoś"),
    ("The longest of all the names at the whole tournament", "Bob"),
)
# Nobody doubles beyond this: one game would be worth more than the longest of the matches.
_LARGEST_CUBE = 8


@dataclass(frozen=True, slots=True)
class Luck:
    """How often a side doubles, drops, beavers or resigns when it could: shares of one."""

    double: float = 0.05
    drop: float = 0.25
    beaver: float = 0.3
    resign: float = 0.005


USUAL = Luck()
QUIET = Luck(double=0.01, drop=0.1, resign=0.0)
"""So that nearly every game is borne off."""


def random_match(
    chance: Random,
    *,
    variant: Variant = BACKGAMMON,
    length: int | None = 7,
    games: int = 3,
    names: tuple[str, str] = NAMES[0],
    luck: Luck = USUAL,
    money: Money = NO_MONEY,
    has_set_positions: bool = False,
) -> Transcript:
    """A match to its end, or so many `games` of unlimited play with these settings: correct in everything."""
    score = MatchScore(length)
    records: list[GameRecord] = []
    while score.winner is None and (length is not None or len(records) < games):
        game = Game.start(variant, match=score, money=money)
        # No notation has a place for checkers that have not entered.
        is_set = has_set_positions and not variant.outside and chance.random() < 0.5
        start = position_on_the_way(chance, variant) if is_set else None
        if start:
            game = replace(game, position=start, cube=game.cube and _cube_on_the_way(chance))
        series = _PlayedGame(chance, game, luck)
        series.play()
        records.append(
            GameRecord(
                number=len(records) + 1,
                line=0,
                players=names,
                score=score.points,
                entries=tuple(series.entries),
                start=start,
                start_cube=series.start_cube,
                start_owner=series.start_owner,
            )
        )
        winner = series.entries[-1]
        assert winner.value is not None
        score = score.after(winner.side, winner.value)
    tags = {} if money == NO_MONEY else _tags(money)
    return Transcript(names, length, tuple(records), variant, tags)


def _tags(money: Money) -> dict[str, str]:
    settings = {
        "Jacoby": money.jacoby,
        "Beaver": money.beavers,
        "AutoDouble": money.automatic_doubles > 0,
    }
    return {key: "On" if is_on else "Off" for key, is_on in settings.items()}


def _cube_on_the_way(chance: Random) -> Cube:
    value = chance.choice([1, 2, 4])
    return Cube(value, chance.choice(list(Side)) if value > 1 else None)


def position_on_the_way(chance: Random, variant: Variant) -> Position | None:
    """A position that a game of a variant comes to after some turns, seen by side one; `None` if it was over."""
    position = Position.start(variant)
    for _ in range(2 * chance.randint(1, 12)):
        after = choose(chance, legal_plays(position, _rolled(chance), variant)).result
        if after.has_won:
            return None
        position = after.swapped()
    return position


def choose(chance: Random, plays: Sequence[Play]) -> Play:
    """One of the plays: of some taken at random the one with the fewest blots.

    Plays wholly at random would hit and be hit for hundreds of turns.
    """
    some = chance.sample(plays, min(len(plays), 4))
    return min(some, key=lambda play: play.result.own[1:25].count(1))


def _rolled(chance: Random) -> tuple[int, int]:
    first, second = chance.randint(1, 6), chance.randint(1, 6)
    return max(first, second), min(first, second)


class _PlayedGame:
    """One game, played to its end by `play`; `entries` is its record."""

    def __init__(self, chance: Random, game: Game, luck: Luck) -> None:
        self.chance = chance
        self.game = game
        self.luck = luck
        self.entries: list[Entry] = []
        self.start_cube = game.cube.value if game.cube else 1
        self.start_owner = game.cube.owner if game.cube else None

    def play(self) -> None:
        """Play turn after turn until somebody has won."""
        side = self._open()
        while self.game.score is None:
            if self.game.dice is None:
                self._before_roll(side)
            if self.game.score is None:
                self._after_roll(side)
            side = side.other
        score = self.game.score
        self._write(EntryKind.WIN, score.winner, value=score.points)

    def _open(self) -> Side:
        if self.start_owner is None and self._happens(0.3):
            # Equal dice are no roll, and turn the cube where automatic doubles are in use.
            self.game = self.game.roll_opening(6, 6)
            self.start_cube = self.game.cube.value if self.game.cube else 1
        one, two = self.chance.sample(range(1, 7), 2)
        side = Side.ONE if one > two else Side.TWO
        position = self.game.position
        self.game = self.game.roll_opening(one, two)
        # The position was seen by side one until somebody was to play.
        self.game = replace(self.game, position=position if side is Side.ONE else position.swapped())
        return side

    def _before_roll(self, side: Side) -> None:
        cube = self.game.cube
        can_double = cube is not None and cube.can_double(side) and cube.value < _LARGEST_CUBE
        if can_double and self._happens(self.luck.double):
            self._double(side)
        elif self._happens(self.luck.resign):
            self._resign(side)
        if self.game.score is None:
            self.game = self.game.roll(_rolled(self.chance), by=side)

    def _double(self, side: Side) -> None:
        self.game = self.game.double(by=side)
        self._write_cube(EntryKind.DOUBLE, side)
        if self._happens(self.luck.drop):
            self._drop(side.other)
        elif self.game.money.beavers and self._happens(self.luck.beaver):
            self.game = self.game.beaver(by=side.other)
            self._write_cube(EntryKind.BEAVER, side.other)
            self._answer_beaver(side)
        else:
            self.game = self.game.take(by=side.other)
            self._write(EntryKind.TAKE, side.other)

    def _answer_beaver(self, side: Side) -> None:
        """Drop, or turn the cube once more, or play on: that a beaver was taken is not written."""
        if self._happens(self.luck.drop):
            self._drop(side)
            return
        if self.game.money.raccoons and self._happens(self.luck.beaver):
            self.game = self.game.raccoon(by=side)
            self._write_cube(EntryKind.RACCOON, side)
            side = side.other
        self.game = self.game.take(by=side)

    def _drop(self, side: Side) -> None:
        self.game = self.game.drop(by=side)
        self._write(EntryKind.DROP, side)

    def _after_roll(self, side: Side) -> None:
        dice = self.game.dice
        assert dice is not None
        dice = max(dice), min(dice)
        plays = legal_plays(self.game.position, dice, self.game.variant)
        if plays[0].moves and self._happens(self.luck.resign):
            self._write(EntryKind.ROLL, side, dice=dice, note=Note.NOT_PLAYED)
            self._resign(side)
            return
        play = choose(self.chance, plays)
        self.game = self.game.play(play.moves, by=side)
        self._write(EntryKind.ROLL, side, dice=dice, moves=play.moves)

    def _resign(self, side: Side) -> None:
        """Resign what the position can still lose, or less."""
        most = largest_result(self.game.position.swapped(), self.game.variant)
        result = self.chance.choice([value for value in Result if value.multiplier <= most.multiplier])
        self.game = self.game.resign(result, by=side).accept(by=side.other)

    def _happens(self, share: float) -> bool:
        return self.chance.random() < share

    def _write_cube(self, kind: EntryKind, side: Side) -> None:
        assert self.game.cube is not None
        self._write(kind, side, value=self.game.cube.value * 2)

    def _write(
        self,
        kind: EntryKind,
        side: Side,
        *,
        dice: tuple[int, int] | None = None,
        moves: tuple[Move, ...] = (),
        value: int | None = None,
        note: Note | None = None,
    ) -> None:
        self.entries.append(Entry(kind, side, None, 0, 0, "", dice, moves, value, note))


def unfinished(chance: Random, transcript: Transcript) -> Transcript:
    """The match as somebody recorded it who left in the middle of its last game."""
    *before, last = transcript.games
    entries = last.entries[: chance.randrange(len(last.entries))]
    return replace(transcript, games=(*before, replace(last, entries=entries)))


@st.composite
def matches(draw: st.DrawFn) -> Transcript:
    """Random matches of every variant and of all kinds: to a length, unlimited, unfinished, from set positions."""
    chance = Random(draw(st.integers(0, 1 << 32)))
    length = draw(st.sampled_from([None, 1, 2, 3, 5, 7]))
    settings = st.builds(Money, st.booleans(), st.booleans(), st.integers(0, 1), st.just(True))
    transcript = random_match(
        chance,
        variant=draw(st.sampled_from(list(VARIANTS.values()))),
        length=length,
        names=draw(st.sampled_from(NAMES)),
        luck=draw(st.sampled_from([USUAL, QUIET])),
        money=draw(settings) if length is None else NO_MONEY,
        has_set_positions=draw(st.booleans()),
    )
    return unfinished(chance, transcript) if draw(st.booleans()) else transcript
