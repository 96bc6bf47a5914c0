"""Creating and changing tournaments, offices, events, stages and tables."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

import pytest
from django.utils import timezone
from django.utils.functional import Promise

from matches.errors import REFUSALS, DomainError
from tests import factories
from tournaments.actions import results
from tournaments.actions.events import copying, lifecycle, publishing
from tournaments.actions.hall import calling
from tournaments.errors.common import Forbidden, InvalidFields, NotSignedIn, WrongTournament
from tournaments.errors.events import InvalidLengths, InvalidOptions, TooManyDrafts, UnknownFormat
from tournaments.errors.hall import TableTaken
from tournaments.errors.people import OwnerStays
from tournaments.errors.results import MatchNotOpen
from tournaments.formats import FORMATS
from tournaments.models import LogEntry, Notice, Role, RoleKind, Table, TableUse, Tournament, Visibility

pytestmark = pytest.mark.django_db


def _fields_of(refusal: pytest.ExceptionInfo[InvalidFields]) -> set[str]:
    fields = refusal.value.data["fields"]
    assert isinstance(fields, dict)
    return set(fields)


def _kinds(of: Tournament) -> dict[str, str]:
    return {
        role.player.name: role.kind for role in Role.objects.filter(tournament=of).select_related("player")
    }


class TestTournaments:
    def test_whoever_creates_one_owns_it(self) -> None:
        dora = factories.director()
        tournament = lifecycle.create_tournament(by=dora, name=" Open ", starts_on=date(2026, 3, 7))
        assert (tournament.name, tournament.ends_on, tournament.zone, tournament.visibility) == (
            "Open",
            date(2026, 3, 7),
            "Europe/Paris",
            "draft",
        )
        assert _kinds(tournament) == {"Dora Director": "owner"}

    def test_somebody_has_to(self) -> None:
        with pytest.raises(NotSignedIn):
            lifecycle.create_tournament(by=None, name="Open", starts_on=date(2026, 3, 7))

    def test_nobody_owns_more_drafts_than_anybody_needs(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(publishing, "MOST_DRAFTS", 2)
        dora = factories.director()

        def another() -> Tournament:
            return lifecycle.create_tournament(by=dora, name="Open", starts_on=date(2026, 3, 7))

        first, _second = another(), another()
        with pytest.raises(TooManyDrafts, match="You own 2 drafts already"):
            another()
        with pytest.raises(TooManyDrafts):
            copying.copy_tournament(first, by=dora, name="Open 2", starts_on=date(2026, 3, 8))
        lifecycle.change_tournament(first, by=dora, visibility=Visibility.UNLISTED)
        assert another().visibility == Visibility.DRAFT

        with pytest.raises(InvalidFields) as refusal:
            lifecycle.create_tournament(
                by=factories.director(),
                name=" ",
                starts_on=date(2026, 3, 7),
                zone="Mars",
                visibility="secret",
            )
        assert {"name", "zone", "visibility"} <= _fields_of(refusal)

    def test_it_does_not_end_before_it_starts(self) -> None:
        with pytest.raises(InvalidFields, match="correct"):
            lifecycle.create_tournament(
                by=factories.director(), name="Open", starts_on=date(2026, 3, 7), ends_on=date(2026, 3, 6)
            )

    def test_what_is_given_changes_and_the_rest_stays(self) -> None:
        tournament = factories.tournament()
        lifecycle.change_tournament(tournament, by=factories.owner(tournament), city="Nantes", venue="")
        assert (tournament.city, tournament.name) == ("Nantes", "Coupe de Nantes")
        assert LogEntry.objects.get(code="tournament_changed").data["changed"] == ["city"]

    def test_no_change_is_no_entry(self) -> None:
        tournament = factories.tournament()
        lifecycle.change_tournament(tournament, by=None, name="Coupe de Nantes")
        assert tournament.log_seq == 1

    def test_strangers_change_nothing(self) -> None:
        with pytest.raises(Forbidden):
            lifecycle.change_tournament(factories.tournament(), by=factories.player(), city="Nantes")

    def test_the_operator_of_the_installation_may(self) -> None:
        operator = factories.player(email="op@example.org", is_superuser=True)
        tournament = factories.tournament()
        lifecycle.change_tournament(tournament, by=operator, city="Nantes")
        assert tournament.city == "Nantes"


class TestOffices:
    def test_the_owner_appoints_directors_and_directors_the_desk(self) -> None:
        tournament = factories.tournament()
        owner, dan, deb = factories.owner(tournament), factories.player("Dan"), factories.player("Deb")
        lifecycle.appoint(tournament, dan, kind=RoleKind.DIRECTOR, by=owner)
        lifecycle.appoint(tournament, deb, kind=RoleKind.DESK, by=dan)
        assert _kinds(tournament) == {"Dora Director": "owner", "Dan": "director", "Deb": "desk"}

    def test_nobody_rises_alone(self) -> None:
        tournament = factories.tournament()
        dan, deb = factories.player(), factories.player()
        lifecycle.appoint(tournament, dan, kind=RoleKind.DIRECTOR, by=None)
        lifecycle.appoint(tournament, deb, kind=RoleKind.DESK, by=None)
        for by, kind in [(dan, RoleKind.OWNER), (dan, RoleKind.DIRECTOR), (deb, RoleKind.DESK)]:
            with pytest.raises(Forbidden):
                lifecycle.appoint(tournament, factories.player(), kind=kind, by=by)

    def test_directors_do_not_send_each_other_to_the_desk(self) -> None:
        tournament = factories.tournament()
        one, other = factories.player(), factories.player()
        for dan in (one, other):
            lifecycle.appoint(tournament, dan, kind=RoleKind.DIRECTOR, by=None)
        with pytest.raises(Forbidden):
            lifecycle.appoint(tournament, other, kind=RoleKind.DESK, by=one)

    @pytest.mark.both_databases
    def test_a_tournament_is_handed_over(self) -> None:
        tournament = factories.tournament()
        dan = factories.player("Dan")
        lifecycle.appoint(tournament, dan, kind=RoleKind.OWNER, by=factories.owner(tournament))
        assert _kinds(tournament) == {"Dora Director": "director", "Dan": "owner"}

    def test_an_owner_stays_until_then(self) -> None:
        tournament = factories.tournament()
        owner = factories.owner(tournament)
        with pytest.raises(OwnerStays):
            lifecycle.appoint(tournament, owner, kind=RoleKind.DESK, by=owner)
        with pytest.raises(OwnerStays):
            lifecycle.dismiss(tournament, owner, by=owner)

    def test_the_same_again_changes_nothing(self) -> None:
        tournament = factories.tournament()
        dan = factories.player()
        for _ in range(2):
            lifecycle.appoint(tournament, dan, kind=RoleKind.DESK, by=None)
        assert LogEntry.objects.filter(code="appointed").count() == 1

    def test_dismissing(self) -> None:
        tournament = factories.tournament()
        owner, dan, deb = factories.owner(tournament), factories.player(), factories.player("Deb")
        lifecycle.appoint(tournament, dan, kind=RoleKind.DIRECTOR, by=None)
        lifecycle.appoint(tournament, deb, kind=RoleKind.DESK, by=None)
        with pytest.raises(Forbidden):
            lifecycle.dismiss(tournament, dan, by=deb)
        lifecycle.dismiss(tournament, dan, by=owner)
        lifecycle.dismiss(tournament, dan, by=owner)
        lifecycle.dismiss(tournament, deb, by=deb)
        assert _kinds(tournament) == {"Dora Director": "owner"}


class TestEventsAndStages:
    def test_events_keep_their_order(self) -> None:
        tournament = factories.tournament()
        events = [factories.event(tournament, name=name) for name in ("Main", "Speed", "Doubles")]
        assert [event.order for event in events] == [0, 1, 2]

    @pytest.mark.parametrize("capacity", [0, 1, 1025])
    def test_an_event_has_two_to_1024_places(self, capacity: int) -> None:
        with pytest.raises(InvalidFields):
            factories.event(capacity=capacity)

    def test_an_event_is_changed(self) -> None:
        event = lifecycle.change_event(factories.event(), by=None, name="Masters", grace_minutes=20)
        assert (event.name, event.grace_minutes) == ("Masters", 20)

    @pytest.mark.both_databases
    def test_a_start_time_is_kept_unless_it_is_changed_or_taken_away(self) -> None:
        event, start = factories.event(), timezone.now()
        lifecycle.change_event(event, by=None, starts_at=start)
        assert lifecycle.change_event(event, by=None, name="Masters").starts_at == start
        assert lifecycle.change_event(event, by=None, starts_at=None).starts_at is None

    def test_registration_is_opened_and_closed(self) -> None:
        event = factories.event(registration="desk")
        assert lifecycle.set_registration(event, by=None, registration="open").registration == "open"
        with pytest.raises(InvalidFields):
            lifecycle.set_registration(event, by=None, registration="ajar")

    def test_a_stage_has_the_options_of_its_format(self) -> None:
        stage = factories.stage(options={"seeding": "seeded"}, lengths=(15, 13, 11))
        assert stage.options["seeding"] == "seeded"
        assert stage.options == FORMATS["single_elimination"].options.from_dict(stage.options).to_dict()
        assert stage.lengths == [15, 13, 11]

    def test_options_that_do_not_fit(self) -> None:
        with pytest.raises(InvalidOptions, match="no option called teeth") as refusal:
            factories.stage(options={"teeth": 32})
        assert refusal.value.data["details"] == [
            {
                "code": "unknown_option",
                "option": "teeth",
                "known": "seeding, order, byes, apart, apart_rounds, play_down, has_third_place",
            }
        ]

    def test_a_format_that_is_none(self) -> None:
        with pytest.raises(UnknownFormat, match="single_elimination"):
            factories.stage(format="octopus")

    @pytest.mark.parametrize("lengths", [(), (8,), (7, 0), (101,), (-1,)])
    def test_lengths_are_odd(self, lengths: tuple[int, ...]) -> None:
        with pytest.raises(InvalidLengths, match="M1"):
            factories.stage(lengths=lengths)

    def test_the_desk_makes_neither(self) -> None:
        event = factories.event()
        deb = factories.player()
        lifecycle.appoint(event.tournament, deb, kind=RoleKind.DESK, by=None)
        with pytest.raises(Forbidden):
            lifecycle.create_event(event.tournament, by=deb, name="x")
        with pytest.raises(Forbidden):
            lifecycle.create_stage(event, by=deb)


class TestTables:
    def _tables(self, around: factories.OpenMatch, *names: str) -> list[Table]:
        return lifecycle.add_tables(around.stage.event.tournament, by=around.director, names=names)

    def test_names_are_given_once(self) -> None:
        tournament = factories.tournament()
        lifecycle.add_tables(tournament, by=None, names=["1", " 2 ", "1"])
        lifecycle.add_tables(tournament, by=None, names=["2", "3"])
        lifecycle.add_tables(tournament, by=None, names=["3"])
        assert [(table.name, table.order) for table in Table.objects.all()] == [("1", 0), ("2", 1), ("3", 2)]
        with pytest.raises(InvalidFields):
            lifecycle.add_tables(tournament, by=None, names=[""])

    def test_a_match_is_called_to_a_table(self) -> None:
        around = factories.open_match()
        [table] = self._tables(around, "7")
        calling.assign(around.match, by=around.director, table=table)
        notice = Notice.objects.get(code="match_on", recipient=around.one)
        assert notice.params["table"] == "7"

    def test_again_changes_nothing(self) -> None:
        around = factories.open_match()
        [table] = self._tables(around, "7")
        uses = {calling.assign(around.match, by=None, table=table).pk for _ in range(2)}
        assert len(uses) == 1

    def test_one_match_at_a_table(self) -> None:
        around = factories.open_match(n=4)
        other = factories.open_matches(around.stage)[1]
        [table] = self._tables(around, "7")
        calling.assign(around.match, by=None, table=table)
        with pytest.raises(TableTaken, match="7"):
            calling.assign(other, by=None, table=table)

    def test_a_match_moves_to_another_table(self) -> None:
        around = factories.open_match()
        one, two = self._tables(around, "1", "2")
        calling.assign(around.match, by=None, table=one)
        calling.assign(around.match, by=None, table=two)
        assert TableUse.objects.get(until=None).table == two

    def test_a_table_is_freed(self) -> None:
        around = factories.open_match()
        [table] = self._tables(around, "7")
        calling.assign(around.match, by=None, table=table)
        for _ in range(2):
            calling.free(table, by=around.director)
        assert not TableUse.objects.filter(until=None).exists()
        assert LogEntry.objects.filter(code="table_freed").count() == 1

    def test_only_open_matches_are_called(self) -> None:
        around = factories.open_match()
        [table] = self._tables(around, "7")
        results.report(around.match, by=around.director, score=(7, 0))
        with pytest.raises(MatchNotOpen):
            calling.assign(around.match, by=None, table=table)

    def test_to_a_table_of_the_same_hall(self) -> None:
        around = factories.open_match()
        [table] = lifecycle.add_tables(factories.tournament(), by=None, names=["7"])
        with pytest.raises(WrongTournament):
            calling.assign(around.match, by=None, table=table)

    def test_players_do_not_seat_themselves(self) -> None:
        around = factories.open_match()
        [table] = self._tables(around, "7")
        with pytest.raises(Forbidden):
            calling.assign(around.match, by=around.one, table=table)


def _refusals(kind: type[DomainError]) -> Iterator[type[DomainError]]:
    for own in kind.__subclasses__():
        yield own
        yield from _refusals(own)


def test_every_refusal_has_its_own_code_and_words() -> None:
    rooms = {kind.__module__.rpartition(".")[0] for kind in REFUSALS.values()}
    assert {"matches.errors", "tournaments.errors"} <= rooms
    kinds = [kind for kind in _refusals(DomainError) if kind.__module__.startswith("tournaments.errors")]
    # A refusal without a code of its own is that of its parent in other words.
    codes = [kind.code for kind in kinds if "code" in vars(kind)]
    assert len(kinds) > 250
    assert len(set(codes)) == len(codes)
    assert all(isinstance(kind.message, Promise) for kind in kinds), "translated"
    assert all(kind.status in {400, 401, 403, 404, 409, 413, 422, 429, 503} for kind in kinds)
