"""Statistics of a recorded match: no luck, no equity, nothing that needs an engine."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass
from datetime import date, datetime, time, timedelta

from .cube import Cube
from .game import Ended, Result
from .judgement import judge
from .match import Side
from .position import BAR
from .step import Step
from .transcript import EntryKind, Transcript
from .validation import JudgedGame, replayed_games
from .variant import Variant

_DATE = re.compile(r"(\d{4})[./-](\d{1,2})[./-](\d{1,2})")
_TIME = re.compile(r"(\d{1,2})[.:](\d{2})(?:[.:](\d{2}))?")


@dataclass(frozen=True, slots=True)
class SideFacts:
    """The statistics of one side, in a game or in a match.

    `turns` are the rolls that were played, `dances` those with which no checker could move (B9),
    `bar_dances` the ones of these with a checker on the bar (B10). `hits` are checkers sent to the bar.
    `doubles` counts every double that was offered, `redoubles` those offered from the own side of the
    board; `takes` counts beavered doubles too, `drops` also those of a beaver or a raccoon (V4). `wins`
    are games, of them so many `gammons` and `backgammons`, `wins_by_drop` and `wins_by_resignation`;
    `points` are the true ones (M6).

    >>> SideFacts(turns=20, dances=3).dances
    3
    """

    turns: int = 0
    dances: int = 0
    bar_dances: int = 0
    hits: int = 0
    doubles: int = 0
    redoubles: int = 0
    takes: int = 0
    drops: int = 0
    beavers: int = 0
    raccoons: int = 0
    wins: int = 0
    gammons: int = 0
    backgammons: int = 0
    wins_by_drop: int = 0
    wins_by_resignation: int = 0
    points: int = 0


@dataclass(frozen=True, slots=True)
class GameFacts:
    """One game: its ending, and the statistics of each side.

    `winner`, `result` and `ended` are `None` while nobody has won. `cube` is the highest value that was
    played for, which is the one scored: nobody played for a dropped double (D4).

    >>> match = Match(1, dice=Dice(seed=1))
    >>> dice, play = match.roll(), match.play(match.legal_plays()[0])
    >>> facts = match_facts(match.transcript).games[0]
    >>> facts.turns, facts.winner
    (1, None)
    """

    number: int
    is_crawford: bool
    winner: Side | None
    result: Result | None
    ended: Ended | None
    cube: int
    one: SideFacts
    two: SideFacts

    @property
    def turns(self) -> int:
        """The turns of both sides.

        >>> match = Match(1)
        >>> dice, play = match.roll((3, 1)), match.play("8/5 6/5")
        >>> match_facts(match.transcript).games[0].turns
        1
        """
        return self.one.turns + self.two.turns


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """A match: its games, the totals of each side, and its times.

    `day`, `began` and `ended` are local to where it was played, and `None` where the record does not
    say them. Games after too many problems are left out.

    >>> match_facts(Match(7).transcript).finished_games
    0
    """

    games: tuple[GameFacts, ...]
    one: SideFacts
    two: SideFacts
    highest_cube: int
    day: date | None = None
    began: datetime | None = None
    ended: datetime | None = None

    @property
    def duration(self) -> timedelta | None:
        """The duration of the match; `None` if the record does not state its start and end.

        >>> match = Match(1)
        >>> dice, play = match.roll((3, 1)), match.play("8/5 6/5")
        >>> match_facts(match.transcript).duration is None
        True
        """
        return self.ended - self.began if self.began and self.ended else None

    @property
    def turns(self) -> int:
        """The turns of both sides.

        >>> match = Match(1)
        >>> dice, play = match.roll((3, 1)), match.play("8/5 6/5")
        >>> match_facts(match.transcript).turns
        1
        """
        return self.one.turns + self.two.turns

    @property
    def finished_games(self) -> int:
        """The games with a winner.

        >>> match = Match(1)
        >>> dice, play = match.roll((3, 1)), match.play("8/5 6/5")
        >>> match_facts(match.transcript).finished_games
        0
        """
        return self.one.wins + self.two.wins


def match_facts(transcript: Transcript) -> MatchFacts:
    """Return the statistics of a recorded match, as its games stood on the board and on the cube.

    A play that the check objects to is counted as it stood, an answer to a double that the record
    leaves out as the take that the rest of the game shows it to have been. Dice are not added up: what
    was rolled is luck. The time comes from the tags `EventDate`, `EventTime`, `EndDate` and `EndTime`;
    an end before the beginning, with no date of its own, is after midnight.

    >>> match = Match(1)
    >>> dice, play = match.roll((3, 1)), match.play("8/5 6/5")
    >>> match_facts(match.transcript).turns
    1
    """
    # In a record with too many problems the last games are not judged.
    replayed = replayed_games(transcript)
    games = tuple(
        _game_facts(judged, steps, Cube(record.start_cube, record.start_owner), transcript.variant)
        for record, (judged, steps) in zip(transcript.games, replayed, strict=False)
    )
    day = _day(transcript.tags.get("EventDate", ""))
    last_day = _day(transcript.tags.get("EndDate", ""))
    began = _moment(day, transcript.tags.get("EventTime", ""))
    end = _moment(last_day or day, transcript.tags.get("EndTime", ""))
    if began and end and end < began:
        end = end + timedelta(days=1) if last_day is None else None
    return MatchFacts(
        games=games,
        one=_sum(game.one for game in games),
        two=_sum(game.two for game in games),
        highest_cube=max((game.cube for game in games), default=1),
        day=day,
        began=began,
        ended=end,
    )


def _game_facts(judged: JudgedGame, steps: Iterable[Step], cube: Cube, variant: Variant) -> GameFacts:
    counts: dict[Side, Counter[str]] = {side: Counter() for side in Side}
    for step in steps:
        _count_cube(step, cube, counts)
        cube = step.cube
        if step.kind is EntryKind.ROLL and not step.is_unplayed:
            _count_turn(step, counts[step.side], variant)
    if judged.winner is not None:
        counts[judged.winner] += _won(judged)
        counts[judged.winner.other]["drops"] += judged.ended is Ended.DROP
    return GameFacts(
        number=judged.number,
        is_crawford=judged.is_crawford,
        winner=judged.winner,
        result=judged.result,
        ended=judged.ended,
        cube=judged.cube,
        one=SideFacts(**counts[Side.ONE]),
        two=SideFacts(**counts[Side.TWO]),
    )


def _count_turn(step: Step, counts: Counter[str], variant: Variant) -> None:
    counts["turns"] += 1
    counts["hits"] += max(step.after.opp[BAR] - step.before.opp[BAR], 0)
    if step.dice and not step.moves and judge(step.before, step.dice, (), variant).is_legal:
        counts["dances"] += 1
        counts["bar_dances"] += step.before.own[BAR] > 0


def _count_cube(step: Step, before: Cube, counts: Mapping[Side, Counter[str]]) -> None:
    """Count the effect of a step on the cube; its words alone may be a slip that the game ignored."""
    is_turned = step.cube.value > before.value
    if is_turned and before.offered_by is not None:
        counts[before.offered_by.other]["takes"] += 1
        counts[before.offered_by.other]["beavers"] += step.kind is EntryKind.BEAVER
    elif is_turned:
        counts[step.side]["raccoons"] += 1
    if step.kind is EntryKind.DOUBLE and step.cube.offered_by is not None:
        counts[step.side]["doubles"] += 1
        counts[step.side]["redoubles"] += step.cube.owner is step.side


def _won(judged: JudgedGame) -> Counter[str]:
    return Counter(
        wins=1,
        gammons=int(judged.result is Result.GAMMON),
        backgammons=int(judged.result is Result.BACKGAMMON),
        wins_by_drop=int(judged.ended is Ended.DROP),
        wins_by_resignation=int(judged.ended is Ended.RESIGNED),
        points=judged.points,
    )


def _sum(sides: Iterable[SideFacts]) -> SideFacts:
    columns = zip(*map(astuple, sides), strict=True)
    return SideFacts(*map(sum, columns))


def _day(text: str) -> date | None:
    match = _DATE.fullmatch(text.strip())
    if match is None:
        return None
    try:
        return date(*map(int, match.groups()))
    except ValueError:
        # The three numbers are no calendar date.
        return None


def _moment(day: date | None, text: str) -> datetime | None:
    match = _TIME.fullmatch(text.strip())
    if day is None or match is None:
        return None
    hour, minute, second = (int(part or 0) for part in match.groups())
    if hour > 23 or minute > 59 or second > 59:
        return None
    return datetime.combine(day, time(hour, minute, second))
