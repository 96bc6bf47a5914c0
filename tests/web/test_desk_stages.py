"""Stages at the desk: formats and options, feeds, the announced draw, held rounds, absences."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests import factories
from tests.remembered import remembered
from tests.web.browsing import Visitor
from tournaments.actions.draws import draw, progress
from tournaments.actions.events import lifecycle
from tournaments.formats import FORMATS, Intake
from tournaments.models import Commitment, Entrant, Event, Stage, StageEntry
from tournaments.queries.state import valid_draw

pytestmark = pytest.mark.django_db


@pytest.fixture
@remembered
def event() -> Event:
    """An event of six without a stage."""
    event = factories.event()
    factories.entrants(event, 6)
    return event


@pytest.fixture
def director(event: Event) -> Visitor:
    """Its director at the desk."""
    return Visitor(factories.owner(event.tournament))


class TestNewStage:
    """A format with its options as fields of a form."""

    @pytest.mark.parametrize("code", sorted(FORMATS))
    def test_the_form_as_it_stands_gives_the_usual_options(
        self, event: Event, director: Visitor, code: str
    ) -> None:
        factories.stage(event)
        page = director.open("desk_new_stage", event.uid, format=code)
        assert page.status == 200
        fields = page.form(reverse("desk_new_stage", args=[event.uid]))
        director.send("desk_new_stage", event.uid, **fields)
        stage = Stage.objects.get(event=event, order=1)
        assert stage.format == code
        assert stage.options == FORMATS[code].options().to_dict()
        is_fed = FORMATS[code].intake is Intake.DROPS
        assert [feed["take"] for feed in stage.feeds] == (["first_loss"] if is_fed else [])

    def test_every_option_is_explained(self, event: Event, director: Visitor) -> None:
        page = director.open("desk_new_stage", event.uid, format="round_robin")
        for words in ("Groups", "of even strength", "First tiebreak", "what decides first"):
            assert words in page

    def test_options_and_feeds_are_stored(self, event: Event, director: Visitor) -> None:
        factories.stage(event)
        fields = {
            "format": "round_robin",
            "with_options": "1",
            "name": "Final",
            "lengths": "11",
            "option-groups": "2",
            "option-legs": "1",
            "option-seeding": "seeded",
            "option-pace": "free",
            "option-first_tiebreak": "wins",
            "option-second_tiebreak": "share",
            "option-third_tiebreak": "share",
            "feed-1-stage": "0",
            "feed-1-take": "top",
            "feed-1-count": "4",
        }
        page = director.send("desk_new_stage", event.uid, **fields)
        stage = Stage.objects.get(event=event, order=1)
        assert stage.options["groups"] == 2
        assert stage.options["drops_early_leavers"] is False
        assert (stage.feeds[0]["take"], stage.feeds[0]["count"]) == ("top", 4)
        assert "the best of its standings (4)" in page
        assert "It is not certain yet who comes" in page

    def test_what_does_not_fit_is_said_at_the_form(self, event: Event, director: Visitor) -> None:
        factories.stage(event)
        fields = {"format": "consolation", "lengths": "7", "feed-1-stage": ""}
        page = director.post("desk_new_stage", event.uid, **fields)
        assert page.status == 422
        fields = {"format": "swiss", "lengths": "7", "feed-1-stage": "0", "feed-1-take": "top"}
        page = director.post("desk_new_stage", event.uid, **fields)
        assert (page.status, "How many of the best" in page) == (422, True)

    @pytest.mark.both_databases
    def test_a_format_that_is_none_offers_those_there_are(self, event: Event, director: Visitor) -> None:
        page = director.post("desk_new_stage", event.uid, format="octopus")
        assert (page.status, "Swiss system" in page) == (422, True)

    def test_options_change_until_the_draw(self, event: Event, director: Visitor) -> None:
        stage = factories.stage(event)
        fields = director.open("desk_draw", stage.uid).form(reverse("desk_draw", args=[stage.uid]))
        page = director.send("desk_draw", stage.uid, **fields | {"do": "settings", "option-byes": "grouped"})
        assert "Saved. Nothing is drawn yet." in page
        stage.refresh_from_db()
        assert stage.options["byes"] == "grouped"
        assert valid_draw(stage) is None
        assert "Where the byes stand: next to each other" in director.open("desk_draw", stage.uid)


class TestDraw:
    """Announced first, numbers for rounds, and what cannot be drawn said in words."""

    def test_it_is_announced_and_then_made(self, event: Event, director: Visitor) -> None:
        stage = factories.stage(event)
        director.send("desk_draw", stage.uid, do="announce", who="all")
        commitment = Commitment.objects.get()
        assert commitment.digest in director.open("desk_draw", stage.uid)
        public = Visitor().open("draw", stage.uid)
        assert commitment.digest in public
        assert commitment.secret not in public.html
        director.send("desk_draw", stage.uid, do="draw", who="all")
        public = Visitor().open("draw", stage.uid)
        assert commitment.secret in public
        assert "sha256sum" in public
        assert commitment.text.split("\n")[0] in public

    def test_an_announcement_is_taken_back_with_a_reason(self, event: Event, director: Visitor) -> None:
        stage = factories.stage(event)
        director.send("desk_draw", stage.uid, do="announce", who="all")
        factories.entrant(event, "Nora New")
        page = director.post("desk_draw", stage.uid, do="draw", who="all")
        assert (page.status, "Nora New" in page) == (409, True)
        director.send("desk_draw", stage.uid, **{"do": "take_back", "take-back-reason": "Nora came."})
        public = Visitor().open("draw", stage.uid)
        assert "Nora came." in public
        assert Commitment.objects.get().secret in public

    def test_what_does_not_fit_the_entrants_is_said_in_words(self, event: Event, director: Visitor) -> None:
        stage = factories.stage(event, format="round_robin", options={"groups": 4})
        page = director.post("desk_draw", stage.uid, do="draw", who="all")
        assert (page.status, "Make at most 3 groups" in page) == (409, True)

    def test_a_draw_of_rounds_shows_numbers(self, event: Event, director: Visitor) -> None:
        stage = factories.stage(event, format="swiss")
        page = director.send("desk_draw", stage.uid, do="draw", who="all")
        record = stage.draws.get()
        names = [Entrant.objects.get(uid=uid).name for uid in record.placement]
        assert " ".join(names) in page

    def test_a_round_is_held_and_released(self, event: Event, director: Visitor) -> None:
        stage = factories.stage(event, format="swiss")
        draw.draw(stage, by=None)
        director.send("desk_hold", stage.uid, held="yes")
        factories.play_open_matches(stage)
        assert not factories.open_matches(stage)
        assert "waits for the director" in Visitor().open("bracket", stage.uid)
        director.send("desk_hold", stage.uid, held="no")
        assert factories.open_matches(stage)

    def test_somebody_comes_late_by_number(self, event: Event, director: Visitor) -> None:
        stage = factories.stage(event, format="swiss")
        draw.draw(stage, by=None)
        late = factories.entrant(event, "Nora New")
        assert "number 7" in director.open("desk_draw", stage.uid)
        director.carry_out(
            "desk_draw", stage.uid, **{"do": "late", "late-entrant": late.uid, "late-line": ""}
        )
        assert StageEntry.objects.get(entrant=late).joins == 2


class TestAttendance:
    """A player says whether to play on and which rounds to miss, and so does the desk."""

    def test_a_player_misses_a_round(self, event: Event) -> None:
        stage = factories.stage(event, format="swiss")
        draw.draw(stage, by=None)
        entrant = event.entrants.order_by("pk")[0]
        visitor = Visitor(entrant.side.players.get())
        assert reverse("attendance", args=[entrant.uid]) in visitor.open("event", event.uid).links
        page = visitor.open("attendance", entrant.uid)
        assert "Round 2" in page
        assert "Round 1" not in page.words.split("I miss")[1]
        visitor.send("attendance", entrant.uid, **{"stage": stage.uid, "miss-0-rounds": ["2"]})
        assert StageEntry.objects.get(entrant=entrant, stage=stage).absent == [2]
        visitor.send("attendance", entrant.uid, stage=stage.uid)
        assert StageEntry.objects.get(entrant=entrant, stage=stage).absent == []

    def test_a_player_says_whether_to_play_on(self, event: Event, director: Visitor) -> None:
        factories.stage(event)
        feeds = [{"stage": 0, "take": "first_loss"}]
        lifecycle.create_stage(event, by=None, format="consolation", feeds=feeds)
        entrant = event.entrants.order_by("pk")[0]
        visitor = Visitor(entrant.side.players.get())
        for answer, goes_on in (("no", False), ("yes", True), ("", None)):
            visitor.send("attendance", entrant.uid, stage="", goes_on=answer)
            entrant.refresh_from_db()
            assert entrant.goes_on is goes_on
        director.send("attendance", entrant.uid, stage="", goes_on="no")
        entrant.refresh_from_db()
        assert entrant.goes_on is False

    def test_it_is_nobody_elses_to_say(self, event: Event) -> None:
        factories.stage(event)
        one, two, *_others = event.entrants.order_by("pk")
        assert Visitor(two.side.players.get()).open("attendance", one.uid).status == 403
        assert Visitor().open("attendance", one.uid).status == 302

    def test_there_may_be_nothing_to_say(self, event: Event) -> None:
        factories.stage(event)
        entrant = event.entrants.order_by("pk")[0]
        visitor = Visitor(entrant.side.players.get())
        assert "nothing to say here" in visitor.open("attendance", entrant.uid)
        assert reverse("attendance", args=[entrant.uid]) not in visitor.open("event", event.uid).links


class TestClosing:
    """A stage under way is closed on its own page, after a look at what follows."""

    @pytest.mark.parametrize(
        ("language", "warning", "words"),
        [
            ("en", "The stage ends as it stands", "ended this stage before it was played out"),
            ("fr", "La phase s’arrête en l’état", "a clôturé cette phase avant son terme"),
        ],
    )
    def test_it_is_shown_first_and_then_final(
        self, event: Event, director: Visitor, language: str, warning: str, words: str
    ) -> None:
        stage = factories.stage(event, format="swiss", options={"rounds": 3})
        draw.draw(stage, by=None, seed="videau")
        factories.play_open_matches(stage)
        director.client.cookies["django_language"] = language
        sent = {"do": "close", "close-reason": "The hall closes."}
        assert warning in director.post("desk_draw", stage.uid, **sent)
        stage.refresh_from_db()
        assert stage.completed_at is None
        director.carry_out("desk_draw", stage.uid, **sent)
        stage.refresh_from_db()
        assert stage.is_closed
        assert words in director.open("standings", stage.uid)
        assert 'value="close"' not in director.open("desk_draw", stage.uid).html

    def test_it_needs_a_reason(self, event: Event, director: Visitor) -> None:
        stage = factories.stage(event, format="swiss")
        draw.draw(stage, by=None, seed="videau")
        assert director.post("desk_draw", stage.uid, do="close").status == 422


class TestOptionsUnderWay:
    """Options that can change while play goes on are offered after the draw, and shown first."""

    @pytest.mark.parametrize(
        ("language", "words"),
        [("en", "What is played stays as it is"), ("fr", "Ce qui est joué reste tel quel")],
    )
    def test_the_rounds_are_set_after_a_look_at_what_follows(
        self, event: Event, director: Visitor, language: str, words: str
    ) -> None:
        stage = factories.stage(event, format="swiss", options={"rounds": 5})
        draw.draw(stage, by=None, seed="videau")
        factories.play_open_matches(stage)
        director.client.cookies["django_language"] = language
        address = reverse("desk_draw", args=[stage.uid])
        forms = director.open("desk_draw", stage.uid).forms
        [fields] = [fields for at, fields in forms if at == address and "option-rounds" in fields]
        assert "option-seeding" not in fields
        sent = {**fields, "option-rounds": "3", "do": "options"}
        assert words in director.post("desk_draw", stage.uid, **sent)
        director.carry_out("desk_draw", stage.uid, **sent)
        stage.refresh_from_db()
        assert stage.options["rounds"] == 3

    def test_fewer_rounds_than_are_paired_are_refused_with_the_way_out(
        self, event: Event, director: Visitor
    ) -> None:
        stage = factories.stage(event, format="random_rounds", options={"rounds": 5})
        draw.draw(stage, by=None, seed="videau")
        for _round in range(2):
            factories.play_open_matches(stage)
            progress.advance(event)
        page = director.post("desk_draw", stage.uid, do="options", **{"option-rounds": "1"})
        assert (page.status, "3 rounds are paired, so there cannot be 1" in page) == (409, True)
