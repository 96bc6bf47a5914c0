"""Annotated matches are read, changed and written without a loss that nobody names."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

import rules
from rules import (
    Glyph,
    InvalidNotation,
    Node,
    RulesError,
    Side,
    canonical,
    check,
    read_annotated,
    transcript_of,
    write_annotated,
)
from rules.annotations import AnnotatedMatch, from_json, to_json
from rules.commands import main
from rules.notation import read
from tests.effort import is_long
from tests.rules.matches import random_match
from tests.rules.records import DATA, DROPPED, game, mat
from tests.rules.xg_files import xg_file, xg_records

ANALYSED = (DATA / "gnubg" / "m002_03pt_s1002_n0.0.full.sgf").read_bytes()
SCHEMA = Draft202012Validator(
    json.loads((Path(rules.__file__).parents[1] / "docs" / "annotated.schema.json").read_text())
)
ROOT = "(;FF[4]GM[6]MI[length:1][game:0][ws:0][bs:0]PW[Ann]PB[Bob]"
SMALL = (
    ROOT + ";W[31hefe]C[Best \\[by far\\]]TE[1]LU[+0.12345](;B[42xtvt]BM[2]C[Too](;W[11aabb]))\n"
    "(;B[42xtmk]DO[](;W[21]IT[])(;W[22]))\n(;B[42]XY[any][thing])))\n"
).replace(")))\n", "))\n")


def properties(match: AnnotatedMatch) -> list[dict[str, str]]:
    """What stands at every node, in order."""
    return [node.properties for node in match.nodes()]


def test_an_analysed_file_is_written_as_it_was_read() -> None:
    match = read_annotated(ANALYSED)
    assert write_annotated(match, "sgf") == (ANALYSED.decode(), ())
    assert (len(match.games), match.problems) == (1, ())
    transcript = read(ANALYSED).transcript
    assert transcript is not None
    assert canonical(transcript_of(match)) == canonical(transcript)


def test_analyses_are_numbers() -> None:
    nodes = list(read_annotated(ANALYSED).nodes())
    first = nodes[1]
    assert (first.side, first.letters, first.choice, first.error) == (Side.ONE, "31hefe", 0, 0.0)
    assert len(first.candidates) == 16
    best = first.candidates[0]
    assert (best.letters, best.equity, best.plies) == ("hefe", 0.243305, 0)
    assert best.chances.win == 0.550952
    assert best.chances.lose_backgammon == 0.005021
    decisions = [node.cube_decision for node in nodes if node.cube_decision]
    assert len(decisions) == 7
    assert (decisions[0].no_double, decisions[0].double_take) == (0.512702, 0.482194)
    equities = [[candidate.equity for candidate in node.candidates] for node in nodes]
    assert all(values == sorted(values, reverse=True) for values in equities)


def test_a_worse_choice_has_an_error() -> None:
    good, bad = (f"he E ver 3 0.5 0.1 0 0.1 0 {equity} 0C 0 0 0.0 1" for equity in (0.3, 0.1))
    node = Node({"W": "[31he]", "A": f"[1][{good}][{bad}]"})
    assert node.error == pytest.approx(0.2)
    for first in ("", "[x]", "[99999999]", "[2]"):
        node.properties["A"] = f"{first}[{good}][{bad}]"
        assert node.error is None
    node.properties["A"] = (
        f"[0][he X ver 3 rollout][{bad.replace('0.1', 'nan')}][{bad.replace('0.1', '9e99')}][he E]"
    )
    assert node.candidates == ()
    node.properties |= {"DA": "[E ver 3 X]", "LU": "[lucky]"}
    assert (node.cube_decision, node.luck) == (None, None)


def test_a_tree_has_comments_glyphs_and_variations() -> None:
    match = read_annotated(SMALL.encode())
    root = match.games[0]
    play = root.children[0]
    assert (root.side, root.letters, root.is_variation, root.luck) == (None, "", False, None)
    assert (play.comment, play.glyphs, play.luck) == ("Best [by far]", (Glyph.GOOD,), 0.12345)
    blunder, doubtful, dance = play.children
    assert (blunder.glyphs, doubtful.glyphs, dance.rest) == (
        (Glyph.BLUNDER,),
        (Glyph.DOUBTFUL,),
        {"XY": "[any][thing]"},
    )
    assert [node.is_variation for node in (play, blunder, doubtful, doubtful.children[0])] == [
        False,
        False,
        True,
        True,
    ]
    assert [node.letters for node in match.nodes(variations=False)] == ["", "31hefe", "42xtvt", "11aabb"]
    assert "21" not in [node.letters for node in match.nodes(condition=lambda node: node is not doubtful)]


def test_what_is_said_can_be_changed() -> None:
    match = read_annotated(SMALL.encode())
    node = match.games[0].children[0]
    for text in ("a ] b \\ c\nd", ""):
        node.comment = text
        again = read_annotated(write_annotated(match, "sgf").text.encode())
        assert again.games[0].children[0].comment == text
    for glyph in Glyph:
        node.glyphs = (glyph,)
        assert node.glyphs == (glyph,)
        cube = Node({"B": "[double]"})
        cube.glyphs = (glyph,)
        assert cube.glyphs == (glyph,)
    node.glyphs = ()
    assert not {"TE", "BM", "DO", "IT"} & node.properties.keys()
    node.add(Node({"B": "[66]"})).comment = "or a dance"
    assert [child.parent for child in node.children] == [node] * 4


@pytest.mark.parametrize("depth", [100_000 if is_long() else 10_000])
def test_variations_may_stand_in_each_other_without_end(depth: int) -> None:
    text = ROOT + ";W[31hefe]" + "(;B[42xtvt](;W[11])" * depth + ")" * depth + ")"
    match = read_annotated(text.encode())
    count = sum(1 for _ in match.nodes())
    assert (count, match.problems) == (2 + 2 * depth, ())
    again = read_annotated(write_annotated(match, "sgf").text.encode())
    assert sum(1 for _ in again.nodes()) == count
    assert properties(from_json(to_json(match))) == properties(match)
    written = write_annotated(match, "mat")
    assert [str(loss) for loss in written.losses] == [f"variations: {depth - 1}"]
    deep = '{"format":' + "[" * depth
    with pytest.raises(InvalidNotation, match="not_annotated_json"):
        read_annotated(deep.encode())


@pytest.mark.parametrize("data", [ANALYSED, SMALL.encode()], ids=["analysed", "small"])
def test_json_holds_everything_and_fits_its_schema(data: bytes) -> None:
    match = read_annotated(data)
    text = write_annotated(match, "json").text
    assert list(SCHEMA.iter_errors(json.loads(text))) == []
    again = read_annotated(text.encode())
    assert properties(again) == properties(match)
    assert [node.parent is None for node in again.nodes()] == [node.parent is None for node in match.nodes()]


def test_json_keeps_what_its_fields_would_say_otherwise() -> None:
    # A sign for a cube decision at a play, signs without numbers, and a property twice.
    odd = [
        {"W": "[31hefe]", "BC": "[1]"},
        {"B": "[double]", "TE": "[]"},
        {"W": "[31][42]", "LU": "[+1]", "C": "[a][b]"},
    ]
    match = AnnotatedMatch([Node({"GM": "[6]"})])
    for item in odd:
        match.games[0].add(Node(item))
    assert properties(from_json(to_json(match))) == properties(match)


def test_json_needs_no_sgf() -> None:
    candidate = {"action": "hefe", "equity": 0.25, "plies": 2, "chances": [0.5, 0.1, 0, 0.1, 0]}
    nodes: list[dict[str, Any]] = [
        {"parent": None, "properties": {"GM": "[6]"}},
        {
            "parent": 0,
            "side": "one",
            "action": "31hefe",
            "comment": "x",
            "glyphs": ["!"],
            "luck": -0.5,
            "choice": 0,
            "candidates": [candidate],
        },
    ]
    data = {"format": "videau-annotated", "version": 1, "games": [{"nodes": nodes}]}
    assert list(SCHEMA.iter_errors(data)) == []
    node = read_annotated(json.dumps(data).encode()).games[0].children[0]
    assert (node.comment, node.glyphs, node.luck, node.candidates[0].equity) == (
        "x",
        (Glyph.GOOD,),
        -0.5,
        0.25,
    )
    assert json.loads(to_json(from_json(json.dumps(data)))) == data


WRONG: list[tuple[str, Callable[[dict[str, Any]], object]]] = [
    ("format", lambda data: data.update(format="pgn")),
    ("version", lambda data: data.update(version=2)),
    ("games", lambda data: data.update(games={})),
    ("games/0/nodes", lambda data: data["games"][0].update(nodes=[])),
    ("games/0/nodes/1", lambda data: data["games"][0]["nodes"].insert(1, 5)),
    ("games/0/nodes/0/parent", lambda data: data["games"][0]["nodes"][0].update(parent=0)),
    ("games/0/nodes/1/parent", lambda data: data["games"][0]["nodes"][1].update(parent=1)),
    ("games/0/nodes/1/side", lambda data: data["games"][0]["nodes"][1].update(side="three")),
    ("games/0/nodes/1/action", lambda data: data["games"][0]["nodes"][1].update(action="]")),
    ("games/0/nodes/1/comment", lambda data: data["games"][0]["nodes"][1].update(comment=1)),
    ("games/0/nodes/1/glyphs", lambda data: data["games"][0]["nodes"][1].update(glyphs=["#"])),
    ("games/0/nodes/1/luck", lambda data: data["games"][0]["nodes"][1].update(luck=float("inf"))),
    ("games/0/nodes/1/choice", lambda data: data["games"][0]["nodes"][1].update(candidates=[])),
    (
        "games/0/nodes/1/candidates/0",
        lambda data: data["games"][0]["nodes"][1].update(choice=0, candidates=[1]),
    ),
    ("games/0/nodes/1/properties", lambda data: data["games"][0]["nodes"][1].update(properties=[])),
    ("games/0/nodes/1/properties/C", lambda data: data["games"][0]["nodes"][1].update(properties={"C": "x"})),
]


@pytest.mark.parametrize(("place", "spoil"), WRONG, ids=[place for place, _ in WRONG])
def test_wrong_json_is_refused_with_its_place(place: str, spoil: Callable[[dict[str, Any]], object]) -> None:
    data = json.loads(to_json(read_annotated(SMALL.encode())))
    spoil(data)
    with pytest.raises(InvalidNotation) as error:
        from_json(json.dumps(data))
    assert error.value.data == {"found": place}


def test_comments_of_match_texts_belong_to_their_rows() -> None:
    text = mat(
        "; before any game",
        game(DROPPED[0], "; to the row above", DROPPED[1], "# [Game 1, Move 1: to the first row]"),
        "; [Game 1, Move 2, two: Coward] ",
        "; [Game 9, Move 2: nowhere]",
        header='; [Event "Final"]',
    )
    match = read_annotated(text)
    nodes = list(match.nodes())
    comments = {node.letters: node.comment for node in nodes if node.comment}
    assert comments["drop"].startswith("Coward")
    assert comments["31hefe"] == "to the first row"
    assert (
        comments["52mhvx"] == "to the row above"
        if "52mhvx" in comments
        else "to the row above" in comments.values()
    )
    assert nodes[0].comment == "before any game"
    written = write_annotated(match, "mat")
    again = read_annotated(written.text.encode())
    assert [node.comment for node in again.nodes()][1:] == [node.comment for node in nodes][1:]
    assert [str(loss) for loss in written.losses] == ["comments: 1"]
    assert check(written.text.encode()).verdict == check(text).verdict
    assert "Event" in written.text


def test_every_other_notation_is_read_without_comments() -> None:
    data = (DATA / "gnubg" / "m002_03pt_s1002_n0.0.sst.txt").read_bytes()
    assert read_annotated(data).games
    transcript = random_match(Random(1), length=3)
    binary = xg_file(list(xg_records(transcript, Random(1))))
    assert len(read_annotated(binary).games) == len(transcript.games)
    for junk in (b"Dear director", b"", b"\x00\x01"):
        with pytest.raises(InvalidNotation, match="unreadable_record"):
            read_annotated(junk)
    with pytest.raises(InvalidNotation, match="unreadable_record"):
        transcript_of(AnnotatedMatch([]))
    chess = b"(;GM[6]PW[Ann])(;GM[1]PW[Ann];W[e4])"
    assert len(read_annotated(chess).games) == 1
    assert read_annotated("(;GM[6]PW[Łoś]PB[Bob])".encode("iso8859-2")).games


def test_damage_is_named_and_the_rest_is_read() -> None:
    match = read_annotated(f"{ROOT};W[31hefe]C[lost\n;B[42xtvt] stray C[x]".encode())
    assert [problem.code for problem in match.problems] == [
        "unreadable_line",
        "unreadable_line",
        "damaged_file",
    ]
    assert [node.letters for node in match.nodes()] == ["", "31hefe", "42xtvt"]
    broken = read_annotated((ROOT + ";W[31hefe]" + "C[\n;B[42]" * 600).encode())
    assert len(broken.problems) > 400
    assert (
        read_annotated((ROOT + ";W[31]" + "C[a]" * 3 + ")").encode()).games[0].children[0].comment
        == "a\na\na"
    )


def test_convert_writes_a_match_without_words_as_ever(tmp_path: Path) -> None:
    source = DATA / "gnubg" / "m004_07pt_s1004_n0.0.sgf"
    target = tmp_path / "again.sgf"
    assert main(["convert", str(source), str(target)]) == 0
    assert target.read_text() == rules.write(
        read(source.read_bytes()).transcript or rules.Match(1).transcript, "sgf"
    )


def test_convert_says_what_the_target_cannot_hold(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    source = tmp_path / "small.sgf"
    source.write_text(SMALL.replace("(;W[11aabb])", ""))
    target = tmp_path / "small.mat"
    main(["convert", "--lang", "en", str(source), str(target)])
    assert (
        "the format has no place for these: variations 3, signs of judgement 2, luck 1"
        in capsys.readouterr().err
    )
    assert "one: Best [by far]]" in target.read_text()
    main(["convert", "--lang", "fr", "--json", str(source), str(tmp_path / "again.sgf")])
    assert json.loads(capsys.readouterr().out)["left_out"] == {}
    again = read_annotated((tmp_path / "again.sgf").read_bytes())
    assert properties(again) == properties(read_annotated(source.read_bytes()))


SEEDS = [
    SMALL.encode(),
    ANALYSED[:6000],
    mat(game(*DROPPED, "; a comment"), header="; [Game 1, Move 1: x]"),
    to_json(read_annotated(SMALL.encode())).encode(),
]


@settings(max_examples=150)
@given(data=st.data())
def test_mutated_files_raise_nothing_but_the_librarys_own_errors(data: st.DataObject) -> None:
    seed = bytearray(data.draw(st.sampled_from(SEEDS)))
    for _ in range(data.draw(st.integers(1, 6))):
        start = data.draw(st.integers(0, len(seed)))
        end = min(len(seed), start + data.draw(st.integers(0, 12)))
        seed[start:end] = data.draw(
            st.one_of(
                st.binary(max_size=4),
                st.sampled_from([b"(", b")", b";", b"[", b"]", b"\\", b'"', b"A[0]", b"{}", b"-1"]),
            )
        )
    try:
        match = read_annotated(bytes(seed))
    except RulesError:
        return
    assert properties(from_json(to_json(match))) == properties(match)
    text = write_annotated(match, "sgf").text
    if match.games:
        assert properties(read_annotated(text.encode())) == properties(match)
    for node in match.nodes():
        assert isinstance(
            node.comment + repr((node.glyphs, node.luck, node.error, node.cube_decision, node.rest)), str
        )
    try:
        write_annotated(match, "mat")
    except RulesError:
        return


def test_random_matches_are_the_same_through_the_tree() -> None:
    for seed in range(5):
        transcript = random_match(Random(seed), length=3)
        match = read_annotated(rules.write(transcript, "mat").encode())
        assert canonical(transcript_of(match)) == canonical(transcript)
