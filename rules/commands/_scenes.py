"""The places of a recorded match: a game, a turn, and the moment in which it was played."""

from __future__ import annotations

import os
from argparse import Namespace
from dataclasses import dataclass

from ..match import Side
from ..problem import printable
from ..state import State
from ..step import Step
from ..transcript import Transcript
from ..validation import Checked, check, replay
from ._console import STANDARD, Console, Refused
from ._parser import Parser
from ._telling import problem_lines


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
    number = options.game or transcript.games[0].number
    selection = [
        Scene(step.state, step)
        for step in replay(transcript)
        if step.game == number and options.turn in (None, step.turn) and options.player in (None, step.side)
    ]
    if not selection:
        raise Refused(f"{printable(options.place)}: {console.words.say('place.nowhere')}")
    return selection
