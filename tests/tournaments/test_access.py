"""`access` decides what a visitor may see and do, and what needs an account."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.db import SessionStore
from django.http import Http404, HttpRequest
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from matches.models import Player
from rules.match import Side
from tests import factories
from tournaments import access
from tournaments.access import Visitor
from tournaments.actions import results
from tournaments.actions.draws import draw
from tournaments.actions.entrants import registration
from tournaments.actions.events import lifecycle
from tournaments.actions.people import links
from tournaments.actions.records import uploads
from tournaments.errors.common import Forbidden, NotSignedIn
from tournaments.models import AccessLink, Event, RoleKind, Tournament, Visibility

pytestmark = pytest.mark.django_db


def request_of(player: Player | None = None) -> HttpRequest:
    """A request with a session, signed in or not."""
    request = HttpRequest()
    request.user = player or AnonymousUser()
    request.session = SessionStore()
    return request


def holder_of(link: AccessLink) -> Visitor:
    """Somebody without an account who has opened a private link."""
    request = request_of()
    access.hold_link(request, link)
    return access.visitor(request)


def player_link(tournament: Tournament, player: Player) -> AccessLink:
    """The private link of a player."""
    link, _token = links.make_player_link(tournament, player, by=None)
    return link


def registration_link(event: Event) -> AccessLink:
    """A link to register for an event."""
    link, _token = links.make_registration_link(event, by=None)
    return link


class TestTheVisitor:
    def test_a_stranger_acts_as_nobody(self) -> None:
        visitor = access.visitor(request_of())
        assert (visitor.player, visitor.is_authenticated, visitor.is_via_link) == (None, False, False)

    def test_somebody_signed_in_acts_as_themselves(self) -> None:
        player = factories.player()
        visitor = access.visitor(request_of(player))
        assert (visitor.player, visitor.is_authenticated, visitor.is_via_link) == (player, True, False)

    def test_the_holder_of_a_link_acts_as_its_player_in_its_tournament_only(self) -> None:
        game = factories.open_match()
        visitor = holder_of(player_link(game.stage.event.tournament, game.one))
        assert (visitor.player, visitor.is_authenticated, visitor.is_via_link) == (game.one, False, True)
        assert visitor.player_in(game.stage.event.tournament) == game.one
        assert visitor.player_in(factories.tournament()) is None

    def test_an_account_counts_more_than_the_link_in_its_browser(self) -> None:
        game = factories.open_match()
        request = request_of(game.two)
        access.hold_link(request, player_link(game.stage.event.tournament, game.one))
        visitor = access.visitor(request)
        assert (visitor.player, visitor.is_via_link) == (game.two, False)
        assert visitor.player_in(game.stage.event.tournament) == game.two

    def test_opening_a_link_changes_the_key_of_the_session(self) -> None:
        game = factories.open_match()
        request = request_of()
        request.session.create()
        before = request.session.session_key
        access.hold_link(request, player_link(game.stage.event.tournament, game.one))
        assert request.session.session_key != before

    def test_a_link_is_forgotten_on_request(self) -> None:
        game = factories.open_match()
        request = request_of()
        access.hold_link(request, player_link(game.stage.event.tournament, game.one))
        access.drop_link(request)
        assert access.visitor(request).link is None

    def test_a_link_that_was_revoked_or_is_too_old_opens_nothing(self) -> None:
        game = factories.open_match()
        dead_link, old = (player_link(game.stage.event.tournament, game.one) for _ in range(2))
        links.revoke(dead_link, by=None)
        AccessLink.objects.filter(pk=old.pk).update(expires_at=timezone.now() - timedelta(seconds=1))
        assert [holder_of(link).link for link in (dead_link, old)] == [None, None]

    def test_a_link_never_carries_an_office(self) -> None:
        game = factories.open_match()
        tournament = game.stage.event.tournament
        lifecycle.appoint(tournament, game.one, kind=RoleKind.DIRECTOR, by=None)
        visitor = holder_of(player_link(tournament, game.one))
        assert not visitor.may_desk(tournament)
        with pytest.raises(NotSignedIn):
            access.tournament_to_direct(visitor, tournament.uid)

    def test_the_offices_cost_one_query_and_only_when_somebody_asks(
        self, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        tournament = factories.tournament()
        owner = factories.owner(tournament)
        with django_assert_num_queries(0):
            visitor = access.visitor(request_of(owner))
        with django_assert_num_queries(1):
            assert visitor.may_direct(tournament)
            assert visitor.may_desk(tournament)
            assert visitor.may_see(tournament)

    @pytest.mark.parametrize(
        ("kind", "may_direct"), [(RoleKind.OWNER, True), (RoleKind.DIRECTOR, True), (RoleKind.DESK, False)]
    )
    def test_every_office_serves_at_the_desk_and_only_directors_direct(
        self, kind: RoleKind, may_direct: bool
    ) -> None:
        tournament, player = factories.tournament(), factories.player()
        lifecycle.appoint(tournament, player, kind=kind, by=None)
        visitor = Visitor(account=player)
        assert (visitor.may_desk(tournament), visitor.may_direct(tournament)) == (True, may_direct)

    def test_a_superuser_directs_everywhere_and_staff_nowhere(self) -> None:
        tournament = factories.tournament(visibility=Visibility.DRAFT)
        root, staff = factories.player(is_superuser=True), factories.player()
        staff.is_staff = True
        assert Visitor(account=root).may_direct(tournament)
        assert not Visitor(account=staff).may_see(tournament)

    def test_the_side_that_a_visitor_plays_on_is_read_once(
        self, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        game = factories.open_match()
        match = access.match_to_see(Visitor(), game.match.uid)
        visitor = Visitor(account=game.two)
        with django_assert_num_queries(1):
            assert [visitor.side_in(match) for _ in range(2)] == [Side.TWO, Side.TWO]
        assert Visitor(account=game.director).side_in(match) is None
        assert Visitor().side_in(match) is None


class TestWhatMayBeSeen:
    @pytest.mark.parametrize("visibility", [Visibility.PUBLIC, Visibility.UNLISTED])
    def test_everybody_who_has_the_address_sees_what_is_no_draft(self, visibility: str) -> None:
        tournament = factories.tournament(visibility=visibility)
        assert access.tournament_to_see(Visitor(), tournament.uid) == tournament

    def test_a_draft_does_not_exist_for_strangers_and_its_own_players(self) -> None:
        game = factories.open_match()
        tournament = game.stage.event.tournament
        lifecycle.change_tournament(tournament, by=None, visibility=Visibility.DRAFT)
        for visitor in (Visitor(), Visitor(account=game.one), Visitor(account=factories.director())):
            for see in (access.match_to_see, access.match_to_report, access.match_to_direct):
                with pytest.raises(Http404):
                    see(visitor, game.match.uid)

    def test_a_draft_is_seen_by_its_officers_and_the_holders_of_its_links(self) -> None:
        event = factories.event(factories.tournament(visibility=Visibility.DRAFT))
        officer = Visitor(account=factories.owner(event.tournament))
        for visitor in (officer, holder_of(registration_link(event))):
            assert access.event_to_see(visitor, event.uid) == event

    @pytest.mark.both_databases
    def test_what_nobody_has_made_is_not_found(self) -> None:
        seeing: list[Callable[[Visitor, str], Any]] = [
            access.tournament_to_see,
            access.event_to_see,
            access.stage_to_see,
            access.draw_to_see,
            access.entrant_to_see,
            access.match_to_see,
            access.report_to_see,
            access.record_to_see,
            access.dispute_to_see,
            access.table_to_desk,
        ]
        for see in seeing:
            with pytest.raises(Http404):
                see(Visitor(account=factories.player(is_superuser=True)), "22222222222222")

    @pytest.mark.both_databases
    def test_the_public_ones_are_listed_and_the_visitor_s_own(self) -> None:
        public, draft, unlisted = (
            factories.tournament(visibility=visibility)
            for visibility in (Visibility.PUBLIC, Visibility.DRAFT, Visibility.UNLISTED)
        )
        lists = {
            "stranger": set(access.tournaments_to_list(Visitor())),
            "owner": set(access.tournaments_to_list(Visitor(account=factories.owner(draft)))),
            "holder": set(
                access.tournaments_to_list(holder_of(registration_link(factories.event(unlisted))))
            ),
            "root": set(access.tournaments_to_list(Visitor(account=factories.player(is_superuser=True)))),
        }
        assert lists == {
            "stranger": {public},
            "owner": {public, draft},
            "holder": {public, unlisted},
            "root": {public, draft, unlisted},
        }

    def test_each_object_comes_with_its_tournament_in_one_query(
        self, django_assert_num_queries: DjangoAssertNumQueries
    ) -> None:
        game = factories.open_match()
        tournament = game.stage.event.tournament
        report = results.report(game.match, by=game.one, score=(7, 3)).report
        record = uploads.upload(game.match, by=game.one, file_name="a.mat", data=b"7 point match")
        addresses: list[tuple[Callable[[Visitor, str], Any], str]] = [
            (access.event_to_see, game.stage.event.uid),
            (access.stage_to_see, game.stage.uid),
            (access.draw_to_see, game.stage.draws.get().uid),
            (access.entrant_to_see, game.stage.event.entrants.all()[0].uid),
            (access.match_to_see, game.match.uid),
            (access.report_to_see, report.uid),
            (access.record_to_see, record.uid),
        ]
        for see, uid in addresses:
            with django_assert_num_queries(1):
                assert access.tournament_of(see(Visitor(), uid)) == tournament

    def test_the_words_of_a_dispute_are_for_its_players_and_the_officers(self) -> None:
        game = factories.open_match(n=4)
        report = results.report(game.match, by=game.one, score=(7, 3)).report
        dispute = results.dispute(report, by=game.two, reason="No.")
        for player in (game.one, game.two, game.director):
            assert access.dispute_to_see(Visitor(account=player), dispute.uid) == dispute
        with pytest.raises(NotSignedIn):
            access.dispute_to_see(Visitor(), dispute.uid)
        with pytest.raises(Forbidden):
            access.dispute_to_see(Visitor(account=factories.player()), dispute.uid)


class TestWhatMayBeDone:
    def test_who_directs_another_tournament_is_forbidden_and_a_stranger_signs_in(self) -> None:
        stage = factories.stage()
        with pytest.raises(Forbidden):
            access.stage_to_direct(Visitor(account=factories.owner(factories.tournament())), stage.uid)
        with pytest.raises(NotSignedIn):
            access.stage_to_direct(Visitor(), stage.uid)

    def test_the_desk_serves_and_does_not_direct(self) -> None:
        game = factories.open_match()
        tournament = game.stage.event.tournament
        desk = factories.player()
        lifecycle.appoint(tournament, desk, kind=RoleKind.DESK, by=None)
        visitor = Visitor(account=desk)
        assert access.match_to_desk(visitor, game.match.uid) == game.match
        assert access.match_to_start(visitor, game.match.uid) == game.match
        for access_to in (access.match_to_direct, access.match_to_report, access.match_to_upload):
            with pytest.raises(Forbidden):
                access_to(visitor, game.match.uid)

    def test_a_match_is_reported_by_its_players_and_the_directors(self) -> None:
        game = factories.open_match(n=4)
        for player in (game.one, game.two, game.director):
            assert access.match_to_report(Visitor(account=player), game.match.uid) == game.match
        holder = holder_of(player_link(game.stage.event.tournament, game.one))
        assert access.match_to_report(holder, game.match.uid) == game.match
        with pytest.raises(Forbidden):
            access.match_to_report(Visitor(account=factories.player()), game.match.uid)
        with pytest.raises(NotSignedIn):
            access.match_to_report(Visitor(), game.match.uid)

    def test_a_link_of_another_tournament_is_as_good_as_none(self) -> None:
        game, other = factories.open_match(), factories.open_match()
        with pytest.raises(NotSignedIn):
            access.match_to_report(
                holder_of(player_link(other.stage.event.tournament, other.one)), game.match.uid
            )

    def test_a_director_does_not_dispute_in_a_player_s_place(self) -> None:
        game = factories.open_match()
        report = results.report(game.match, by=game.one, score=(7, 3)).report
        assert access.report_to_confirm(Visitor(account=game.director), report.uid) == report
        with pytest.raises(Forbidden):
            access.report_to_dispute(Visitor(account=game.director), report.uid)

    def test_a_side_of_two_is_spoken_for_by_either(self) -> None:
        event = factories.event(kind="doubles")
        stage = factories.stage(event)
        pair = [factories.player(), factories.player()]
        registration.enter(event, by=None, players=pair)
        factories.entrant(event)
        draw.draw(stage, by=None)
        match = factories.open_matches(stage)[0]
        for player in pair:
            assert access.match_to_report(Visitor(account=player), match.uid) == match

    def test_registering_takes_an_account_or_a_link_for_the_event(self) -> None:
        event = factories.event()
        other = factories.event(event.tournament, name="Side event")
        assert access.event_to_register(Visitor(account=factories.player()), event.uid) == event
        holder = holder_of(registration_link(event))
        assert access.event_to_register(holder, event.uid) == event
        for visitor, uid in ((Visitor(), event.uid), (holder, other.uid)):
            with pytest.raises(NotSignedIn):
                access.event_to_register(visitor, uid)

    @pytest.mark.both_databases
    def test_an_entrant_is_withdrawn_by_its_players_and_the_officers(self) -> None:
        entrant = factories.entrant(factories.event())
        player = entrant.entrant_players.get().player
        owner = factories.owner(entrant.event.tournament)
        for person in (player, owner):
            assert access.entrant_to_withdraw(Visitor(account=person), entrant.uid) == entrant
        with pytest.raises(Forbidden):
            access.entrant_to_withdraw(Visitor(account=factories.player()), entrant.uid)


class TestWhatIsOnesOwn:
    def test_an_account_is_needed_where_a_link_is_not_enough(self) -> None:
        game = factories.open_match()
        holder = holder_of(player_link(game.stage.event.tournament, game.one))
        assert access.own_player(holder) == game.one
        assert access.own_account(Visitor(account=game.one)) == game.one
        for own, visitor in ((access.own_account, holder), (access.own_player, Visitor())):
            with pytest.raises(NotSignedIn):
                own(visitor)

    def test_the_matches_of_a_pair_are_listed_once(self) -> None:
        event = factories.event(kind="doubles")
        stage = factories.stage(event)
        pairs = [[factories.player(), factories.player()] for _ in range(2)]
        for pair in pairs:
            registration.enter(event, by=None, players=pair)
        draw.draw(stage, by=None)
        assert access.own_matches(Visitor(account=pairs[0][0])).count() == 1

    def test_a_superuser_s_own_matches_are_theirs_alone(self) -> None:
        factories.open_match()
        root = factories.player(is_superuser=True)
        assert not access.own_matches(Visitor(account=root)).exists()
