"""The reader and the writer of gnubg's `.sgf` match texts, with and without its analysis.

A game is a tree `(; ... )` of the Smart Game Format with `GM[6]`: a root node with names, score, rules
and result, and one node for each play and cube action. Letters stand for places: `;W[31hefe]` plays
31: 8/5 6/5. See docs/notations/sgf.md.
"""

from __future__ import annotations

from ..transcript import Transcript
from ._reader import Likeness, Reader, Writer
from ._sgf_grammar import BACKGAMMON
from ._sgf_reader import SgfReader
from ._sgf_write import sgf_text


def _likeness(text: str) -> Likeness:
    return Likeness.SIGNATURE if BACKGAMMON.match(text) else Likeness.NONE


def _read(text: str) -> Transcript:
    return SgfReader(text).read()


READER = Reader("sgf", _likeness, _read)
WRITERS = (Writer("sgf", "sgf", sgf_text),)
