"""Words of formats, without Django: the choice of the language, and the lookup by code."""

from __future__ import annotations

import pytest

from tournaments.formats import (
    FORMATS,
    PROBLEMS,
    REASONS,
    WORDS,
    Words,
    every_format_word,
    option_words,
    value_words,
)
from tournaments.formats.registry import merge
from tournaments.formats.seeding import Seeding
from tournaments.formats.swiss.board import System


def test_a_language_takes_its_own_text_and_a_variant_that_of_its_language() -> None:
    words = Words(en="A bye", fr="Un exempt")
    assert [words.text(language) for language in ("en", "fr", "fr-ca", "de")] == [
        "A bye",
        "Un exempt",
        "Un exempt",
        None,
    ]


def test_a_number_decides_between_two_forms() -> None:
    words = Words(count="byes", en=("bye", "byes"), fr=("exempt", "exempts"))
    assert [words.text("en", {"byes": number}) for number in (0, 1, 2)] == ["byes", "bye", "byes"]
    assert [words.text("fr", {"byes": number}) for number in (0, 1, 2)] == ["exempt", "exempt", "exempts"]
    assert words.text("en") == "byes"


def test_every_language_has_as_many_forms() -> None:
    with pytest.raises(ValueError, match="as many forms"):
        Words(en="byes", fr=("exempt", "exempts"))


def test_a_code_has_words_once() -> None:
    assert merge([{"a": Words(en="one")}, {"b": Words(en="two")}]).keys() == {"a", "b"}
    with pytest.raises(ValueError, match="for a"):
        merge([{"a": Words(en="one")}, {"a": Words(en="two")}])


def test_an_option_has_the_words_of_its_format_before_the_shared_ones() -> None:
    assert option_words("league", "days")[0].text("en") == "Days of a round"
    assert option_words("ladder", "days")[0].text("en") == "Days to play"
    assert option_words("swiss", "seeding") == option_words("league", "seeding")
    assert value_words("swiss", System.MONRAD).text("en") == "neighbours in the standings"
    assert value_words("swiss", Seeding.RANDOM).text("en") == "by chance"
    with pytest.raises(LookupError):
        option_words("swiss", "no_such_option")


def test_every_format_has_words_and_every_word_is_listed() -> None:
    assert WORDS.keys() == FORMATS.keys()
    ids = {id(words) for _place, words in every_format_word()}
    assert {id(words) for words in (*REASONS.values(), *PROBLEMS.values())} <= ids
    assert {"monrad", "shared_words", "reason_words"} <= {place for place, _words in every_format_word()}


@pytest.mark.parametrize("code", FORMATS)
def test_every_format_says_how_a_hall_goes_on_by_hand(code: str) -> None:
    words = WORDS[code].by_hand
    assert words is not None
    assert words.text("fr")
