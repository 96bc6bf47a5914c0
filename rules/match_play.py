"""A match being played: its games, cube and score, recorded as it goes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from .canonical import write
from .cube import Cube
from .diagram import state_svg
from .dice import Dice
from .errors import IllegalAction
from .game import NO_MONEY, Game, Money, Result
from .match import MatchScore, Side
from .move import HasMoves, Move, moves_of
from .notation import xgid
from .play import Play, legal_play, legal_plays
from .state import Phase, State
from .text_board import state_text_board
from .transcript import Entry, EntryKind, GameRecord, Note, Transcript
from .variant import BACKGAMMON, Variant


@dataclass(frozen=True, slots=True)
class _Moment:
    """The match after an action: what `undo` goes back to."""

    before: MatchScore
    score: MatchScore
    game: Game
    start_cube: int
    entries: tuple[Entry, ...] = ()
    records: tuple[GameRecord, ...] = ()


class Match:
    """A match that two sides play, to `length` points or, with `None`, without limit.

    `game` is the game in progress or the last one, and `score` counts the games that are over. The first
    roll of a game opens it: one die each (B1). The next roll after a game begins the next game; the
    Crawford game has no cube (M2). Everything done is recorded: `transcript` is the record so far, and
    `write` tells it in any notation. The acting side is the one whose turn it is.

    >>> match = Match(1, ("Ann", "Bob"), dice=Dice(seed=1))
    >>> while match.winner is None:
    ...     dice = match.roll()
    ...     play = match.play(match.legal_plays()[0])
    >>> match
    Match('Ann' 0-1 'Bob' to 1, game 1 over)
    >>> check(match.write("mat").encode()).verdict.value
    'clean'
    """

    def __init__(
        self,
        length: int | None,
        players: tuple[str, str] = ("One", "Two"),
        *,
        variant: Variant = BACKGAMMON,
        money: Money = NO_MONEY,
        cube_cap: int | None = None,
        dice: Dice | None = None,
    ) -> None:
        self.players = players
        self.variant = variant
        self.money = money
        self.cube_cap = cube_cap
        self.dice = dice
        score = MatchScore(length)
        self._moments = [_Moment(score, score, self._new_game(score), 1)]

    @property
    def score(self) -> MatchScore:
        """The score after the games that are over.

        >>> Match(5).score.points
        (0, 0)
        """
        return self._now.score

    @property
    def game(self) -> Game:
        """The game in progress, or the last one until the next has begun.

        >>> Match(5).game.position == Position.start()
        True
        """
        return self._now.game

    @property
    def number(self) -> int:
        """The number of that game, from 1.

        >>> Match(5).number
        1
        """
        now = self._now
        return len(now.records) + (now.game.score is None)

    @property
    def winner(self) -> Side | None:
        """The side that has won the match; `None` also without limit.

        >>> Match(5).winner is None
        True
        """
        return self.score.winner

    @property
    def is_crawford(self) -> bool:
        """Whether that game is the Crawford game (M2).

        >>> Match(5).is_crawford
        False
        """
        return self._now.before.is_crawford

    @property
    def decides(self) -> Side | None:
        """The side that must act; `None` before an opening roll and after the match.

        >>> match = Match(5)
        >>> dice = match.roll((3, 1))
        >>> match.decides.value
        'one'
        """
        game = self.game
        if game.score is not None or game.turn is None:
            return None
        return self.state.decides

    @property
    def state(self) -> State:
        """The moment with cube and score, as the notations of positions tell it.

        >>> Match(5).state.length
        5
        """
        game, now = self.game, self._now
        return State(
            game.position,
            game.turn or Side.ONE,
            game.dice,
            game.cube or Cube(),
            now.score.length,
            now.score.counted,
            is_crawford=self.is_crawford,
            jacoby=self.money.jacoby,
            beavers=self.money.beavers,
            resignation=game.resignation,
            phase=Phase.NOT_STARTED if game.turn is None else Phase.PLAYING,
        ).after(game.score)

    @property
    def transcript(self) -> Transcript:
        """The record of everything so far.

        >>> Match(5, ("Ann", "Bob")).transcript.players
        ('Ann', 'Bob')
        """
        now = self._now
        records = now.records
        if now.entries:
            records = (*records, self._record(now))
        return Transcript(self.players, now.score.length, records, self.variant, self._tags())

    def write(self, format: str = "mat") -> str:  # noqa: A002 - the name a reading gives it
        """Write the record so far in a notation, one of `rules.notation.writers()`.

        >>> match = Match(1, ("Ann", "Bob"))
        >>> dice, play = match.roll((3, 1)), match.play("8/5 6/5")
        >>> match.write("sgf")[:15]
        '(;FF[4]GM[6]CA['
        """
        return write(self.transcript, format)

    def legal_plays(self) -> tuple[Play, ...]:
        """Return every legal play of the dice rolled.

        >>> match = Match(5)
        >>> dice = match.roll((3, 1))
        >>> len(match.legal_plays())
        16
        """
        return legal_plays(self.game.position, self._rolled(), self.variant)

    def roll(self, dice: tuple[int, int] | None = None) -> tuple[int, int]:
        """Roll these dice, or those of the match; the first roll of a game is one die each (B1).

        Equal dice at the opening are rolled again, by the match if it has dice of its own.

        >>> Match(5).roll((3, 1))
        (3, 1)
        """
        now = self._now
        if now.score.winner is not None:
            raise IllegalAction("match_over")
        if now.game.score is not None:
            now = _Moment(now.score, now.score, self._new_game(now.score), 1, records=now.records)
        thrown = self._thrown(dice)
        if now.game.turn is not None:
            self._moments.append(replace(now, game=now.game.roll(thrown)))
            return thrown
        game = now.game.roll_opening(*thrown)
        while game.turn is None and dice is None:
            thrown = self._thrown(None)
            game = game.roll_opening(*thrown)
        self._moments.append(replace(now, game=game, start_cube=game.cube.value if game.cube else 1))
        return thrown

    def play(self, play: HasMoves | str | Sequence[tuple[int, int]]) -> Play:
        """Play the dice rolled: a play, its text or its (from, to) pairs; return the play made.

        >>> match = Match(5)
        >>> dice, play = match.roll((3, 1)), match.play("8/5 6/5")
        >>> play.notation
        '8/5 6/5'
        """
        before = self.game
        game = before.play(play)
        dice = self._rolled()
        if isinstance(play, str):
            made = Play.parse(play, before.position, dice, self.variant)
        else:
            made = legal_play(before.position, dice, moves_of(play), self.variant)
        self._act(game, EntryKind.ROLL, dice=dice, moves=made.moves)
        return made

    def double(self) -> None:
        """Offer a double before the roll (E1).

        >>> match = Match(5)
        >>> dice, play = match.roll((3, 1)), match.play("8/5 6/5")
        >>> match.double()
        >>> match.state.cube.offered_by.value
        'two'
        """
        self._turn_cube(self.game.double(), EntryKind.DOUBLE)

    def take(self) -> None:
        """Take a double, a beaver or a raccoon (E2, V4).

        >>> match = Match(5)
        >>> dice, play = match.roll((3, 1)), match.play("8/5 6/5")
        >>> match.double()
        >>> match.take()
        >>> match.state.cube.value
        2
        """
        game = self.game.take()
        if self.state.cube.beavered_by is None:
            self._act(game, EntryKind.TAKE)
        else:
            # No notation writes that a beaver was taken.
            self._moments.append(replace(self._now, game=game))

    def drop(self) -> None:
        """Drop a double (D4).

        >>> match = Match(5)
        >>> dice, play = match.roll((3, 1)), match.play("8/5 6/5")
        >>> match.double()
        >>> match.drop()
        >>> match.score.points
        (0, 1)
        """
        self._act(self.game.drop(), EntryKind.DROP)

    def beaver(self) -> None:
        """Take a double, turn the cube once more and keep it (V4).

        >>> match = Match(None, money=Money(beavers=True, raccoons=True))
        >>> dice, play = match.roll((3, 1)), match.play("8/5 6/5")
        >>> match.double()
        >>> match.beaver()
        >>> match.state.cube.value
        2
        """
        self._turn_cube(self.game.beaver(), EntryKind.BEAVER)

    def raccoon(self) -> None:
        """Take a beaver and turn the cube once more (V4).

        >>> match = Match(None, money=Money(beavers=True, raccoons=True))
        >>> dice, play = match.roll((3, 1)), match.play("8/5 6/5")
        >>> match.double()
        >>> match.beaver()
        >>> match.raccoon()
        >>> match.state.cube.value
        4
        """
        self._turn_cube(self.game.raccoon(), EntryKind.RACCOON)

    def resign(self, result: Result, *, by: Side | None = None) -> None:
        """Offer to lose the game at this result (D5).

        >>> match = Match(5)
        >>> dice, play = match.roll((3, 1)), match.play("8/5 6/5")
        >>> match.resign(Result.SINGLE)
        >>> match.decides.value
        'one'
        """
        self._moments.append(replace(self._now, game=self.game.resign(result, by=by)))

    def accept(self) -> None:
        """Accept a resignation; a roll that lies on the board stays unplayed.

        >>> match = Match(5)
        >>> dice, play = match.roll((3, 1)), match.play("8/5 6/5")
        >>> match.resign(Result.SINGLE)
        >>> match.accept()
        >>> match.score.points
        (1, 0)
        """
        before = self.game
        game = before.accept()
        moment = replace(self._now, game=game)
        if before.dice is not None:
            roll = Entry(
                EntryKind.ROLL, self.state.on_roll, None, 0, 0, "", before.dice, note=Note.NOT_PLAYED
            )
            moment = replace(moment, entries=(*moment.entries, roll))
        self._moments.append(self._counted(moment))

    def refuse(self) -> None:
        """Refuse a resignation: the game goes on.

        >>> match = Match(5)
        >>> dice, play = match.roll((3, 1)), match.play("8/5 6/5")
        >>> match.resign(Result.SINGLE)
        >>> match.refuse()
        >>> match.score.points
        (0, 0)
        """
        self._moments.append(replace(self._now, game=self.game.refuse()))

    def undo(self) -> None:
        """Take the last action back, of an earlier game too.

        >>> match = Match(5)
        >>> dice, play = match.roll((3, 1)), match.play("8/5 6/5")
        >>> match.undo()
        >>> match.state.dice
        (3, 1)
        """
        if len(self._moments) == 1:
            raise IllegalAction("nothing_to_take_back")
        self._moments.pop()

    def __str__(self) -> str:
        return state_text_board(self.state, bottom=Side.ONE)

    def __repr__(self) -> str:
        one, two = self.players
        points = "-".join(map(str, self.score.points))
        length = "" if self.score.length is None else f" to {self.score.length}"
        course = "over" if self.game.score else self._id()
        return f"Match({one!r} {points} {two!r}{length}, game {self.number} {course})"

    def _repr_svg_(self) -> str:
        return state_svg(self.state, title=repr(self), bottom=Side.ONE)

    @property
    def _now(self) -> _Moment:
        return self._moments[-1]

    def _id(self) -> str:
        game = self.game
        cube = game.cube
        # These moments have no XGID.
        is_untold = game.resignation or (cube and cube.beavered_by) or self.variant.outside
        return "in progress" if is_untold else xgid.encode(self.state)

    def _new_game(self, score: MatchScore) -> Game:
        return Game.start(self.variant, match=score, money=self.money, cube_cap=self.cube_cap)

    def _thrown(self, dice: tuple[int, int] | None) -> tuple[int, int]:
        if dice is not None:
            return dice
        if self.dice is None:
            raise IllegalAction("no_dice")
        return self.dice.roll()

    def _rolled(self) -> tuple[int, int]:
        if self.game.dice is None:
            raise IllegalAction("not_rolled")
        return self.game.dice

    def _turn_cube(self, game: Game, kind: EntryKind) -> None:
        cube = game.cube or Cube()
        self._act(game, kind, value=cube.value * 2)

    def _act(
        self,
        game: Game,
        kind: EntryKind,
        *,
        dice: tuple[int, int] | None = None,
        moves: tuple[Move, ...] = (),
        value: int | None = None,
    ) -> None:
        """Enter what the side that decides has done."""
        entry = Entry(kind, self.state.decides, None, 0, 0, "", dice, moves, value)
        moment = replace(self._now, game=game, entries=(*self._now.entries, entry))
        self._moments.append(self._counted(moment))

    def _counted(self, moment: _Moment) -> _Moment:
        """Return the moment with a finished game counted and recorded."""
        score = moment.game.score
        if score is None:
            return moment
        win = Entry(EntryKind.WIN, score.winner, None, 0, 0, "", value=score.points)
        moment = replace(moment, entries=(*moment.entries, win))
        return replace(
            moment,
            score=moment.score.after(score.winner, score.points),
            entries=(),
            records=(*moment.records, self._record(moment)),
        )

    def _record(self, moment: _Moment) -> GameRecord:
        return GameRecord(
            number=len(moment.records) + 1,
            line=0,
            players=self.players,
            score=moment.before.points,
            entries=moment.entries,
            start_cube=moment.start_cube,
        )

    def _tags(self) -> Mapping[str, str]:
        if self.money == NO_MONEY:
            return {}
        settings = {
            "Jacoby": self.money.jacoby,
            "Beaver": self.money.beavers,
            "AutoDouble": self.money.automatic_doubles > 0,
        }
        return {key: "On" if is_on else "Off" for key, is_on in settings.items()}
