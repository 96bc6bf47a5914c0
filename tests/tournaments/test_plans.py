"""Events from plans: created in one transaction, changed until the draw, not offered while they cannot be played."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tests import factories
from tournaments.actions import log
from tournaments.actions.draws import draw, stage_settings
from tournaments.actions.events import lifecycle, plans
from tournaments.errors.draws import CannotBeDrawn, StageAlreadyDrawn
from tournaments.errors.events import InvalidFeeds, InvalidPlan, OptionsFixed, StageIsNeeded
from tournaments.formats import Feed, Take
from tournaments.models import Event, LogEntry, Registration, Stage, Tournament
from tournaments.plans import TEMPLATES, PlannedEvent, PlannedStage
from tournaments.queries.audit.checks import findings
from tournaments.queries.events.plans import plan_of

pytestmark = pytest.mark.django_db

MAIN = PlannedStage(name="main", format="single_elimination")


@pytest.fixture
def tournament() -> Tournament:
    """A tournament without an event."""
    return factories.tournament()


def event_of(tournament: Tournament, plan: PlannedEvent, **about: Any) -> Event:
    """An event of this plan."""
    return plans.create_from_plan(tournament, by=None, plan=plan, name="Main", **about)


def of_stages(*stages: PlannedStage) -> PlannedEvent:
    return PlannedEvent(stages)


class TestCreating:
    """Creating an event from a plan makes all stages or nothing."""

    @pytest.mark.parametrize("code", sorted(TEMPLATES))
    def test_an_event_has_the_plan_it_was_made_of(self, tournament: Tournament, code: str) -> None:
        template = TEMPLATES[code]
        event = event_of(tournament, template.plan, entrants=template.usual)
        plan = plan_of(event)
        full = PlannedEvent(
            tuple(
                replace(stage, options={**had.options, **stage.options})
                for stage, had in zip(template.plan.stages, plan.stages, strict=True)
            )
        )
        assert plan == plans.named(full)
        assert event_of(tournament, plan).stages.count() == len(plan.stages)
        assert not log.verify(tournament)

    def test_all_that_is_wrong_is_said_and_nothing_is_made(self, tournament: Tournament) -> None:
        wrong = of_stages(replace(MAIN, lengths=(8,)), PlannedStage(format="lottery"))
        with pytest.raises(InvalidPlan) as refusal:
            event_of(tournament, wrong)
        details: Any = refusal.value.data["details"]
        assert [detail["path"] for detail in details] == ["stages.0.lengths.0", "stages.1.format"]
        assert "odd number of points" in str(refusal.value)
        assert not Event.objects.exists()

    def test_it_must_do_for_as_many_as_it_has_places_or_expects(self, tournament: Tournament) -> None:
        groups = TEMPLATES["groups"].plan
        assert event_of(tournament, groups).stages.count() == 2
        for about in ({"capacity": 6}, {"capacity": 16, "entrants": 6}):
            with pytest.raises(InvalidPlan):
                event_of(tournament, groups, **about)

    def test_a_name_of_ones_own_stays(self, tournament: Tournament) -> None:
        event = event_of(tournament, of_stages(replace(MAIN, name="Tableau A")))
        assert str(event.stages.get()) == "Tableau A"

    def test_what_is_not_a_plan_is_refused_with_its_path(self) -> None:
        with pytest.raises(InvalidPlan) as refusal:
            plans.plan_from({"stages": [{"format": 1}]})
        details: Any = refusal.value.data["details"]
        assert details[0]["path"] == "stages.0.format"

    def test_a_jackpot_starts_when_full(self, tournament: Tournament) -> None:
        event = event_of(
            tournament, TEMPLATES["jackpot"].plan, capacity=8, starts_when_full=True, opens_next=True
        )
        factories.entrants(event, 8)
        assert event.stages.get().draws.count() == 1


class TestChanging:
    """A plan can be changed until the draw."""

    @pytest.fixture
    def event(self, tournament: Tournament) -> Event:
        """A weekend of eight, not drawn."""
        event = event_of(tournament, TEMPLATES["weekend"].plan)
        factories.entrants(event, 8)
        return event

    def stages(self, event: Event) -> list[Stage]:
        return list(event.stages.order_by("order"))

    def test_where_entrants_come_from_and_what_the_draw_has_fixed_stay_after_it(self, event: Event) -> None:
        main, below, _ = self.stages(event)
        draw.draw(main, by=None)
        feeds = [Feed(0, Take.LOSERS, last_round=1).to_dict()]
        for change in (
            lambda: plans.change_feeds(below, by=None, feeds=feeds),
            lambda: plans.remove_stage(self.stages(event)[2], by=None),
        ):
            with pytest.raises(StageAlreadyDrawn):
                change()
        with pytest.raises(OptionsFixed):
            stage_settings.change_options(main, by=None, options={"byes": "grouped"})
        # The losers of its rounds have lines in the consolation.
        with pytest.raises(OptionsFixed):
            stage_settings.change_stage(main, by=None, options={"play_down": 2})
        assert not findings(event.tournament)

    def test_feeds_change_before_it_and_are_logged(self, event: Event) -> None:
        below = self.stages(event)[1]
        feeds = [Feed(0, Take.LOSERS, last_round=1).to_dict()]
        plans.change_feeds(below, by=None, feeds=feeds)
        plans.change_feeds(below, by=None, feeds=feeds)
        assert LogEntry.objects.filter(code="feeds_changed").count() == 1
        assert not log.verify(event.tournament)

    @pytest.mark.parametrize("stage", [1, 2, 9])
    def test_no_circle_and_no_later_stage(self, event: Event, stage: int) -> None:
        feeds = [Feed(stage, Take.LOSERS).to_dict()]
        with pytest.raises(InvalidFeeds):
            plans.change_feeds(self.stages(event)[1], by=None, feeds=feeds)

    def test_a_stage_is_taken_out_once_nobody_comes_from_it(self, event: Event) -> None:
        _, below, last = self.stages(event)
        with pytest.raises(StageIsNeeded):
            plans.remove_stage(below, by=None)
        plans.remove_stage(last, by=None)
        assert len(plan_of(event).stages) == 2
        assert not log.verify(event.tournament)

    def test_a_stage_that_was_taken_out_feeds_nobody(self, event: Event) -> None:
        extra = lifecycle.create_stage(
            event, by=None, format="swiss", feeds=[Feed(0, Take.TOP, count=4).to_dict()]
        )
        plans.remove_stage(self.stages(event)[2], by=None)
        with pytest.raises(InvalidFeeds):
            plans.change_feeds(extra, by=None, feeds=[Feed(2, Take.LOSERS).to_dict()])
        assert plan_of(event).stages[2].feeds[0].stage == 0


class TestGate:
    """An event that cannot be played is neither offered nor drawn; an empty stage blocks nothing."""

    def test_registration_opens_only_for_what_can_be_played(self, tournament: Tournament) -> None:
        event = factories.event(tournament, registration=Registration.DESK, capacity=6)
        stage = lifecycle.create_stage(event, by=None, format="round_robin", options={"groups": 4})
        with pytest.raises(InvalidPlan) as refusal:
            lifecycle.set_registration(event, by=None, registration=Registration.OPEN)
        assert "Make at most 3 groups" in str(refusal.value)
        lifecycle.set_registration(event, by=None, registration=Registration.CLOSED)
        stage_settings.change_options(stage, by=None, options={"groups": 3})
        lifecycle.set_registration(event, by=None, registration=Registration.OPEN)

    def test_an_event_without_a_format_may_be_offered(self, tournament: Tournament) -> None:
        event = factories.event(tournament, registration=Registration.DESK)
        lifecycle.set_registration(event, by=None, registration=Registration.OPEN)

    @pytest.mark.parametrize("is_announced", [True, False])
    def test_nothing_is_drawn_that_feeds_what_cannot_be(
        self, tournament: Tournament, is_announced: bool
    ) -> None:
        playoff = PlannedStage(format="swiss", options={"rounds": 7}, feeds=(Feed(0, Take.TOP, count=8),))
        event = event_of(tournament, of_stages(MAIN, playoff), entrants=16)
        factories.entrants(event, 6)
        main, after = event.stages.order_by("order")
        act = draw.commit if is_announced else draw.draw
        with pytest.raises(InvalidPlan) as refusal:
            act(main, by=None)
        details: Any = refusal.value.data["details"]
        assert [detail["path"] for detail in details] == ["stages.1.feeds.0.count"]
        plans.change_feeds(after, by=None, feeds=[Feed(0, Take.TOP, count=4).to_dict()])
        stage_settings.change_options(after, by=None, options={"rounds": 3})
        act(main, by=None)

    def test_a_stage_to_which_nobody_comes_stops_nobody(self, tournament: Tournament) -> None:
        event = event_of(tournament, TEMPLATES["weekend"].plan)
        factories.entrants(event, 4)
        main = event.stages.get(order=0)
        draw.draw(main, by=None)
        assert not findings(tournament)

    def test_what_is_drawn_later_is_not_asked_about_by_a_stage_it_does_not_come_from(
        self, tournament: Tournament
    ) -> None:
        event = event_of(tournament, of_stages(MAIN, PlannedStage(format="swiss", options={"rounds": 7})))
        factories.entrants(event, 4)
        draw.draw(event.stages.get(order=0), by=None)
        with pytest.raises(CannotBeDrawn):
            draw.draw(event.stages.get(order=1), by=None)
