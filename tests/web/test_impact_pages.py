"""The effects of an act are shown first; the act then has exactly these effects or is refused."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone

from matches.models import Match
from tests import factories
from tests.factories import OpenMatch
from tests.remembered import remembered
from tests.web.browsing import Page, Visitor
from tournaments.actions import impact, results
from tournaments.actions.draws import draw, progress
from tournaments.models import Entrant, Event, LogEntry, Notice, OutboxJob, Pairing

pytestmark = pytest.mark.django_db
_OTHER_WINNER = {"do": "correct", "correct-stands": "score", "correct-reason": "Mixed up."}


@pytest.fixture
@remembered
def game() -> OpenMatch:
    """The first match of four, played like the other one, with the final paired."""
    game = factories.open_match(7, n=4)
    factories.play_open_matches(game.stage)
    progress.advance(game.stage.event)
    game.match.refresh_from_db()
    return game


def _final(game: OpenMatch) -> Match:
    match = Pairing.objects.get(stage=game.stage, round=2, cancelled_at=None).match
    assert match is not None
    return match


def _turn_round(game: OpenMatch) -> Page:
    fields = _OTHER_WINNER | {"correct-winner": "two", "correct-loser_points": "3"}
    return Visitor(game.director).send("desk_match", game.match.uid, **fields)


def _go_on(game: OpenMatch, page: Page) -> Page:
    address = reverse("desk_match", args=[game.match.uid])
    return Page(Visitor(game.director).client.post(address, page.form(address), follow=True))


_GAMMON = {"result": "gammon", "cube": "2", "ended": "borne_off"}


class TestACorrection:
    """Another winner changes who goes on."""

    def test_shows_the_matches_and_places_first(self, game: OpenMatch) -> None:
        final = _final(game)
        page = _turn_round(game)
        for words in (
            "Preview",
            "Matches that are cancelled",
            "Matches that are made",
            "Places",
        ):
            assert words in page
        assert f"{final} Main, Final" in page
        assert game.match.two.name in page

    def test_names_the_new_matches_for_certain_only_where_no_lot_decides(self, game: OpenMatch) -> None:
        assert "drawn by lot when you confirm" not in _turn_round(game)
        stage = factories.stage(format="swiss", options={"rounds": 3})
        factories.entrants(stage.event, 8)
        draw.draw(stage, by=None, seed="videau")
        swiss = factories.around(factories.open_matches(stage)[0])
        factories.play_open_matches(swiss.stage)
        progress.advance(swiss.stage.event)
        page = _turn_round(swiss)
        assert "Matches that are made" in page
        assert "drawn by lot when you confirm" in page

    def test_writes_nothing_by_showing(self, game: OpenMatch) -> None:
        before = [model.objects.count() for model in (LogEntry, Notice, OutboxJob, Pairing)]
        _turn_round(game)
        assert [model.objects.count() for model in (LogEntry, Notice, OutboxJob, Pairing)] == before
        game.match.refresh_from_db()
        assert game.match.winner == "one"
        assert _final(game).cancelled_at is None

    def test_is_done_when_it_is_agreed_to(self, game: OpenMatch) -> None:
        assert "The result is corrected" in _go_on(game, _turn_round(game))
        game.match.refresh_from_db()
        assert game.match.winner == "two"
        assert game.match.two in (_final(game).one, _final(game).two)

    def test_is_shown_anew_where_somebody_acted_meanwhile(self, game: OpenMatch) -> None:
        page = _turn_round(game)
        results.penalise(_final(game), by=game.director, to="one", points=1, reason="late")
        again = _go_on(game, page)
        assert "This event was changed meanwhile" in again
        game.match.refresh_from_db()
        assert game.match.winner == "one"

    def test_of_the_score_alone_is_done_at_once(self, game: OpenMatch) -> None:
        fields = _OTHER_WINNER | {"correct-winner": "one", "correct-loser_points": "3"}
        page = Visitor(game.director).send("desk_match", game.match.uid, **fields)
        assert "The result is corrected" in page

    @pytest.mark.both_databases
    def test_that_would_rewrite_a_match_is_refused_and_changes_nothing(self, game: OpenMatch) -> None:
        results.start(_final(game), by=game.director)
        page = _turn_round(game)
        assert page.status == 409
        assert "has begun" in page
        game.match.refresh_from_db()
        assert game.match.winner == "one"

    def test_that_is_refused_names_the_ways_that_remain(self, game: OpenMatch) -> None:
        """Two ways have a button: taking back the start of an unplayed match, and noting the reason alone."""
        final = _final(game)
        results.start(final, by=game.director)
        page, visitor = _turn_round(game), Visitor(game.director)
        assert "Options" in page
        here = reverse("desk_match", args=[game.match.uid])
        alone, note, _whole = (
            fields
            for address, fields in page.forms
            if address == here and "correct-stands" in fields and not {"follower", "follow"} & {*fields}
        )
        answer = Page(visitor.client.post(here, alone))
        assert (alone["correct-winner"], alone["correct-reason"]) == ("one", "Mixed up.")
        assert answer.status == 422
        assert "Mixed up." in answer
        assert note["correct-reason"] == "Mixed up."
        answer = Page(visitor.client.post(here, note, follow=True))
        assert "The result stays as it is." in answer
        game.match.refresh_from_db()
        assert game.match.winner == "one"
        assert game.match.rulings.get().reason == "Mixed up."

    def test_a_start_is_taken_back_and_what_was_typed_is_still_there(self, game: OpenMatch) -> None:
        final = _final(game)
        results.start(final, by=game.director)
        page, visitor = _turn_round(game), Visitor(game.director)
        here = reverse("desk_match", args=[game.match.uid])
        way = next(fields for _address, fields in page.forms if fields.get("follower") == final.uid)
        back = Page(visitor.client.post(here, way))
        final.refresh_from_db()
        assert final.started_at is None
        assert "Your entry is kept" in back
        fields = next(
            fields
            for address, fields in back.forms
            if address == here and "correct-stands" in fields and "follower" not in fields
        )
        assert (fields["correct-winner"], fields["correct-loser_points"]) == ("two", "3")
        assert fields["correct-reason"].strip() == "Mixed up."
        page = Page(visitor.client.post(here, fields | {"do": "correct"}, follow=True))
        assert "The result is corrected" in _go_on(game, page)

    def test_leaves_a_match_with_a_report_as_it_is(self, game: OpenMatch) -> None:
        final = _final(game)
        results.report(final, by=game.director, score=(7, 0))
        page = _turn_round(game)
        assert page.status == 409
        assert not any("follower" in fields for _address, fields in page.forms)

    @pytest.mark.parametrize("way", ["replay", "substitute", "places_only"])
    def test_goes_on_in_one_of_three_ways_each_shown_first_and_undone(
        self, game: OpenMatch, way: str
    ) -> None:
        final = _final(game)
        results.start(final, by=game.director)
        here, visitor = reverse("desk_match", args=[game.match.uid]), Visitor(game.director)
        page = _turn_round(game)
        texts = [
            page.words.index(words)
            for words in ("Let play stand", "Play again from here", "Leave the matches")
        ]
        assert texts == sorted(texts), "the least drastic is offered first"
        fields = next(fields for _address, fields in page.forms if fields.get("follow") == way)
        assert fields["correct-reason"] == "Mixed up."
        preview = Page(visitor.client.post(here, fields))
        assert "Preview" in preview
        assert ("Remarks that stay" in preview) == (way == "places_only")
        final.refresh_from_db()
        assert final.cancelled_at is None
        answer = _go_on(game, preview)
        assert "The result is corrected" in answer
        final.refresh_from_db()
        assert (final.cancelled_at is None) == (way == "places_only")
        assert (_final(game).started_at is None) == (way == "replay")
        undoing = Page(visitor.client.post(here, {"do": "undo-correction"}))
        if "Preview" in undoing:
            undoing = _go_on(game, undoing)
        else:
            undoing = visitor.open("desk_match", game.match.uid)
        final.refresh_from_db()
        game.match.refresh_from_db()
        assert (final.cancelled_at, game.match.winner) == (None, "one")
        assert 'value="undo-correction"' not in undoing

    def test_that_nobody_can_take_over_says_what_remains(self, game: OpenMatch) -> None:
        results.report(_final(game), by=game.director, score=(7, 0))
        page = _turn_round(game)
        ways = {fields["follow"]: fields for _address, fields in page.forms if "follow" in fields}
        assert list(ways) == ["replay", "places_only"], "what nobody can do is not offered"
        here = reverse("desk_match", args=[game.match.uid])
        page = Page(Visitor(game.director).client.post(here, ways["replay"] | {"follow": "substitute"}))
        assert page.status == 409
        assert "No match under way follows" in page
        assert [fields["follow"] for _address, fields in page.forms if "follow" in fields] == list(ways)


class TestARulingOnADispute:
    """The winner of a disputed score plays on: the ruling says what becomes of that match."""

    @pytest.mark.parametrize("page_name", ["desk_dispute", "desk_dispute_games"])
    def test_goes_on_in_one_of_three_ways_shown_first(self, page_name: str) -> None:
        game = factories.open_match(7, n=4)
        results.report(game.match, by=game.one, score=(7, 3))
        results.report(game.match, by=game.two, score=(7, 5), insist=True)
        factories.play_open_matches(game.stage)
        progress.advance(game.stage.event)
        final, dispute = _final(game), game.match.disputes.get()
        results.start(final, by=game.director)
        here, visitor = reverse(page_name, args=[dispute.uid]), Visitor(game.director)
        typed = {"stands": "score", "winner": "two", "loser_points": "3", "reason": "Mixed up."}
        if page_name == "desk_dispute_games":
            winners = {f"g{index}-winner": "two" for index in range(2)}
            points = {f"g{index}-{name}": value for index in range(2) for name, value in _GAMMON.items()}
            typed = {"lines": "2", "do": "send", "reason": "Mixed up.", **winners, **points}
        page = Page(visitor.client.post(here, typed))
        assert page.status == 409
        assert "Leave the matches" in page
        fields = next(fields for _address, fields in page.forms if fields.get("follow") == "replay")
        preview = Page(visitor.client.post(here, fields))
        assert "Preview" in preview
        assert _final(game) == final
        answer = Page(visitor.client.post(here, preview.form(here), follow=True))
        assert "You have ruled" in answer
        final.refresh_from_db()
        assert final.cancelled_at is not None
        assert game.match.two in (_final(game).one, _final(game).two)


class TestLeaving:
    """Walkovers for the opponents."""

    def test_shows_the_matches_that_end(self) -> None:
        game = factories.open_match(7, n=4)
        entrant = Entrant.objects.get(event=game.stage.event, side=game.match.one)
        visitor = Visitor(game.director)
        page = visitor.send("desk_entrant", entrant.uid, reason="ill")
        assert "Matches that end by it" in page
        entrant.refresh_from_db()
        assert entrant.withdrawn_at is None
        visitor.carry_out("desk_entrant", entrant.uid, reason="ill")
        entrant.refresh_from_db()
        assert entrant.withdrawn_at is not None


class TestTheWaitingList:
    """An entrant who leaves before the draw is replaced by an alternate, which every leaving form shows."""

    @pytest.fixture
    def event(self) -> Event:
        event = factories.event(capacity=2)
        factories.entrants(event, 3)
        return event

    @pytest.mark.parametrize("room", ["desk_entrant", "desk_entrant_act", "desk_register"])
    def test_shows_who_comes_in_first(self, event: Event, room: str) -> None:
        first, _second, waiting = event.entrants.order_by("pk")
        visitor = Visitor(factories.owner(event.tournament))
        where = {
            "desk_entrant": [first.uid],
            "desk_entrant_act": [first.uid, "withdraw"],
            "desk_register": [event.tournament.uid],
        }
        page = visitor.send(room, *where[room], do=f"withdraw:{first.uid}", reason="ill")
        assert "Alternates who come in" in page
        assert waiting.name in page
        first.refresh_from_db()
        assert first.withdrawn_at is None
        address = next(address for address, fields in page.forms if "foreseen" in fields)
        visitor.client.post(address, page.form(address))
        first.refresh_from_db()
        waiting.refresh_from_db()
        assert (first.withdrawn_at is None, waiting.is_alternate) == (False, False)

    def test_takes_the_place_of_the_whole_page_where_a_part_was_asked_for(self, event: Event) -> None:
        first = event.entrants.order_by("pk")[0]
        client = Visitor(factories.owner(event.tournament)).client
        address = reverse("desk_entrant_act", args=[first.uid, "withdraw"])
        answer = client.post(address, headers={"HX-Request": "true"})
        assert (answer["HX-Retarget"], answer["HX-Reselect"]) == ("#content", "#content")

    def test_a_promotion_that_starts_the_event_shows_its_matches(self) -> None:
        """An alternate is promoted out of turn to the last free place."""
        event = factories.event(capacity=2)
        factories.stage(event)
        first, *_others = factories.entrants(event, 3)
        Entrant.objects.filter(pk=first.pk).update(withdrawn_at=timezone.now())
        Event.objects.filter(pk=event.pk).update(starts_when_full=True)
        waiting = event.entrants.get(is_alternate=True)
        visitor = Visitor(factories.owner(event.tournament))
        page = visitor.send("desk_entrant_act", waiting.uid, "promote")
        assert "Matches that are made" in page
        assert "Alternates who come in" not in page

    def test_a_late_entry_at_the_desk_shows_the_match_it_makes(self) -> None:
        stage = factories.drawn_stage(3)
        visitor = Visitor(factories.owner(stage.event.tournament))
        tournament, fields = stage.event.tournament, {"q": "Zoé Petit", "for_q": "Zoé Petit"}
        page = visitor.send("desk_register", tournament.uid, do=f"walk_in:{stage.event.uid}", **fields)
        assert "Matches that are made" in page
        assert not stage.entries.filter(is_late=True).exists()
        at = reverse("desk_register", args=[tournament.uid])
        visitor.client.post(at, page.form(at))
        assert stage.entries.filter(is_late=True).exists()


def test_what_is_foreseen_is_what_happens(game: OpenMatch) -> None:
    def turn() -> None:
        results.correct(
            Match.objects.get(pk=game.match.pk), by=game.director, reason="Mixed up.", score=(3, 7)
        )

    event = game.stage.event
    effects = impact.foresee(event, turn, but=game.match)
    count = Notice.objects.count()
    turn()
    assert Notice.objects.count() > count
    assert {meeting.words for meeting in effects.new_matches} == {str(_final(game))}
    assert {move.entrant for move in effects.moves} >= {game.match.two.name}
