"""One person, one history: duplicates are proposed, merged, and parted again with the same rows as before."""

from __future__ import annotations

import pytest
from django.db.models import Q
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest_django import DjangoAssertNumQueries

from matches.errors import DomainError
from matches.models import Player
from tests import factories
from tests.effort import examples
from tests.remembered import taken_back
from tournaments import access
from tournaments.access import Visitor
from tournaments.actions import results
from tournaments.actions.draws import draw
from tournaments.actions.entrants import registration
from tournaments.actions.federations import log, merging
from tournaments.errors.common import Forbidden
from tournaments.errors.entrants import AlreadyEntered
from tournaments.errors.federations import (
    AccountStays,
    BothEntered,
    BothPlayed,
    NotInFederation,
    OwnCase,
    SamePlayer,
)
from tournaments.models import Event, Federation, Merge, Notice, Visibility
from tournaments.queries.audit.checks import FindingCode
from tournaments.queries.audit.evidence_checks import evidence_findings, findings_of_federation
from tournaments.queries.entrants import reception
from tournaments.queries.people.duplicates import Likeness, likely_duplicates
from tournaments.queries.results.matches import matches_of_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def federation() -> Federation:
    """A federation with its president."""
    return factories.federation()


def people(federation: Federation, *names: str) -> list[Player]:
    """Members of the federation with these names."""
    return [factories.member(federation, factories.player(name)).player for name in names]


def targets(players: list[Player]) -> list[int | None]:
    """The index of the player to whom each one points; None for one who goes on."""
    keys = [player.pk for player in players]
    pointers = dict(Player.objects.filter(pk__in=keys).values_list("pk", "merged_into"))
    places: dict[int | None, int | None] = {key: place for place, key in enumerate(keys)} | {None: None}
    return [places[pointers[key]] for key in keys]


def pairs(federation: Federation) -> list[tuple[str, str]]:
    """The names of the likely duplicates, in order."""
    return [(pair.one.name, pair.two.name) for pair in likely_duplicates(federation)]


