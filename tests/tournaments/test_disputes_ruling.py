"""Rulings: a director decides a dispute and gives a reason."""

from __future__ import annotations

import pytest

from matches.errors import DisputeClosed, MatchCancelled, ReportRefused
from matches.models import Dispute, Settled, Source
from tests import factories
from tests.scoresheets import games
from tests.tournaments.results_seen import fresh, last_entry, log_of, notices_to
from tournaments.actions import results
from tournaments.actions.draws import cancelling, progress
from tournaments.actions.events import lifecycle
from tournaments.acts.disputes import Sequel
from tournaments.errors.common import Forbidden, NotSignedIn, ReasonMissing
from tournaments.errors.draws import MatchBegun
from tournaments.errors.results import OwnMatchRuling
from tournaments.models import LogEntry, Pairing, RoleKind
from tournaments.queries.audit.checks import findings

pytestmark = pytest.mark.django_db


def game_with_dispute(*, n: int = 2, length: int = 7) -> tuple[factories.OpenMatch, Dispute]:
    """A match in which each side says that it has won."""
    game = factories.open_match(length, n=n)
    results.report(game.match, by=game.one, score=(length, 0))
    results.report(game.match, by=game.two, score=(1, length), insist=True)
    return game, game.match.disputes.get()


def next_pairing(game: factories.OpenMatch) -> Pairing:
    """The pairing of the second round that is not cancelled."""
    return Pairing.objects.get(stage=game.stage, round=2, cancelled_at=None)


class TestARuling:
    def test_ends_the_dispute_and_the_match(self) -> None:
        game, dispute = game_with_dispute()
        ruling = results.rule(dispute, by=game.director, reason="The slip says so.", score=(7, 4))
        match = fresh(game.match)
        dispute.refresh_from_db()
        assert not dispute.is_open
        assert (match.winner, match.outcome, match.settled) == ("one", "played", Settled.RULING)
        assert match.accepted_report == ruling.report
        assert ruling.report.source == Source.RULING

    def test_is_kept_with_its_author_and_reason(self) -> None:
        game, dispute = game_with_dispute()
        ruling = results.rule(dispute, by=game.director, reason=" The slip says so. ", score=(7, 4))
        assert (ruling.by, ruling.reason, ruling.dispute) == (game.director, "The slip says so.", dispute)
        assert "ruled" in notices_to(game.one)
        assert "ruled" in notices_to(game.two)
        entry = last_entry(game.match)
        assert (entry.code, entry.by) == ("ruled", game.director)
        assert entry.data["ruling"] == ruling.uid
        assert entry.data["settled"] == "ruling"

    def test_of_a_match_that_was_cancelled_is_refused(self) -> None:
        game, dispute = game_with_dispute()
        cancelling.cancel(Pairing.objects.filter(match=game.match), event=game.stage.event)
        with pytest.raises(MatchCancelled):
            results.rule(dispute, by=game.director, reason="The slip says so.", score=(7, 4))

    def test_may_go_by_the_games_or_by_the_outcome(self) -> None:
        game, dispute = game_with_dispute(length=3)
        ruling = results.rule(dispute, by=game.director, reason="As written.", games=games("1g1 2s1 1s1"))
        assert ruling.report.has_games
        game, dispute = game_with_dispute()
        results.rule(
            dispute,
            by=game.director,
            reason="Both misbehaved.",
            outcome="disqualified",
            winner="two",
            score=(6, 5),
        )
        assert (fresh(game.match).outcome, fresh(game.match).winner) == ("disqualified", "two")

    def test_makes_the_next_pairing_at_once(self) -> None:
        game, dispute = game_with_dispute(n=3)
        results.rule(dispute, by=game.director, reason="The slip says so.", score=(5, 7))
        sides = {seat.entrant.side for seat in next_pairing(game).seats.all()}
        assert game.match.two in sides

    def test_twice_is_one_ruling(self) -> None:
        game, dispute = game_with_dispute()
        first = results.rule(dispute, by=game.director, reason="The slip says so.", score=(7, 4))
        assert results.rule(dispute, by=game.director, reason="The slip says so.", score=(7, 4)) == first
        assert log_of(game.match).count("ruled") == 1
        with pytest.raises(DisputeClosed):
            results.rule(dispute, by=game.director, reason="On second thoughts.", score=(7, 5))

    def test_of_a_dispute_that_was_settled_is_refused(self) -> None:
        game, dispute = game_with_dispute()
        results.confirm(dispute.report, by=game.two)
        with pytest.raises(DisputeClosed):
            results.rule(dispute, by=game.director, reason="The slip says so.", score=(7, 4))

    def test_overrides_what_is_a_ruling_matter(self) -> None:
        game, dispute = game_with_dispute()
        with pytest.raises(ReportRefused) as refusal:
            results.rule(dispute, by=game.director, reason="The cube was at 64.", score=(70, 3))
        assert refusal.value.can_override
        ruling = results.rule(
            dispute,
            by=game.director,
            reason="The cube was at 64.",
            score=(70, 3),
            overrides=["winner_past_length"],
        )
        assert (ruling.report.score, ruling.report.counted) == ((70, 3), (7, 3))

    def test_needs_a_reason(self) -> None:
        game, dispute = game_with_dispute()
        with pytest.raises(ReasonMissing):
            results.rule(dispute, by=game.director, reason=" ", score=(7, 4))


