"""The draw at the desk, and what is changed by hand after it."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests import factories
from tests.remembered import remembered
from tests.web.browsing import Page, Visitor
from tournaments.actions import results
from tournaments.actions.entrants import arrivals, registration
from tournaments.models import Entrant, Stage
from tournaments.queries.state import valid_draw

pytestmark = pytest.mark.django_db


@pytest.fixture
@remembered
def stage() -> Stage:
    """A stage with five entrants, not drawn."""
    stage = factories.stage(lengths=(11, 7))
    factories.entrants(stage.event, 5)
    return stage


def _visitor(stage: Stage) -> Visitor:
    return Visitor(factories.owner(stage.event.tournament))


def _do(stage: Stage, do: str, **fields: object) -> Page:
    return _visitor(stage).carry_out("desk_draw", stage.uid, do=do, **fields)


def _press(stage: Stage, do: str, **fields: object) -> Page:
    """Press a button of the form around the draw, with everything that stands in its fields."""
    visitor, address = _visitor(stage), reverse("desk_draw", args=[stage.uid])
    return visitor.send(
        "desk_draw", stage.uid, **(visitor.open("desk_draw", stage.uid).form(address) | fields | {"do": do})
    )


def _placed(stage: Stage) -> list[Entrant]:
    return [entry.entrant for entry in stage.entries.filter(line__isnull=False).order_by("line")]


class TestDraw:
    """One button; seeds on request."""

    def test_it_is_made_and_its_seed_is_shown(self, stage: Stage) -> None:
        page = _do(stage, "draw", who="all")
        draw = valid_draw(stage)
        assert draw is not None
        assert draw.seed in page
        assert len(_placed(stage)) == 5

    def test_only_those_checked_in_are_drawn_on_request(self, stage: Stage) -> None:
        for entrant in stage.event.entrants.all()[:3]:
            arrivals.check_in(entrant, by=None)
        assert "2 entrants are not checked in" in _visitor(stage).open("desk_draw", stage.uid)
        _do(stage, "draw", who="present")
        assert len(_placed(stage)) == 3

    def test_seeds_are_taken(self, stage: Stage) -> None:
        first = stage.event.entrants.first()
        assert first is not None
        _do(stage, "draw", who="all", **{f"seed-{first.uid}": "1"})
        assert stage.entries.get(entrant=first).seed == 1

    def test_a_seed_that_is_no_number_is_refused_and_kept(self, stage: Stage) -> None:
        first = stage.event.entrants.first()
        assert first is not None
        page = _do(stage, "draw", who="all", **{f"seed-{first.uid}": "best"})
        assert "Seeds are the numbers" in page
        assert page.form(reverse("desk_draw", args=[stage.uid]))[f"seed-{first.uid}"] == "best"
        assert valid_draw(stage) is None

    def test_a_second_draw_is_refused(self, stage: Stage) -> None:
        _do(stage, "draw", who="all")
        assert "drawn already" in _do(stage, "draw", who="all")

    def test_an_unknown_act_changes_nothing(self, stage: Stage) -> None:
        assert _do(stage, "dance").status == 200
        assert valid_draw(stage) is None


class TestOneForm:
    """The draw uses what stands in the fields; nothing is dropped."""

    def test_options_and_lengths_in_the_fields_are_those_of_the_draw(self, stage: Stage) -> None:
        _press(stage, "draw", **{"lengths": "9, 5", "option-club_rounds": "2", "option-apart": "club"})
        stage.refresh_from_db()
        record = valid_draw(stage)
        assert record is not None
        assert stage.lengths == [9, 5]
        assert record.input["options"] == stage.options
        assert stage.options["apart"] == "club"

    def test_an_announcement_uses_them_too(self, stage: Stage) -> None:
        _press(stage, "announce", lengths="9, 5")
        stage.refresh_from_db()
        assert stage.lengths == [9, 5]

    def test_a_field_that_is_wrong_stops_the_draw_and_everything_typed_stays(self, stage: Stage) -> None:
        first = stage.event.entrants.first()
        assert first is not None
        page = _press(stage, "draw", **{"lengths": "8", "option-apart": "club", f"seed-{first.uid}": "1"})
        assert (page.status, "(M1)" in page) == (422, True)
        form = page.form(reverse("desk_draw", args=[stage.uid]))
        assert (form["lengths"], form["option-apart"], form[f"seed-{first.uid}"]) == ("8", "club", "1")
        assert valid_draw(stage) is None

    def test_where_the_draw_is_refused_no_option_is_stored(self, stage: Stage) -> None:
        first = stage.event.entrants.first()
        assert first is not None
        page = _press(stage, "draw", **{"lengths": "9", f"seed-{first.uid}": "best"})
        assert "Seeds are the numbers" in page
        assert page.form(reverse("desk_draw", args=[stage.uid]))["lengths"] == "9"
        stage.refresh_from_db()
        assert stage.lengths == [11, 7]

    def test_seeds_stay_in_their_fields_when_the_settings_are_saved(self, stage: Stage) -> None:
        first = stage.event.entrants.first()
        assert first is not None
        page = _press(stage, "settings", **{f"seed-{first.uid}": "1"})
        assert page.form(reverse("desk_draw", args=[stage.uid]))[f"seed-{first.uid}"] == "1"

    def test_enter_in_a_field_draws_nothing(self, stage: Stage) -> None:
        html = _visitor(stage).open("desk_draw", stage.uid).html
        form = html[html.index('name="with_settings"') :]
        assert form.index('value="settings"') < form.index('value="draw"')


class TestAfterwards:
    """Voiding, swapping, late entries, alternates, lengths: each with its reason and its refusal."""

    def test_it_is_voided_with_a_reason_and_the_seed_stays(self, stage: Stage) -> None:
        _do(stage, "draw", who="all")
        draw = valid_draw(stage)
        assert draw is not None
        assert "required" in _do(stage, "void", **{"void-reason": ""})
        page = _do(stage, "void", **{"void-reason": "one was missing"})
        assert valid_draw(stage) is None
        assert draw.seed in page

    def test_it_stays_once_a_match_has_begun(self) -> None:
        game = factories.open_match(n=4)
        results.start(game.match, by=game.director)
        page = _do(game.stage, "void", **{"void-reason": "again"})
        assert "has begun" in page
        assert valid_draw(game.stage) is not None

    def test_two_change_places(self) -> None:
        stage = factories.drawn_stage(4)
        first, second, third, _fourth = _placed(stage)
        _do(stage, "swap", **{"swap-first": first.uid, "swap-second": third.uid, "swap-reason": "same club"})
        assert [entrant.uid for entrant in _placed(stage)][:3] == [third.uid, second.uid, first.uid]

    def test_the_same_entrant_twice_is_refused_and_kept(self) -> None:
        stage = factories.drawn_stage(4)
        first = _placed(stage)[0]
        page = _do(stage, "swap", **{"swap-first": first.uid, "swap-second": first.uid, "swap-reason": "x"})
        assert "two different entrants" in page

    def test_a_latecomer_takes_the_bye_that_is_chosen(self) -> None:
        stage = factories.drawn_stage(5)
        late = registration.enter(
            stage.event, by=None, players=[factories.player("Zoé")], force_alternate=True
        )
        page = _visitor(stage).open("desk_draw", stage.uid)
        assert "as chance decides" in page
        assert "against" in page
        lines = set(stage.entries.values_list("line", flat=True))
        line = min(set(range(8)) - lines)
        _do(stage, "late", **{"late-entrant": late.uid, "late-line": str(line)})
        assert stage.entries.get(entrant=late).line == line

    def test_an_alternate_plays_for_a_no_show(self) -> None:
        stage = factories.drawn_stage(4)
        absent = _placed(stage)[0]
        there = registration.enter(
            stage.event, by=None, players=[factories.player("Zoé")], force_alternate=True
        )
        fields = {
            "replace-absent": absent.uid,
            "replace-alternate": there.uid,
            "replace-reason": "did not come",
        }
        page = _do(stage, "replace", **fields)
        assert "plays in the place of" in page
        assert _placed(stage)[0] == there

    def test_a_round_gets_another_length(self) -> None:
        stage = factories.drawn_stage(4)
        assert "Round 1 is to 9 points" in _do(stage, "length", round=1, length=9)
        assert {match.length for match in factories.open_matches(stage)} == {9}
        assert "odd number" in _do(stage, "length", round=1, length=8)

    def test_before_the_draw_the_whole_list_changes(self, stage: Stage) -> None:
        _press(stage, "settings", lengths="15, 9")
        stage.refresh_from_db()
        assert stage.lengths == [15, 9]
        assert "(M1)" in _press(stage, "settings", lengths="8")
