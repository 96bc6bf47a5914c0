"""Matches and their problems as lines of text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ..match import Side
from ..play import notation
from ..problem import Problem
from ..transcript import Transcript
from ..validation import JudgedGame
from ..words import Language

_DANCE = notation((), ())


def match_line(transcript: Transcript, score: tuple[int, int], words: Language) -> str:
    """Who played whom, the score and the length: `Ann 7-2 Bob (to 7)`."""
    one, two = (words.name(side, transcript.players) for side in Side)
    return words.say(
        "match" if transcript.length else "match.unlimited",
        one=one,
        two=two,
        score=f"{score[0]}-{score[1]}",
        length=transcript.length,
    )


def problem_lines(problems: Iterable[Problem], players: Sequence[str], words: Language) -> list[str]:
    """A line for each problem: its place, its weight and what it is; of a play also what was legal."""
    return [
        words.say(
            "problem",
            place=words.place(problem, players),
            severity=words.say(f"severity.{problem.severity}"),
            text=" ".join([words.problem(problem, players), *_about_play(problem, words)]),
        )
        for problem in problems
    ]


def _about_play(problem: Problem, words: Language) -> Iterator[str]:
    """The verdict on a play, and the legal alternatives (P1)."""
    if problem.verdict is not None:
        yield words.say(f"play.{problem.verdict}")
    if problem.alternatives is not None and problem.expected == _DANCE:
        yield words.say("play.none")
    elif problem.alternatives is not None:
        yield words.count("play.alternatives", problem.alternatives, example=problem.expected)


def problem_as_data(problem: Problem) -> dict[str, object]:
    """A problem as JSON writes it: its fields and its weight."""
    return {**problem._asdict(), "severity": problem.severity}


def game_as_data(game: JudgedGame) -> dict[str, object]:
    """The result of a recorded game as JSON data."""
    return {
        "number": game.number,
        "line": game.line,
        "score_before": list(game.score_before),
        "is_crawford": game.is_crawford,
        "winner": game.winner,
        "result": game.result,
        "cube": game.cube,
        "ended": game.ended,
        "points": game.points,
        "counted": game.counted,
        "score_after": list(game.score_after),
    }
