"""Annotated matches: trees of nodes with comments, glyphs, variations and analyses."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from ..match import Side
from ..problem import Problem

_ONE_VALUE = re.compile(r"\[((?:[^\]\\]++|\\.)*+)\]", re.DOTALL)
_ESCAPED = re.compile(r"\\(?:\n|(.))", re.DOTALL)
_TO_ESCAPE = re.compile(r"[\]\\]")
# No list of candidates or comment has more values.
_MOST_VALUES = 4096


class Glyph(StrEnum):
    """The judgement of a play or a cube action by a sign.

    >>> Glyph.BLUNDER.value
    '??'
    """

    BRILLIANT = "!!"
    GOOD = "!"
    INTERESTING = "!?"
    DOUBTFUL = "?!"
    BAD = "?"
    BLUNDER = "??"


# The properties of SGF: those of a play, and gnubg's own for a decision about the cube.
_GLYPHS = {
    Glyph.BRILLIANT: ("TE", "[2]"),
    Glyph.GOOD: ("TE", "[1]"),
    Glyph.INTERESTING: ("IT", "[]"),
    Glyph.DOUBTFUL: ("DO", "[]"),
    Glyph.BAD: ("BM", "[1]"),
    Glyph.BLUNDER: ("BM", "[2]"),
}
_CUBE_GLYPHS = {
    Glyph.DOUBTFUL: ("DC", "[]"),
    Glyph.BAD: ("BC", "[1]"),
    Glyph.BLUNDER: ("BC", "[2]"),
}
_TOLD = frozenset({"C", "A", "DA", "LU", *(name for name, _ in (*_GLYPHS.values(), *_CUBE_GLYPHS.values()))})


@dataclass(frozen=True, slots=True)
class Chances:
    """The chances of the side that acts, as shares of one; gammons count backgammons too.

    >>> Chances(0.5, 0.2, 0.01, 0.1, 0.0).win_gammon
    0.2
    """

    win: float
    win_gammon: float
    win_backgammon: float
    lose_gammon: float
    lose_backgammon: float


@dataclass(frozen=True, slots=True)
class Candidate:
    """A play that a program weighed: its letters as SGF writes them, its chances and its equity.

    `plies` is how many turns it looked ahead.

    >>> Candidate("hefe", Chances(0.55, 0.17, 0.01, 0.12, 0.01), 0.243, 0).equity
    0.243
    """

    letters: str
    chances: Chances
    equity: float
    plies: int


@dataclass(frozen=True, slots=True)
class CubeDecision:
    """What a program says of a decision to double: the chances, and the equities with the cube.

    >>> CubeDecision(Chances(0.7, 0.2, 0.01, 0.1, 0.0), 0.6, 0.65, 0).double_take
    0.65
    """

    chances: Chances
    no_double: float
    double_take: float
    plies: int


@dataclass(eq=False)
class Node:
    """A node of a game: its properties as SGF writes them, and the nodes that may follow.

    The first child goes on with what was played, the others are variations. A property is kept with its
    brackets, so that what this library does not know stays as it was.

    >>> node = Node({"W": "[31hefe]"})
    >>> node.comment = "The best opening [ever]"
    >>> node.glyphs = (Glyph.GOOD,)
    >>> node.side.value, node.letters, node.properties
    ('one', '31hefe', {'W': '[31hefe]', 'C': '[The best opening [ever\\\\]]', 'TE': '[1]'})
    """

    properties: dict[str, str] = field(default_factory=dict)
    parent: Node | None = field(default=None, repr=False)
    children: list[Node] = field(default_factory=list, repr=False)

    def add(self, child: Node) -> Node:
        """Add a node after this one: the main line if it is the first, else a variation; return it.

        >>> node = Node()
        >>> child = node.add(Node())
        >>> node.children == [child]
        True
        """
        child.parent = self
        self.children.append(child)
        return child

    @property
    def side(self) -> Side | None:
        """The side that plays or turns the cube here; `None` where nobody does.

        >>> Node({"W": "[31hefe]"}).side.value
        'one'
        """
        return Side.ONE if "W" in self.properties else Side.TWO if "B" in self.properties else None

    @property
    def letters(self) -> str:
        """The play or the cube action as SGF writes it: `31hefe`, `double`; empty where there is none.

        >>> Node({"W": "[31hefe]"}).letters
        '31hefe'
        """
        return self.values("W" if self.side is Side.ONE else "B")[0] if self.side else ""

    @property
    def is_variation(self) -> bool:
        """Whether a node before this one, or this one, left the main line.

        >>> text = b"(;GM[6];W[31hefe]C[Best](;B[42xtvt])(;B[42xtmk]))"
        >>> node = read_annotated(text).games[0].children[0]
        >>> [child.is_variation for child in node.children]
        [False, True]
        """
        node = self
        while node.parent is not None:
            if node.parent.children[0] is not node:
                return True
            node = node.parent
        return False

    @property
    def comment(self) -> str:
        """The words about this node; several are put below each other.

        >>> Node({"C": "[Best]"}).comment
        'Best'
        """
        return "\n".join(self.values("C"))

    @comment.setter
    def comment(self, text: str) -> None:
        safe = _TO_ESCAPE.sub(r"\\\g<0>", text)
        self._set("C", f"[{safe}]" if text else "")

    @property
    def glyphs(self) -> tuple[Glyph, ...]:
        """The signs of judgement.

        >>> [glyph.value for glyph in Node({"TE": "[1]"}).glyphs]
        ['!']
        """
        signs = (*_GLYPHS.items(), *_CUBE_GLYPHS.items())
        return tuple(dict.fromkeys(glyph for glyph, (name, value) in signs if self._has_sign(name, value)))

    @glyphs.setter
    def glyphs(self, glyphs: tuple[Glyph, ...]) -> None:
        is_cube = self.letters in {"double", "take", "drop"}
        for name, _ in (*_GLYPHS.values(), *_CUBE_GLYPHS.values()):
            self._set(name, "")
        for glyph in glyphs:
            name, value = _CUBE_GLYPHS.get(glyph, _GLYPHS[glyph]) if is_cube else _GLYPHS[glyph]
            self._set(name, value)

    @property
    def luck(self) -> float | None:
        """How lucky the roll was, in points.

        >>> Node({"W": "[31hefe]"}).luck is None
        True
        """
        return _number(self.values("LU")[0]) if "LU" in self.properties else None

    @property
    def candidates(self) -> tuple[Candidate, ...]:
        """The plays that a program weighed, the best first; without what cannot be read.

        >>> Node({"W": "[31hefe]"}).candidates
        ()
        """
        candidates = (_candidate(value) for value in self.values("A")[1:])
        return tuple(candidate for candidate in candidates if candidate is not None)

    @property
    def choice(self) -> int | None:
        """The place of the play made among all values of the analysis, 0 the best; `None` if nobody says.

        >>> Node({"W": "[31hefe]"}).choice is None
        True
        """
        first = self.values("A")[:1]
        return (
            int(first[0])
            if first and first[0].isascii() and first[0].isdigit() and len(first[0]) < 5
            else None
        )

    @property
    def error(self) -> float | None:
        """The equity that the play made gives away, by the analysis; never below zero.

        >>> Node({"W": "[31hefe]"}).error is None
        True
        """
        candidates, choice = self.candidates, self.choice
        if choice is None or choice >= len(candidates):
            return None
        return max(max(candidate.equity for candidate in candidates) - candidates[choice].equity, 0.0)

    @property
    def cube_decision(self) -> CubeDecision | None:
        """What a program says of doubling here.

        >>> Node({"W": "[31hefe]"}).cube_decision is None
        True
        """
        return _cube_decision(self.values("DA")[0]) if "DA" in self.properties else None

    @property
    def rest(self) -> dict[str, str]:
        """The properties that no name of this class tells.

        >>> Node({"C": "[Best]", "XX": "[1]"}).rest
        {'XX': '[1]'}
        """
        names = {"W", "B", *_TOLD}
        return {name: values for name, values in self.properties.items() if name not in names}

    def values(self, name: str) -> list[str]:
        """The values of a property without brackets and escapes; empty if it is missing.

        >>> Node({"C": "[Best]"}).values("C")
        ['Best']
        """
        values = _ONE_VALUE.findall(self.properties.get(name, ""))[:_MOST_VALUES]
        return [_ESCAPED.sub(r"\1", value) for value in values]

    def _has_sign(self, name: str, value: str) -> bool:
        written = self.properties.get(name)
        return written is not None and (
            written == value or (value == "[1]" and written not in {"[1]", "[2]"})
        )

    def _set(self, name: str, values: str) -> None:
        if values:
            self.properties[name] = values
        else:
            self.properties.pop(name, None)


@dataclass(eq=False)
class AnnotatedMatch:
    """A match with everything said about it: a tree for each game, and what could not be read.

    >>> match = read_annotated(b"(;FF[4]GM[6]PW[Ann]PB[Bob];W[31hefe]C[Good](;B[42xtvt])(;B[42xtmk]))")
    >>> first = match.games[0].children[0]
    >>> first.comment, [child.letters for child in first.children]
    ('Good', ['42xtvt', '42xtmk'])
    >>> sum(1 for node in match.nodes()), sum(1 for node in match.nodes(variations=False))
    (4, 3)
    """

    games: list[Node]
    problems: tuple[Problem, ...] = ()

    @property
    def is_annotated(self) -> bool:
        """Whether there is anything besides the match: a comment, a sign, a variation, an analysis.

        >>> read_annotated(b"(;GM[6];W[31hefe]C[Best])").is_annotated
        True
        """
        return any(len(node.children) > 1 or not _TOLD.isdisjoint(node.properties) for node in self.nodes())

    def nodes(
        self, *, variations: bool = True, condition: Callable[[Node], bool] | None = None
    ) -> Iterator[Node]:
        """Yield every node, each before its children and the main line first.

        Nodes that do not meet `condition` are skipped with all that follows them.

        >>> [node.letters for node in read_annotated(b"(;GM[6];W[31hefe];B[42xtvt])").nodes()]
        ['', '31hefe', '42xtvt']
        """
        waiting = self.games[::-1]
        while waiting:
            node = waiting.pop()
            if condition is not None and not condition(node):
                continue
            yield node
            waiting += (node.children if variations else node.children[:1])[::-1]


def _number(text: str) -> float | None:
    """A number that is one: not infinite, and no longer than numbers are written."""
    try:
        number = float(text) if len(text) <= 24 else float("nan")
    except ValueError:
        return None
    return number if abs(number) < 1e6 else None


def _numbers(words: list[str]) -> list[float] | None:
    numbers = [number for word in words if (number := _number(word)) is not None]
    return numbers if len(numbers) == len(words) else None


def _plies(word: str) -> int:
    return int(word[0]) if word[:1].isascii() and word[:1].isdigit() else 0


def _candidate(value: str) -> Candidate | None:
    """A value such as `hefe E ver 3 0.55 0.17 0.01 0.12 0.01 0.24 0C 0 0 0.0 1`; `None` for a rollout."""
    words = value.split()
    numbers = _numbers(words[4:10]) if words[1:3] == ["E", "ver"] and len(words) > 10 else None
    if numbers is None:
        return None
    return Candidate(words[0], Chances(*numbers[:5]), numbers[5], _plies(words[10]))


def _cube_decision(value: str) -> CubeDecision | None:
    """A value such as `E ver 3 0C 0 0.0 1` and twice seven numbers; `None` for a rollout."""
    words = value.split()
    numbers = _numbers(words[7:]) if words[:2] == ["E", "ver"] and len(words) == 21 else None
    if numbers is None:
        return None
    return CubeDecision(Chances(*numbers[:5]), numbers[6], numbers[13], _plies(words[3]))
