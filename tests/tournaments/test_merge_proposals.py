"""A merge asks whom it concerns: the account that goes on, and the directors of events that are not over."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from django.urls import reverse

from matches.errors import NotYourMatch
from matches.models import Match, Player
from tests import factories
from tests.web.browsing import Visitor
from tournaments.actions import results
from tournaments.actions.draws import draw
from tournaments.actions.entrants import registration, teams
from tournaments.actions.federations import (
    log,
    members,
    merge_proposals,
    merging,
    names,
    sanctions,
    setup,
)
from tournaments.actions.people import claims, links
from tournaments.errors.common import Forbidden
from tournaments.errors.federations import (
    BothNumbered,
    BothNumberedElsewhere,
    HasNumber,
    MergeNotWaiting,
    MergeOutdated,
    NumberedElsewhere,
)
from tournaments.models import (
    Federation,
    LogEntry,
    Member,
    Merge,
    MergeProposal,
    Notice,
    OfficeKind,
    Tournament,
)
from tournaments.queries.audit.evidence_checks import findings_of_federation
from tournaments.queries.people import merge_voices
from tournaments.queries.people.merges import numbers_of_both
from tournaments.queries.results.matches import matches_of_player

pytestmark = pytest.mark.django_db


@dataclass(frozen=True, slots=True)
class Case:
    """A walk-in who plays in a tournament of Dora's, an account that plays nowhere, and their registrar."""

    federation: Federation
    registrar: Player
    walk_in: Player
    account: Player
    tournament: Tournament
    director: Player
    match: Match

    def propose(self) -> MergeProposal:
        """The merge that the registrar asks for, while it waits."""
        row = merging.merge_players(self.federation, self.walk_in, into=self.account, by=self.registrar)
        assert isinstance(row, MergeProposal)
        return row


@pytest.fixture
def case() -> Case:
    federation = factories.federation()
    game = factories.open_match()
    members.give_number(federation, game.one, by=None, number="N-1")
    account = factories.player(game.one.name, email="sock@example.org")
    known_to(federation, account)
    tournament = game.stage.event.tournament
    registrar = factories.officer(federation)
    return Case(federation, registrar, game.one, account, tournament, game.director, game.match)


def known_to(federation: Federation, player: Player) -> None:
    """Let the player have entered an event of the federation, and have left it."""
    event = factories.event()
    factories.sanction(event, federation)
    entrant = registration.enter(event, by=None, players=[player])
    registration.withdraw(entrant, by=None, reason="Ill.")


def codes(tournament: Tournament) -> list[str]:
    """The codes of the log of a tournament that speak of persons."""
    entries = LogEntry.objects.filter(tournament=tournament).order_by("seq")
    return [one.code for one in entries if one.code.startswith(("merge", "person"))]


class TestVoice:
    """A merge gives no voice in an event that is not over before its director and the account agree."""

    def test_it_waits_and_nothing_follows(self, case: Case) -> None:
        proposal = case.propose()
        assert proposal.is_waiting
        assert list(matches_of_player(case.account)) == []
        with pytest.raises(NotYourMatch):
            results.report(case.match, by=case.account, score=(0, 7))

    def test_it_is_in_force_once_both_have_agreed(self, case: Case) -> None:
        proposal = case.propose()
        merge_proposals.agree(proposal, by=case.account)
        assert MergeProposal.objects.get(ended_at=None) == proposal
        merge_proposals.agree(proposal, by=case.director)
        case.walk_in.refresh_from_db()
        assert not MergeProposal.objects.filter(ended_at=None).exists()
        assert case.walk_in.merged_into == case.account
        assert list(findings_of_federation(case.federation)) == []

    @pytest.mark.parametrize("who", ["registrar", "stranger", "walk_in"])
    def test_nobody_else_agrees(self, case: Case, who: str) -> None:
        proposal = case.propose()
        person = factories.director("Stranger") if who == "stranger" else getattr(case, who)
        with pytest.raises(Forbidden):
            merge_proposals.agree(proposal, by=person)

    @pytest.mark.parametrize("who", ["account", "director"])
    def test_whoever_is_asked_declines(self, case: Case, who: str) -> None:
        proposal = case.propose()
        merge_proposals.decline(proposal, by=getattr(case, who))
        with pytest.raises(MergeNotWaiting):
            merge_proposals.agree(proposal, by=case.account)
        case.walk_in.refresh_from_db()
        assert case.walk_in.merged_into is None
        assert Notice.objects.filter(recipient=case.registrar, code="merge_declined").count() == 1

    def test_nobody_agrees_any_more_once_the_duplicate_has_got_an_account(self, case: Case) -> None:
        """Each of them can decline instead."""
        proposal = case.propose()
        _claim, code = claims.make_code(case.tournament, case.walk_in, by=None)
        claims.become_account(
            claims.find(code), by=None, email="ada@example.org", password="a long password", agrees=True
        )
        for person in (case.account, case.director):
            with pytest.raises(MergeOutdated):
                merge_proposals.agree(proposal, by=person)
        merge_proposals.decline(proposal, by=case.account)
        assert not Merge.objects.exists()

    @pytest.mark.parametrize("is_duplicate", [True, False])
    def test_nobody_agrees_any_more_once_one_of_the_two_was_merged_elsewhere(
        self, case: Case, *, is_duplicate: bool
    ) -> None:
        """Else one entry would lead to two persons, or an account have a history to which it never agreed."""
        namesake, other = factories.player("Ada Almeida Again"), factories.federation("BGF")
        known_to(case.federation, namesake)
        proposal = merging.merge_players(case.federation, case.walk_in, into=namesake, by=case.registrar)
        assert isinstance(proposal, MergeProposal)
        moved = case.walk_in if is_duplicate else namesake
        for number, player in enumerate((moved, case.account)):
            members.give_number(other, player, by=None, number=f"B-{number}")
        factories.merge(other, moved, into=case.account, number="B-0")
        with pytest.raises(MergeOutdated):
            merge_proposals.agree(proposal, by=case.director)
        assert not Merge.objects.filter(federation=case.federation).exists()

    def test_a_director_is_asked_no_more_once_the_event_is_over(self, case: Case) -> None:
        proposal = case.propose()
        merge_proposals.agree(proposal, by=case.account)
        factories.play_open_matches(case.match.pairing.stage)
        row = merging.merge_players(case.federation, case.walk_in, into=case.account, by=case.registrar)
        assert (isinstance(row, Merge), MergeProposal.objects.get().merge) == (True, row)
        case.walk_in.refresh_from_db()
        assert case.walk_in.merged_into == case.account

    def test_a_registrar_who_directs_the_tournament_has_agreed(self, case: Case) -> None:
        setup.give_office(case.federation, case.director, by=None, kind=OfficeKind.REGISTRAR)
        proposal = merging.merge_players(case.federation, case.walk_in, into=case.account, by=case.director)
        assert isinstance(proposal, MergeProposal)
        merge_proposals.agree(proposal, by=case.account)
        case.walk_in.refresh_from_db()
        assert case.walk_in.merged_into == case.account


