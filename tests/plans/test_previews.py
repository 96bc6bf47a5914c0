"""What a plan comes to: rounds, matches, byes and hours, by arithmetic."""

from __future__ import annotations

from tests.plans.planning import MAIN, plan_of, stage
from tournaments.plans import TEMPLATES, minutes_of, preview


class TestPreview:
    """Rounds, matches, byes and hours by arithmetic."""

    def test_a_weekend_of_forty_eight(self) -> None:
        main, below, last = preview(TEMPLATES["weekend"].plan, entrants=48)
        assert (main.entrants, main.rounds, main.matches, main.byes) == (48, 6, 47, 16)
        # Everybody drops but the two finalists, and the last four of the consolation go no further.
        assert (below.entrants, below.matches) == (46, 45)
        assert (last.entrants, last.matches) == (42, 41)
        assert main.begins < below.begins < last.begins
        assert main.ends < below.ends < last.ends

    def test_every_format_is_counted(self) -> None:
        matches = {
            code: preview(plan_of(stage(code)), entrants=16)[0].matches
            for code in ("single_elimination", "double_elimination", "swiss", "round_robin", "lives")
        }
        assert matches == {
            "single_elimination": 15,
            "double_elimination": 31,
            "swiss": 32,
            "round_robin": 120,
            "lives": 31,
        }

    def test_byes_of_an_odd_field(self) -> None:
        assert preview(plan_of(stage("swiss", rounds=3)), entrants=7)[0].byes == 3
        assert preview(plan_of(stage("round_robin")), entrants=5)[0].byes == 5

    def test_lives_are_estimated_as_long_as_the_study_found(self) -> None:
        estimate = preview(plan_of(stage("lives", lives=2)), entrants=64)[0]
        assert estimate.is_estimated
        assert 9 <= estimate.rounds <= 12

    def test_few_tables_take_longer(self) -> None:
        assert minutes_of(plan_of(MAIN), entrants=16, tables=2) == 11 * 7 * (4 + 2 + 1 + 1)

    def test_it_ends_where_a_stage_cannot_be_drawn(self) -> None:
        assert len(preview(plan_of(MAIN, stage("swiss", rounds=30, version=1)), entrants=8)) == 1
        assert len(preview(plan_of(stage("lottery"), MAIN), entrants=8)) == 0
        assert minutes_of(plan_of(stage("lottery")), entrants=8) == 0
