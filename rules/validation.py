"""The check of a whole recorded match: every game, the running score and the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from typing import NamedTuple

from .alternatives import Alternatives
from .evidence import aftermath
from .game import Ended, GameScore, Result
from .match import MatchScore, Side
from .notation import read
from .other_variant import other_variant
from .problem import MOST_PROBLEMS, Finding, Problem, Severity, TooManyProblems, quote
from .referee import GameReferee
from .step import Step
from .transcript import Entry, GameRecord, Note, Transcript

_OF_SCORE_LINES = frozenset(
    {Finding.WRONG_SCORE, Finding.MISSING_GAMES, Finding.OTHER_NAMES, Finding.SWAPPED_NAMES}
)


class Verdict(StrEnum):
    """The value of a record as evidence.

    >>> check(b"").verdict is Verdict.UNREADABLE
    True
    """

    CLEAN = "clean"
    """Complete and without a problem; there may be remarks."""
    PROBLEMS = "problems"
    """A rule is broken somewhere or the record contradicts itself."""
    INCOMPLETE = "incomplete"
    """Nothing is wrong, but games, results or the end are missing."""
    UNREADABLE = "unreadable"
    """No record that can be read; the problems say why."""


@dataclass(frozen=True, slots=True)
class JudgedGame:
    """The outcome of a recorded game.

    `winner`, `result` and `ended` are `None` while nobody has won. `cube` is the value scored (D4),
    `points` are the true ones, `counted` those that counted in the match (M6). Scores are true points,
    side one first. A game after the end of the match has the score of the end before and after it.

    >>> match = Match(1)
    >>> dice, play = match.roll((3, 1)), match.play("8/5 6/5")
    >>> checked = check(match.write().encode())
    >>> checked.games[0].winner, checked.games[0].cube
    (None, 1)
    """

    number: int
    line: int
    score_before: tuple[int, int]
    is_crawford: bool
    winner: Side | None
    result: Result | None
    cube: int
    ended: Ended | None
    points: int
    counted: int
    score_after: tuple[int, int]

    @property
    def score(self) -> GameScore | None:
        """The game as a scoresheet holds it, to be compared with a report; `None` if not finished.

        >>> match = Match(1)
        >>> dice, play = match.roll((3, 1)), match.play("8/5 6/5")
        >>> check(match.write()).games[0].score is None
        True
        """
        if self.winner is None or self.result is None or self.ended is None:
            return None
        return GameScore(self.winner, self.result, self.cube, self.ended)


@dataclass(frozen=True, slots=True)
class Checked:
    """The outcome of `check`: the transcript and its problems.

    `score` holds the true points, side one (the left column) first, `counted` the same with the
    winner's points capped at the length (M6). `problems` stand in the order of their lines.

    >>> checked = check(b" 1 point match\\n Game 1\\n Ann : 0   Bob : 0\\n 1) 31: 8/5 6/5\\n")
    >>> checked.format, checked.verdict.value, [problem.code.value for problem in checked.problems]
    ('mat', 'incomplete', ['game_not_finished', 'match_not_finished'])
    """

    format: str | None
    encoding: str | None
    transcript: Transcript | None
    verdict: Verdict
    problems: tuple[Problem, ...]
    games: tuple[JudgedGame, ...] = ()
    score: tuple[int, int] = (0, 0)
    counted: tuple[int, int] = (0, 0)
    winner: Side | None = None


def check(data: bytes | str) -> Checked:
    """Read a recorded match and check it against every rule; never raises, whatever the bytes or the text are.

    Raises `TypeError` for anything else. The time it takes is proportional to the size of the data.

    >>> check(b"\\x00\\x01\\x00\\x00").problems[0].code.value
    'binary_data'
    """
    if isinstance(data, str):
        data = data.encode(errors="replace")
    if not isinstance(data, bytes):
        raise TypeError(f"check reads bytes or text, not {type(data).__name__}")
    reading = read(data)
    transcript = reading.transcript
    if transcript is None:
        return Checked(reading.format, reading.encoding, None, Verdict.UNREADABLE, reading.problems)
    referee = _MatchReferee(transcript)
    referee.follow()
    hint = other_variant(transcript, referee.problems, problems)
    found = _in_order([*reading.problems, *([hint] if hint else []), *referee.problems])
    return Checked(
        format=reading.format,
        encoding=reading.encoding,
        transcript=transcript,
        verdict=_verdict(found),
        problems=tuple(found),
        games=tuple(referee.games),
        score=referee.score.points,
        counted=referee.score.counted,
        winner=referee.score.winner,
    )


def problems(transcript: Transcript) -> tuple[Problem, ...]:
    """All problems of a recorded match, in the order of its lines.

    >>> match = Match(1)
    >>> dice, play = match.roll((3, 1)), match.play("8/5 6/5")
    >>> [problem.code.value for problem in problems(match.transcript)]
    ['game_not_finished', 'match_not_finished']
    """
    referee = _MatchReferee(transcript)
    referee.follow()
    return tuple(_in_order(referee.problems))


def judged_games(transcript: Transcript) -> tuple[JudgedGame, ...]:
    """The outcome of each game of a recorded match; games after too many problems are left out."""
    referee = _MatchReferee(transcript)
    referee.follow()
    return tuple(referee.games)


def replay(transcript: Transcript) -> tuple[Step, ...]:
    """Every entry of a recorded match with the board before and after it, in the order played.

    >>> match = Match(1)
    >>> dice, play = match.roll((3, 1)), match.play("8/5 6/5")
    >>> [step.text or step.notation for step in replay(match.transcript)]
    ['8/5 6/5']
    """
    steps: list[Step] = []
    _MatchReferee(transcript, watch=steps.append).follow()
    return tuple(steps)


class Followed(NamedTuple):
    """The combined outcome of `replay`, `judged_games` and `problems`."""

    steps: tuple[Step, ...]
    games: tuple[JudgedGame, ...]
    problems: tuple[Problem, ...]


def followed(transcript: Transcript) -> Followed:
    """Follow a recorded match once, for callers who need all outcomes."""
    steps: list[Step] = []
    referee = _MatchReferee(transcript, watch=steps.append)
    referee.follow()
    return Followed(tuple(steps), tuple(referee.games), tuple(_in_order(referee.problems)))


def replayed_games(transcript: Transcript) -> tuple[tuple[JudgedGame, tuple[Step, ...]], ...]:
    """The games of `judged_games`, each with its own steps of `replay`.

    Neither its number nor its line tells a game from the others: a record may repeat the one, and has
    the other only where it is a text.

    >>> match = Match(1)
    >>> dice, play = match.roll((3, 1)), match.play("8/5 6/5")
    >>> [(judged.number, len(steps)) for judged, steps in replayed_games(match.transcript)]
    [(1, 1)]
    """
    steps: list[tuple[int, Step]] = []
    # A game is judged after its last step, so while it goes on its index is the number of those judged.
    referee = _MatchReferee(transcript, watch=lambda step: steps.append((len(referee.games), step)))
    referee.follow()
    by_game: list[list[Step]] = [[] for _ in referee.games]
    for index, step in steps:
        if index < len(by_game):
            by_game[index].append(step)
    return tuple((judged, tuple(own)) for judged, own in zip(referee.games, by_game, strict=True))


def _verdict(problems: list[Problem]) -> Verdict:
    severities = {problem.severity for problem in problems}
    if Severity.PROBLEM in severities:
        return Verdict.PROBLEMS
    return Verdict.INCOMPLETE if Severity.GAP in severities else Verdict.CLEAN


def _in_order(problems: list[Problem]) -> list[Problem]:
    return sorted(problems, key=lambda problem: (problem.line or 0, problem.column or 0))


class _MatchReferee:
    """Follows a match from game to game and keeps its score."""

    def __init__(self, transcript: object, watch: Callable[[Step], None] | None = None) -> None:
        if not isinstance(transcript, Transcript):
            kind = type(transcript).__name__
            raise TypeError(
                f"a Transcript is needed, as check(...).transcript and match.transcript are, not {kind}"
            )
        self.transcript = transcript
        # An unreadable play is told with its alternatives, once the board before it is known.
        self._unread = {
            (problem.line, problem.column): problem
            for problem in transcript.problems
            if problem.code is Finding.UNREADABLE_PLAY
        }
        self.problems = [
            problem for problem in transcript.problems if problem.code is not Finding.UNREADABLE_PLAY
        ]
        self.games: list[JudgedGame] = []
        self.score = MatchScore(transcript.length)
        self._watch = watch
        self._is_number_noted = False
        # After a score line that does not follow, the score it should have stated: the next line
        # tells which of the two was meant.
        self._doubted: MatchScore | None = None
        self._last: GameReferee | None = None
        # A result in the column of the side that lost.
        self._misplaced: Entry | None = None
        self._alternatives = Alternatives(self.transcript.variant)

    def follow(self) -> None:
        """Follow every game; afterwards `score`, `games` and `problems` hold the outcome."""
        self._remark_on_length()
        try:
            for record in self.transcript.games:
                self._game(record)
        except TooManyProblems as error:
            self._add(error.problems)
            if all(problem.code is not Finding.TOO_MANY_PROBLEMS for problem in self.transcript.problems):
                self.problems.append(Problem(Finding.TOO_MANY_PROBLEMS, error.line, 1, error.game))
        else:
            self._settle_winner(is_confirmed=False)
            self._look_for_end()
        self.problems += self._unread.values()

    def _look_for_end(self) -> None:
        length = self.transcript.length
        if length is None or self.score.winner is not None or self._last is None:
            return
        record = self._last.record
        line, column = record.line, 1
        if record.entries:
            line, column = record.entries[-1].line, record.entries[-1].column
        score = _pair(self.score.points)
        self.problems.append(
            Problem(
                Finding.MATCH_NOT_FINISHED, line, column, record.number, found=score, expected=str(length)
            )
        )

    def _remark_on_length(self) -> None:
        length, line = self.transcript.length, self.transcript.length_line
        if line is None:
            return
        if length is None:
            self.problems.append(Problem(Finding.UNLIMITED_LENGTH, line, 1))
        elif length % 2 == 0:
            self.problems.append(Problem(Finding.EVEN_LENGTH, line, 1, found=str(length)))

    def _game(self, record: GameRecord) -> None:
        if len(self.problems) > MOST_PROBLEMS:
            raise TooManyProblems([], record.line, record.number)
        self._compare_number(record)
        record = self._with_sides_in_order(record)
        before = self.score
        is_over = before.winner is not None
        if is_over:
            self._note(Finding.PLAYED_AFTER_MATCH_END, record, _pair(before.points))
        else:
            self._compare_score(record)
            before = self.score
        is_crawford = before.is_crawford and (self._doubted is None or self._doubted.is_crawford)
        if not is_over:
            self._compare_mark(record)
        referee = GameReferee(
            record,
            transcript=self.transcript,
            score=before,
            is_crawford=is_crawford,
            alternatives=self._alternatives,
            aftermath=partial(aftermath, self.transcript, len(self.games)),
            allowance=MOST_PROBLEMS - len(self.problems),
            watch=self._watch,
        )
        referee.follow()
        self._add(referee.problems)
        if not is_over:
            self.score = _after(before, referee)
            doubted = _after(self._doubted, referee) if self._doubted else None
            is_won = self.score.winner is not None or bool(doubted and doubted.winner)
            self._look_at_claims(referee, is_won=is_won)
            if self._doubted and doubted and self.score.winner is None and is_won and _claims_match(referee):
                # The score line alone says otherwise: it was the slip.
                before, self.score = self._doubted, doubted
            self._doubted = None if is_won else doubted
        self._last = referee
        winner = referee.winner
        self.games.append(
            JudgedGame(
                number=record.number,
                line=record.line,
                score_before=before.points,
                is_crawford=is_crawford,
                winner=winner,
                result=referee.result,
                cube=referee.cube.value,
                ended=referee.ended,
                points=referee.points,
                counted=sum(self.score.counted) - sum(before.counted),
                score_after=self.score.points,
            )
        )

    def _with_sides_in_order(self, record: GameRecord) -> GameRecord:
        """The game with its columns exchanged if its names are: names identify the sides."""
        one, two = self.transcript.players
        if record.score is None or record.players == (one, two):
            return record
        names = " / ".join(record.players)
        if record.players != (two, one):
            self._note(Finding.OTHER_NAMES, record, quote(names), quote(f"{one} / {two}"))
            return record
        self._note(Finding.SWAPPED_NAMES, record, quote(names), quote(f"{one} / {two}"))
        if record.score == self.score.points != record.score[::-1]:
            # Only the names were exchanged: the score goes on in its old columns.
            return record
        entries = tuple(entry._replace(side=entry.side.other) for entry in record.entries)
        start = record.start.swapped() if record.start else None
        owner = record.start_owner.other if record.start_owner else None
        return replace(
            record,
            players=(one, two),
            score=record.score[::-1],
            entries=entries,
            start=start,
            start_owner=owner,
        )

    def _compare_score(self, record: GameRecord) -> None:
        """Compare the score line with the score so far, and continue from the line if it differs."""
        line_score, own_score, last = record.score, self.score, self._last
        if line_score is None or line_score == own_score.points:
            self._doubted = None
            self._settle_winner(is_confirmed=line_score is not None)
            return
        self._settle_winner(is_confirmed=False)
        if self._doubted and line_score == self._doubted.points:
            # The line before was a slip, and the score goes on as if it had been right.
            self.score, self._doubted = self._doubted, None
            return
        self._doubted = None
        is_ahead = line_score[0] >= own_score.one and line_score[1] >= own_score.two
        is_possible = own_score.length is None or max(line_score) < own_score.length
        if not is_possible:
            self._note(Finding.WRONG_SCORE, record, _pair(line_score), _pair(own_score.points))
        elif last is None or (is_ahead and record.number > last.record.number + 1):
            self._note(Finding.MISSING_GAMES, record, _pair(line_score), _pair(own_score.points))
            # Only a mark shows whether the Crawford game was among them; without it nothing is reported.
            self.score = MatchScore(own_score.length, *line_score, crawford_done=not record.is_crawford)
        elif is_ahead and last.winner is None:
            # The game before has no end in the record, and here is what it came to.
            self.score = replace(own_score, one=line_score[0], two=line_score[1])
        else:
            self._note(Finding.WRONG_SCORE, record, _pair(line_score), _pair(own_score.points))
            self._doubted = own_score
            self.score = replace(own_score, one=line_score[0], two=line_score[1])

    def _compare_number(self, record: GameRecord) -> None:
        """Note the first game whose number is no larger than the one before: who repeats a number may repeat it."""
        before = self._last.record.number if self._last else None
        if before is None or record.number > before or self._is_number_noted:
            return
        self._is_number_noted = True
        self._note(Finding.NUMBER_OUT_OF_ORDER, record, str(record.number), str(before + 1))

    def _compare_mark(self, record: GameRecord) -> None:
        """Compare the record's own mark of the Crawford game with the score (M2)."""
        is_crawford = self.score.is_crawford
        is_doubtful = self._doubted is not None and self._doubted.is_crawford is not is_crawford
        if is_doubtful or record.is_crawford in (None, is_crawford):
            return
        code = Finding.FALSE_CRAWFORD if record.is_crawford else Finding.CRAWFORD_NOT_MARKED
        self._note(code, record, _pair(self.score.points))

    def _look_at_claims(self, referee: GameReferee, *, is_won: bool) -> None:
        """Check the claims of the result line besides its points: the winner, and the end of the match."""
        result_entry = referee.stated
        if result_entry is None:
            return
        weighed = referee.weighed
        is_told = weighed is not None and not weighed.is_proved
        self._misplaced = result_entry if result_entry.side is not referee.winner and not is_told else None
        if _claims_match(referee) and self.transcript.length is not None and not is_won:
            score = _pair(self.score.points)
            self._note(Finding.MATCH_NOT_WON, referee.record, score, str(self.score.length), at=result_entry)

    def _settle_winner(self, *, is_confirmed: bool) -> None:
        """Classify a result in the loser's column: a slip if the next score line shows it."""
        result_entry, self._misplaced = self._misplaced, None
        if result_entry and self._last:
            is_confirmed = is_confirmed or self._last.weighed is not None
            code = Finding.RESULT_IN_WRONG_COLUMN if is_confirmed else Finding.WRONG_WINNER
            self._note(code, self._last.record, result_entry.side, result_entry.side.other, at=result_entry)

    def _note(
        self, code: Finding, record: GameRecord, found: str, expected: str = "", *, at: Entry | None = None
    ) -> None:
        """Add a problem of a game at its head, at its score line or at one of its entries."""
        if at is None:
            line = record.score_line if code in _OF_SCORE_LINES else None
            problem = Problem(code, line or record.line, 1, record.number, found=found, expected=expected)
        else:
            problem = Problem(code, at.line, at.column, record.number, at.turn, at.side, found, expected)
        self.problems.append(problem)

    def _add(self, problems: list[Problem]) -> None:
        """Add the problems of a game; an unreadable play gets its alternatives here."""
        self.problems += problems
        for problem in problems:
            if problem.code is Finding.UNREADABLE_PLAY:
                self._unread.pop((problem.line, problem.column), None)


def _after(score: MatchScore, referee: GameReferee) -> MatchScore:
    if referee.winner is None:
        # Even without an end it was the Crawford game, if it was one.
        return replace(score, crawford_done=score.crawford_done or score.is_crawford)
    return score.after(referee.winner, referee.points)


def _claims_match(referee: GameReferee) -> bool:
    """Whether the result of a game says that the match was won."""
    return referee.stated is not None and referee.stated.note is Note.MATCH


def _pair(score: tuple[int, int]) -> str:
    return f"{score[0]}-{score[1]}"
