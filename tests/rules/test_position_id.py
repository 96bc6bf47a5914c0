"""The Position ID of GNU Backgammon: published IDs, gnubg's own boards, and every refusal."""

from __future__ import annotations

import base64
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import EntryKind, check, replay
from rules.errors import InvalidNotation, Unwritable
from rules.notation import position_id
from rules.position import Position
from rules.variant import DUTCH, HYPERGAMMON_1, HYPERGAMMON_2, HYPERGAMMON_3, NACKGAMMON, Variant

from .boards import counts, positions
from .records import DATA
from .states import full_positions


def test_the_published_id_of_the_start() -> None:
    assert position_id.encode(Position.start()) == "4HPwATDgc/ABMA"
    assert position_id.decode("4HPwATDgc/ABMA") == Position.start()


def twin(position: Position) -> str:
    """The ID built as the manual tells it: a string of bits, written out and packed."""
    bits = ""
    for side in (position.opp, position.own):
        for count in (*side[1:25], side[25]):
            bits += "1" * count + "0"
    bits = bits.ljust(80, "0")
    data = bytes(int(bits[at : at + 8][::-1], 2) for at in range(0, 80, 8))
    return base64.b64encode(data).decode().rstrip("=")


@given(positions())
def test_the_id_is_the_packed_string_of_the_manual(position: Position) -> None:
    assert position_id.encode(position) == twin(position)


@given(full_positions())
def test_write_then_read_is_the_identity(position: Position) -> None:
    assert position_id.decode(position_id.encode(position)) == position


@given(st.text(max_size=20) | st.text("ABCghwz019+/", min_size=14, max_size=14))
def test_whatever_is_read_is_written_the_same(text: str) -> None:
    try:
        position = position_id.decode(text)
    except InvalidNotation:
        return
    assert position_id.encode(position) == text


def test_the_boards_of_gnubg_before_each_play_of_its_matches() -> None:
    rows = [json.loads(line) for line in (DATA / "gnubg_boards.jsonl").read_text().splitlines()]
    by_file: dict[str, list[tuple[list[int], str]]] = {}
    for file, _, kind, _, dice, text in rows:
        if kind == "move":
            by_file.setdefault(file, []).append((dice, text))
    count = 0
    for file, boards in by_file.items():
        transcript = check((DATA / "gnubg" / file).read_bytes()).transcript
        assert transcript is not None
        rolls = [step for step in replay(transcript) if step.kind is EntryKind.ROLL and not step.is_unplayed]
        for step, (dice, text) in zip(rolls, boards, strict=True):
            assert sorted(step.dice or ()) == sorted(dice)
            assert position_id.encode(step.before) == text
            assert position_id.decode(text) == step.before
            count += 1
    assert count == 9587


@pytest.mark.parametrize("variant", [NACKGAMMON, HYPERGAMMON_3, HYPERGAMMON_2, HYPERGAMMON_1])
def test_v1_v2_what_is_missing_of_a_variant_is_borne_off(variant: Variant) -> None:
    own, opp = list(variant.start), list(variant.start)
    own[24], own[0] = own[24] - 1, 1
    position = Position(tuple(own), tuple(opp))
    assert position_id.decode(position_id.encode(position), variant=variant) == position


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "wrong_length"),
        ("4HPwATDgc/ABM", "wrong_length"),
        ("4HPwATDgc/ABMA==", "wrong_length"),
        ("4HPwATDgc/ABM ", "not_base64"),
        ("4HPwATDgc_ABMA", "not_base64"),
        ("4HPwATDgc/ABMé", "not_base64"),
        ("4HPwATDgc/ABMB", "stray_bits"),
        ("4HPwATDgc/ABMI", "stray_bits"),
        ("/////////////w", "too_many_checkers"),
        ("AAAAAAAAAAAAAA", "both_borne_off"),
    ],
)
def test_what_is_no_id_is_refused(text: str, code: str) -> None:
    with pytest.raises(InvalidNotation) as refusal:
        position_id.decode(text)
    assert refusal.value.code == code


def test_a_point_held_by_both_is_refused() -> None:
    both = Position(counts(p6=15), counts(p19=15))
    with pytest.raises(InvalidNotation, match="point_held_by_both"):
        position_id.decode(position_id.encode(both))


def test_v2_more_checkers_than_the_variant_has_are_refused() -> None:
    with pytest.raises(InvalidNotation) as refusal:
        position_id.decode("4HPwATDgc/ABMA", variant=HYPERGAMMON_3)
    assert (refusal.value.code, refusal.value.data) == ("too_many_checkers", {"side": "own", "most": 3})


def test_v3_what_only_dutch_backgammon_has_cannot_be_told() -> None:
    for position, code in (
        (Position.start(DUTCH), "checkers_outside"),
        (Position.start()._replace(may_hit=(False, True)), "may_not_hit"),
        (Position(counts(p6=16), counts(p1=1)), "too_many_checkers"),
    ):
        with pytest.raises(Unwritable, match=code):
            position_id.encode(position)
    with pytest.raises(InvalidNotation, match="variant_not_told"):
        position_id.decode("4HPwATDgc/ABMA", variant=DUTCH)
