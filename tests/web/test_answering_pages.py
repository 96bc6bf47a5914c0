"""Answering the opponent's report: confirm, dispute, and what is said in a dispute."""

from __future__ import annotations

import pytest

from matches.models import Dispute, Report, Settled, Statement
from tests import factories
from tests.factories import OpenMatch
from tests.remembered import remembered
from tests.web.browsing import Visitor
from tournaments.actions import results

pytestmark = pytest.mark.django_db


@pytest.fixture
@remembered
def game() -> OpenMatch:
    """A match to 7 in which side one has reported 7-3."""
    game = factories.open_match(7)
    results.report(game.match, by=game.one, score=(7, 3))
    return game


def _report(game: OpenMatch) -> Report:
    return game.match.reports.get()


class TestConfirming:
    """One tap, from the match page or from the notice."""

    def test_the_match_page_asks_first_and_says_until_when(self, game: OpenMatch) -> None:
        page = Visitor(game.two).open("match", game.match.uid)
        assert "Is this right?" in page
        assert "Without an answer from you it counts from" in page
        assert page.form(f"/r/{_report(game).uid}/confirm/")

    def test_confirming_makes_it_final(self, game: OpenMatch) -> None:
        page = Visitor(game.two).send("confirm", _report(game).uid)
        assert "Confirmed. The result is final." in page
        game.match.refresh_from_db()
        assert game.match.settled == Settled.CONFIRMED

    def test_twice_is_once(self, game: OpenMatch) -> None:
        visitor = Visitor(game.two)
        visitor.send("confirm", _report(game).uid)
        assert visitor.send("confirm", _report(game).uid).status == 200

    def test_the_page_shows_the_score_large_before(self, game: OpenMatch) -> None:
        page = Visitor(game.two).open("confirm", _report(game).uid)
        assert f"{game.match.one.name} 7–3 {game.match.two.name}" in page

    def test_nobody_confirms_the_own_report(self, game: OpenMatch) -> None:
        page = Visitor(game.one).post("confirm", _report(game).uid)
        assert page.status == 409
        assert "This is what your own side reported" in page

    def test_looking_confirms_nothing(self, game: OpenMatch) -> None:
        Visitor(game.two).open("confirm", _report(game).uid)
        game.match.refresh_from_db()
        assert not game.match.is_final


class TestDisputing:
    """The report is wrong: why, and what is right."""

    def test_the_director_and_the_opponent_are_told(self, game: OpenMatch) -> None:
        page = Visitor(game.two).send(
            "dispute_report", _report(game).uid, reason="I won.", winner="two", loser_points="5"
        )
        assert "The director is told" in page
        assert "I won." in page
        assert "5–7" in page
        assert Dispute.objects.get().is_open

    @pytest.mark.both_databases
    def test_a_reason_is_needed(self, game: OpenMatch) -> None:
        page = Visitor(game.two).post(
            "dispute_report", _report(game).uid, reason="", winner="two", loser_points="5"
        )
        assert page.status == 422
        assert not Dispute.objects.exists()
        assert page.form(f"/r/{_report(game).uid}/dispute/")["loser_points"] == "5"

    def test_a_winner_without_points_is_asked_for_them_and_the_words_stay(self, game: OpenMatch) -> None:
        page = Visitor(game.two).post("dispute_report", _report(game).uid, reason="I won.", winner="two")
        assert page.status == 422
        assert "Give the points of the loser too" in page
        assert page.form(f"/r/{_report(game).uid}/dispute/")["reason"].strip() == "I won."

    def test_there_is_nothing_to_dispute_about_the_same_result(self, game: OpenMatch) -> None:
        page = Visitor(game.two).post(
            "dispute_report", _report(game).uid, reason="No.", winner="one", loser_points="3"
        )
        assert page.status == 422
        assert "there is nothing to dispute" in page


class TestDisputePage:
    """What each side says, for the two of them and the officers."""

    @pytest.fixture
    def dispute(self, game: OpenMatch) -> Dispute:
        return results.dispute(_report(game), by=game.two, reason="I won.", score=(5, 7))

    def test_both_sides_add_statements(self, game: OpenMatch, dispute: Dispute) -> None:
        page = Visitor(game.one).send("dispute", dispute.uid, text="My sheet says 7-3.")
        assert "My sheet says 7-3." in page
        assert Statement.objects.get().by == game.one

    def test_a_statement_sent_twice_is_one(self, game: OpenMatch, dispute: Dispute) -> None:
        for _ in range(2):
            Visitor(game.one).send("dispute", dispute.uid, text="My sheet says 7-3.")
        assert Statement.objects.count() == 1

    def test_an_empty_statement_is_refused(self, game: OpenMatch, dispute: Dispute) -> None:
        assert Visitor(game.one).post("dispute", dispute.uid, text=" ").status == 422

    def test_others_do_not_read_it(self, game: OpenMatch, dispute: Dispute) -> None:
        other = factories.player(email="other@example.org")
        assert Visitor(other).open("dispute", dispute.uid).status == 403
        assert Visitor().open("dispute", dispute.uid).status == 302

    def test_the_match_page_leads_both_there(self, game: OpenMatch, dispute: Dispute) -> None:
        for player in (game.one, game.two):
            page = Visitor(player).open("match", game.match.uid)
            assert "The director decides" in page
            assert f"/d/{dispute.uid}/" in page.links

    def test_after_the_ruling_it_shows_what_was_decided_and_takes_no_more_words(
        self, game: OpenMatch, dispute: Dispute
    ) -> None:
        results.rule(dispute, by=game.director, reason="The sheet is clear.", score=(7, 3))
        page = Visitor(game.two).open("dispute", dispute.uid)
        assert "The sheet is clear." in page
        assert f"{game.match.one.name} 7–3 {game.match.two.name}" in page
        assert Visitor(game.two).post("dispute", dispute.uid, text="But").status == 422
