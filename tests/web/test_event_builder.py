"""A new event at the desk: templates, the page of the plan, problems beside their fields, copies, feeds."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests import factories
from tests.web.browsing import Page, Visitor
from tournaments.actions.draws import draw
from tournaments.actions.events import plans
from tournaments.models import Event, Stage, Tournament
from tournaments.plans import TEMPLATES
from tournaments.queries.events.plans import plan_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    """A tournament without an event."""
    return factories.tournament()


@pytest.fixture
def director(tournament: Tournament) -> Visitor:
    """Its director."""
    return Visitor(factories.owner(tournament))


def fields_of(page: Page, tournament: Tournament) -> dict[str, str]:
    """What the form of the plan would send as it stands."""
    return page.form(reverse("desk_plan_event", args=[tournament.uid]))


def plan_fields(director: Visitor, tournament: Tournament, template: str, **query: str) -> dict[str, str]:
    """The form of a plan begun with a template."""
    return fields_of(director.open("desk_plan_event", tournament.uid, template=template, **query), tournament)


class TestTemplates:
    """The page of a new event begins with them."""

    def test_each_says_what_it_is_for_how_many_and_how_long(
        self, tournament: Tournament, director: Visitor
    ) -> None:
        page = director.open("desk_new_event", tournament.uid)
        assert "Weekend main bracket, progressive consolation" in page
        assert "for 8 to 512 entrants, about 16 hours with 48" in page
        assert "for 4 to 256 entrants, about 1 hour with 16" in page
        assert "for 8 entrants" in page
        assert "over weeks" in page

    @pytest.mark.parametrize("code", sorted(TEMPLATES))
    def test_as_it_stands_it_makes_the_event_of_the_template(
        self, tournament: Tournament, director: Visitor, code: str
    ) -> None:
        fields = plan_fields(director, tournament, code)
        page = director.send("desk_plan_event", tournament.uid, **fields | {"do": "create"})
        assert "Add players." in page
        plan = plan_of(Event.objects.get())
        template = plans.named(TEMPLATES[code].plan)
        assert [(stage.name, stage.format, stage.lengths, stage.feeds) for stage in plan.stages] == [
            (stage.name, stage.format, stage.lengths, stage.feeds) for stage in template.stages
        ]
        for stage, expectation in zip(plan.stages, template.stages, strict=True):
            assert {name: stage.options[name] for name in expectation.options} == dict(expectation.options)

    def test_a_jackpot_starts_when_full(self, tournament: Tournament, director: Visitor) -> None:
        director.send(
            "desk_plan_event",
            tournament.uid,
            **plan_fields(director, tournament, "jackpot") | {"do": "create"},
        )
        event = Event.objects.get()
        assert (event.capacity, event.starts_when_full, event.opens_next) == (8, True, True)

    def test_it_is_fitted_to_what_is_known(self, tournament: Tournament, director: Visitor) -> None:
        usual = plan_fields(director, tournament, "weekend")
        short = plan_fields(director, tournament, "weekend", entrants="48", hours="12", tables="24")
        assert (usual["s0-lengths"], short["entrants"], short["tables"]) == ("15, 13, 11, 9", "48", "24")
        assert int(short["s0-lengths"].split(",")[0]) < 15

    def test_a_plan_of_ones_own_begins_with_one_stage(
        self, tournament: Tournament, director: Visitor
    ) -> None:
        fields = plan_fields(director, tournament, "")
        assert (fields["s0-format"], "s1-format" in fields) == ("single_elimination", False)


class TestPlan:
    """One page with every stage and all that can be chosen."""

    def test_feeds_and_options_are_said_in_words(self, tournament: Tournament, director: Visitor) -> None:
        page = director.open("desk_plan_event", tournament.uid, template="weekend")
        for words in (
            "Where the entrants come from",
            "without the losers of the last two rounds",
            "Play down to",
            "47 matches in 6 rounds, 16 byes",
        ):
            assert words in page

    def test_what_it_comes_to_follows_the_number(self, tournament: Tournament, director: Visitor) -> None:
        fields = plan_fields(director, tournament, "weekend")
        page = director.post("desk_plan_preview", tournament.uid, **fields | {"entrants": "32"})
        assert "31 matches in 5 rounds" in page
        few = director.post("desk_plan_preview", tournament.uid, **fields | {"entrants": "5"})
        assert "nobody comes to stage 3" in few
        unclear = director.post("desk_plan_preview", tournament.uid, **fields | {"s0-lengths": "8"})
        assert "Correct the fields below to see the forecast" in unclear
        nameless = director.post("desk_plan_preview", tournament.uid, **fields | {"name": ""})
        assert "47 matches" in nameless

    def test_a_problem_stands_beside_its_field_and_what_was_typed_stays(
        self, tournament: Tournament, director: Visitor
    ) -> None:
        fields = plan_fields(director, tournament, "groups") | {"s0-option-groups": "9", "name": "Mine"}
        page = director.post("desk_plan_event", tournament.uid, **fields | {"do": "create"})
        assert page.status == 422
        assert 'id="id_s0-option-groups_error"' in page.html
        assert "Make at most 8 groups" in page
        assert fields_of(page, tournament)["name"] == "Mine"
        assert not Event.objects.exists()

    def test_looking_at_it_makes_nothing(self, tournament: Tournament, director: Visitor) -> None:
        fields = plan_fields(director, tournament, "weekend") | {"tables": "0"}
        page = director.post("desk_plan_event", tournament.uid, **fields | {"do": "check"})
        assert (page.status, "There is no table to play at" in page) == (200, True)
        assert not Event.objects.exists()

    @pytest.mark.parametrize(
        ("changes", "words"),
        [
            ({"s1-feed-1-take": "losers", "s1-feed-1-first_round": "9"}, "has only 6 rounds"),
            ({"s0-lengths": "8"}, "(M1)"),
            ({"s2-feed-1-stage": ""}, "the losers of another stage"),
        ],
    )
    def test_faults_of_feeds_and_lengths_are_said(
        self, tournament: Tournament, director: Visitor, changes: dict[str, str], words: str
    ) -> None:
        fields = plan_fields(director, tournament, "weekend") | changes
        page = director.post("desk_plan_event", tournament.uid, **fields | {"do": "create"})
        assert words in page
        assert not Event.objects.exists()

    def test_a_stage_is_left_out_and_those_behind_move_up(
        self, tournament: Tournament, director: Visitor
    ) -> None:
        fields = plan_fields(director, tournament, "nordic")
        page = director.post("desk_plan_event", tournament.uid, **fields | {"do": "leave-1"})
        inputs = fields_of(page, tournament)
        assert (inputs["s1-format"], inputs["s1-name"]) == ("single_elimination", "Match for second place")
        assert inputs["s2-name"] == "Last chance"
        assert "s3-format" not in inputs
        assert (inputs["s1-feed-1-stage"], inputs["s1-feed-2-stage"]) == ("0", "")

    def test_a_stage_is_added_in_any_format(self, tournament: Tournament, director: Visitor) -> None:
        fields = plan_fields(director, tournament, "") | {"name": "Mine"}
        page = director.post(
            "desk_plan_event", tournament.uid, **fields | {"do": "add", "add-format": "consolation"}
        )
        more = fields_of(page, tournament)
        assert (more["s1-format"], more["s1-feed-1-stage"]) == ("consolation", "0")
        director.send("desk_plan_event", tournament.uid, **more | {"do": "create"})
        assert [stage.format for stage in Stage.objects.order_by("order")] == [
            "single_elimination",
            "consolation",
        ]

    def test_an_unknown_format_adds_nothing(self, tournament: Tournament, director: Visitor) -> None:
        fields = plan_fields(director, tournament, "")
        page = director.post(
            "desk_plan_event", tournament.uid, **fields | {"do": "add", "add-format": "lottery"}
        )
        assert "s1-format" not in fields_of(page, tournament)

    def test_an_event_that_starts_when_full_has_places(
        self, tournament: Tournament, director: Visitor
    ) -> None:
        fields = plan_fields(director, tournament, "jackpot") | {"capacity": ""}
        page = director.post("desk_plan_event", tournament.uid, **fields | {"do": "create"})
        assert (page.status, "How many places does it have?" in page) == (422, True)

    def test_an_event_is_copied_with_all_its_stages(self, tournament: Tournament, director: Visitor) -> None:
        first = plans.create_from_plan(
            tournament, by=None, plan=TEMPLATES["weekend"].plan, name="Main", capacity=64
        )
        page = director.open("desk_plan_event", tournament.uid, copy=first.uid)
        fields = fields_of(page, tournament)
        assert (fields["name"], fields["capacity"]) == ("Main (copy)", "64")
        director.send("desk_plan_event", tournament.uid, **fields | {"do": "create"})
        assert plan_of(Event.objects.latest("pk")) == plan_of(first)

    def test_nobody_else_may(self, tournament: Tournament) -> None:
        for name in ("desk_plan_event", "desk_plan_preview"):
            assert Visitor(factories.director()).post(name, tournament.uid).status in (403, 404)


class TestFeeds:
    """Where entrants come from can change until the draw, and a stage be taken out."""

    @pytest.fixture
    def stages(self, tournament: Tournament) -> list[Stage]:
        """The stages of a weekend."""
        event = plans.create_from_plan(tournament, by=None, plan=TEMPLATES["weekend"].plan, name="Main")
        return list(event.stages.order_by("order"))

    def test_they_are_shown_and_changed(self, stages: list[Stage], director: Visitor) -> None:
        page = director.open("desk_stage_feeds", stages[1].uid)
        fields = page.form(reverse("desk_stage_feeds", args=[stages[1].uid]))
        assert (fields["feed-1-take"], fields["feed-1-end"]) == ("losers", "1")
        inputs = fields | {"feed-1-last_round": "2", "feed-1-end": ""}
        assert "Saved." in director.send("desk_stage_feeds", stages[1].uid, **inputs)
        stages[1].refresh_from_db()
        assert (stages[1].feeds[0]["last_round"], stages[1].feeds[0]["nearest"]) == (2, 0)

    def test_none_is_refused_in_words(self, stages: list[Stage], director: Visitor) -> None:
        draw_at = stages[0]
        factories.entrants(draw_at.event, 8)
        draw.draw(draw_at, by=None)
        page = director.open("desk_stage_feeds", stages[1].uid)
        fields = page.form(reverse("desk_stage_feeds", args=[stages[1].uid]))
        answer = director.post("desk_stage_feeds", stages[1].uid, **fields)
        assert (answer.status, "drawn" in answer) == (422, True)

    def test_a_stage_is_taken_out(self, stages: list[Stage], director: Visitor) -> None:
        page = director.send("desk_stage_feeds", stages[1].uid, do="remove")
        assert "Entrants come from this stage into “Last chance”" in page
        director.send("desk_stage_feeds", stages[2].uid, do="remove")
        assert not Stage.objects.filter(pk=stages[2].pk).exists()
