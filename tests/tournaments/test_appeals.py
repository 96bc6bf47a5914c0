"""Appeals: who may, who judges, and what a decision changes."""

from __future__ import annotations

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
from tests import factories
from tests.tournaments.results_seen import fresh, last_entry, told
from tournaments.actions import appeals, progress, results
from tournaments.actions.errors import Forbidden, MatchBegun, ReasonMissing
from tournaments.models import LogEntry

pytestmark = [pytest.mark.django_db, pytest.mark.decided_above]


def ruled(*, n: int = 2) -> tuple[factories.OpenMatch, Dispute]:
    """A match whose dispute was ruled 7-4 for side one."""
    found = factories.open_match(7, n=n)
    results.report(found.match, by=found.one, score=(7, 0))
    results.report(found.match, by=found.two, score=(1, 7), insist=True)
    dispute = found.match.disputes.get()
    results.rule(dispute, by=found.director, reason="The slip.", clause="TR 5.2", score=(7, 4))
    dispute.refresh_from_db()
    return found, dispute


def appealed(*, n: int = 2) -> tuple[factories.OpenMatch, Appeal]:
    """The same with an appeal by the loser."""
    found, dispute = ruled(n=n)
    return found, appeals.appeal(dispute, by=found.two, reason="Nobody asked me.")


def panel(n: int = 3) -> list[Player]:
    """`n` people who neither play the match nor ruled on it."""
    return [factories.player() for _ in range(n)]


def voted(appeal: Appeal, by: Player, *, votes: list[str]) -> Appeal:
    """The appeal with a committee that has voted like this, and an empty word for who has not."""
    members = panel(len(votes))
    appeals.name_committee(appeal, by=by, members=members)
    for member, word in zip(members, votes, strict=True):
        if word:
            appeals.vote(appeal, by=member, member=member, vote=word)
    return appeal


class TestAnAppeal:
    """Against the ruling in force, once, while it can matter."""

    def test_keeps_its_reason_and_tells_the_others(self) -> None:
        found, appeal = appealed()
        assert (appeal.reason, appeal.by, appeal.ruling.clause) == ("Nobody asked me.", found.two, "TR 5.2")
        assert "appealed" in told(found.one)
        assert "appealed" in told(found.director)
        assert "appealed" not in told(found.two)
        entry = last_entry(found.match)
        assert (entry.code, entry.data["appeal"]) == ("appealed", appeal.uid)

    def test_needs_a_reason(self) -> None:
        found, dispute = ruled()
        with pytest.raises(ReasonMissing):
            appeals.appeal(dispute, by=found.two, reason="  ")

    @pytest.mark.both_databases
    def test_is_for_the_players_and_the_directors(self) -> None:
        found, dispute = ruled()
        with pytest.raises(NotYourMatch):
            appeals.appeal(dispute, by=factories.player(), reason="Unfair.")
        assert appeals.appeal(dispute, by=found.director, reason="Asked at the desk.").by == found.director

    @pytest.mark.both_databases
    def test_sent_twice_is_one(self) -> None:
        found, appeal = appealed()
        assert appeals.appeal(appeal.dispute, by=found.two, reason="Nobody asked me.") == appeal
        with pytest.raises(AlreadyAppealed):
            appeals.appeal(appeal.dispute, by=found.one, reason="Me too.")

    def test_needs_a_ruling(self) -> None:
        found = factories.open_match(7)
        said = results.report(found.match, by=found.one, score=(7, 0)).report
        dispute = results.dispute(said, by=found.two, reason="No.")
        with pytest.raises(NoRulingToAppeal):
            appeals.appeal(dispute, by=found.two, reason="Unfair.")

    @pytest.mark.both_databases
    def test_is_not_against_what_was_corrected_since(self) -> None:
        found, dispute = ruled()
        results.correct(found.match, by=found.director, reason="A slip.", score=(7, 5))
        with pytest.raises(NoRulingToAppeal):
            appeals.appeal(dispute, by=found.two, reason="Unfair.")

    @pytest.mark.both_databases
    def test_comes_before_the_next_match_begins_except_by_a_director(self) -> None:
        found, dispute = ruled(n=4)
        _begin_the_final(found)
        with pytest.raises(AppealTooLate):
            appeals.appeal(dispute, by=found.two, reason="Unfair.")
        made = appeals.appeal(dispute, by=found.director, reason="Let it be looked at.")
        assert made.by == found.director

    @pytest.mark.both_databases
    def test_is_taken_back_by_its_side_or_a_director(self) -> None:
        found, appeal = appealed()
        with pytest.raises(Forbidden):
            appeals.take_back(appeal, by=found.one)
        appeals.take_back(appeal, by=found.two)
        appeals.take_back(appeal, by=found.two)
        appeal.refresh_from_db()
        assert appeal.decision == AppealDecision.TAKEN_BACK
        assert LogEntry.objects.filter(code="appeal_taken_back").count() == 1