class TestWhoRules:
    def test_nobody_on_their_own_match(self) -> None:
        game, dispute = game_with_dispute()
        lifecycle.appoint(game.stage.event.tournament, game.two, kind=RoleKind.DIRECTOR, by=game.director)
        with pytest.raises(OwnMatchRuling):
            results.rule(dispute, by=game.two, reason="I know best.", score=(5, 7))
        assert Dispute.objects.get(pk=dispute.pk).is_open

    def test_only_a_director(self) -> None:
        game, dispute = game_with_dispute()
        helper = factories.player()
        lifecycle.appoint(game.stage.event.tournament, helper, kind=RoleKind.DESK, by=game.director)
        for by in (game.one, helper, factories.player(), factories.open_match().director):
            with pytest.raises(Forbidden):
                results.rule(dispute, by=by, reason="I know best.", score=(5, 7))
        with pytest.raises(NotSignedIn):
            results.rule(dispute, by=None, reason="I know best.", score=(5, 7))


class TestAScoreThatStayedOpen:
    def test_is_ruled_on_while_the_winner_plays_on(self) -> None:
        game = factories.open_match(n=3)
        results.report(game.match, by=game.one, score=(7, 3))
        results.report(game.match, by=game.two, score=(7, 5), insist=True)
        progress.advance(game.stage.event)
        later = next_pairing(game)
        assert later.match is not None
        results.start(later.match, by=game.director)
        results.rule(game.match.disputes.get(), by=game.director, reason="7-4 it was.", score=(7, 4))
        assert fresh(game.match).is_final
        assert next_pairing(game) == later

    def test_is_not_ruled_against_the_winner_who_plays_on(self) -> None:
        game = factories.open_match(n=3)
        results.report(game.match, by=game.one, score=(7, 3))
        results.report(game.match, by=game.two, score=(7, 5), insist=True)
        progress.advance(game.stage.event)
        later = next_pairing(game)
        assert later.match is not None
        results.start(later.match, by=game.director)
        with pytest.raises(MatchBegun, match="Choose what becomes of it"):
            results.rule(game.match.disputes.get(), by=game.director, reason="No.", score=(3, 7))
        assert fresh(game.match).winner == "one"
        assert game.match.disputes.get().is_open

    @pytest.mark.parametrize("way", list(Sequel))
    def test_is_ruled_against_the_winner_who_plays_on_in_the_way_the_director_chooses(
        self, way: Sequel
    ) -> None:
        game = factories.open_match(n=3)
        results.report(game.match, by=game.one, score=(7, 3))
        results.report(game.match, by=game.two, score=(7, 5), insist=True)
        progress.advance(game.stage.event)
        later = next_pairing(game)
        assert later.match is not None
        results.start(later.match, by=game.director)
        dispute = game.match.disputes.get()
        results.rule(dispute, by=game.director, reason="No.", score=(3, 7), follow=way)
        assert fresh(game.match).winner == "two"
        assert not Dispute.objects.get(pk=dispute.pk).is_open
        plays_on = {seat.entrant.side for seat in next_pairing(game).seats.all()}
        assert (game.match.one in plays_on) == (way is Sequel.PLACES_ONLY)
        assert LogEntry.objects.get(code="ruled").data["follow"] == way
        assert not any(finding.is_fault for finding in findings(game.stage.event.tournament))
