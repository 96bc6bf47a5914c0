"""The course of a recorded game, for details that some programs write next to its entries."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ..cube import Cube
from ..errors import IllegalAction, RulesError
from ..game import Ended, Game, GameScore, Result
from ..judgement import judge
from ..match import MatchScore, Side
from ..position import Position
from ..transcript import Entry, EntryKind, GameRecord, Note, Transcript
from ..variant import Variant

_RESULTS = {result.multiplier: result for result in Result}


@dataclass(frozen=True, slots=True)
class Course:
    """The facts of a game without a fault, at a score that follows from the games before.

    `wins_match` tells that it won the match. `most` are the points that the match still needed, `None`
    after a resignation. Of any other game there is nothing to say.
    """

    is_resigned: bool = False
    wins_match: bool = False
    most: int | None = None


def courses(transcript: Transcript) -> Iterator[Course]:
    """The course of each game of a match; empty in unlimited play.

    Nor is there after the first game that breaks a rule, because nobody knows what it should have come to.
    """
    score = MatchScore(transcript.length) if transcript.length else None
    for record in transcript.games:
        if score is None or score.winner or record.score != score.points:
            winner = None
        else:
            winner = _game_score(record, score, transcript.variant)
        if winner is None or score is None:
            score = None
            yield Course()
            continue
        is_resigned, away = winner.ended is Ended.RESIGNED, score.away(winner.winner)
        score = score.after(winner.winner, winner.points)
        yield Course(is_resigned, score.winner is not None, None if is_resigned else away)


def boards(record: GameRecord, variant: Variant) -> dict[int, Position]:
    """The board before each roll, seen by its roller, by the identity of the entry."""
    positions: dict[int, Position] = {}
    position, seen_by = record.start or Position.start(variant), Side.ONE
    for entry in record.entries:
        if entry.kind is not EntryKind.ROLL:
            continue
        if entry.side is not seen_by:
            position, seen_by = position.swapped(), entry.side
        positions[id(entry)] = position
        if entry.stood:
            position = entry.stood
        elif entry.dice and entry.moves:
            position = judge(position, entry.dice, entry.moves, variant).result
    return positions


def _game_score(record: GameRecord, score: MatchScore, variant: Variant) -> GameScore | None:
    """The score of a game; `None` if it breaks a rule or states a wrong result."""
    *before, result = record.entries or (None,)
    if result is None or result.kind is not EntryKind.WIN or result.value is None:
        return None
    game = Game.start(variant, match=score)
    if record.start:
        game = replace(game, position=record.start)
    if game.cube:
        game = replace(game, cube=Cube(record.start_cube, record.start_owner))
    try:
        for entry in before:
            game = _after(game, entry)
        if game.score is None:
            stake = game.cube.value if game.cube else 1
            result_ = _RESULTS.get(result.value // stake, Result.SINGLE)
            game = game.resign(result_, by=result.side.other).accept(by=result.side)
    except RulesError:
        return None
    is_true = game.score and (game.score.winner, game.score.points) == (result.side, result.value)
    return game.score if is_true else None


def _after(game: Game, entry: Entry) -> Game:
    """The game after an entry; raises `RulesError` where the rules do not allow it."""
    if (
        entry.kind is EntryKind.ROLL
        and entry.dice
        and entry.note in {None, Note.CANNOT_MOVE, Note.NOT_PLAYED}
    ):
        if game.turn is None:
            position = game.position if entry.side is Side.ONE else game.position.swapped()
            game = replace(game, position=position, turn=entry.side, dice=entry.dice)
        else:
            game = game.roll(entry.dice, by=entry.side)
        return game if entry.note is Note.NOT_PLAYED else game.play(entry.moves, by=entry.side)
    if entry.kind is EntryKind.DOUBLE and game.cube and entry.value == game.cube.value * 2:
        return game.double(by=entry.side)
    if entry.kind is EntryKind.TAKE:
        return game.take(by=entry.side)
    if entry.kind is EntryKind.DROP:
        return game.drop(by=entry.side)
    raise IllegalAction("not_in_order", by=entry.side)
