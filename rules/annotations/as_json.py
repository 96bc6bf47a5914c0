"""Annotated matches as JSON: a flat list of nodes for each game, so that no reader needs recursion.

The schema is `docs/annotated.schema.json`.
"""

from __future__ import annotations

import json
import re
from typing import Any

from ..errors import InvalidNotation
from ..match import Side
from .tree import AnnotatedMatch, Candidate, Chances, Glyph, Node

FORMAT, VERSION = "videau-annotated", 1
_NAME = re.compile(r"[A-Z]{1,12}")
_VALUES = re.compile(r"(?:\[(?:[^\]\\]++|\\.)*+\])++", re.DOTALL)
_LETTERS = re.compile(r"[a-z0-9?]{0,24}")
_LARGEST_NUMBER = 1e6


def to_json(match: AnnotatedMatch) -> str:
    """An annotated match as JSON text.

    >>> to_json(AnnotatedMatch([Node({"GM": "[6]"})]))
    '{"format":"videau-annotated","version":1,"games":[{"nodes":[{"parent":null,"properties":{"GM":"[6]"}}]}]}'
    """
    games = []
    for root in match.games:
        places: dict[int, int] = {}
        nodes: list[dict[str, object]] = []
        for node in AnnotatedMatch([root]).nodes():
            places[id(node)] = len(nodes)
            parent = None if node.parent is None else places[id(node.parent)]
            nodes.append({"parent": parent, **_as_data(node)})
        games.append({"nodes": nodes})
    data = {"format": FORMAT, "version": VERSION, "games": games}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def from_json(text: str) -> AnnotatedMatch:
    """The annotated match of a JSON text; raises `InvalidNotation` with the place of what is wrong.

    >>> from_json('{"format": "videau-annotated", "version": 1, "games": []}').games
    []
    """
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        raise InvalidNotation("not_annotated_json", found="JSON") from None
    _require(isinstance(data, dict) and data.get("format") == FORMAT, "format")
    _require(data.get("version") == VERSION, "version")
    _require(isinstance(data.get("games"), list), "games")
    return AnnotatedMatch([_game(game, f"games/{index}") for index, game in enumerate(data["games"])])


def _game(data: Any, place: str) -> Node:
    _require(
        isinstance(data, dict) and isinstance(data.get("nodes"), list) and data["nodes"], f"{place}/nodes"
    )
    nodes: list[Node] = []
    for index, item in enumerate(data["nodes"]):
        here = f"{place}/nodes/{index}"
        _require(isinstance(item, dict), here)
        node = _from_data(item, here)
        parent = item.get("parent")
        if index == 0:
            _require(parent is None, f"{here}/parent")
        else:
            _require(type(parent) is int and 0 <= parent < index, f"{here}/parent")
            nodes[parent].add(node)
        nodes.append(node)
    return nodes[0]


def _as_data(node: Node) -> dict[str, object]:
    """What a node tells, and as `properties` whatever that does not make again."""
    data: dict[str, object] = {}
    if node.side is not None and _LETTERS.fullmatch(node.letters):
        data |= {"side": node.side, "action": node.letters}
    if node.comment:
        data["comment"] = node.comment
    if node.glyphs:
        data["glyphs"] = list(node.glyphs)
    if node.luck is not None:
        data["luck"] = node.luck
    if node.candidates and node.choice is not None:
        data["choice"] = node.choice
        data["candidates"] = [_candidate_as_data(candidate) for candidate in node.candidates]
    again = _from_data(data, "").properties
    rest = {name: values for name, values in node.properties.items() if again.get(name) != values}
    # A property that would be made and is not there is marked by no values.
    rest |= {name: "" for name in again if name not in node.properties}
    return data | ({"properties": rest} if rest else {})


def _candidate_as_data(candidate: Candidate) -> dict[str, object]:
    return {
        "action": candidate.letters,
        "equity": candidate.equity,
        "plies": candidate.plies,
        "chances": list(_chances(candidate)),
    }


def _from_data(data: dict[str, Any], place: str) -> Node:
    node = Node()
    if "side" in data or "action" in data:
        side, action = data.get("side"), data.get("action")
        _require(side in tuple(Side), f"{place}/side")
        _require(isinstance(action, str) and bool(_LETTERS.fullmatch(action)), f"{place}/action")
        node.properties["W" if side == Side.ONE else "B"] = f"[{action}]"
    comment, glyphs, luck = data.get("comment", ""), data.get("glyphs", []), data.get("luck")
    _require(isinstance(comment, str), f"{place}/comment")
    node.comment = comment
    _require(isinstance(glyphs, list) and all(glyph in list(Glyph) for glyph in glyphs), f"{place}/glyphs")
    node.glyphs = tuple(Glyph(glyph) for glyph in glyphs)
    if luck is not None:
        node.properties["LU"] = f"[{_number(luck, f'{place}/luck'):+.5f}]"
    if "candidates" in data:
        node.properties["A"] = _analysis(data, place)
    _add_properties(node, data.get("properties", {}), f"{place}/properties")
    return node


def _analysis(data: dict[str, Any], place: str) -> str:
    """The values of gnubg's property of an analysis."""
    choice, candidates = data.get("choice"), data["candidates"]
    _require(type(choice) is int and 0 <= choice < 10_000, f"{place}/choice")
    _require(isinstance(candidates, list), f"{place}/candidates")
    values = [str(choice)]
    for index, item in enumerate(candidates):
        here = f"{place}/candidates/{index}"
        _require(isinstance(item, dict), here)
        action, chances, plies = item.get("action"), item.get("chances"), item.get("plies", 0)
        _require(isinstance(action, str) and bool(_LETTERS.fullmatch(action)), f"{here}/action")
        _require(isinstance(chances, list) and len(chances) == 5, f"{here}/chances")
        _require(type(plies) is int and 0 <= plies <= 9, f"{here}/plies")
        candidate = Candidate(
            action,
            Chances(*(_number(chance, f"{here}/chances") for chance in chances)),
            _number(item.get("equity"), f"{here}/equity"),
            plies,
        )
        numbers = " ".join(f"{number:.6f}" for number in (*_chances(candidate), candidate.equity))
        values.append(f"{candidate.letters} E ver 3 {numbers} {candidate.plies}C 0 0 0.000000 1")
    return "".join(f"[{value}]" for value in values)


def _chances(candidate: Candidate) -> tuple[float, ...]:
    chances = candidate.chances
    return (
        chances.win,
        chances.win_gammon,
        chances.win_backgammon,
        chances.lose_gammon,
        chances.lose_backgammon,
    )


def _add_properties(node: Node, properties: Any, place: str) -> None:
    _require(isinstance(properties, dict), place)
    for name, values in properties.items():
        _require(bool(_NAME.fullmatch(name)) and isinstance(values, str), f"{place}/{name}")
        if values:
            _require(bool(_VALUES.fullmatch(values)), f"{place}/{name}")
            node.properties[name] = values
        else:
            node.properties.pop(name, None)


def _number(value: Any, place: str) -> float:
    _require(type(value) in (int, float) and abs(value) < _LARGEST_NUMBER, place)
    return float(value)


def _require(is_right: object, place: str) -> None:
    if not is_right:
        raise InvalidNotation("not_annotated_json", found=place[:200])
