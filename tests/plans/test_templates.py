"""Templates: each can be played as it stands, and fitted to whoever comes."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.plans.planning import codes
from tournaments import formats
from tournaments.plans import TEMPLATES, PlannedEvent, minutes_of, suited, warnings


class TestTemplates:
    """Each can be played as it stands by the usual number, and fitted to any it is for."""

    @pytest.mark.parametrize("code", sorted(TEMPLATES))
    def test_it_can_be_played_by_whom_it_is_for(self, code: str) -> None:
        template = TEMPLATES[code]
        assert template.code == code
        assert codes(template.plan) == codes(template.plan, entrants=template.usual) == []
        assert warnings(template.plan, entrants=template.usual) == ()
        for entrants in {*range(template.fewest, min(template.most, 40) + 1), template.most}:
            plan = suited(template, entrants=entrants)
            assert codes(plan, entrants=entrants) == [], entrants

    @pytest.mark.parametrize("code", sorted(code for code in TEMPLATES if TEMPLATES[code].hours))
    def test_it_takes_about_as_long_as_it_says(self, code: str) -> None:
        template = TEMPLATES[code]
        hours = minutes_of(template.plan, entrants=template.usual) / 60
        assert template.hours - 2 <= hours <= template.hours + 1

    def test_the_lengths_follow_the_hours(self) -> None:
        weekend = TEMPLATES["weekend"]
        long, short = (suited(weekend, entrants=48, hours=hours) for hours in (30, 12))
        assert long.stages[0].lengths > weekend.plan.stages[0].lengths > short.stages[0].lengths
        assert minutes_of(short, entrants=48) <= 12 * 60
        assert minutes_of(short, entrants=48, tables=4) > minutes_of(short, entrants=48)

    def test_where_no_length_is_short_enough_a_swiss_has_a_round_less(self) -> None:
        night = TEMPLATES["club_night"]
        plan = suited(night, entrants=16, hours=2)
        assert (plan.stages[0].options["rounds"], plan.stages[0].lengths) == (4, (3,))
        assert suited(night, entrants=16, hours=5).stages[0].options["rounds"] == 5

    def test_what_nobody_would_come_to_is_left_out(self) -> None:
        assert [one.name for one in suited(TEMPLATES["weekend"], entrants=4).stages] == [
            "main",
            "consolation",
        ]

    def test_groups_divisions_and_places_fit_the_field(self) -> None:
        assert suited(TEMPLATES["groups"], entrants=24).stages[0].options["groups"] == 6
        assert suited(TEMPLATES["league"], entrants=40).stages[0].options["divisions"] == 5
        assert suited(TEMPLATES["more_swiss"], entrants=64).stages[0].options["max_places"] == 8
        assert suited(TEMPLATES["club_night"], entrants=4).stages[0].options["rounds"] == 3

    def test_what_goes_by_weeks_has_no_hours(self) -> None:
        league = TEMPLATES["league"]
        assert suited(league, hours=3) == league.plan
        assert minutes_of(league.plan, entrants=16) == 0


def test_the_documented_plan_is_that_of_the_template() -> None:
    page = (Path(formats.__file__).parents[2] / "docs" / "formats.md").read_text()
    (document,) = re.findall(r"```json\n(\{\"version\".*?)```", page, re.DOTALL)
    assert PlannedEvent.from_dict(json.loads(document)) == TEMPLATES["nordic"].plan
    assert set(re.findall(r"^\| `(\w+)` \| [^|]+ \|$", page, re.MULTILINE)) >= set(TEMPLATES)
