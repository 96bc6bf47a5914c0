"""`plays`: the legal plays of a position, or of many."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Sequence
from functools import partial

from ..errors import RulesError
from ..play import Play, legal_plays
from ..position import Position
from ..variant import BACKGAMMON, VARIANTS
from ._command import Command, Exit
from ._console import Console
from ._moment import add_variant, dice, moment, variant_of
from ._parser import Parser

_LISTS = ("own", "opp", "dice", "outside", "may_hit")
_USUAL = Position.start()
_DEFAULTS = {"variant": BACKGAMMON.code, "outside": list(_USUAL.outside), "may_hit": list(_USUAL.may_hit)}


def _add_arguments(parser: Parser) -> None:
    words = parser.words
    parser.arguments.add_argument(
        "position", nargs="?", metavar=words.say("meta.position"), help=words.say("plays.position")
    )
    parser.arguments.add_argument(
        "dice",
        nargs="?",
        type=partial(dice, parser),
        metavar=words.say("meta.dice"),
        help=words.say("plays.dice"),
    )
    add_variant(parser)


def _run(options: Namespace, console: Console) -> Exit:
    if options.position is None:
        return _answer_lines(console)
    state = moment(options.position, options, console)
    rolled = options.dice or state.dice
    if rolled is None:
        raise console.refusal("dice_missing")
    for play in legal_plays(state.position, rolled, variant_of(options)):
        if options.json:
            console.put(_as_data(play))
        else:
            console.say(play.notation)
    return Exit.DONE


def _as_data(play: Play) -> dict[str, object]:
    return {
        "play": play.notation,
        "moves": [list(move) for move in play.moves],
        "hits": list(play.hits),
        "result": _board(play.result),
    }


def _answer_lines(console: Console) -> Exit:
    code = Exit.DONE
    for line in console.lines():
        try:
            answer: dict[str, object] = {"results": _results(json.loads(line))}
        except RulesError as error:
            answer, code = {"error": error.code}, Exit.FAILED
        except (ValueError, RecursionError):
            answer, code = {"error": "not_a_position"}, Exit.FAILED
        console.put(answer)
    return code


def _results(question: object) -> list[str]:
    """The positions that legal plays reach, sorted."""
    fields = {**_DEFAULTS, **question} if isinstance(question, dict) else {}
    if not all(isinstance(fields.get(key), list) for key in _LISTS) or fields["variant"] not in list(
        VARIANTS
    ):
        raise ValueError("own, opp and dice are needed")
    position = Position.checked(fields["own"], fields["opp"], fields["outside"], fields["may_hit"])
    plays = legal_plays(position, tuple(fields["dice"]), VARIANTS[fields["variant"]])
    return sorted(_board(play.result) for play in plays)


def _board(position: Position) -> str:
    """A position as `own/opp`, one hexadecimal digit for each of the 26 places.

    While a checker is outside or a side may not hit yet, a third part has both for each side (V3).
    """
    board = f"{_digits(position.own)}/{_digits(position.opp)}"
    if (position.outside, position.may_hit) == (_USUAL.outside, _USUAL.may_hit):
        return board
    return f"{board}/{_digits(position.outside)}{_digits(position.may_hit)}"


def _digits(counts: Sequence[int]) -> str:
    return "".join(f"{count:x}" for count in counts)


COMMAND = Command(_add_arguments, _run)