class TestLogs:
    """Every tournament that a merge touches says so, and its directors and the person are told."""

    def test_merged_and_parted_stand_in_the_log_of_the_tournament(self, case: Case) -> None:
        proposal = case.propose()
        merge_proposals.agree(proposal, by=case.director)
        merge_proposals.agree(proposal, by=case.account)
        assert codes(case.tournament) == ["merge_proposed", "merge_agreed", "person_merged"]
        results.report(case.match, by=case.account, score=(0, 7))
        merging.undo_merge(Merge.objects.get(), by=case.registrar)
        parted = LogEntry.objects.get(tournament=case.tournament, code="person_parted")
        entry = LogEntry.objects.get(tournament=case.tournament, code="reported")
        assert parted.data["entries"] == [entry.seq]
        assert log.verify(case.federation) == []

    def test_the_director_and_the_account_are_told(self, case: Case) -> None:
        proposal = case.propose()
        for who in (case.director, case.account):
            merge_proposals.agree(proposal, by=who)
        merging.undo_merge(Merge.objects.get(), by=case.registrar)
        for who in (case.director, case.account):
            own = Notice.objects.filter(
                recipient=who, code__in=["merge_proposed", "person_merged", "person_parted"]
            )
            assert list(own.order_by("pk").values_list("code", flat=True)) == [
                "merge_proposed",
                "person_merged",
                "person_parted",
            ]

    def test_a_corrected_name_is_told(self, case: Case) -> None:
        names.correct_name(case.federation, case.walk_in, by=case.registrar, name="Walter Right")
        notices = Notice.objects.filter(code="name_corrected")
        assert {one.recipient for one in notices} == {case.director, case.walk_in}
        assert {one.params["player"] for one in notices} == {"Walter Right"}

    def test_a_director_is_asked_for_whoever_has_withdrawn_and_may_come_back(self, case: Case) -> None:
        event = factories.event()
        entrant = registration.enter(event, by=None, players=[case.walk_in])
        registration.withdraw(entrant, by=None, reason="Ill.")
        assert set(merge_voices.tournaments_to_ask(case.propose())) == {case.tournament, event.tournament}

    def test_a_director_is_asked_for_whoever_was_substituted_and_answers_on_the_page(
        self, case: Case
    ) -> None:
        stage = factories.stage(factories.event(kind="doubles"))
        factories.entrants(stage.event, 4)
        draw.draw(stage, by=None, seed="videau")
        factories.play_open_matches(stage)
        tournament, entrant = stage.event.tournament, stage.event.entrants.all()[0]
        out = entrant.side.players.all()[0]
        links.make_player_link(tournament, out, by=None)
        teams.substitute(entrant, out=out, in_=case.account, by=None, reason="Ill.")
        members.give_number(case.federation, out, by=None, number="N-2")
        proposal = merging.merge_players(case.federation, out, into=case.account, by=case.registrar)
        assert isinstance(proposal, MergeProposal)
        director = factories.owner(tournament)
        assert Notice.objects.filter(recipient=director, code="merge_proposed").exists()
        assert "Agree: one person" in Visitor(director).open("merge_proposal", proposal.uid)


