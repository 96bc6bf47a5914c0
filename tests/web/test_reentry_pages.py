"""Coming back after a loss, lots for a bye, and a round that waits, on the pages."""

from __future__ import annotations

import pytest

from tests import factories
from tests.tournaments.test_obstacles import waiting
from tests.web.browsing import Visitor
from tournaments.actions.draws import draw
from tournaments.actions.entrants import reentry
from tournaments.actions.events import lifecycle, reentry_rule
from tournaments.models import Entrant, Pairing, Registration, Stage, StageEntry
from tournaments.queries.entrants.reentry import returned_as

pytestmark = pytest.mark.django_db


def loser_in(stage: Stage) -> Entrant:
    """Whoever lost the first match of a stage."""
    match = factories.open_matches(stage)[0]
    factories.play_open_matches(stage)
    return Entrant.objects.get(side=match.two)


def director_of(stage: Stage) -> Visitor:
    """The owner of the stage's tournament."""
    return Visitor(factories.owner(stage.event.tournament))


class TestTheRule:
    def test_it_is_set_and_shown_again(self) -> None:
        stage = factories.stage()
        director = director_of(stage)
        page = director.send(
            "desk_reentry",
            stage.event.uid,
            is_possible="on",
            most="3",
            fee_percent="50",
            until="2026-03-07T15:00",
            after="first",
            keeps_side_pools="on",
        )
        assert "Saved" in page
        stage.event.refresh_from_db()
        assert stage.event.reentry == {
            "most": 3,
            "until": "2026-03-07T15:00:00+01:00",
            "after": "first",
            "fee_percent": 50,
            "keeps_side_pools": True,
        }
        form = director.open("desk_reentry", stage.event.uid).form(f"/desk/e/{stage.event.uid}/reentry/")
        assert (form["most"], form["until"], form["fee_percent"]) == ("3", "2026-03-07T15:00", "50")
        director.send("desk_reentry", stage.event.uid, most="3")
        stage.event.refresh_from_db()
        assert stage.event.reentry is None

    def test_a_number_that_cannot_be_stays_on_the_page(self) -> None:
        stage = factories.stage()
        page = director_of(stage).send("desk_reentry", stage.event.uid, is_possible="on", most="0")
        assert page.status == 422
        assert page.form(f"/desk/e/{stage.event.uid}/reentry/")["most"] == "0"


class TestTheDesk:
    def test_a_button_brings_somebody_back(self) -> None:
        stage = factories.drawn_stage(7)
        reentry_rule.set_rule(stage.event, by=None, rule={"fee_percent": 50})
        loser, director = loser_in(stage), director_of(stage)
        page = director.open("desk_entrant", loser.uid)
        assert "A new entry costs 50 % of the entry fee" in page
        assert f"{loser.name} comes back" in page
        page = director.send("desk_come_back", loser.uid)
        assert f"{loser.name} (2)" in page
        again = returned_as(loser)
        assert again is not None
        assert f"Back as {again.name}" in director.open("desk_entrant", loser.uid)
        assert director.open("entrants", stage.event.uid).words.count(loser.name) >= 2

    def test_who_may_not_reads_why(self) -> None:
        stage = factories.drawn_stage(4)
        reentry_rule.set_rule(stage.event, by=None, rule={})
        entrant = stage.event.entrants.all()[0]
        director = director_of(stage)
        page = director.open("desk_entrant", entrant.uid)
        assert "A player still in cannot re-enter" in page
        assert not any(address.endswith("/come-back/") for address, _fields in page.forms)
        assert "cannot come back" in director.send("desk_come_back", entrant.uid)

    def test_lots_for_a_bye_are_set(self) -> None:
        entrant = factories.entrant(factories.event())
        director = Visitor(factories.owner(entrant.event.tournament))
        assert "Saved" in director.send("desk_lots", entrant.uid, lots="2")
        assert "Lots for a bye: 2" in director.open("desk_entrant", entrant.uid)
        assert "from 0 to 100" in director.send("desk_lots", entrant.uid, lots="many")

    def test_the_search_finds_the_newest_entry(self) -> None:
        stage = factories.drawn_stage(7)
        reentry_rule.set_rule(stage.event, by=None, rule={})
        loser = loser_in(stage)
        again = reentry.come_back(loser, by=None)
        assert again.name in director_of(stage).open("desk_entrants", stage.event.uid, q=loser.name)


