"""The places of a recorded match: a game, a turn, and the moment in which it was played."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..cube import Cube
from ..match import Side
from ..problem import printable
from ..state import State
from ..step import Step
from ..transcript import EntryKind, GameRecord, Transcript
from ..validation import Checked, JudgedGame, check, replayed_games
from ._console import STANDARD, Console, Refused
from ._parser import Parser
from ._telling import problem_lines

_BEFORE_THE_ROLL = {EntryKind.ROLL, EntryKind.DOUBLE}


@dataclass(frozen=True, slots=True)
class Scene:
    """One step of a recorded game, in the moment in which it was made."""

    state: State
    step: Step


def add_place(parser: Parser) -> None:
    """Add the arguments that name a moment: a record with a place in it, or the ID of a position."""
    words = parser.words
    parser.arguments.add_argument("place", metavar=words.say("meta.place"), help=words.say("place"))
    for name in ("game", "turn"):
        parser.options.add_argument(
            f"--{name}",
            type=parser.number,
            metavar=words.say("meta.number"),
            help=words.say(f"option.{name}"),
        )
    for name in ("player", "bottom"):
        parser.options.add_argument(
            f"--{name}", choices=tuple(Side), type=Side, help=words.say(f"option.{name}")
        )


def is_record(place: str) -> bool:
    """Whether an argument names a record; an existing file is never taken for a position."""
    return place == STANDARD or os.path.exists(place)


def recorded(options: Namespace, console: Console) -> tuple[Checked, Transcript]:
    """The record that the options name; `Refused` if it is none."""
    result = check(console.read(options.place))
    if result.transcript is None:
        lines = problem_lines(result.problems, (), console.words)
        raise Refused("\n".join([f"{printable(options.place)}:", *lines]))
    return result, result.transcript


def scenes(transcript: Transcript, options: Namespace, console: Console) -> list[Scene]:
    """The steps that the options name, of the first game if they name none; `Refused` if there are none."""
    games = list(zip(transcript.games, replayed_games(transcript), strict=False))
    number = options.game or transcript.games[0].number
    selection = [
        scene
        for record, (judged, steps) in games
        if record.number == number
        for scene in _in_game(transcript, record, judged, steps)
        if options.turn in (None, scene.step.turn) and options.player in (None, scene.step.side)
    ]
    if not selection:
        raise Refused(f"{printable(options.place)}: {console.words.say('place.nowhere')}")
    return selection


def _in_game(
    transcript: Transcript, record: GameRecord, judged: JudgedGame, steps: Sequence[Step]
) -> Iterator[Scene]:
    cube = Cube(record.start_cube, record.start_owner)
    on_roll: Side | None = None
    for step in steps:
        if on_roll is None or step.kind in _BEFORE_THE_ROLL:
            on_roll = step.side
        state = State(
            position=step.before if step.side is on_roll else step.before.swapped(),
            on_roll=on_roll,
            dice=step.dice,
            cube=cube,
            length=transcript.length,
            score=_counted(judged.score_before, transcript.length),
            is_crawford=judged.is_crawford,
            jacoby=transcript.length is None and transcript.tags.get("Jacoby") == "On",
            beavers=transcript.length is None and transcript.tags.get("Beaver") == "On",
        )
        yield Scene(state, step)
        cube = step.cube


def _counted(score: tuple[int, int], length: int | None) -> tuple[int, int]:
    """The score without what is beyond the length (M6)."""
    return score if length is None else (min(score[0], length), min(score[1], length))
