"""`diagram`: a position or a moment of a recorded match drawn as SVG."""

from __future__ import annotations

from argparse import ArgumentTypeError, Namespace
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from ..diagram import PALETTES, state_svg
from ..match import Side
from ..move import Move
from ..problem import printable
from ..state import State
from ..written import written_moves
from ._command import Command, Exit
from ._console import STANDARD, Console
from ._describing import LETTERS, as_data, described, step_in_words, who_acts
from ._moment import add_variant, moment
from ._parser import Parser
from ._scenes import add_place, is_record, recorded, scenes


def _add_arguments(parser: Parser) -> None:
    words = parser.words
    add_place(parser)
    add_variant(parser)
    add = parser.options.add_argument
    add("--palette", choices=tuple(PALETTES), default="light", help=words.say("diagram.palette"))
    add("--numbering", choices=tuple(Side), type=Side, help=words.say("diagram.numbering"))
    add("--mirrored", action="store_true", help=words.say("diagram.mirrored"))
    add(
        "--play",
        type=partial(_moves, parser),
        metavar=words.say("meta.moves"),
        help=words.say("diagram.play"),
    )
    add("--no-play", action="store_true", help=words.say("diagram.no_play"))
    add(
        *("-o", "--output"),
        default=STANDARD,
        metavar=words.say("meta.file"),
        help=words.say("diagram.output"),
    )
    add("--force", action="store_true", help=words.say("option.force"))


@dataclass(frozen=True, slots=True)
class _Picture:
    """The content of a drawing: a moment, a play made in it, and the words for both."""

    state: State
    players: tuple[str, str]
    play: Sequence[Move] = ()
    caption: str = ""


def _run(options: Namespace, console: Console) -> Exit:
    picture = _asked(options, console)
    state, words = picture.state, console.words
    bottom = options.bottom or state.on_roll
    title = who_acts(state, picture.players, words)
    description = described(state.seen_by(bottom), bottom, picture.players, words)
    svg = state_svg(
        state,
        title=title,
        description=f"{description} {picture.caption}".strip(),
        bottom=bottom,
        play=picture.play,
        palette=PALETTES[options.palette],
        numbering=options.numbering,
        is_mirrored=options.mirrored,
    )
    is_printed = options.output == STANDARD
    if not (is_printed and options.json):
        console.write(options.output, f"{svg}\n".encode(), over=options.force)
    if options.json:
        output = None if is_printed else options.output
        console.put({"title": title, "output": output, "svg": svg if is_printed else None, **as_data(state)})
    elif not is_printed:
        console.say(f"{printable(options.output)}: {title}")
    return Exit.DONE


def _asked(options: Namespace, console: Console) -> _Picture:
    """The picture that the options select; of a record, the first selected step."""
    if is_record(options.place):
        _, transcript = recorded(options, console)
        scene = scenes(transcript, options, console)[0]
        words = step_in_words(scene.step, transcript.players, console.words)
        play = scene.step.moves or scene.step.entry.moves
        picture = _Picture(scene.state, transcript.players, play, words)
    else:
        picture = _Picture(moment(options.place, options, console, is_no_file=True), LETTERS)
    if options.play is not None:
        return replace(picture, play=options.play, caption="")
    return replace(picture, play=(), caption="") if options.no_play else picture


def _moves(parser: Parser, text: str) -> tuple[Move, ...]:
    """The moves of a play such as `bar/21 13/7(2)`, for argparse."""
    moves: tuple[Move, ...] = ()
    for word in text.split():
        word_moves = written_moves(word)
        if word_moves is None:
            raise ArgumentTypeError(parser.words.say("diagram.wrong_play", found=text))
        moves += word_moves
    return moves


COMMAND = Command(_add_arguments, _run)