class TestACommittee:
    """Three or five, without whoever ruled and who plays."""

    def test_is_told_and_logged(self) -> None:
        found, appeal = appealed()
        members = panel()
        appeals.name_committee(appeal, by=found.director, members=members)
        assert all("on_committee" in told(member) for member in members)
        assert last_entry(found.match).data["members"] == [member.uid for member in members]

    @pytest.mark.parametrize("n", [0, 1, 2, 4, 6])
    def test_has_three_or_five(self, n: int) -> None:
        found, appeal = appealed()
        with pytest.raises(InvalidCommittee):
            appeals.name_committee(appeal, by=found.director, members=panel(n))

    @pytest.mark.both_databases
    def test_has_three_different_members(self) -> None:
        found, appeal = appealed()
        with pytest.raises(InvalidCommittee):
            appeals.name_committee(appeal, by=found.director, members=panel(1) * 3)

    @pytest.mark.both_databases
    def test_is_without_the_ruler_and_the_players(self) -> None:
        found, appeal = appealed()
        for unfit in (found.director, found.one, found.two):
            with pytest.raises(InvalidCommittee):
                appeals.name_committee(appeal, by=found.director, members=[*panel(2), unfit])

    @pytest.mark.both_databases
    def test_with_club_mates_needs_that_somebody_insists(self) -> None:
        found, appeal = appealed()
        Player.objects.filter(pk=found.one.pk).update(club=" Lyon  BG")
        members = panel(3)
        Player.objects.filter(pk=members[0].pk).update(club="lyon bg")
        members = list(Player.objects.filter(pk__in=[member.pk for member in members]))
        with pytest.raises(ClubMatesOnCommittee):
            appeals.name_committee(appeal, by=found.director, members=members)
        appeals.name_committee(
            appeal, by=found.director, members=members, overrides=["club_mates_on_committee"]
        )
        assert appeal.committee.count() == 3

    def test_is_named_by_a_director_who_does_not_play(self) -> None:
        found, appeal = appealed()
        for nobody in (found.two, factories.player()):
            with pytest.raises(Forbidden):
                appeals.name_committee(appeal, by=nobody, members=panel())

    @pytest.mark.both_databases
    def test_is_named_anew_until_somebody_votes(self) -> None:
        found, appeal = appealed()
        appeals.name_committee(appeal, by=found.director, members=panel())
        members = panel(5)
        appeals.name_committee(appeal, by=found.director, members=members)
        assert {seat.player for seat in appeal.committee.all()} == set(members)
        appeals.vote(appeal, by=members[0], member=members[0], vote="uphold")
        appeals.name_committee(appeal, by=found.director, members=members)
        with pytest.raises(VotesBegun):
            appeals.name_committee(appeal, by=found.director, members=panel())