class TestThePlayer:
    def test_a_player_comes_back_from_the_own_page(self) -> None:
        stage = factories.drawn_stage(7)
        reentry_rule.set_rule(stage.event, by=None, rule={"most": 1, "keeps_side_pools": True})
        loser = loser_in(stage)
        visitor = Visitor(loser.side.players.get())
        assert f"/x/{loser.uid}/come-back/" in visitor.open("event", stage.event.uid).links
        page = visitor.open("come_back", loser.uid)
        assert "100 % of the entry fee" in page
        assert "Side pools go on with it" in page
        page = visitor.send("come_back", loser.uid)
        assert f"You are in again, as {loser.name} (2)" in page
        assert "You are in again" in visitor.open("come_back", loser.uid)
        mine = visitor.open("my_matches")
        assert f"{loser.name} (2)" in mine
        assert mine.words.count(loser.name) >= 2

    def test_who_waits_is_told_so(self) -> None:
        stage = factories.drawn_stage(4)
        reentry_rule.set_rule(stage.event, by=None, rule={})
        match = factories.open_matches(stage)[0]
        loser = Entrant.objects.get(side=match.two)
        factories.play_open_matches(stage)
        visitor = Visitor(loser.side.players.get())
        assert "No place is free" in visitor.open("come_back", loser.uid)
        assert "waits as an alternate" in visitor.send("come_back", loser.uid)

    def test_where_it_is_not_possible_the_page_says_why(self) -> None:
        stage = factories.drawn_stage(7)
        loser = loser_in(stage)
        visitor = Visitor(loser.side.players.get())
        assert "Nobody comes back in this event" in visitor.open("come_back", loser.uid)
        reentry_rule.set_rule(stage.event, by=None, rule={})
        lifecycle.set_registration(stage.event, by=None, registration=Registration.DESK)
        assert "Ask at the desk" in visitor.open("come_back", loser.uid)
        page = visitor.post("come_back", loser.uid)
        assert page.status == 422
        assert "Ask at the desk" in page
        over = {"until": "2020-01-01T12:00:00+00:00"}
        reentry_rule.set_rule(stage.event, by=None, rule=over)
        assert "Re-entry closed on" in visitor.open("come_back", loser.uid)

    def test_strangers_do_not_come_back_for_others(self) -> None:
        stage = factories.drawn_stage(7)
        loser = loser_in(stage)
        assert Visitor(factories.player()).open("come_back", loser.uid).status == 403


class TestTheDraw:
    def test_a_round_that_waits_offers_its_choices_as_buttons(self) -> None:
        stage = waiting()
        director = director_of(stage)
        page = director.open("desk_draw", stage.uid)
        assert "cannot be paired without a second meeting" in page
        assert "Allow second meetings" in page
        assert "Fewest byes" in page
        page = director.send("desk_settle", stage.uid, choice="allow_rematches")
        assert "The round is paired" in page
        assert Pairing.objects.filter(stage=stage, round=2, cancelled_at=None).count() == 1
        assert "does not wait for this any more" in director.send(
            "desk_settle", stage.uid, choice="allow_rematches"
        )
        assert "second meetings are allowed" in director.open("desk_log", stage.event.tournament.uid)

    def test_a_late_entrant_takes_the_bye_with_a_click(self) -> None:
        stage = factories.stage(format="swiss", options={"rounds": 3})
        factories.entrants(stage.event, 5)
        draw.draw(stage, by=None, seed="late")
        late = factories.entrant(stage.event, "Lea Late")
        director = director_of(stage)
        holder = Pairing.objects.get(stage=stage, match=None).seats.get().entrant
        assert f"{holder.name} has the bye of the round under way" in director.open("desk_draw", stage.uid)
        fields = {"do": "late", "late-entrant": late.uid, "late-takes_bye": "on"}
        assert "Lea Late is in" in director.carry_out("desk_draw", stage.uid, **fields)
        assert StageEntry.objects.get(entrant=late).joins == 1
        assert "has the bye of the round" not in director.open("desk_draw", stage.uid)

    def test_the_reason_of_a_bye_names_the_lots(self) -> None:
        stage = factories.stage()
        entrants = factories.entrants(stage.event, 3)
        director = director_of(stage)
        director.send("desk_lots", entrants[0].uid, lots="0")
        draw.draw(stage, by=None, seed="lots")
        bye = Pairing.objects.get(stage=stage, round=1, match=None)
        holder = bye.seats.get().entrant
        assert holder.bye_lots == 1
        assert f"{holder.name} had 1 of 2 in the draw" in director.open("pairing", bye.uid)
