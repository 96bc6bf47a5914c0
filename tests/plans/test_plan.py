"""A plan as a value: plain JSON, read strictly."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.plans.planning import plan_of, stage
from tournaments.formats import FormatError
from tournaments.plans import TEMPLATES, PlannedEvent
from tournaments.plans.plan import MOST_STAGES


class TestValue:
    """A plan is plain JSON and reads back as it was."""

    @pytest.mark.parametrize("code", sorted(TEMPLATES))
    def test_a_plan_survives_being_written_down(self, code: str) -> None:
        plan = TEMPLATES[code].plan
        assert PlannedEvent.from_dict(json.loads(json.dumps(plan.to_dict()))) == plan

    def test_what_is_absent_is_the_usual(self) -> None:
        assert PlannedEvent.from_dict({"stages": [{"format": "swiss"}]}) == plan_of(stage("swiss"))

    @pytest.mark.parametrize(
        ("data", "code", "path"),
        [
            ("weekend", "invalid_field", ""),
            ({1: 2}, "invalid_field", ""),
            ({}, "invalid_field", "stages"),
            ({"stages": "main"}, "invalid_field", "stages"),
            ({"stages": [{"format": "swiss"}] * (MOST_STAGES + 1)}, "invalid_field", "stages"),
            ({"stages": [], "hall": 1}, "unknown_field", "hall"),
            ({"stages": [], "version": 2}, "unsupported_plan_version", "version"),
            ({"stages": [], "version": True}, "unsupported_plan_version", "version"),
            ({"stages": ["main"]}, "invalid_field", "stages.0"),
            ({"stages": [{}]}, "missing_field", "stages.0.format"),
            ({"stages": [{"format": 1}]}, "invalid_field", "stages.0.format"),
            ({"stages": [{"format": "swiss", "name": "x" * 81}]}, "invalid_field", "stages.0.name"),
            ({"stages": [{"format": "swiss", "name": "a\0"}]}, "invalid_field", "stages.0.name"),
            ({"stages": [{"format": "swiss", "rounds": 1}]}, "unknown_field", "stages.0.rounds"),
            ({"stages": [{"format": "swiss", "options": 1}]}, "invalid_field", "stages.0.options"),
            ({"stages": [{"format": "swiss", "options": {"a": []}}]}, "invalid_field", "stages.0.options.a"),
            ({"stages": [{"format": "swiss", "lengths": 7}]}, "invalid_field", "stages.0.lengths"),
            ({"stages": [{"format": "swiss", "lengths": [7, "5"]}]}, "invalid_field", "stages.0.lengths.1"),
            ({"stages": [{"format": "swiss", "feeds": {}}]}, "invalid_field", "stages.0.feeds"),
            ({"stages": [{"format": "swiss", "feeds": [1]}]}, "invalid_field", "stages.0.feeds.0"),
            (
                {"stages": [{"format": "swiss", "feeds": [{"stage": 0, "take": "top"}]}]},
                "invalid_feed",
                "stages.0.feeds.0.count",
            ),
        ],
    )
    def test_what_is_not_of_its_type_is_refused_with_its_path(self, data: Any, code: str, path: str) -> None:
        with pytest.raises(FormatError) as refusal:
            PlannedEvent.from_dict(data)
        assert (code, path) in [(fault.code, fault.data["path"]) for fault in refusal.value.problems]

    def test_all_faults_are_named_at_once(self) -> None:
        with pytest.raises(FormatError) as refusal:
            PlannedEvent.from_dict({"stages": [{"format": 1, "lengths": [None]}, {"name": 2}]})
        assert [fault.data["path"] for fault in refusal.value.problems] == [
            "stages.0.format",
            "stages.0.lengths.0",
            "stages.1.format",
            "stages.1.name",
        ]
