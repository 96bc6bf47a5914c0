"""The text of a position that eXtreme Gammon copies or saves with its analysis.

A match that XG exports as text is a `.mat` text, and that is read as such. What surrounds a position is
written in the language of whoever made the text: only the XGID and the line with the names are read.
"""

from __future__ import annotations

import re

from ..errors import InvalidNotation
from ..transcript import Transcript
from . import xgid
from ._lone_positions import LonePositions
from ._reader import Likeness, Reader

_MARK, _SMALL_MARK = "XGID=", "xgid="
_ID_LINE = re.compile(r"^(?:XGID|xgid)=[-a-pA-P]{26}:", re.MULTILINE)
_NAMES = re.compile(r"^[ \t]*+X:([^\n]{0,200}?)[ \t]{2,}O:([^\n]{0,200})", re.MULTILINE)
# An ID in full, broken over lines and quoted; the names come within a few lines of it.
_LONGEST_ID, _LONGEST_HEAD = 400, 1200


def _likeness(text: str) -> Likeness:
    if _MARK not in text and _SMALL_MARK not in text:
        return Likeness.NONE
    return Likeness.STRUCTURE if _ID_LINE.search(text) else Likeness.TRACE


def _read(text: str) -> Transcript:
    positions, text = LonePositions(), text.replace(_SMALL_MARK, _MARK)
    at, line, position = text.find(_MARK), 1, 0
    while at >= 0:
        after = text.find(_MARK, at + len(_MARK))
        end = len(text) if after < 0 else after
        line, position = line + text.count("\n", position, at), at
        if not _add(positions, text[at : min(end, at + _LONGEST_HEAD)], line):
            break
        at = after
    return positions.transcript(tells_beavers=True)


READER = Reader("xgtext", _likeness, _read)


def _add(positions: LonePositions, text: str, line: int) -> bool:
    """Add the position whose XGID begins a text; return False if reading ends."""
    xg_id = xgid.find(text[:_LONGEST_ID])
    try:
        state = xgid.decode(xg_id[0]) if xg_id else None
    except InvalidNotation:
        state = None
    if state is None:
        return positions.refuse(text.partition("\n")[0], line)
    names = _NAMES.search(text)
    return positions.add(state, (names[1], names[2]) if names else ("", ""), line)
