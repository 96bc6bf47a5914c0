"""Every refusal of a report names the broken rule and what to do."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation

from matches.errors import DomainError, MatchAlreadyFinal, Refused, ReportRefused
from matches.errors.report import NUMBER_TOO_LARGE, TOO_MANY_GAMES, WORDS
from rules.refusal import Refusal, RefusalCode

# What the tally hands over with its refusals; the words use no other place.
DATA: dict[str, Any] = {
    "length": 7,
    "cube": 3,
    "winner": "one",
    "start_one": 0,
    "start_two": 2,
    "highest": 26,
    "offered_one": 7,
    "offered_two": 6,
    "found": 10**9,
    "most": 500,
}


@pytest.mark.parametrize("code", [*RefusalCode, NUMBER_TOO_LARGE, TOO_MANY_GAMES])
def test_every_code_has_words(code: str) -> None:
    error = Refused.worded(code, **DATA)
    assert error.message.endswith(".")
    assert error.way_out.endswith(".")
    assert "%(" not in error.message + error.way_out


def test_there_are_no_words_without_a_code() -> None:
    assert set(WORDS) == {*RefusalCode, NUMBER_TOO_LARGE, TOO_MANY_GAMES}


def test_a_game_is_named_as_people_count() -> None:
    error = Refused.of(Refusal(RefusalCode.CUBE_IN_CRAWFORD, 2, {"offered_one": 5, "offered_two": 2}))
    assert error.message.startswith("Game 3: ")
    assert "5–2" in error.way_out
    assert error.can_override


def test_a_refused_report_says_everything_at_once() -> None:
    error = ReportRefused(
        [
            Refused.worded(RefusalCode.TWO_WINNERS, length=7),
            Refused.worded(RefusalCode.NOT_FINISHED, can_override=True, length=7),
        ]
    )
    assert error.code == "two_winners"
    assert not error.can_override
    assert str(error).count("(M1)") == 2
    assert error.data["refusals"] == [one.as_data() for one in error.refusals]


def test_it_can_be_overridden_when_all_of_it_is_a_ruling_matter() -> None:
    error = ReportRefused([Refused.worded(RefusalCode.NOT_FINISHED, can_override=True, length=7)])
    assert error.can_override


def test_the_words_are_those_of_the_reader() -> None:
    class Plain(DomainError):
        code = "plain"

    with translation.override("en"):
        assert str(Plain()) == "This cannot be done."
        assert "7–3" in str(MatchAlreadyFinal(result="Ann 7–3 Bob"))
