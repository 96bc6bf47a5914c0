"""A weekend on a laptop with a database of its own: the directory goes there, the result files come back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from django.core.cache import caches
from django.db import connections
from django.db.utils import load_backend

from matches.models import Match, Player
from tests import factories
from tests.faults.service import Installation
from tournaments.actions import results
from tournaments.actions.draws import draw
from tournaments.actions.entrants import registration
from tournaments.actions.events import lifecycle
from tournaments.actions.exchange import directories, result_files, submissions
from tournaments.actions.federations import log, members
from tournaments.errors.common import Forbidden
from tournaments.errors.exchange import FederationHere, PackageRefused, PeopleUnnamed, UnknownPersonOfFile
from tournaments.errors.federations import NotAnOfficer, OtherFederation
from tournaments.exchange import read_directory, write_directory
from tournaments.models import (
    AcceptedMatch,
    Entrant,
    Event,
    Federation,
    Member,
    Membership,
    OfficeKind,
)
from tournaments.queries.audit.evidence_checks import findings_of_federation
from tournaments.queries.exchange.results import file_status

pytestmark = pytest.mark.django_db


class Laptop:
    """A second installation: a database file of its own, which the service uses while it is at work."""

    def __init__(self, directory: Path) -> None:
        path = Installation(directory / "laptop").migrate().database
        sqlite = {"ENGINE": "matches.database.fair_sqlite", "NAME": str(path)}
        settings = connections.configure_settings({"default": sqlite})["default"]
        self.connection = load_backend(settings["ENGINE"]).DatabaseWrapper(settings, "default")

    @contextmanager
    def at_work(self) -> Iterator[None]:
        home = connections["default"]
        connections["default"] = self.connection
        for cache in caches.all(initialized_only=True):
            cache.clear()
        try:
            yield
        finally:
            connections["default"] = home
            for cache in caches.all(initialized_only=True):
                cache.clear()

    def close(self) -> None:
        self.connection.close()


@pytest.fixture
def laptop(tmp_path: Path) -> Iterator[Laptop]:
    """A laptop that knows nobody."""
    laptop = Laptop(tmp_path)
    yield laptop
    laptop.close()


def event_of(*players: Player) -> Event:
    """A drawn event of these players."""
    owner = factories.player("Lara Laptop", email="lara@example.org", is_superuser=True)
    tournament = lifecycle.create_tournament(by=owner, name="Open de Nantes", starts_on=date(2026, 3, 7))
    event = lifecycle.create_event(tournament, by=owner, name="Open")
    for player in players:
        registration.enter(event, by=owner, players=[player])
    draw.draw(lifecycle.create_stage(event, by=owner, lengths=(7,)), by=owner)
    return event


def won_by(match: Match, winner: Player) -> tuple[int, int]:
    """The score with which this player wins."""
    return (7, 3) if match.one.players.filter(pk=winner.pk).exists() else (3, 7)


def _weekend(home: Federation, ada: Member, directory: bytes) -> tuple[Match, bytes, bytes]:
    """Play a match of Ada on the laptop and correct it; return it with the result files before and after."""
    assert not Player.objects.exists()
    there = directories.import_directory(by=None, data=directory)
    assert (there.uid, there.code) == (home.uid, "FFBG")
    player = Member.objects.get(number=ada.number).player
    assert (player.uid, player.name, Membership.objects.count()) == (ada.player.uid, "Ada", 2)
    walk_in = factories.player("Walk-in")
    event = event_of(player, walk_in)
    owner, match = event.tournament.roles.get().player, Match.objects.get()
    results.report(match, by=owner, score=won_by(match, player))
    first = bytes(result_files.make_result_file(event, there, by=None).content)
    reason = "the wrong way round"
    results.correct(Match.objects.get(), by=owner, score=won_by(match, walk_in), reason=reason)
    assert file_status(event, there).changes.changed == (match.uid,)
    second = bytes(result_files.make_result_file(event, there, by=None).content)
    assert log.verify(there) == []
    assert list(findings_of_federation(there)) == []
    return match, first, second


def test_a_weekend_without_the_service(laptop: Laptop) -> None:
    home = factories.federation()
    member = factories.member(home, factories.player("Ada"))
    ada = member.player
    eve = factories.member(home, factories.player("Eve")).player
    officer = factories.officer(home, OfficeKind.RATING_OFFICER)
    directory = directories.export_directory(home, by=officer)
    with laptop.at_work():
        match, first, second = _weekend(home, member, directory)

    assert not Match.objects.exists()
    submission = submissions.submit_results(home, by=officer, data=first)
    [unknown] = [one.person for one in submissions.check_of(submission).unknown]
    assert unknown.name == "Walk-in"
    assert submission.people == {ada.uid: ada.uid}
    with pytest.raises(PeopleUnnamed):
        submissions.accept_results(submission, by=officer)
    with pytest.raises(UnknownPersonOfFile):
        submissions.name_person(submission, by=officer, person="nobody")
    assert not AcceptedMatch.objects.exists()
    submission = submissions.name_person(submission, by=officer, person=unknown.player)
    submissions.accept_results(submission, by=officer)
    [accepted] = AcceptedMatch.objects.all()
    assert (accepted.match_uid, accepted.winner, accepted.loser) == (match.uid, ada.uid, unknown.player)

    correction = submissions.submit_results(home, by=officer, data=second)
    assert correction.supersedes == submission.digest
    check = submissions.check_of(correction)
    assert check.unknown == (), "who was named is known from now on"
    assert check.changes.changed == (match.uid,)
    submissions.accept_results(correction, by=officer)
    [accepted] = AcceptedMatch.objects.all()
    assert (accepted.winner, accepted.loser) == (unknown.player, ada.uid)
    assert log.verify(home) == []
    assert list(findings_of_federation(home)) == []
    assert eve.uid not in correction.people, "who did not play is in no result file"


def test_people_of_the_laptop_are_matched_by_number_else_proposed(laptop: Laptop) -> None:
    home = factories.federation()
    ada = factories.member(home, factories.player("Ada"))
    factories.member(home, factories.player("Ben"))
    directory = directories.export_directory(home, by=None)
    with laptop.at_work():
        namesake = factories.player("Ada")
        plan = directories.plan_directory(directory, by=None)
        assert plan.proposed == {ada.number: (namesake,)}
        assert [row.name for row in plan.added] == ["Ben"]
        assert not Federation.objects.exists(), "a plan writes nothing"
        there = directories.import_directory(by=None, data=directory)
        assert [member.player.name for member in Member.objects.all()] == ["Ben"]
        directories.import_directory(by=None, data=directory, same={ada.number: namesake})
        assert Member.objects.get(number=ada.number).player == namesake
        assert directories.plan_directory(directory, by=None).proposed == {}
        count = Player.objects.count()
        directories.import_directory(by=None, data=directory)
        assert (Player.objects.count(), Member.objects.count(), Membership.objects.count()) == (count, 2, 2)
        # Written otherwise it is the same number.
        rows = read_directory(directory).directory
        other = replace(
            rows,
            members=tuple(replace(row, number=row.number.lower()) for row in rows.members),
            periods=tuple(replace(row, number=row.number.lower()) for row in rows.periods),
        )
        directories.import_directory(by=None, data=write_directory(other))
        assert (Player.objects.count(), Member.objects.count(), Membership.objects.count()) == (count, 2, 2)
        assert list(findings_of_federation(there)) == []
        # The result file has the number of the namesake, by which the federation knows her.
        event = event_of(namesake, Player.objects.get(name="Ben"))
        match = Match.objects.get()
        results.report(match, by=event.tournament.roles.get().player, score=won_by(match, namesake))
        data = bytes(result_files.make_result_file(event, there, by=None).content)
    submission = submissions.submit_results(home, by=None, data=data)
    submissions.accept_results(submission, by=None)
    assert AcceptedMatch.objects.get().winner == ada.player.uid
    assert not Entrant.objects.exists()


def test_a_directory_is_for_installations_without_the_federation() -> None:
    home = factories.federation()
    factories.member(home)
    directory = directories.export_directory(home, by=None)
    with pytest.raises(FederationHere):
        directories.import_directory(by=None, data=directory)
    with pytest.raises(Forbidden):
        directories.import_directory(by=factories.player("Ada"), data=directory)
    with pytest.raises(NotAnOfficer):
        directories.export_directory(home, by=factories.officer(home, OfficeKind.AUDITOR))
    with pytest.raises(PackageRefused):
        directories.plan_directory(b"PK", by=None)


def test_a_corrected_number_comes_with_the_next_directory(laptop: Laptop) -> None:
    home = factories.federation()
    ada = factories.member(home, factories.player("Ada"))
    before = directories.export_directory(home, by=None)
    members.change_number(ada, by=None, number="NEW-1")
    after = directories.export_directory(home, by=None)
    with laptop.at_work():
        directories.import_directory(by=None, data=before)
        there = directories.import_directory(by=None, data=after)
        assert [(row.number, row.player.name) for row in Member.objects.all()] == [("NEW-1", "Ada")]
        assert (Player.objects.count(), Membership.objects.count()) == (1, 1)
        assert list(findings_of_federation(there)) == []


def test_a_directory_changes_no_membership_of_another_federation(laptop: Laptop) -> None:
    home, other = factories.federation(), factories.federation("DBGV")
    period = factories.member(home).memberships.get()
    stranger = factories.member(other)
    directory = read_directory(directories.export_directory(other, by=None)).directory
    forged = replace(directory, periods=(replace(directory.periods[0], membership=period.uid, kind="day"),))
    first = directories.export_directory(home, by=None)
    with laptop.at_work():
        directories.import_directory(by=None, data=first)
        with pytest.raises(OtherFederation):
            directories.import_directory(by=None, data=write_directory(forged))
        assert not Member.objects.filter(uid=stranger.uid).exists()
        assert Membership.objects.get(uid=period.uid).kind == period.kind