class TestVotes:
    """Cast by the members, or entered for them."""

    @pytest.mark.both_databases
    def test_are_the_members_own_or_entered_by_a_director(self) -> None:
        found, appeal = appealed()
        members = panel()
        appeals.name_committee(appeal, by=found.director, members=members)
        appeals.vote(appeal, by=found.director, member=members[0], vote="uphold")
        appeals.vote(appeal, by=members[1], member=members[1], vote="overturn")
        appeals.vote(appeal, by=members[1], member=members[1], vote="uphold")
        for by, member in ((members[1], members[0]), (found.two, members[0]), (found.director, found.two)):
            with pytest.raises(NotOnCommittee):
                appeals.vote(appeal, by=by, member=member, vote="uphold")
        assert sorted(seat.vote for seat in appeal.committee.all()) == ["", "uphold", "uphold"]
        assert LogEntry.objects.filter(code="vote_cast").count() == 3

    @pytest.mark.both_databases
    def test_end_with_the_decision(self) -> None:
        found, appeal = appealed()
        voted(appeal, found.director, votes=["uphold", "uphold", ""])
        appeals.decide(appeal, by=found.director, reason="Clear.")
        last = appeal.committee.filter(vote="").get().player
        with pytest.raises(AppealDecided):
            appeals.vote(appeal, by=last, member=last, vote="uphold")


class TestADecision:
    """What more than half have voted for."""

    @pytest.mark.both_databases
    def test_needs_more_than_half(self) -> None:
        found, appeal = appealed()
        with pytest.raises(NoMajority) as refused:
            appeals.decide(appeal, by=found.director, reason="Clear.")
        assert refused.value.data["needed"] == 2
        voted(appeal, found.director, votes=["uphold", "uphold", "overturn", "overturn", ""])
        with pytest.raises(NoMajority) as refused:
            appeals.decide(appeal, by=found.director, reason="Clear.")
        assert refused.value.data["needed"] == 3

    @pytest.mark.both_databases
    def test_that_upholds_changes_nothing(self) -> None:
        found, appeal = appealed()
        voted(appeal, found.director, votes=["uphold", "overturn", "uphold"])
        with pytest.raises(NothingToChange):
            appeals.decide(appeal, by=found.director, reason="Clear.", score=(4, 7))
        appeals.decide(appeal, by=found.director, reason="Clear.")
        appeal.refresh_from_db()
        assert (appeal.decision, appeal.decision_reason) == (AppealDecision.UPHELD, "Clear.")
        assert fresh(found.match).winner == "one"
        assert "appeal_decided" in told(found.one)

    def test_that_overturns_is_a_correction(self) -> None:
        found, appeal = appealed(n=4)
        voted(appeal, found.director, votes=["overturn", "overturn", ""])
        appeals.decide(appeal, by=found.director, reason="The video.", score=(4, 7))
        match = fresh(found.match)
        assert (match.winner, match.settled) == ("two", "correction")
        codes = list(LogEntry.objects.order_by("-seq").values_list("code", flat=True)[:3])
        assert codes[0] == "appeal_decided"
        assert "corrected" in codes

    @pytest.mark.both_databases
    def test_does_not_rewrite_a_match_that_has_begun(self) -> None:
        found, dispute = ruled(n=4)
        _begin_the_final(found)
        appeal = appeals.appeal(dispute, by=found.director, reason="Let it be looked at.")
        voted(appeal, found.director, votes=["overturn", "overturn", ""])
        with pytest.raises(MatchBegun):
            appeals.decide(appeal, by=found.director, reason="The video.", score=(4, 7))
        appeal.refresh_from_db()
        assert appeal.decided_at is None
        appeals.decide(appeal, by=found.director, reason="Wrong, and the final is on.")
        appeal.refresh_from_db()
        assert appeal.decision == AppealDecision.OVERTURNED
        assert fresh(found.match).winner == "one"

    def test_is_entered_by_a_director_who_does_not_play(self) -> None:
        found, appeal = appealed()
        voted(appeal, found.director, votes=["uphold", "uphold", ""])
        with pytest.raises(Forbidden):
            appeals.decide(appeal, by=found.one, reason="Clear.")


def _begin_the_final(found: factories.OpenMatch) -> None:
    factories.play_open_matches(found.stage)
    progress.advance(found.stage.event)
    final = Match.objects.get(pairing__stage=found.stage, pairing__round=2, pairing__cancelled_at=None)
    results.start(final, by=found.director)
