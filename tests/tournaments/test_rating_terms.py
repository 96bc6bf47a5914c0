"""What an event declares for the ratings: its variant, and whether it stays outside them."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from rules.variant import VARIANTS
from tests import factories
from tests.api.client import Caller
from tests.tournaments.audits import is_clean
from tests.web.browsing import Visitor
from tournaments.actions import results
from tournaments.actions.events import copying, lifecycle
from tournaments.actions.events.rating_terms import set_rating_terms
from tournaments.errors.common import Forbidden
from tournaments.errors.events import RatingTermsInUse
from tournaments.models import Event, GameVariant, LogEntry
from tournaments.web.desk.log_lines import log_lines

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]


def test_every_variant_of_the_rules_can_be_declared() -> None:
    assert set(GameVariant.values) == set(VARIANTS)


@pytest.mark.both_databases
def test_it_is_declared_before_play_and_changed_later_only_with_a_reason() -> None:
    stage = factories.drawn_stage(4)
    event = stage.event
    boss = factories.owner(event.tournament)
    caller, path = Caller(boss), f"events/{event.uid}/"
    answer = caller.patch(path, {"variant": "nackgammon", "is_unrated": True})
    assert (answer.body["variant"], answer.body["is_unrated"]) == ("nackgammon", True)
    entry = LogEntry.objects.get(event=event, code="rating_terms_set")
    assert log_lines([entry])[0].text == f"{event.name}: nackgammon, outside the ratings."
    assert Event.objects.get(pk=event.pk).unrated_by == boss

    results.start(factories.open_matches(stage)[0], by=None)
    refusal = caller.patch(path, {"is_unrated": False})
    assert (refusal.status, refusal.code) == (409, "rating_terms_in_use")
    assert caller.patch(path, {"is_unrated": False, "rating_reason": "it was announced"}).status == 200
    entry = LogEntry.objects.get(event=event, code="rating_terms_ruled")
    assert log_lines([entry])[0].text.endswith("for the ratings since after its beginning. it was announced")
    assert Event.objects.get(pk=event.pk).unrated_by is None
    assert is_clean(event.tournament)


@pytest.mark.parametrize("column", [{"variant": "dutch"}, {"is_unrated": True}])
def test_the_log_proves_the_declaration(column: dict[str, object]) -> None:
    event = factories.event()
    set_rating_terms(event, by=None, variant="nackgammon")
    assert is_clean(event.tournament)
    Event.objects.filter(pk=event.pk).update(**column)
    assert not is_clean(event.tournament)


@pytest.mark.both_databases
def test_the_log_proves_who_declared_it() -> None:
    event = factories.event()
    set_rating_terms(event, by=factories.owner(event.tournament), is_unrated=True)
    Event.objects.filter(pk=event.pk).update(unrated_by=None)
    assert not is_clean(event.tournament)


def test_an_event_is_added_with_its_declaration() -> None:
    tournament = factories.tournament()
    caller = Caller(factories.owner(tournament))
    body = {"name": "Fun", "variant": "hypergammon_3", "is_unrated": True}
    answer = caller.post(f"tournaments/{tournament.uid}/events/", body)
    assert answer.status == 201
    assert (answer.body["variant"], answer.body["is_unrated"]) == ("hypergammon_3", True)
    again = caller.patch(f"events/{answer.body['id']}/", {"rating_reason": "nothing changes"})
    assert again.body["variant"] == "hypergammon_3"


def test_the_form_declares_it_and_asks_for_a_reason_after_the_beginning() -> None:
    stage = factories.drawn_stage(4)
    event = stage.event
    boss = Visitor(factories.owner(event.tournament))
    form = boss.open("desk_edit_event", event.uid).form(reverse("desk_edit_event", args=[event.uid]))
    boss.send("desk_edit_event", event.uid, **form | {"variant": "nackgammon", "is_unrated": "on"})
    event.refresh_from_db()
    assert (event.variant, event.is_unrated) == ("nackgammon", True)
    results.start(factories.open_matches(stage)[0], by=None)
    page = boss.post("desk_edit_event", event.uid, **form | {"variant": "dutch"})
    assert page.status == 422
    assert "announced before play" in page
    assert LogEntry.objects.filter(event=event, code__startswith="rating_terms").count() == 1


def test_only_a_director_declares_it() -> None:
    event = factories.event()
    with pytest.raises(Forbidden):
        set_rating_terms(event, by=factories.clerk(event.tournament), is_unrated=True)
    set_rating_terms(event, by=None, is_unrated=True)
    set_rating_terms(event, by=None, is_unrated=True)
    assert LogEntry.objects.filter(event=event, code="rating_terms_set").count() == 1


def test_a_reason_is_needed_from_the_first_report_on() -> None:
    game = factories.open_match()
    event = game.stage.event
    set_rating_terms(event, by=None, variant="nackgammon")
    results.start(game.match, by=None)
    with pytest.raises(RatingTermsInUse):
        set_rating_terms(event, by=None, variant="backgammon")


@pytest.mark.both_databases
def test_a_copy_is_declared_by_who_copies() -> None:
    event = factories.event()
    boss, other = factories.owner(event.tournament), factories.player("Cora")
    set_rating_terms(event, by=boss, is_unrated=True)
    event.refresh_from_db()
    assert copying.copy_event(event, by=None, name="Next").unrated_by == boss
    lifecycle.appoint(event.tournament, other, kind="director", by=boss)
    copy = copying.copy_tournament(
        event.tournament, by=other, name="Again", starts_on=event.tournament.starts_on
    )
    assert {(same.is_unrated, same.unrated_by) for same in copy.events.all()} == {(True, other)}


@pytest.mark.both_databases
def test_nobody_declared_what_is_rated() -> None:
    event = factories.event()
    with pytest.raises(IntegrityError, match="event_unrated_by_somebody"), transaction.atomic():
        Event.objects.filter(pk=event.pk).update(unrated_by=factories.player("Ada"))
