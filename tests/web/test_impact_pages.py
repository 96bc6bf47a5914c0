"""What an act changes is shown before it is done: then it is done at once, as it was shown, or not at all."""

from __future__ import annotations

import pytest
from django.urls import reverse

from matches.models import Match
from tests import factories
from tests.factories import OpenMatch
from tests.web.browsing import Page, Visitor
from tournaments.actions import impact, progress, results
from tournaments.models import Entrant, LogEntry, Notice, OutboxJob, Pairing

pytestmark = pytest.mark.django_db
_OTHER_WINNER = {"do": "correct", "correct-stands": "score", "correct-reason": "Mixed up."}


@pytest.fixture
def game() -> OpenMatch:
    """The first match of four, played like the other one, with the final paired."""
    found = factories.open_match(7, n=4)
    factories.play_open_matches(found.stage)
    progress.advance(found.stage.event)
    found.match.refresh_from_db()
    return found


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


class TestACorrection:
    """Another winner changes who goes on."""

    def test_shows_the_matches_and_places_first(self, game: OpenMatch) -> None:
        final = _final(game)
        page = _turn_round(game)
        for words in (
            "This is what follows",
            "Matches that are cancelled",
            "Matches that are made",
            "Places",
        ):
            assert words in page
        assert str(final) in page
        assert game.match.two.name in page

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
        assert "Somebody else has changed this event meanwhile" in again
        game.match.refresh_from_db()
        assert game.match.winner == "one"

    def test_of_the_score_alone_is_done_at_once(self, game: OpenMatch) -> None:
        fields = _OTHER_WINNER | {"correct-winner": "one", "correct-loser_points": "3"}
        page = Visitor(game.director).send("desk_match", game.match.uid, **fields)
        assert "The result is corrected" in page

    def test_that_would_rewrite_a_match_is_refused_and_changes_nothing(self, game: OpenMatch) -> None:
        results.start(_final(game), by=game.director)
        page = _turn_round(game)
        assert page.status == 409
        assert "has begun" in page
        game.match.refresh_from_db()
        assert game.match.winner == "one"


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


def test_what_is_foreseen_is_what_happens(game: OpenMatch) -> None:
    def turn() -> None:
        results.correct(
            Match.objects.get(pk=game.match.pk), by=game.director, reason="Mixed up.", score=(3, 7)
        )

    event = game.stage.event
    foreseen = impact.foresee(event, turn, but=game.match)
    told = Notice.objects.count()
    turn()
    assert Notice.objects.count() > told
    assert {meeting.words for meeting in foreseen.made} == {str(_final(game))}
    assert {move.entrant for move in foreseen.moves} >= {game.match.two.name}
