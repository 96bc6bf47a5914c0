"""`perft`: how many plays there are to a depth."""

from __future__ import annotations

from argparse import Namespace

from ..perft import perft, perft_by_roll
from ._command import Command, Exit
from ._console import Console
from ._moment import START, add_variant, moment, variant_of
from ._parser import Parser


def _add_arguments(parser: Parser) -> None:
    words = parser.words
    parser.arguments.add_argument(
        "depth", type=parser.number, metavar=words.say("meta.depth"), help=words.say("perft.depth")
    )
    parser.arguments.add_argument(
        "position",
        nargs="?",
        default=START,
        metavar=words.say("meta.position"),
        help=words.say("perft.position"),
    )
    add_variant(parser)
    parser.options.add_argument("--rolls", action="store_true", help=words.say("perft.rolls"))


def _run(options: Namespace, console: Console) -> Exit:
    position, variant = moment(options.position, options, console).position, variant_of(options)
    words = console.words
    if options.rolls:
        for roll, plays in perft_by_roll(position, options.depth, variant).items():
            if options.json:
                console.put({"dice": list(roll), "plays": plays})
            else:
                console.say(words.say("perft.roll", high=roll[0], low=roll[1], plays=plays))
        return Exit.DONE
    for depth in range(1, options.depth + 1):
        counts = perft(position, depth, variant)
        if options.json:
            console.put({"depth": depth, "plays": counts.plays, "positions": counts.positions})
        else:
            console.say(words.say("perft.count", depth=depth, plays=counts.plays, positions=counts.positions))
        # A level may take thousands of times as long as the previous one.
        console.flush()
    return Exit.DONE


COMMAND = Command(_add_arguments, _run)