class TestProposals:
    @pytest.mark.both_databases
    def test_the_same_name_and_similar_names_of_one_club_or_one_address(self, federation: Federation) -> None:
        anna, _anna, _ann, _anne, _bob = people(
            federation, "Anna Müller", "anna muller", "Ann Smith", "Anne Smith", "Bob Smith"
        )
        assert pairs(federation) == [("Anna Müller", "anna muller")]
        Player.objects.filter(name__endswith="Smith").update(club="Nantes")
        assert ("Ann Smith", "Anne Smith") in pairs(federation)
        Player.objects.filter(name__endswith="Smith").update(contact_email="smith@example.org")
        first = likely_duplicates(federation)[0]
        assert (first.one.name, first.likeness) == ("Ann Smith", (Likeness.EMAIL, Likeness.CLUB))
        assert anna.club == ""

    @pytest.mark.both_databases
    def test_a_family_with_one_address_is_not_one_person(self, federation: Federation) -> None:
        people(federation, "Ann Smith", "Bob Jones")
        Player.objects.update(contact_email="family@example.org")
        assert pairs(federation) == []

    def test_two_who_both_played_in_one_event_are_never_proposed_nor_merged(
        self, federation: Federation
    ) -> None:
        event = factories.event()
        factories.sanction(event, federation)
        one, two = (factories.player("Tom Twin") for _ in range(2))
        for player in (one, two, factories.player("Ann"), factories.player("Ben")):
            registration.enter(event, by=None, players=[player])
        stage = factories.stage(event)
        assert pairs(federation) == [("Tom Twin", "Tom Twin")]
        draw.draw(stage, by=None)
        factories.play_open_matches(stage)
        assert pairs(federation) == []
        with pytest.raises(BothPlayed, match="both played in Main"):
            factories.merge(federation, two, into=one)

    @pytest.mark.parametrize(("has_played", "refusal"), [(False, BothEntered), (True, BothPlayed)])
    def test_a_refusal_tells_no_name_of_a_draft(
        self, federation: Federation, has_played: bool, refusal: type[DomainError]
    ) -> None:
        draft = factories.event(factories.tournament(visibility=Visibility.DRAFT), name="Secret Cup")
        one, two = people(federation, "Tom Twin", "Tom Twin")
        for player in (one, two):
            registration.enter(draft, by=None, players=[player])
        stage = factories.stage(draft)
        if has_played:
            draw.draw(stage, by=None)
            factories.play_open_matches(stage)
        with pytest.raises(refusal, match="an event that is not public"):
            factories.merge(federation, two, into=one)

    def test_who_registered_and_was_typed_again_at_the_desk_is_proposed(self, federation: Federation) -> None:
        event = factories.event()
        factories.sanction(event, federation)
        one, two = (factories.player("Tom Twin") for _ in range(2))
        first, *_others = (
            registration.enter(event, by=None, players=[player])
            for player in (one, two, factories.player("Ann"), factories.player("Ben"))
        )
        registration.withdraw(first, by=None, reason="Typed twice.")
        stage = factories.stage(event)
        draw.draw(stage, by=None)
        factories.play_open_matches(stage)
        assert pairs(federation) == [("Tom Twin", "Tom Twin")]
        factories.merge(federation, one, into=two)

    @pytest.mark.both_databases
    def test_who_was_told_apart_or_merged_is_proposed_no_more(self, federation: Federation) -> None:
        one, two, three = people(federation, "Tom Twin", "Tom Twin", "Tom Twin")
        merging.tell_apart(federation, two, other=one, by=None)
        merging.tell_apart(federation, one, other=two, by=None)
        assert federation.no_duplicates.count() == 1
        factories.merge(federation, three, into=one)
        assert pairs(federation) == []

    def test_the_number_of_queries_does_not_grow(
        self, federation: Federation, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        people(federation, *["Tom Twin"] * 4, "Ann")
        with django_assert_num_queries(6):
            likely_duplicates(federation)


class TestMerging:
    @given(st.data())
    @settings(max_examples=examples(200, landing=8), deadline=None)
    @taken_back
    def test_whatever_is_merged_and_undone_in_any_order_leads_where_the_merges_lead(
        self, data: st.DataObject
    ) -> None:
        federation = factories.federation(f"F{Federation.objects.count()}")
        players = people(federation, *["Ann Lee"] * 5)
        model: dict[int, int] = {}
        for one, two, is_undone in data.draw(
            st.lists(st.tuples(st.integers(0, 4), st.integers(0, 4), st.booleans()), max_size=12)
        ):
            if is_undone and model:
                duplicate = sorted(model)[one % len(model)]
                del model[duplicate]
                merge = Merge.objects.get(player=players[duplicate], undone_at=None)
                merging.undo_merge(merge, by=None)
            elif one != two and one not in model and two not in model:
                model[one] = two
                factories.merge(federation, players[one], into=players[two])
            assert targets(players) == [self._end(model, index) for index in range(5)]
        for merge in Merge.objects.filter(undone_at=None):
            merging.undo_merge(merge, by=None)
        assert targets(players) == [None] * 5
        assert log.verify(federation) == []
        assert list(findings_of_federation(federation)) == []

    @staticmethod
    def _end(model: dict[int, int], index: int) -> int | None:
        """Follow the merges by recursion."""
        if index not in model:
            return None
        further = TestMerging._end(model, model[index])
        return model[index] if further is None else further

    def test_a_player_who_points_elsewhere_is_found(self, federation: Federation) -> None:
        one, two, three = people(federation, "Ann", "Ann", "Ann")
        factories.merge(federation, one, into=two)
        Player.objects.filter(pk=one.pk).update(merged_into=three)
        [finding] = findings_of_federation(federation)
        assert (finding.code, finding.subject) == (FindingCode.MERGE_DIFFERS, one.uid)

    def test_a_player_who_points_elsewhere_without_any_merge_is_found(self, federation: Federation) -> None:
        entrant = factories.entrant(factories.event(), "Ann")
        player = entrant.side.members.get().player
        factories.member(federation, player)
        other = factories.player("Ben")
        for one, into in ((player, other), (other, player)):
            Player.objects.filter(pk=one.pk).update(merged_into=into)
            for findings in (findings_of_federation(federation), evidence_findings(entrant.event.tournament)):
                [finding] = findings
                assert (finding.code, finding.subject) == (FindingCode.MERGE_DIFFERS, one.uid)
            Player.objects.filter(pk=one.pk).update(merged_into=None)

    def test_who_signs_in_goes_on(self, federation: Federation) -> None:
        account = factories.player("Ann", email="ann@example.org")
        factories.member(federation, account)
        [walk_in] = people(federation, "Ann")
        with pytest.raises(AccountStays):
            factories.merge(federation, account, into=walk_in)
        factories.merge(federation, walk_in, into=account)

    def test_nobody_can_meet_themself_in_an_event_that_is_not_over(self, federation: Federation) -> None:
        event = factories.event()
        factories.sanction(event, federation)
        one, two = (factories.player("Tom Twin") for _ in range(2))
        first, *_others = (
            registration.enter(event, by=None, players=[player])
            for player in (one, two, factories.player("Ann"), factories.player("Ben"))
        )
        for is_drawn in (False, True):
            if is_drawn:
                draw.draw(factories.stage(event), by=None)
            with pytest.raises(BothEntered, match="both in Main"):
                factories.merge(federation, one, into=two)
        registration.withdraw(first, by=None, reason="Typed twice.")
        factories.merge(federation, one, into=two)

    def test_only_players_of_the_federation_and_never_the_officer(self, federation: Federation) -> None:
        registrar = factories.officer(federation)
        own = factories.member(federation, registrar).player
        [duplicate] = people(federation, "Olga Officer")
        with pytest.raises(OwnCase):
            merging.merge_players(federation, duplicate, into=own, by=registrar)
        with pytest.raises(NotInFederation):
            merging.merge_players(federation, duplicate, into=factories.player(), by=registrar)
        with pytest.raises(SamePlayer):
            merging.merge_players(federation, duplicate, into=duplicate, by=registrar)
        merge = factories.merge(federation, duplicate, into=own)
        with pytest.raises(OwnCase):
            merging.undo_merge(merge, by=registrar)


class TestHistory:
    """Who was typed by a desk and turns out to have an account goes on where the walk-in stood."""

    @pytest.fixture
    def event(self, federation: Federation) -> Event:
        """A drawn event of two, submitted to the federation: Walter, typed by the desk, and Ben."""
        event = factories.event()
        factories.sanction(event, federation)
        for name in ("Walter Walkin", "Ben"):
            registration.enter(event, by=None, players=[factories.player(name)])
        draw.draw(factories.stage(event), by=None)
        return event

    @pytest.fixture
    def account(self, federation: Federation, event: Event) -> Player:
        """The account of Walter, into which the walk-in was merged."""
        account = factories.player("Walter Walkin", email="walter@example.org")
        factories.member(federation, account)
        walk_in = Player.objects.get(name="Walter Walkin", email=None)
        factories.merge(federation, walk_in, into=account)
        assert event.entrants.count() == 2
        return account

    def test_the_matches_of_the_walk_in_are_those_of_the_account(self, event: Event, account: Player) -> None:
        [match] = factories.open_matches(event.stages.get())
        visitor = Visitor(account=account)
        assert list(access.own_matches(visitor)) == [match]
        assert access.match_to_report(visitor, match.uid) == match
        assert [line.match for line in matches_of_player(account)] == [match]
        report = results.report(match, by=account, score=(7, 3)).report
        assert report.by == account

    @pytest.mark.both_databases
    def test_a_notice_to_the_walk_in_reaches_the_account(self, event: Event, account: Player) -> None:
        [match] = factories.open_matches(event.stages.get())
        ben = Player.objects.get(name="Ben")
        results.report(match, by=ben, score=(7, 3))
        visitor = Visitor(account=account)
        theirs = Q(recipient__merged_into=account) | Q(recipient=account)
        assert set(access.own_notices(visitor)) == set(Notice.objects.filter(theirs))
        assert access.unread_notices(visitor) > 0

    def test_the_account_does_not_enter_a_second_time(self, event: Event, account: Player) -> None:
        with pytest.raises(AlreadyEntered):
            registration.enter(event, by=None, players=[account])
        [person] = reception.people("Walter", tournament=event.tournament)
        assert (person.player, len(person.entries)) == (account, 1)

    @pytest.mark.both_databases
    def test_after_the_merge_is_undone_the_account_has_no_part_in_it(
        self, event: Event, account: Player
    ) -> None:
        merging.undo_merge(Merge.objects.get(), by=None)
        visitor = Visitor(account=Player.objects.get(pk=account.pk))
        assert list(access.own_matches(visitor)) == []
        assert matches_of_player(account) == ()
        with pytest.raises(Forbidden):
            access.match_to_report(visitor, factories.open_matches(event.stages.get())[0].uid)
