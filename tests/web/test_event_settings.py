"""The rules, the clock and the fee of an event where they are chosen and where players read them; copies of tournaments."""

from __future__ import annotations

import pytest
from django.urls import reverse

from rules.profile import SETTINGS
from tests import factories
from tests.web.browsing import Visitor
from tournaments.actions.events import lifecycle
from tournaments.actions.money import ledger
from tournaments.models import Event, Role, Tournament
from tournaments.web.events.rules_forms import EventRulesForm

pytestmark = pytest.mark.django_db
_CLOCK = {"clock": "required", "clock_minutes_per_point": "2", "clock_delay_seconds": "12"}
_RULES = {
    **_CLOCK,
    "profile": "usbgf",
    "cube_cap": "64",
    "late_minutes_to_first": "10",
    "minutes_per_point": "7",
    "division": "Open",
    "scores": "delayed",
    "scores_delay": "20",
}
_KEPT = {
    "clock": "required",
    "clock_minutes_per_point": 2,
    "clock_delay_seconds": 12,
    "cube_cap": 64,
    "late_minutes_to_first": 10,
}


@pytest.fixture
def tournament() -> Tournament:
    """A public tournament."""
    return factories.tournament()


@pytest.fixture
def owner(tournament: Tournament) -> Visitor:
    """Its owner at the desk."""
    return Visitor(factories.owner(tournament))


def _about(event: Event) -> tuple[object, ...]:
    return (event.profile, event.profile_settings, event.minutes_per_point, event.division, event.scores)


def test_every_setting_of_the_profiles_is_a_field_with_a_sentence() -> None:
    fields = EventRulesForm().fields
    assert fields.keys() >= SETTINGS
    assert all(str(field.help_text).endswith(".") for field in fields.values())


def test_rules_are_chosen_with_the_event_and_changed_in_its_settings(
    tournament: Tournament, owner: Visitor
) -> None:
    fields = {"name": "Main", "format": "swiss", "lengths": "5", "registration": "desk", "grace_minutes": "5"}
    owner.send("desk_new_event", tournament.uid, **fields, **_RULES, entry_fee="12.50")
    event = Event.objects.get()
    assert _about(event) == ("usbgf", _KEPT, 7, "Open", "delayed")
    assert [(fee.kind, fee.amount) for fee in event.fees.all()] == [("entry", 1250)]
    page = owner.open("desk_edit_event", event.uid)
    assert "The rule profiles" in page
    assert "our default: no published rule is known to us" in page
    form = page.form(reverse("desk_edit_event", args=[event.uid]))
    owner.send("desk_edit_event", event.uid, **form)
    event.refresh_from_db()
    assert _about(event) == ("usbgf", _KEPT, 7, "Open", "delayed")
    owner.send("desk_edit_event", event.uid, **form | {"clock": "", "cube_cap": "", "scores": "hidden"})
    event.refresh_from_db()
    assert ("clock" in event.profile_settings, "cube_cap" in event.profile_settings) == (False, False)
    assert event.scores == "hidden"


def test_a_wrong_setting_keeps_what_was_typed_and_is_unfolded(tournament: Tournament, owner: Visitor) -> None:
    event = factories.event(tournament)
    form = owner.open("desk_edit_event", event.uid).form(reverse("desk_edit_event", args=[event.uid]))
    page = owner.post("desk_edit_event", event.uid, **form | {**_CLOCK, "clock_delay_seconds": "900"})
    assert page.status == 422
    again = page.form(reverse("desk_edit_event", args=[event.uid]))
    assert (again["clock_delay_seconds"], again["clock"]) == ("900", "required")
    assert 'id="id_clock_delay_seconds_error"' in page.html
    assert '<details class="field-set" open' in page.html


def test_players_read_rules_and_clock_wherever_they_look() -> None:
    game = factories.open_match(7)
    lifecycle.change_event(
        game.stage.event,
        by=None,
        profile="usbgf",
        profile_settings={"clock": "required", "clock_minutes_per_point": 2, "clock_delay_seconds": 12},
    )
    clock = "with clock: 14 minutes each, 12 seconds delay"
    player, desk = Visitor(game.one), Visitor(game.director)
    for page in (
        player.open("match", game.match.uid),
        player.open("my_matches"),
        desk.open("desk_print_slip", game.match.uid),
        desk.open("desk_print_scoresheet", game.match.uid),
    ):
        assert clock in page
        assert "USBGF rules, legal moves" in page
    assert "with clock: 2 minutes a point, 12 seconds delay" in Visitor().open(
        "event_info", game.stage.event.uid
    )


def test_a_simple_event_says_what_it_comes_to_before_it_is_there(
    tournament: Tournament, owner: Visitor
) -> None:
    fields = {"name": "Club", "format": "swiss", "lengths": "5", "registration": "desk", "grace_minutes": "5"}
    preview = owner.post("desk_plan_preview", tournament.uid, **fields | {"name": "", "entrants": "16"})
    assert "16 entrants" in preview
    assert "rounds" in preview
    page = owner.post("desk_new_event", tournament.uid, **fields, capacity="8", do="check")
    assert (page.status, "8 entrants" in page) == (200, True)
    assert "Correct the fields below to see the forecast" in owner.post(
        "desk_plan_preview", tournament.uid, **fields | {"lengths": "4"}
    )
    assert not Event.objects.exists()


def test_the_copy_of_an_event_costs_what_it_costs(tournament: Tournament, owner: Visitor) -> None:
    event = factories.event(tournament, name="Jackpot")
    factories.stage(event)
    lifecycle.change_event(event, by=None, profile="club-fr", profile_settings={"clock": "none"})
    ledger.set_fee(event, by=None, kind="entry", amount=2000)
    page = owner.open("desk_plan_event", tournament.uid, copy=event.uid)
    fields = page.form(reverse("desk_plan_event", args=[tournament.uid]))
    owner.send("desk_plan_event", tournament.uid, **fields | {"do": "create"})
    copy = Event.objects.latest("pk")
    assert (copy.profile, copy.profile_settings) == ("club-fr", {"clock": "none"})
    assert [(fee.kind, fee.amount) for fee in copy.fees.all()] == [("entry", 2000)]
    stranger = factories.director()
    assert Visitor(stranger).open(
        "desk_plan_event", factories.tournament(by=stranger).uid, copy=event.uid
    ).status in (403, 404)


def test_a_tournament_is_copied_by_its_director(tournament: Tournament, owner: Visitor) -> None:
    factories.stage(factories.event(tournament))
    helper = factories.director("Della Desk")
    lifecycle.appoint(tournament, helper, kind="desk", by=None)
    form = owner.open("desk_copy_tournament", tournament.uid).form(
        reverse("desk_copy_tournament", args=[tournament.uid])
    )
    assert form["name"] == tournament.name
    wrong = owner.post("desk_copy_tournament", tournament.uid, name="Coupe 2027", starts_on="soon")
    assert (wrong.status, "Coupe 2027" in wrong.html) == (422, True)
    page = owner.send(
        "desk_copy_tournament", tournament.uid, **form | {"name": "Coupe 2027", "starts_on": "2027-03-06"}
    )
    assert "Coupe 2027 created as a draft" in page
    tournament_copy = Tournament.objects.get(name="Coupe 2027")
    assert Role.objects.filter(tournament=tournament_copy, player=helper, kind="desk").exists()
    assert "as a copy of another one" in owner.open("desk_log", tournament_copy.uid)
    assert Visitor(helper).open("desk_copy_tournament", tournament.uid).status == 403
