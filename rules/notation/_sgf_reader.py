"""The reading of an SGF text: its games one after the other, and the main line of each."""

from __future__ import annotations

import re

from ..problem import MOST_PROBLEMS, Finding, Problem, quote
from ..transcript import GameRecord, Transcript
from ._sgf_game import SgfGame
from ._sgf_grammar import (
    ANY_PROPERTY,
    COMMENTS,
    JUNK,
    OPENINGS,
    PARENTHESIS,
    PLAY_NODE,
    TELLING_PROPERTY,
    TREE,
    VARIATIONS,
    after_missing_bracket,
)
from ._sgf_header import Header, Property, begins_again, read_header

_BACKGAMMON = "6"
# No root node has more properties, and no record nests variations deeper.
_MOST_PROPERTIES = 100
_DEEPEST = 100


class SgfReader:
    """Reads one text from beginning to end; unreadable parts become problems.

    Only the main line of a game is read: no other variation was played.
    """

    def __init__(self, text: str) -> None:
        self._text = text
        self._index = 0
        # The line that reading has come to, where it begins, and how far line ends are counted.
        self._line, self._line_start, self._counted = 1, 0, 0
        self._number: int | None = None
        self._problems: list[Problem] = []
        self._headers: list[Header] = []
        self._games: list[GameRecord] = []

    def read(self) -> Transcript:
        """The transcript of the text."""
        while self._next_tree():
            pass
        if not self._headers:
            return Transcript(("", ""), None, (), problems=tuple(self._problems))
        first = self._headers[0]
        return Transcript(
            players=self._games[0].players,
            length=first.length or None,
            games=tuple(self._games),
            variant=first.variant,
            tags=first.tags,
            length_line=None if first.length is None else first.info_line,
            problems=tuple(self._problems),
        )

    def _next_tree(self) -> bool:
        """Read the next game; return False at the end."""
        tree = TREE.search(self._text, self._index)
        end = tree.start() if tree else len(self._text)
        if between := self._text[self._index : end].strip():
            self._note(Finding.UNREADABLE_LINE, self._text.index(between, self._index), between)
        if tree is None:
            return False
        line, column = self._place(end)
        self._index = tree.end()
        root = self._root()
        number = root.get("GM")
        if number is None or number.text != _BACKGAMMON:
            text = f"SGF {number.said}" if number else "SGF"
            self._problems.append(Problem(Finding.UNSUPPORTED_FORMAT, line, column, found=text))
            return self._skip_variations(1)
        header = read_header(root)
        if self._is_other_match(header):
            self._problems.append(Problem(Finding.SECOND_MATCH, line, column))
            return False
        game = self._begin(header, line, column)
        is_whole = self._main_line(game)
        self._games.append(game.finished())
        self._number = None
        return is_whole

    def _root(self) -> dict[str, Property]:
        """The properties of a root node by their names, up to the first that belongs to the game itself."""
        properties: dict[str, Property] = {}
        for _ in range(_MOST_PROPERTIES):
            match = ANY_PROPERTY.match(self._text, self._index)
            if not match or (match[1] != "CV" and TELLING_PROPERTY.match(self._text, match.start(1))):
                break
            properties.setdefault(match[1], self._property(match))
        return properties

    def _is_other_match(self, header: Header) -> bool:
        """Whether another match begins: to another length, or from the start once more."""
        if not self._headers:
            return False
        first = self._headers[0]
        is_other_length = header.length not in (first.length, None)
        return is_other_length or begins_again(first.game, header.game, header.score)

    def _begin(self, header: Header, line: int, column: int) -> SgfGame:
        self._headers.append(header)
        first = self._headers[0]
        number = self._number = len(self._headers) if header.game is None else header.game + 1
        if len(self._headers) == 1 and header.length is None:
            self._problems.append(Problem(Finding.MISSING_LENGTH, line, column))
        if header.score is None:
            self._problems.append(Problem(Finding.MISSING_SCORE_LINE, line, column, number))
        one, two = (
            name if name is not None else first_name or ""
            for name, first_name in zip(header.players, first.players, strict=True)
        )
        return SgfGame(header, (one, two), number, line, self._problems)

    def _main_line(self, game: SgfGame) -> bool:
        """Read the nodes of a game; return False if reading has to end before the text does."""
        text, depth = self._text, 1
        while len(self._problems) <= MOST_PROBLEMS:
            if match := PLAY_NODE.match(text, self._index):
                game.call(match[1], *self._place(match.start(1)))
                self._index = match.end()
            elif match := COMMENTS.match(text, self._index):
                self._index = match.end()
            elif match := TELLING_PROPERTY.match(text, self._index):
                self._tell(game, self._property(match))
            elif match := OPENINGS.match(text, self._index):
                depth += match[0].count("(")
                if depth > _DEEPEST:
                    self._note(Finding.DAMAGED_FILE, self._index)
                    return False
                self._index = match.end()
            elif text.startswith(")", self._index):
                self._index += 1
                return self._skip_variations(depth - 1)
            elif match := JUNK.match(text, self._index):
                self._note(Finding.UNREADABLE_LINE, self._index, match[0])
                self._index = match.end()
            elif self._index < len(text):
                self._skip_unclosed()
            else:
                self._note(Finding.DAMAGED_FILE, self._index)
                return False
        self._note(Finding.TOO_MANY_PROBLEMS, self._index)
        return False

    def _tell(self, game: SgfGame, prop: Property) -> None:
        if prop.name in ("B", "W"):
            game.call(f"{prop.name}[{prop.first}]", prop.line, prop.column)
        else:
            game.tell(prop)

    def _skip_unclosed(self) -> None:
        """Skip a value without its closing bracket, up to the next node."""
        start, self._index = self._index, after_missing_bracket(self._text, self._index)
        self._note(Finding.UNREADABLE_LINE, start, self._text[start : self._index])

    def _skip_variations(self, depth: int) -> bool:
        """Skip to the end of this many parentheses; return False if the text ends before."""
        text = self._text
        while 0 < depth <= _DEEPEST and len(self._problems) <= MOST_PROBLEMS:
            if match := VARIATIONS.match(text, self._index):
                self._index = match.end()
            elif match := PARENTHESIS.match(text, self._index):
                depth += 1 if match[0] == "(" else -1
                self._index = match.end()
            elif self._index < len(text):
                self._skip_unclosed()
            else:
                break
        if depth == 0:
            return True
        is_readable = len(self._problems) <= MOST_PROBLEMS
        self._note(Finding.DAMAGED_FILE if is_readable else Finding.TOO_MANY_PROBLEMS, self._index)
        return False

    def _property(self, match: re.Match[str]) -> Property:
        self._index = match.end()
        return Property(match[1], match[2], match[3], *self._place(match.start(1)))

    def _place(self, index: int) -> tuple[int, int]:
        """The line and column of a place, which must not precede the last one requested."""
        lines = self._text.count("\n", self._counted, index)
        if lines:
            self._line += lines
            self._line_start = self._text.rindex("\n", self._counted, index) + 1
        self._counted = index
        return self._line, index - self._line_start + 1

    def _note(self, code: Finding, index: int, text: str = "") -> None:
        self._problems.append(Problem(code, *self._place(index), self._number, found=quote(text)))
