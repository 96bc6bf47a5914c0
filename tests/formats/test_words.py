"""Words of the pure rooms, without Django: the choice of the language, and the lookup by code."""

from __future__ import annotations

import pytest

from tournaments.fair_play import SIGNAL_WORDS, SignalKind
from tournaments.formats import (
    FORMATS,
    WORDS,
    Words,
    option_words,
    value_words,
)
from tournaments.formats.registry import merge
from tournaments.formats.seeding import Seeding
from tournaments.formats.swiss.board import System


def test_a_text_is_read_from_the_catalogue_of_its_language() -> None:
    words = Words("Swiss system")
    assert [words.text(language) for language in ("en", "fr", "fr-ca", "de")] == [
        "Swiss system",
        "Système suisse",
        "Système suisse",
        "Swiss system",
    ]
    assert Words("Heads or tails?").text("fr") == "Heads or tails?"


def test_a_context_tells_two_meanings_apart() -> None:
    assert Words("Boards", context="a tiebreak").text("fr") == "Tables"
    assert Words("Boards").text("fr") == "Tabliers"


def test_each_language_decides_between_singular_and_plural() -> None:
    words = SIGNAL_WORDS[SignalKind.BATCH]
    texts = {
        language: [words.text(language, {"value": number}) for number in (0, 1, 2)]
        for language in ("en", "fr")
    }
    assert ["results" in text for text in texts["en"]] == [True, False, True]
    assert ["résultats" in text for text in texts["fr"]] == [False, False, True]
    assert words.text("en") == words.plural


def test_a_plural_has_a_number() -> None:
    for parts in ({"plural": "byes"}, {"count": "byes"}):
        with pytest.raises(ValueError, match="needs both"):
            Words("bye", **parts)


def test_a_code_has_words_once() -> None:
    assert merge([{"a": Words("one")}, {"b": Words("two")}]).keys() == {"a", "b"}
    with pytest.raises(ValueError, match="for a"):
        merge([{"a": Words("one")}, {"a": Words("two")}])


def test_an_option_has_the_words_of_its_format_before_the_shared_ones() -> None:
    assert option_words("league", "days")[0].text("en") == "Days of a round"
    assert option_words("ladder", "days")[0].text("en") == "Days to play"
    assert option_words("swiss", "seeding") == option_words("league", "seeding")
    assert value_words("swiss", System.MONRAD).text("en") == "neighbours in the standings"
    assert value_words("swiss", Seeding.RANDOM).text("en") == "by chance"
    with pytest.raises(LookupError):
        option_words("swiss", "no_such_option")


def test_every_format_has_words() -> None:
    assert WORDS.keys() == FORMATS.keys()


@pytest.mark.parametrize("code", FORMATS)
def test_every_format_says_how_a_hall_goes_on_by_hand(code: str) -> None:
    words = WORDS[code].by_hand
    assert words is not None
    assert words.text("fr") != words.text("en")
