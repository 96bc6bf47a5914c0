"""Annotated matches: read with everything said about them, changed, and written again."""

from __future__ import annotations

from .archive import Member, members, split
from .as_json import from_json, to_json
from .records import Loss, LossKind, Written, read_annotated, transcript_of, write_annotated
from .tree import AnnotatedMatch, Candidate, Chances, CubeDecision, Glyph, Node

__all__ = [
    "AnnotatedMatch",
    "Candidate",
    "Chances",
    "CubeDecision",
    "Glyph",
    "Loss",
    "LossKind",
    "Member",
    "Node",
    "Written",
    "from_json",
    "members",
    "read_annotated",
    "split",
    "to_json",
    "transcript_of",
    "write_annotated",
]