class TestNumbers:
    """One person has one number: where both have one, the merge says which goes on, and its undo brings both back."""

    @pytest.mark.both_databases
    @pytest.mark.parametrize("index", [0, 1])
    def test_one_goes_on_until_the_merge_is_undone(self, index: int) -> None:
        federation = factories.federation()
        pair = [factories.member(federation, factories.player("Ann Lee")) for _ in range(2)]
        with pytest.raises(BothNumbered, match=f"{pair[0].number}.*{pair[1].number}"):
            merging.merge_players(federation, pair[0].player, into=pair[1].player, by=None)
        number = pair[index].number
        merge = factories.merge(federation, pair[0].player, into=pair[1].player, number=number)
        assert list(Member.objects.filter(is_former=True)) == [pair[1 - index]]
        with pytest.raises(HasNumber, match=number):
            members.give_number(federation, pair[1].player, by=None, number="N-new")
        assert list(findings_of_federation(federation)) == []
        merging.undo_merge(merge, by=None)
        assert not Member.objects.filter(is_former=True).exists()

    def test_a_chain_asks_for_the_number_of_the_person(self) -> None:
        federation = factories.federation()
        ann, anne, anna = (factories.member(federation, factories.player("Ann Lee")) for _ in range(3))
        first = factories.merge(federation, ann.player, into=anne.player, number=ann.number)
        second = factories.merge(federation, anne.player, into=anna.player, number=ann.number)
        assert set(Member.objects.filter(is_former=True)) == {anne, anna}
        merging.undo_merge(first, by=None)
        assert len(numbers_of_both(federation, ann.player, anna.player)) == 2
        assert Member.objects.filter(is_former=True).count() == 1
        merging.undo_merge(second, by=None)
        assert not Member.objects.filter(is_former=True).exists()
        assert list(findings_of_federation(federation)) == []

    def test_another_federation_does_not_decide_on_the_number(self) -> None:
        one, other = factories.federation(), factories.federation("BGF")
        pair = [factories.member(one, factories.player("Ann Lee")).player for _ in range(2)]
        for player in pair:
            known_to(other, player)
        with pytest.raises(BothNumberedElsewhere, match=one.name):
            merging.merge_players(other, pair[0], into=pair[1], by=None)

    def test_another_federation_neither_renames_nor_merges_away_whom_the_first_one_knows(self) -> None:
        """Its president opens a tournament, enters the member, and sanctions the event as the only officer."""
        first, president = factories.federation(), factories.director("Petra President")
        second = factories.federation("BGF", president=president)
        jean = factories.member(first, factories.player("Jean Dupont")).player
        event = factories.event(factories.tournament(by=president))
        registration.enter(event, by=president, players=[jean])
        sanctions.grant_sanction(sanctions.request_sanction(event, second, by=president), by=president)
        twin = factories.member(second, factories.player("Jean Dupond")).player
        members.give_number(second, jean, by=president, number="B-1")
        with pytest.raises(NumberedElsewhere, match=first.name):
            names.correct_name(second, jean, by=president, name="Petra Second")
        with pytest.raises(NumberedElsewhere, match=first.name):
            merging.merge_players(second, jean, into=twin, by=president, number="B-1")
        registrar = factories.officer(first)
        names.correct_name(first, jean, by=registrar, name="Jean Dupond")
        merging.merge_players(second, twin, into=jean, by=president, number="B-1")
        twin.refresh_from_db()
        assert twin.merged_into == jean


class TestPage:
    """The notice leads to a page with two buttons."""

    def test_the_account_agrees(self, case: Case) -> None:
        proposal = case.propose()
        visitor = Visitor(case.account)
        page = visitor.open("merge_proposal", proposal.uid)
        assert "Agree: one person" in page
        page = visitor.send("merge_proposal", proposal.uid, do="agree")
        assert "Others are asked as well" in page
        page = Visitor(case.director).send("merge_proposal", proposal.uid, do="agree")
        assert "They are one person now." in page

    def test_nobody_reads_there_of_drafts_of_others(self, case: Case) -> None:
        draft = factories.tournament(name="Secret Cup", visibility="draft")
        registration.enter(factories.event(draft), by=None, players=[case.walk_in])
        address = reverse("office_merge", args=[case.federation.uid])
        office = Visitor(case.registrar).at(f"{address}?player={case.walk_in.uid}&into={case.account.uid}")
        proposal = case.propose()
        pages = [Visitor(one).open("merge_proposal", proposal.uid) for one in (case.account, case.director)]
        assert all(case.tournament.name in page for page in (office, *pages))
        assert not any("Secret Cup" in page for page in (office, *pages))
        assert "an event that is not public" in office
        assert "Secret Cup" in Visitor(factories.owner(draft)).open("merge_proposal", proposal.uid)

    def test_it_is_unknown_to_others(self, case: Case) -> None:
        proposal = case.propose()
        assert Visitor(factories.director("Stranger")).open("merge_proposal", proposal.uid).status == 404
