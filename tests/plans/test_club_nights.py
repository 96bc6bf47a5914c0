"""A club night can be played in each of its formats, whoever comes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tournaments.plans import NightFormat, night_format, night_plan, problems


@given(
    kind=st.sampled_from(NightFormat), entrants=st.integers(2, 128), length=st.sampled_from((1, 3, 5, 7, 11))
)
def test_every_format_can_be_played_with_any_number_of_players(
    kind: NightFormat, entrants: int, length: int
) -> None:
    plan = night_plan(kind, entrants=entrants, length=length)
    assert problems(plan, entrants=entrants) == ()
    assert {stage.lengths for stage in plan.stages} == {(length,)}
    assert night_format(plan.stages[0].format) is kind


def test_a_format_that_no_night_offers_has_no_name() -> None:
    assert night_format("league") is None
