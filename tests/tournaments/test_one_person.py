"""Rules about persons hold for every row of a person: whoever was merged is refused, and may act, as the row itself."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from matches.errors import InvalidCommittee
from matches.models import Player
from rules.match import Side
from tests import factories
from tests.tournaments.team_matches import stage_of_teams
from tests.tournaments.test_appeals import game_with_appeal, panel
from tests.web.browsing import Visitor
from tournaments.actions import results
from tournaments.actions.disputes import appeals
from tournaments.actions.draws import draw
from tournaments.actions.entrants import player_list, registration, teams
from tournaments.actions.events import lifecycle
from tournaments.actions.federations import members, rights, setup
from tournaments.actions.hall import calling
from tournaments.actions.people import naming
from tournaments.errors.entrants import AlreadyEntered
from tournaments.errors.federations import FormerNumber, HasNumber, OfficeHeld
from tournaments.errors.hall import PlayerAtAnotherTable
from tournaments.errors.people import NamedByThemselves, PlaysAtOtherDesks
from tournaments.errors.teams import SamePlayerTwice
from tournaments.models import Event, Federation, LogEntry, Member, OfficeKind, RoleKind
from tournaments.queries.entrants.teams import lineups_of, members_of

pytestmark = pytest.mark.django_db


def number(federation: Federation, player: Player) -> Member:
    """The number of a player in a federation, given if there is none."""
    member = Member.objects.filter(federation=federation, player=player).first()
    return member or members.give_number(federation, player, by=None, number=f"N-{player.pk}")


def merged_account(row: Player, *, federation: Federation | None = None) -> Player:
    """The account into which a row was merged; both had a number in the federation before."""
    federation = federation or factories.federation()
    account = factories.director(row.name)
    merge(row, account, federation)
    return account


def merged_into(account: Player, *, federation: Federation) -> Player:
    """A walk-in who was merged into an account."""
    row = factories.player(account.name)
    merge(row, account, federation)
    return row


def merge(row: Player, account: Player, federation: Federation) -> None:
    """Merge a row into an account; both have a number in the federation before."""
    for player in (row, account):
        number(federation, player)
    factories.merge(federation, row, into=account)
    row.refresh_from_db()


def with_walk_in(event: Event) -> tuple[Player, Player]:
    """A walk-in who is entered in the event, and the account into which it was merged."""
    walk_in = factories.player("Walter Walkin")
    registration.enter(event, by=None, players=[walk_in])
    return walk_in, merged_account(walk_in)


class TestCommittee:
    """Nobody judges an own appeal, and a seat is that of the person."""

    def test_who_plays_the_match_or_gave_the_ruling_is_not_on_it(self) -> None:
        game, appeal = game_with_appeal()
        player = merged_account(game.two)
        for unfit in (player, game.two):
            with pytest.raises(InvalidCommittee, match="plays the match"):
                appeals.name_committee(appeal, by=game.director, members=[unfit, *panel(2)])
        ruler = merged_into(game.director, federation=factories.federation("OTHER"))
        with pytest.raises(InvalidCommittee, match="director who ruled"):
            appeals.name_committee(appeal, by=game.director, members=[ruler, *panel(2)])

    @pytest.mark.parametrize("who", ["player", "ruler", "member"])
    def test_nothing_is_decided_once_a_merge_makes_a_member_unsuitable(self, who: str) -> None:
        game, appeal = game_with_appeal()
        tournament = game.stage.event.tournament
        director = factories.director()
        lifecycle.appoint(tournament, director, kind=RoleKind.DIRECTOR, by=game.director)
        members = panel(3)
        appeals.name_committee(appeal, by=director, members=members)
        for member in members[1:]:
            appeals.vote(appeal, by=member, member=member, vote="overturn")
        federation = factories.federation()
        row = {"player": game.two, "ruler": game.director, "member": members[1]}[who]
        one, two = (members[0], row) if who == "ruler" else (row, members[0])
        merge(one, two, federation)
        for act in (
            lambda: appeals.vote(appeal, by=two, member=members[0], vote="overturn"),
            lambda: appeals.decide(appeal, by=director, reason="Clear."),
        ):
            with pytest.raises(InvalidCommittee, match="Name another committee"):
                act()
        others = panel(3)
        appeals.name_committee(appeal, by=director, members=others)
        assert {seat.player for seat in appeal.committee.all()} == {*others}

    def test_one_person_has_one_seat(self) -> None:
        game, appeal = game_with_appeal()
        walk_in = factories.player()
        account = merged_account(walk_in)
        with pytest.raises(InvalidCommittee):
            appeals.name_committee(appeal, by=game.director, members=[walk_in, account, *panel(1)])

    def test_a_member_votes_by_the_account_into_which_the_row_was_merged(self) -> None:
        game, appeal = game_with_appeal()
        walk_in = factories.player()
        appeals.name_committee(appeal, by=game.director, members=[walk_in, *panel(2)])
        account = merged_account(walk_in)
        others = [seat.player for seat in appeal.committee.exclude(player=walk_in)]
        entries = LogEntry.objects.count()
        appeals.name_committee(appeal, by=game.director, members=[account, *others])
        assert LogEntry.objects.count() == entries
        seat = appeals.vote(appeal, by=account, member=account, vote="uphold")
        assert (seat.player, seat.vote) == (walk_in, "uphold")


class TestEntrants:
    """Nobody is in an event twice, whichever row is typed."""

    def test_a_list_does_not_enter_whoever_is_in(self) -> None:
        event = factories.event()
        with_walk_in(event)
        check = player_list.read_player_list(event, b"Name\nWalter Walkin\n")
        assert [row.code for row in check.rows] == ["already_entered"]

    def test_a_substitute_does_not_play_in_two_pairs(self) -> None:
        event = factories.event(kind="doubles")
        walk_in = factories.player("Walter Walkin")
        registration.enter(event, by=None, players=[walk_in, factories.player()])
        account = merged_account(walk_in)
        out = factories.player()
        other = registration.enter(event, by=None, players=[out, factories.player()])
        with pytest.raises(AlreadyEntered):
            teams.substitute(other, out=out, in_=account, by=None)

    def test_a_pair_is_two_persons(self) -> None:
        walk_in = factories.player()
        account = merged_account(walk_in)
        event = factories.event(kind="doubles")
        with pytest.raises(SamePlayerTwice):
            registration.enter(event, by=None, players=[walk_in, account])

    def test_a_member_who_was_merged_is_replaced_by_either_id(self) -> None:
        event = factories.event(kind="doubles")
        walk_in, partner, newcomer = (factories.player() for _ in range(3))
        pair = registration.enter(event, by=None, players=[walk_in, partner])
        account = merged_account(walk_in)
        teams.substitute(pair, out=account, in_=newcomer, by=None)
        assert {member.player for member in pair.side.members.all()} == {newcomer, partner}


class TestTeams:
    """A captain is a person, and so is a member at a board."""

    def test_a_captain_who_was_merged_names_the_line_up_with_merged_members(self) -> None:
        match = factories.open_matches(stage_of_teams())[0]
        captain, *others = members_of(match, Side.ONE)
        federation = factories.federation()
        account, second = (merged_account(row, federation=federation) for row in (captain, others[0]))
        teams.name_lineup(match, by=account, players=[account, second, others[1]])
        assert lineups_of(match)[Side.ONE] == (captain, *others[:2])

    def test_whoever_leaves_has_lost_by_the_own_word(self) -> None:
        stage = factories.drawn_stage(2)
        game = factories.around(factories.open_matches(stage)[0])
        account = merged_account(game.one)
        entrant = stage.event.entrants.get(side=game.match.one)
        registration.withdraw(entrant, by=account)
        game.match.refresh_from_db()
        assert game.match.settled == "own_loss"

    def test_nobody_is_called_to_two_tables(self) -> None:
        stage = factories.drawn_stage(2)
        [match] = factories.open_matches(stage)
        account = merged_account(factories.around(match).one)
        side = factories.stage(factories.event(stage.event.tournament, name="Side"))
        registration.enter(side.event, by=None, players=[account])
        factories.entrant(side.event)
        draw.draw(side, by=None)
        one, two = lifecycle.add_tables(stage.event.tournament, by=None, names=["1", "2"])
        calling.assign(match, by=None, table=one)
        with pytest.raises(PlayerAtAnotherTable):
            calling.assign(factories.open_matches(side)[0], by=None, table=two)


class TestFederation:
    """A person has one number, one membership at a time, and an office once."""

    def test_whoever_has_a_number_by_another_row_gets_no_second_one(self) -> None:
        federation, elsewhere = factories.federation(), factories.federation("OTHER")
        walk_in = factories.player()
        number(federation, walk_in)
        account = merged_account(walk_in, federation=elsewhere)
        with pytest.raises(HasNumber):
            members.give_number(federation, account, by=None, number="FR-2000")

    def test_a_membership_is_added_to_the_number_that_goes_on(self) -> None:
        federation = factories.federation()
        walk_in = factories.player()
        member = number(federation, walk_in)
        account = merged_account(walk_in, federation=federation)
        with pytest.raises(FormerNumber, match=number(federation, account).number):
            members.add_membership(member, by=None, starts_on=date(2026, 1, 1))

    def test_an_office_is_laid_down_by_the_person(self) -> None:
        federation = factories.federation()
        holder = factories.player()
        officer = setup.give_office(federation, holder, by=None, kind=OfficeKind.AUDITOR)
        account = merged_account(holder, federation=federation)
        with pytest.raises(OfficeHeld):
            setup.give_office(federation, account, by=None, kind=OfficeKind.AUDITOR)
        assert rights.rights_of(account, federation) == rights.rights_of(holder, federation) != frozenset()
        assert setup.end_office(officer, by=account).ended_at is not None


def test_a_desk_corrects_no_name_of_somebody_who_plays_at_another_desk_by_another_row() -> None:
    here, there = factories.event(), factories.event()
    walk_in = factories.player()
    registration.enter(there, by=None, players=[walk_in])
    goes_on = factories.player()
    federation = factories.federation()
    merge(walk_in, goes_on, federation)
    registration.enter(here, by=None, players=[goes_on])
    clerk = factories.director("Cleo Clerk")
    lifecycle.appoint(here.tournament, clerk, by=None, kind=RoleKind.DESK)
    with pytest.raises(PlaysAtOtherDesks):
        naming.correct(goes_on, here.tournament, by=clerk, name="Another Name")


def test_a_desk_corrects_no_name_of_somebody_who_has_an_account_by_another_row() -> None:
    event = factories.event()
    walk_in, _account = with_walk_in(event)
    with pytest.raises(NamedByThemselves):
        naming.correct(walk_in, event.tournament, by=factories.owner(event.tournament), name="Another Name")


def test_the_own_matches_are_renewed_for_whoever_was_merged() -> None:
    stage = factories.drawn_stage(4)
    tournament, today = stage.event.tournament, timezone.localdate()
    lifecycle.change_tournament(tournament, by=None, starts_on=today, ends_on=today + timedelta(days=1))
    own, other = (factories.around(match) for match in factories.open_matches(stage))
    client, address = Visitor(merged_account(own.one)).client, reverse("my_matches_live")

    def status(etag: str) -> int:
        return client.get(address, headers={"If-None-Match": etag}).status_code

    etag = client.get(address)["ETag"]
    results.report(other.match, by=other.one, score=(7, 3))
    assert status(etag) == 304
    results.report(own.match, by=own.two, score=(7, 3))
    assert status(etag) == 200
