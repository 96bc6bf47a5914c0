"""Cards hold whatever is written on them: no line leaves the picture, and nothing is drawn as another letter."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rules import Position, Side
from rules.diagram import svg
from tests.effort import examples
from tournaments.web.frame.share_card import HEIGHT, WIDTH, ShareCard, _advances, _width

_LETTERS = sorted(_advances())
BOARD = svg(Position.start(), title="A board", turn=Side.ONE, dice=(3, 1), play=[(8, 5), (6, 5)])


def _lines(card: ShareCard) -> list[tuple[str, float, float, float]]:
    """The lines of text of a card, beside its board and its mark: each with its begin, end and base line."""
    lines = []
    for text in ET.fromstring(card._svg()).findall("{*}text")[1:]:  # noqa: S314 - ours
        words, begin = text.text or "", float(text.get("x", ""))
        end = begin + _width(words, int(text.get("font-size", "")))
        lines.append((words, begin, end, float(text.get("y", ""))))
    return lines


@settings(max_examples=examples(1000, landing=100))
@given(
    st.text(st.sampled_from(_LETTERS), max_size=120) | st.text(st.sampled_from("Wi- é"), max_size=120),
    st.lists(st.text(st.sampled_from("Wi- é"), max_size=200), max_size=4),
    st.lists(
        st.tuples(st.sampled_from(["Champion", "Places 3 and 4"]), st.text("WMi ", max_size=80)), max_size=4
    ),
    st.sampled_from(["", BOARD]),
)
@example("Wiii " * 24, ["Wiii " * 40] * 4, [("Places 3 and 4", "W" * 60)] * 4, "")
@example("Wiii " * 24, ["Wiii " * 40] * 4, [], BOARD)
def test_every_line_stays_within_the_picture(
    title: str, facts: list[str], places: list[tuple[str, str]], board: str
) -> None:
    card = ShareCard(title, tuple(facts), () if board else tuple(places), board)
    assert card.is_drawable
    lines = _lines(card)
    assert all(begin >= 0 and end <= WIDTH - 30 for _, begin, end, _ in lines)
    # Below stand the points of a board.
    assert max(base for *_, base in lines) < (HEIGHT - 30 if board else HEIGHT - 92)
    assert [base for *_, base in lines] == sorted(base for *_, base in lines)


def test_words_are_whole_where_they_have_room_and_end_in_dots_where_not() -> None:
    short = " ".join(
        line[0] for line in _lines(ShareCard("Anna Keller 7–5 Bernard Petit-Dujardin", ("Main event",)))
    )
    assert short == "Anna Keller 7–5 Bernard Petit-Dujardin Main event"
    (long,) = _lines(ShareCard("W" * 90))
    assert re.fullmatch(r"W{15,}…", long[0])


@pytest.mark.parametrize("name", ["שלום", "王芳", "Ann 🎲", "a\x00b", "Å\u0301\u0302"])
def test_a_character_that_the_typeface_lacks_is_never_drawn_as_another(name: str) -> None:
    assert not ShareCard(name).is_drawable
    assert not ShareCard("Main event", (name,)).is_drawable
    assert not ShareCard("Main event", (), (("Champion", name),)).is_drawable


def test_letters_with_accents_of_their_own_are_those_that_have_them() -> None:
    assert ShareCard("Re\u0301mi").is_drawable


def test_markup_in_a_name_is_text() -> None:
    card = ShareCard("<b>&amp;</b>", ("</svg><image href='x'/>",))
    assert [line[0] for line in _lines(card)] == ["<b>&amp;</b>", "</svg><image href='x'/>"]
    assert card.png().startswith(b"\x89PNG")
