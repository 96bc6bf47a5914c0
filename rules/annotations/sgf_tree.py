"""The trees of an SGF text: every node with its properties as written, read without recursion."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..notation._sgf_grammar import JUNK, TREE, after_missing_bracket
from ..problem import MOST_PROBLEMS, Finding, Problem, quote
from .tree import Node

_TEXT = r"(?:[^\]\\\n]++|\\.|\n(?!\(;|;[A-Z]{1,2}\[))*+"
_PROPERTY = re.compile(rf"\s*+([A-Z]++)\s*+((?:\s*+\[{_TEXT}\])++)", re.DOTALL)
_MARK = re.compile(r"\s*+([();])")
_BLANK = re.compile(r"\s++")


class TreeReader:
    """Reads the trees of one text one after the other; what it cannot read becomes a problem."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._index = 0
        self.problems: list[Problem] = []

    def trees(self) -> Iterator[Node]:
        """Yield the root of each tree."""
        while len(self.problems) <= MOST_PROBLEMS and (begin := TREE.search(self._text, self._index)):
            self._index = begin.end()
            yield self._tree()

    def _tree(self) -> Node:
        root = node = Node()
        # Where each open variation goes on from when it is closed.
        forks: list[Node] = []
        # The values of a property that a node has several times, joined once.
        repeats: dict[tuple[Node, str], list[str]] = {}
        while len(self.problems) <= MOST_PROBLEMS:
            if match := _PROPERTY.match(self._text, self._index):
                name, values = match[1], match[2]
                if name in node.properties:
                    repeats.setdefault((node, name), [node.properties[name]]).append(values)
                else:
                    node.properties[name] = values
                self._index = match.end()
            elif match := _MARK.match(self._text, self._index):
                self._index = match.end()
                if match[1] == ";":
                    node = node.add(Node())
                elif match[1] == "(":
                    forks.append(node)
                elif forks:
                    node = forks.pop()
                else:
                    _join(repeats)
                    return root
            elif not self._pass_over():
                break
        self._note(Finding.DAMAGED_FILE, self._index)
        _join(repeats)
        return root

    def _pass_over(self) -> bool:
        """Pass over what belongs to no property; return False at the end of the text."""
        start = self._index
        if match := _BLANK.match(self._text, start):
            self._index = match.end()
        elif match := JUNK.match(self._text, start):
            self._index = match.end()
            self._note(Finding.UNREADABLE_LINE, start, match[0])
        elif start < len(self._text):
            self._index = after_missing_bracket(self._text, start)
            self._note(Finding.UNREADABLE_LINE, start, self._text[start : self._index])
        return self._index < len(self._text)

    def _note(self, code: Finding, index: int, text: str = "") -> None:
        line = self._text.count("\n", 0, index) + 1
        self.problems.append(Problem(code, line, found=quote(text)))


def _join(repeats: dict[tuple[Node, str], list[str]]) -> None:
    for (node, name), parts in repeats.items():
        node.properties[name] = "".join(parts)


def tree_text(root: Node, *, has_variations: bool = True) -> str:
    """A tree as SGF text, its properties as they are; without variations the main line alone."""
    parts = ["("]
    # What waits to be written, the last first: nodes, and the ends of variations.
    waiting: list[Node | str] = [root]
    while waiting:
        item = waiting.pop()
        if isinstance(item, str):
            parts.append(item)
            continue
        parts.append(";" + "".join(name + values for name, values in item.properties.items()))
        children = item.children if has_variations else item.children[:1]
        if len(children) == 1:
            waiting += [children[0], "\n"]
        else:
            for child in reversed(children):
                waiting += [")", child, "\n("]
    return "".join([*parts, ")\n"])
