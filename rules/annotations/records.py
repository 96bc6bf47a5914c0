"""Annotated matches read from records and written to them, with what a notation cannot hold."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from ..canonical import write
from ..errors import InvalidNotation
from ..match import Side
from ..notation import read
from ..notation._sgf_grammar import BACKGAMMON
from ..transcript import Entry, EntryKind, Transcript
from .as_json import from_json, to_json
from .sgf_tree import TreeReader, tree_text
from .tree import AnnotatedMatch, Node

_RESULTS = frozenset({EntryKind.WIN, EntryKind.LOSS, EntryKind.RESIGN})
_PLACED = re.compile(r"\[Game (\d{1,6}), Move (\d{1,6})(?:, (one|two))?: ?(.*?)\]?\s*$")
_TAG = re.compile(r"\[?[\w ]{1,40} ?\"|Set Pos=")
_LENGTH_LINE = re.compile(r"^.*point match.*$", re.MULTILINE)
# What an SGF node may hold and a row of a match text has no place for.
_ANALYSES = frozenset({"A", "DA"})


class LossKind(StrEnum):
    """The kind of what a notation has no place for.

    >>> [kind.value for kind in LossKind]
    ['variations', 'glyphs', 'luck', 'analyses', 'comments']
    """

    VARIATIONS = "variations"
    GLYPHS = "glyphs"
    LUCK = "luck"
    ANALYSES = "analyses"
    COMMENTS = "comments"


@dataclass(frozen=True, slots=True)
class Loss:
    """Something that a notation has no place for, and how often it was left out.

    >>> str(Loss(LossKind.VARIATIONS, 2))
    'variations: 2'
    """

    kind: LossKind
    count: int

    def __str__(self) -> str:
        return f"{self.kind}: {self.count}"


class Written(NamedTuple):
    """The text of an annotated match, and what it leaves out.

    >>> Written("(;GM[6])", ()).losses
    ()
    """

    text: str
    losses: tuple[Loss, ...]


def read_annotated(data: bytes) -> AnnotatedMatch:
    """Read a match with its comments, glyphs, variations and analyses.

    From `.sgf` everything is read, from match texts the comments; the JSON of `write_annotated` too.
    Raises `InvalidNotation` for what is no such record, and `Unwritable` for a match whose plays no SGF
    can tell.

    >>> match = read_annotated(b" 1 point match\\n Game 1\\n Ann : 0   Bob : 0\\n 1) 31: 8/5 6/5\\n; a good start\\n")
    >>> match.games[0].children[0].comment
    'a good start'
    """
    text = _text_of(data)
    if BACKGAMMON.match(text):
        reader = TreeReader(text)
        games = [root for root in reader.trees() if root.values("GM")[:1] == ["6"]]
        return AnnotatedMatch(games, tuple(reader.problems))
    if text.lstrip().startswith("{"):
        return from_json(text)
    reading = read(data)
    if reading.transcript is None:
        raise InvalidNotation("unreadable_record", found=reading.problems[0].code)
    match = read_annotated(write(reading.transcript, "sgf").encode())
    if reading.format == "mat":
        _attach_comments(match, reading.transcript, text)
    return match


def transcript_of(match: AnnotatedMatch) -> Transcript:
    """The main line as a transcript, as `check` reads it; raises `InvalidNotation` if there is none.

    >>> transcript_of(read_annotated(b"(;GM[6]PW[Ann]PB[Bob];W[31hefe])")).players
    ('Ann', 'Bob')
    """
    text = "".join(tree_text(root, has_variations=False) for root in match.games)
    reading = read(text.encode(errors="replace"))
    if reading.transcript is None:
        raise InvalidNotation("unreadable_record", found=reading.problems[0].code)
    return reading.transcript


def write_annotated(match: AnnotatedMatch, format: str) -> Written:  # noqa: A002 - the name a reading gives it
    """Write an annotated match as `sgf`, as `json` or in a notation of `rules.notation.writers()`.

    SGF and JSON hold everything. A match text holds the comments of the main line; `losses` counts what
    else there was. Raises `Unwritable` for a match that the notation cannot tell.

    >>> match = read_annotated(b"(;GM[6]MI[length:1][game:0][ws:0][bs:0]PW[Ann]PB[Bob];W[31hefe]BM[1](;B[42xtvt])(;B[42xtmk]))")
    >>> [str(loss) for loss in write_annotated(match, "mat").losses]
    ['variations: 1', 'glyphs: 1']
    """
    if format == "sgf":
        return Written("".join(map(tree_text, match.games)), ())
    if format == "json":
        return Written(to_json(match), ())
    text = write(transcript_of(match), format)
    lines = list(_comment_lines(match, text)) if format.startswith("mat") else None
    losses = Counter(_losses(match, has_comments=lines is not None))
    if lines:
        text = _LENGTH_LINE.sub(lambda line: "\n".join([*lines, line[0]]), text, count=1)
    return Written(text, tuple(Loss(kind, count) for kind, count in losses.items()))


def _text_of(data: bytes) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _losses(match: AnnotatedMatch, *, has_comments: bool) -> Iterator[LossKind]:
    """Yield the kind of everything that a match text leaves out; a variation counts once."""
    for node in match.nodes():
        yield from (LossKind.VARIATIONS for _ in node.children[1:])
    for node in match.nodes(variations=False):
        if node.glyphs:
            yield LossKind.GLYPHS
        if node.luck is not None:
            yield LossKind.LUCK
        if _ANALYSES & node.properties.keys():
            yield LossKind.ANALYSES
        if node.comment and not (has_comments and _is_action(node)):
            yield LossKind.COMMENTS


def _is_action(node: Node) -> bool:
    """Whether a node stands for an entry of a record."""
    return node.side is not None or "DI" in node.properties


def _main_line(root: Node) -> Iterator[Node]:
    node = root
    while node.children:
        node = node.children[0]
        if _is_action(node):
            yield node


def _entries(transcript: Transcript) -> list[list[Entry]]:
    """The entries of each game that are nodes in a tree: all but the results."""
    return [[entry for entry in record.entries if entry.kind not in _RESULTS] for record in transcript.games]


def _comment_lines(match: AnnotatedMatch, text: str) -> Iterator[str]:
    """Yield the comments of the main line as lines that name the row and the side."""
    transcript = read(text.encode()).transcript
    records = _entries(transcript) if transcript else []
    for index, (root, entries) in enumerate(zip(match.games, records, strict=False), 1):
        for node, entry in zip(_main_line(root), entries, strict=False):
            for line in node.comment.splitlines():
                yield f"; [Game {index}, Move {entry.turn}, {entry.side}: {line}]"


def _attach_comments(match: AnnotatedMatch, transcript: Transcript, text: str) -> None:
    """Give the comments of a match text to the entries they stand at or name."""
    places = [
        list(zip(_main_line(root), entries, strict=False))
        for root, entries in zip(match.games, _entries(transcript), strict=False)
    ]
    begins = [record.line for record in transcript.games]
    for number, line in enumerate(text.split("\n"), 1):
        words = line.strip()
        if words[:1] not in (";", "#") or not words.strip(";# \t") or _TAG.match(words.lstrip(";# \t")):
            continue
        words = words.lstrip(";# \t")
        node = _named_node(words, places) or _node_before(number, places, begins) or match.games[0]
        parts = _PLACED.match(words)
        comment = parts[4] if parts else words
        node.comment = f"{node.comment}\n{comment}" if node.comment else comment


def _named_node(words: str, places: list[list[tuple[Node, Entry]]]) -> Node | None:
    """The node of a comment such as `[Game 1, Move 3: ...]`; `None` if it names none there is."""
    parts = _PLACED.match(words)
    if parts is None or not 1 <= int(parts[1]) <= len(places):
        return None
    side = Side(parts[3]) if parts[3] else None
    row = (
        node
        for node, entry in places[int(parts[1]) - 1]
        if entry.turn == int(parts[2]) and side in (None, entry.side)
    )
    return next(row, None)


def _node_before(number: int, places: list[list[tuple[Node, Entry]]], begins: list[int]) -> Node | None:
    """The node of the last entry above a line of the same game."""
    game = sum(1 for line in begins if line <= number) - 1
    above = [node for node, entry in places[game] if entry.line < number] if 0 <= game < len(places) else []
    return above[-1] if above else None
