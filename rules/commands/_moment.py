"""Moments of play as command line arguments: an ID of any notation, or the start of a variant."""

from __future__ import annotations

import re
from argparse import ArgumentTypeError, Namespace

from ..errors import InvalidNotation, RulesError
from ..notation import fibs, match_id, position_id, xgid
from ..notation._unread import unread_kind
from ..position import Position
from ..problem import quote
from ..state import State
from ..variant import BACKGAMMON, VARIANTS, Variant
from ._console import Console, Refused
from ._parser import Parser

START = "start"
# What may have been meant as a Position ID of gnubg, with a Match ID or without.
_IDS = re.compile(r"[A-Za-z0-9+/]{10,20}(?::[^\s:]*)?")


def add_variant(parser: Parser) -> None:
    """Add the option that says of which variant a position is."""
    parser.options.add_argument(
        "--variant",
        choices=tuple(VARIANTS),
        default=BACKGAMMON.code,
        metavar=parser.words.say("meta.variant"),
        help=parser.words.say("option.variant", variants=", ".join(VARIANTS)),
    )


def variant_of(options: Namespace) -> Variant:
    """The variant that the option asks for."""
    return VARIANTS[options.variant]


def moment(text: str, options: Namespace, console: Console, *, is_no_file: bool = False) -> State:
    """The moment of a text; `Refused` if it is no ID of any notation.

    `is_no_file` says that it could have been a file as well, and that there is none.
    """
    variant = variant_of(options)
    text = text.strip()
    try:
        if text == START:
            return State(Position.start(variant))
        if text.startswith("board:"):
            return fibs.decode(text, variant=variant)
        if kind := unread_kind(text):
            raise InvalidNotation("unread_position", kind=kind)
        if text[:5].upper() == "XGID=" or text.count(":") == 9:
            return xgid.decode(text, variant=variant)
        if not _IDS.fullmatch(text):
            raise InvalidNotation("unknown_position")
        if ":" in text:
            return match_id.decode_pair(text, variant=variant)
        return State(position_id.decode(text, variant=variant))
    except RulesError as error:
        why = console.words.error(error)
        if is_no_file:
            why = console.words.say("place.neither", why=why)
        raise Refused(f"{quote(text)}: {why}") from error


def dice(parser: Parser, text: str) -> tuple[int, int]:
    """The dice of a text such as `31` or `3-1`, for argparse."""
    match = re.fullmatch(r"([1-6])-?([1-6])", text)
    if match is None:
        raise ArgumentTypeError(parser.words.say("plays.wrong_dice", found=text))
    return int(match[1]), int(match[2])
