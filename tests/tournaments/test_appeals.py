"""Appeals: who may appeal, who judges, and what the decision changes."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from matches.errors import (
    AlreadyAppealed,
    AppealDecided,
    AppealTooLate,
    ClubMatesOnCommittee,
    InvalidCommittee,
    NoMajority,
    NoRulingToAppeal,
    NothingToChange,
    NotOnCommittee,
    NotYourMatch,
    VotesBegun,
)
from matches.models import Appeal, AppealDecision, Dispute, Match, Player
from rules.match import Side
from tests import factories
from tests.tournaments.results_seen import fresh, last_entry, notices_to
from tests.tournaments.team_matches import captain_of, match_with_boards
from tests.web.browsing import Visitor
from tournaments.actions import results
from tournaments.actions.disputes import appeals
from tournaments.actions.draws import progress
from tournaments.actions.events import lifecycle
from tournaments.errors.common import Forbidden, ReasonMissing
from tournaments.errors.draws import MatchBegun
from tournaments.errors.results import OwnRuling
from tournaments.models import LogEntry, RoleKind
from tournaments.queries.entrants.teams import members_of

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]


def game_with_ruling(*, n: int = 2) -> tuple[factories.OpenMatch, Dispute]:
    """A match whose dispute was ruled 7-4 for side one."""
    game = factories.open_match(7, n=n)
    results.report(game.match, by=game.one, score=(7, 0))
    results.report(game.match, by=game.two, score=(1, 7), insist=True)
    dispute = game.match.disputes.get()
    results.rule(dispute, by=game.director, reason="The slip.", clause="TR 5.2", score=(7, 4))
    dispute.refresh_from_db()
    return game, dispute


def game_with_appeal(*, n: int = 2) -> tuple[factories.OpenMatch, Appeal]:
    """The same with an appeal by the loser."""
    game, dispute = game_with_ruling(n=n)
    return game, appeals.appeal(dispute, by=game.two, reason="Nobody asked me.")


def panel(n: int = 3) -> list[Player]:
    """`n` people who neither play the match nor ruled on it."""
    return [factories.player() for _ in range(n)]


def appeal_with_votes(appeal: Appeal, by: Player, *, votes: list[str]) -> Appeal:
    """The appeal after these votes of its committee; an empty vote means none."""
    members = panel(len(votes))
    appeals.name_committee(appeal, by=by, members=members)
    for member, word in zip(members, votes, strict=True):
        if word:
            appeals.vote(appeal, by=member, member=member, vote=word)
    return appeal


class TestAnAppeal:
    """An appeal is possible once per ruling, before the next match begins."""

    def test_keeps_its_reason_and_tells_the_others(self) -> None:
        game, appeal = game_with_appeal()
        assert (appeal.reason, appeal.by, appeal.ruling.clause) == ("Nobody asked me.", game.two, "TR 5.2")
        assert "appealed" in notices_to(game.one)
        assert "appealed" in notices_to(game.director)
        assert "appealed" not in notices_to(game.two)
        entry = last_entry(game.match)
        assert (entry.code, entry.data["appeal"]) == ("appealed", appeal.uid)

    def test_needs_a_reason(self) -> None:
        game, dispute = game_with_ruling()
        with pytest.raises(ReasonMissing):
            appeals.appeal(dispute, by=game.two, reason="  ")

    @pytest.mark.both_databases
    def test_is_for_the_players_and_the_directors(self) -> None:
        game, dispute = game_with_ruling()
        with pytest.raises(NotYourMatch):
            appeals.appeal(dispute, by=factories.player(), reason="Unfair.")
        assert (
            appeals.appeal(dispute, by=game.director, reason="EngineInput at the desk.").by == game.director
        )

    @pytest.mark.both_databases
    def test_sent_twice_is_one(self) -> None:
        game, appeal = game_with_appeal()
        assert appeals.appeal(appeal.dispute, by=game.two, reason="Nobody asked me.") == appeal
        with pytest.raises(AlreadyAppealed):
            appeals.appeal(appeal.dispute, by=game.one, reason="Me too.")

    def test_needs_a_ruling(self) -> None:
        game = factories.open_match(7)
        report = results.report(game.match, by=game.one, score=(7, 0)).report
        dispute = results.dispute(report, by=game.two, reason="No.")
        with pytest.raises(NoRulingToAppeal):
            appeals.appeal(dispute, by=game.two, reason="Unfair.")

    @pytest.mark.both_databases
    def test_is_not_against_what_was_corrected_since(self) -> None:
        game, dispute = game_with_ruling()
        results.correct(game.match, by=game.director, reason="A slip.", score=(7, 5))
        with pytest.raises(NoRulingToAppeal):
            appeals.appeal(dispute, by=game.two, reason="Unfair.")

    @pytest.mark.both_databases
    def test_comes_before_the_next_match_begins_except_by_a_director(self) -> None:
        game, dispute = game_with_ruling(n=4)
        _begin_the_final(game)
        with pytest.raises(AppealTooLate):
            appeals.appeal(dispute, by=game.two, reason="Unfair.")
        appeal = appeals.appeal(dispute, by=game.director, reason="Let it be looked at.")
        assert appeal.by == game.director

    @pytest.mark.both_databases
    def test_is_taken_back_by_its_side_or_a_director(self) -> None:
        game, appeal = game_with_appeal()
        with pytest.raises(Forbidden):
            appeals.take_back(appeal, by=game.one)
        appeals.take_back(appeal, by=game.two)
        appeals.take_back(appeal, by=game.two)
        appeal.refresh_from_db()
        assert appeal.decision == AppealDecision.TAKEN_BACK
        assert LogEntry.objects.filter(code="appeal_taken_back").count() == 1


class TestACommittee:
    """A committee has three or five members, without the ruler and the players."""

    def test_is_told_and_logged(self) -> None:
        game, appeal = game_with_appeal()
        members = panel()
        appeals.name_committee(appeal, by=game.director, members=members)
        assert all("on_committee" in notices_to(member) for member in members)
        assert last_entry(game.match).data["members"] == [member.uid for member in members]

    @pytest.mark.parametrize("n", [0, 1, 2, 4, 6])
    def test_has_three_or_five(self, n: int) -> None:
        game, appeal = game_with_appeal()
        with pytest.raises(InvalidCommittee):
            appeals.name_committee(appeal, by=game.director, members=panel(n))

    @pytest.mark.both_databases
    def test_has_three_different_members(self) -> None:
        game, appeal = game_with_appeal()
        with pytest.raises(InvalidCommittee):
            appeals.name_committee(appeal, by=game.director, members=panel(1) * 3)

    @pytest.mark.both_databases
    def test_is_without_the_ruler_and_the_players(self) -> None:
        game, appeal = game_with_appeal()
        for unfit in (game.director, game.one, game.two):
            with pytest.raises(InvalidCommittee):
                appeals.name_committee(appeal, by=game.director, members=[*panel(2), unfit])

    @pytest.mark.both_databases
    def test_is_without_the_teams_of_a_board_and_whoever_appealed(self) -> None:
        match, boards = match_with_boards()
        game = factories.around(boards[-1])
        results.report(game.match, by=game.one, score=(7, 0))
        results.report(game.match, by=game.two, score=(1, 7), insist=True)
        dispute = game.match.disputes.get()
        results.rule(dispute, by=game.director, reason="The slip.", clause="TR 5.2", score=(7, 4))
        dispute.refresh_from_db()
        appellant = factories.director("Odile Other")
        lifecycle.appoint(game.stage.event.tournament, appellant, kind=RoleKind.DIRECTOR, by=game.director)
        appeal = appeals.appeal(dispute, by=appellant, reason="Nobody asked me.")
        for member in (captain_of(match, "one"), members_of(match, Side.TWO)[-1], appellant):
            with pytest.raises(InvalidCommittee):
                appeals.name_committee(appeal, by=appellant, members=[member, *panel(2)])

    def test_with_club_mates_needs_that_somebody_insists(self) -> None:
        game, appeal = game_with_appeal()
        Player.objects.filter(pk=game.one.pk).update(club=" Lyon  BG")
        members = panel(3)
        Player.objects.filter(pk=members[0].pk).update(club="lyon bg")
        members = list(Player.objects.filter(pk__in=[member.pk for member in members]))
        with pytest.raises(ClubMatesOnCommittee):
            appeals.name_committee(appeal, by=game.director, members=members)
        appeals.name_committee(
            appeal, by=game.director, members=members, overrides=["club_mates_on_committee"]
        )
        assert appeal.committee.count() == 3

    def test_is_named_by_a_director_who_does_not_play(self) -> None:
        game, appeal = game_with_appeal()
        for nobody in (game.two, factories.player()):
            with pytest.raises(Forbidden):
                appeals.name_committee(appeal, by=nobody, members=panel())

    @pytest.mark.both_databases
    def test_is_named_anew_until_somebody_votes(self) -> None:
        game, appeal = game_with_appeal()
        appeals.name_committee(appeal, by=game.director, members=panel())
        members = panel(5)
        appeals.name_committee(appeal, by=game.director, members=members)
        assert {seat.player for seat in appeal.committee.all()} == set(members)
        appeals.vote(appeal, by=members[0], member=members[0], vote="uphold")
        appeals.name_committee(appeal, by=game.director, members=members)
        with pytest.raises(VotesBegun):
            appeals.name_committee(appeal, by=game.director, members=panel())


class TestVotes:
    """Members vote themselves, or a director enters their votes."""

    @pytest.mark.both_databases
    def test_are_the_members_own_or_entered_by_a_director(self) -> None:
        game, appeal = game_with_appeal()
        members = panel()
        appeals.name_committee(appeal, by=game.director, members=members)
        appeals.vote(appeal, by=game.director, member=members[0], vote="uphold")
        appeals.vote(appeal, by=members[1], member=members[1], vote="overturn")
        appeals.vote(appeal, by=members[1], member=members[1], vote="uphold")
        for by, member in ((members[1], members[0]), (game.two, members[0]), (game.director, game.two)):
            with pytest.raises(NotOnCommittee):
                appeals.vote(appeal, by=by, member=member, vote="uphold")
        assert sorted(seat.vote for seat in appeal.committee.all()) == ["", "uphold", "uphold"]
        assert LogEntry.objects.filter(code="vote_cast").count() == 3

    @pytest.mark.both_databases
    def test_end_with_the_decision(self) -> None:
        game, appeal = game_with_appeal()
        appeal_with_votes(appeal, game.director, votes=["uphold", "uphold", ""])
        appeals.decide(appeal, by=game.director, reason="Clear.")
        last = appeal.committee.filter(vote="").get().player
        with pytest.raises(AppealDecided):
            appeals.vote(appeal, by=last, member=last, vote="uphold")


class TestADecision:
    """A decision needs the votes of more than half of the members."""

    @pytest.mark.both_databases
    def test_needs_more_than_half(self) -> None:
        game, appeal = game_with_appeal()
        with pytest.raises(NoMajority) as refusal:
            appeals.decide(appeal, by=game.director, reason="Clear.")
        assert refusal.value.data["needed"] == 2
        appeal_with_votes(appeal, game.director, votes=["uphold", "uphold", "overturn", "overturn", ""])
        with pytest.raises(NoMajority) as refusal:
            appeals.decide(appeal, by=game.director, reason="Clear.")
        assert refusal.value.data["needed"] == 3

    @pytest.mark.both_databases
    def test_that_upholds_changes_nothing(self) -> None:
        game, appeal = game_with_appeal()
        appeal_with_votes(appeal, game.director, votes=["uphold", "overturn", "uphold"])
        with pytest.raises(NothingToChange):
            appeals.decide(appeal, by=game.director, reason="Clear.", score=(4, 7))
        appeals.decide(appeal, by=game.director, reason="Clear.")
        appeal.refresh_from_db()
        assert (appeal.decision, appeal.decision_reason) == (AppealDecision.UPHELD, "Clear.")
        assert fresh(game.match).winner == "one"
        assert "appeal_decided" in notices_to(game.one)

    def test_that_overturns_is_a_correction(self) -> None:
        game, appeal = game_with_appeal(n=4)
        appeal_with_votes(appeal, game.director, votes=["overturn", "overturn", ""])
        appeals.decide(appeal, by=game.director, reason="The video.", score=(4, 7))
        match = fresh(game.match)
        assert (match.winner, match.settled) == ("two", "correction")
        codes = list(LogEntry.objects.order_by("-seq").values_list("code", flat=True)[:3])
        assert codes[0] == "appeal_decided"
        assert "corrected" in codes

    @pytest.mark.both_databases
    def test_does_not_rewrite_a_match_that_has_begun(self) -> None:
        game, dispute = game_with_ruling(n=4)
        _begin_the_final(game)
        appeal = appeals.appeal(dispute, by=game.director, reason="Let it be looked at.")
        appeal_with_votes(appeal, game.director, votes=["overturn", "overturn", ""])
        with pytest.raises(MatchBegun):
            appeals.decide(appeal, by=game.director, reason="The video.", score=(4, 7))
        appeal.refresh_from_db()
        assert appeal.decided_at is None
        appeals.decide(appeal, by=game.director, reason="Wrong, and the final is on.")
        appeal.refresh_from_db()
        assert appeal.decision == AppealDecision.OVERTURNED
        assert fresh(game.match).winner == "one"

    def test_says_what_becomes_of_a_match_that_has_begun(self) -> None:
        game, dispute = game_with_ruling(n=4)
        _begin_the_final(game)
        appeal = appeals.appeal(dispute, by=game.director, reason="Let it be looked at.")
        appeal_with_votes(appeal, game.director, votes=["overturn", "overturn", ""])
        appeals.decide(appeal, by=game.director, reason="The video.", score=(4, 7), follow="replay")
        appeal.refresh_from_db()
        assert appeal.decision == AppealDecision.OVERTURNED
        assert fresh(game.match).winner == "two"
        final = Match.objects.get(pairing__stage=game.stage, pairing__round=2, pairing__cancelled_at=None)
        assert game.match.two in (final.one, final.two)
        assert final.started_at is None

    def test_is_entered_by_a_director_who_does_not_play(self) -> None:
        game, appeal = game_with_appeal()
        appeal_with_votes(appeal, game.director, votes=["uphold", "uphold", ""])
        with pytest.raises(Forbidden):
            appeals.decide(appeal, by=game.one, reason="Clear.")


class TestOwnRuling:
    """Whoever gave the ruling leads the appeal only where no other director is there, and the file says so."""

    @pytest.mark.parametrize("what", ["committee", "votes", "decision", "withdrawal"])
    def test_another_director_leads_it(self, what: str) -> None:
        game, appeal = game_with_appeal()
        other = factories.director("Odile Other")
        members = panel(3)
        appeals.name_committee(appeal, by=game.director, members=members)
        appeals.vote(appeal, by=members[0], member=members[0], vote="uphold")
        appeals.vote(appeal, by=members[1], member=members[1], vote="uphold")
        lifecycle.appoint(game.stage.event.tournament, other, kind=RoleKind.DIRECTOR, by=game.director)
        steps: dict[str, Callable[[Player], object]] = {
            "committee": lambda by: appeals.name_committee(appeal, by=by, members=members),
            "votes": lambda by: appeals.vote(appeal, by=by, member=members[2], vote="uphold"),
            "decision": lambda by: appeals.decide(appeal, by=by, reason="Clear."),
            "withdrawal": lambda by: appeals.take_back(appeal, by=by),
        }
        # A vote is entered by the member too, so a director who is refused is told that they are no member.
        with pytest.raises((OwnRuling, NotOnCommittee)):
            steps[what](game.director)
        steps[what](other)

    def test_the_file_says_who_named_who_typed_and_who_decided(self) -> None:
        game, appeal = game_with_appeal()
        members = panel(3)
        appeals.name_committee(appeal, by=game.director, members=members)
        appeals.vote(appeal, by=game.director, member=members[0], vote="uphold")
        appeals.vote(appeal, by=members[1], member=members[1], vote="uphold")
        appeals.decide(appeal, by=game.director, reason="Clear.")
        appeal.refresh_from_db()
        assert (appeal.named_by, appeal.decided_by) == (game.director, game.director)
        typed = {seat.player: seat.entered_by for seat in appeal.committee.all()}
        assert typed == {members[0]: game.director, members[1]: members[1], members[2]: None}
        page = Visitor(game.two).open("dispute", appeal.dispute.uid)
        assert "The tournament has no other director than the one who ruled." in page
        assert page.words.count(f"entered by {game.director.name}") == 1

    def test_a_director_who_plays_the_match_is_no_other_one(self) -> None:
        game, appeal = game_with_appeal()
        lifecycle.appoint(game.stage.event.tournament, game.one, kind=RoleKind.DIRECTOR, by=game.director)
        assert appeals.name_committee(appeal, by=game.director, members=panel()).named_by == game.director


def _begin_the_final(game: factories.OpenMatch) -> None:
    factories.play_open_matches(game.stage)
    progress.advance(game.stage.event)
    final = Match.objects.get(pairing__stage=game.stage, pairing__round=2, pairing__cancelled_at=None)
    results.start(final, by=game.director)
