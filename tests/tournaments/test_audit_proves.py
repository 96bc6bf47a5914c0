"""The audit finds rows that were changed without the service."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, time, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import F

from matches.models import (
    Appeal,
    AppealDecision,
    CommitteeMember,
    Dispute,
    GameRecord,
    LengthChange,
    Match,
    Penalty,
    Player,
    Report,
    ReportedGame,
    Ruling,
    SideMember,
    Statement,
    Vote,
)
from tests import factories, showcase
from tests.tournaments import whole_tournament
from tests.tournaments.team_matches import stage_of_teams
from tournaments.actions import results, sealing
from tournaments.actions.draws import draw, progress
from tournaments.actions.entrants import registration, teams
from tournaments.actions.events import closing, copying, lifecycle
from tournaments.actions.hall import announcements, hours, tables
from tournaments.actions.money import ledger
from tournaments.actions.people import erasure, links, naming
from tournaments.acts import read, stored
from tournaments.models import (
    AccessLink,
    Announcement,
    Entrant,
    EntrantPlayer,
    Event,
    HallHours,
    LedgerLine,
    LogEntry,
    LogText,
    ProofSalt,
    Purpose,
    Role,
    RoleKind,
    Stage,
    TableUse,
    Tournament,
    Visibility,
)
from tournaments.models.append_only import create_triggers, drop_triggers
from tournaments.queries.audit.checks import FindingCode, findings
from tournaments.queries.audit.evidence_checks import evidence_findings
from tournaments.queries.audit.structure_evidence import of_player

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    """A tournament of four with games, a ruling, a record, a penalty, fees and payments."""
    tournament = whole_tournament.tournament_of_four()
    stage = factories.stage(tournament.events.get())
    draw.commit(stage, by=None)
    draw.take_back(stage, by=None, reason="Somebody is missing.")
    return tournament


# The kinds of rows that entries prove since scope 3.
_OF_SCOPE_3 = {"event", "stage", "entrant", "draw", "round", "boards", "open", "announcement", "player"}


# The kinds of rows that entries prove since scope 4.
_OF_SCOPE_4 = {"tournament", "offices", "side", "link", "appeal"}


def _forget(tournament: Tournament, kinds: set[str], *, scope: int) -> None:
    """Leave the log of a tournament as a release that proved less has written it."""
    with _behind_our_back():
        for entry in LogEntry.objects.filter(tournament=tournament):
            data = entry.data
            if "scope" in data:
                data["scope"] = scope
            for name in list(data.get("proofs", ())):
                if name.partition(":")[0].removesuffix(".columns") in kinds:
                    del data["proofs"][name]
            if data.get("proofs") == {}:
                del data["proofs"]
            LogEntry.objects.filter(pk=entry.pk).update(data=data)
    ProofSalt.objects.filter(kind__in=kinds).delete()


@contextmanager
def _behind_our_back() -> Iterator[None]:
    drop_triggers(connection)
    yield
    create_triggers(connection)


def _codes(tournament: Tournament) -> set[FindingCode]:
    return {finding.code for finding in evidence_findings(tournament)}


_CHANGES: dict[str, tuple[Callable[[], object], set[FindingCode]]] = {
    "the score of the accepted report": (
        lambda: Report.objects.filter(has_games=True).update(
            score_one=F("score_two"), score_two=F("score_one")
        ),
        {FindingCode.RESULT_DIFFERS, FindingCode.EVIDENCE_DIFFERS},
    ),
    "the loser's points": (
        lambda: Report.objects.filter(has_games=False).update(score_two=1),
        {FindingCode.RESULT_DIFFERS, FindingCode.EVIDENCE_DIFFERS},
    ),
    "all reported games": (
        lambda: ReportedGame.objects.all()._raw_delete("default"),
        {FindingCode.GAMES_MISSING, FindingCode.EVIDENCE_DIFFERS},
    ),
    "a cube among the games": (
        lambda: ReportedGame.objects.filter(number=2).update(cube=4),
        {FindingCode.EVIDENCE_DIFFERS},
    ),
    "a statement": (lambda: Statement.objects.update(text="I lost."), {FindingCode.EVIDENCE_DIFFERS}),
    "the reason of a dispute": (lambda: Dispute.objects.update(reason="."), {FindingCode.EVIDENCE_DIFFERS}),
    "the reason of a ruling": (
        lambda: Ruling.objects.update(reason="Bribed."),
        {FindingCode.EVIDENCE_DIFFERS},
    ),
    "the length of a match": (
        lambda: Match.objects.filter(reports__has_games=True).update(length=3),
        {FindingCode.LENGTH_DIFFERS, FindingCode.EVIDENCE_DIFFERS},
    ),
    "the reason of an act": (lambda: LogText.objects.update(text="."), {FindingCode.EVIDENCE_DIFFERS}),
    "a penalty": (lambda: Penalty.objects.update(points=3), {FindingCode.EVIDENCE_DIFFERS}),
    "a change of length": (lambda: LengthChange.objects.update(reason="."), {FindingCode.EVIDENCE_DIFFERS}),
    "the bytes of a record": (lambda: GameRecord.objects.update(data=b"x"), {FindingCode.RECORD_DIFFERS}),
    "a record with its fingerprint": (
        lambda: GameRecord.objects.update(
            data=b"x", sha256="2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881"
        ),
        {FindingCode.RECORD_DIFFERS},
    ),
    "which report counts": (
        lambda: Match.objects.filter(disputes__isnull=False).update(
            accepted_report=Report.objects.filter(source="one", has_games=False).latest("pk")
        ),
        {FindingCode.EVIDENCE_DIFFERS},
    ),
    "an amount of the ledger": (
        lambda: LedgerLine.objects.filter(kind="payment").update(amount=1),
        {FindingCode.LINE_DIFFERS, FindingCode.EVIDENCE_DIFFERS},
    ),
    "the note of a payment": (
        lambda: LedgerLine.objects.filter(kind="payment").update(note=""),
        {FindingCode.EVIDENCE_DIFFERS},
    ),
    "a line of the ledger taken out": (
        lambda: LedgerLine.objects.filter(kind="payment")._raw_delete("default"),
        {FindingCode.LINE_DIFFERS, FindingCode.EVIDENCE_MISSING},
    ),
    "a line of the ledger put in": (
        lambda: LedgerLine.objects.bulk_create(
            [
                LedgerLine(tournament=line.tournament, entrant=line.entrant, kind="charge", amount=1)
                for line in LedgerLine.objects.filter(kind="payment")
            ]
        ),
        {FindingCode.EVIDENCE_ADDED},
    ),
}


def test_what_nobody_changed_is_clean(tournament: Tournament) -> None:
    assert list(evidence_findings(tournament)) == []


@pytest.mark.parametrize("what", _CHANGES)
def test_a_change_is_found(what: str, tournament: Tournament) -> None:
    change, codes = _CHANGES[what]
    with _behind_our_back():
        change()
    assert _codes(tournament) == codes
    with pytest.raises(CommandError):
        call_command("audit", tournament.uid, stdout=StringIO())


def test_no_entry_holds_what_somebody_wrote(tournament: Tournament) -> None:
    texts = " ".join(str(entry.data) for entry in LogEntry.objects.filter(tournament=tournament))
    for words in ("My slip says", "I won.", "The slip.", "In two notes", "Somebody is missing."):
        assert words not in texts


@pytest.mark.both_databases
def test_what_was_erased_with_its_salt_cannot_be_proved_and_is_no_fault(tournament: Tournament) -> None:
    statement = Statement.objects.get()
    key = f"{statement.dispute.uid}.1"
    with _behind_our_back():
        Statement.objects.update(text="")
    ProofSalt.objects.get(kind="statement", key=key).delete()
    [finding] = evidence_findings(tournament)
    assert (finding.code, finding.subject, finding.is_fault) == (
        FindingCode.EVIDENCE_ERASED,
        f"statement:{key}",
        False,
    )


class TestOlderEntries:
    @pytest.fixture
    def old(self, tournament: Tournament) -> Tournament:
        """The tournament as a release without proofs has left it."""
        with _behind_our_back():
            for entry in LogEntry.objects.filter(tournament=tournament):
                data = {name: value for name, value in entry.data.items() if name not in ("proofs", "scope")}
                LogEntry.objects.filter(pk=entry.pk).update(data=data, version=1)
        ProofSalt.objects.all().delete()
        return tournament

    def test_are_not_proved_until_they_are_sealed(self, old: Tournament) -> None:
        assert _codes(old) == {FindingCode.NOT_SEALED}
        assert sealing.seal_what_is_older(5) == 1
        assert list(evidence_findings(old)) == []
        assert sealing.seal_what_is_older(5) == 0
        assert LogEntry.objects.filter(code="sealed").count() == 1

    @pytest.mark.both_databases
    def test_a_change_before_the_seal_is_found_where_an_entry_names_the_result(self, old: Tournament) -> None:
        with _behind_our_back():
            Report.objects.filter(has_games=True).update(score_one=F("score_two"), score_two=F("score_one"))
        assert FindingCode.RESULT_DIFFERS in _codes(old)

    def test_a_change_after_the_seal_is_found(self, old: Tournament) -> None:
        sealing.seal_what_is_older(5)
        with _behind_our_back():
            Statement.objects.update(text="I lost.")
        assert _codes(old) == {FindingCode.EVIDENCE_DIFFERS}


_CHANGES_OF_PEOPLE: dict[str, tuple[Callable[[], object], str]] = {
    "who plays": (
        lambda: SideMember.objects.filter(side__entrants__seats__isnull=False).update(player=_somebody()),
        "side.columns",
    ),
    "an office put in": (
        lambda: Role.objects.create(
            tournament=Tournament.objects.get(), player=_somebody(), kind=RoleKind.DIRECTOR
        ),
        "offices.columns",
    ),
    "another office": (
        lambda: Role.objects.filter(kind=RoleKind.DESK).update(kind=RoleKind.DIRECTOR),
        "offices.columns",
    ),
    "an office taken out": (lambda: Role.objects.filter(kind=RoleKind.DESK).delete(), "offices.columns"),
    "what a committee decided": (
        lambda: Appeal.objects.update(decision=AppealDecision.UPHELD),
        "appeal.columns",
    ),
    "how a committee voted": (lambda: CommitteeMember.objects.update(vote=Vote.UPHOLD), "appeal"),
    "who is in a committee": (
        lambda: CommitteeMember.objects.filter(pk=CommitteeMember.objects.earliest("pk").pk).update(
            player=_somebody()
        ),
        "appeal",
    ),
    "why somebody appealed": (lambda: Appeal.objects.update(reason="."), "appeal"),
    "whose a private link is": (
        lambda: AccessLink.objects.filter(purpose=Purpose.PLAYER).update(player=_somebody()),
        "link.columns",
    ),
    "a revoked link": (
        lambda: AccessLink.objects.exclude(revoked_at=None).update(revoked_at=None),
        "link.columns",
    ),
    "how long links are valid": (
        lambda: AccessLink.objects.update(expires_at=F("made_at") + timedelta(days=999)),
        "link.columns",
    ),
    "a link taken out": (
        lambda: AccessLink.objects.filter(purpose=Purpose.TABLET)._raw_delete("default"),
        "link.columns",
    ),
    "the name of the tournament": (lambda: Tournament.objects.update(name="Coupe de Rennes"), "tournament"),
    "its last day": (
        lambda: Tournament.objects.update(ends_on=F("ends_on") + timedelta(days=1)),
        "tournament.columns",
    ),
    "who sees it": (
        lambda: Tournament.objects.update(visibility=Visibility.UNLISTED),
        "tournament.columns",
    ),
    "who enters slips": (lambda: Tournament.objects.update(desk_enters_slips=True), "tournament.columns"),
}


def _somebody() -> Player:
    return factories.player("Mallory")


class TestPeople:
    """Who plays, who holds an office, how a committee voted, whose a private link is, and what a director has set."""

    @pytest.mark.parametrize("what", _CHANGES_OF_PEOPLE)
    def test_a_change_is_found(self, what: str) -> None:
        tournament = whole_tournament.larger_tournament()
        assert list(evidence_findings(tournament)) == []
        change, kind = _CHANGES_OF_PEOPLE[what]
        with _behind_our_back():
            change()
        findings_of_change = list(evidence_findings(tournament))
        assert {finding.code for finding in findings_of_change} <= {
            FindingCode.EVIDENCE_DIFFERS,
            FindingCode.EVIDENCE_MISSING,
            FindingCode.ENTRY_DIFFERS,
        }
        proved = [finding for finding in findings_of_change if finding.code is not FindingCode.ENTRY_DIFFERS]
        assert {finding.subject.partition(":")[0] for finding in proved} == {kind}

    def test_who_is_entered_but_does_not_play_is_found(self) -> None:
        tournament = whole_tournament.tournament_of_four()
        entry = EntrantPlayer.objects.earliest("pk")
        EntrantPlayer.objects.filter(pk=entry.pk).update(player=_somebody())
        assert [(one.code, one.subject) for one in evidence_findings(tournament)] == [
            (FindingCode.ENTRY_DIFFERS, entry.entrant.uid)
        ]

    def test_a_match_that_was_at_no_table_it_was_called_to_is_found(self) -> None:
        tournament = whole_tournament.larger_tournament()
        TableUse.objects.all()._raw_delete("default")
        assert _codes(tournament) == {FindingCode.TABLE_USE_MISSING}

    def test_a_dispute_or_record_of_another_match_is_found(self) -> None:
        tournament = whole_tournament.tournament_of_four()
        other = Match.objects.filter(disputes=None, records=None)[0]
        Dispute.objects.update(match=other)
        GameRecord.objects.update(match=other)
        assert _codes(tournament) == {FindingCode.DISPUTE_DIFFERS, FindingCode.RECORD_DIFFERS}

    def test_what_a_director_sets_is_no_tampering(self) -> None:
        tournament = factories.tournament()
        boss = factories.owner(tournament)
        noon = datetime.combine(tournament.starts_on, time(12), tournament.time_zone)
        lifecycle.change_tournament(tournament, by=boss, name="Renamed", city="Brest", visibility="public")
        lifecycle.change_tournament(tournament, by=boss, zone="Europe/London", ends_on=tournament.ends_on)
        tables.set_automatic(tournament, by=boss, is_on=True)
        tables.set_waiting_limit(tournament, by=boss, minutes=30)
        hours.set_hours(tournament, by=boss, days=[HallHours(noon, noon + timedelta(hours=3))])
        ledger.set_currency(tournament, by=boss, currency="GBP")
        other = factories.player("Ola Other")
        lifecycle.appoint(tournament, other, kind="desk", by=boss)
        lifecycle.appoint(tournament, other, kind="owner", by=boss)
        lifecycle.dismiss(tournament, boss, by=other)
        assert list(evidence_findings(tournament)) == []
        copy = copying.copy_tournament(
            tournament, by=other, name="Copy", starts_on=tournament.starts_on, has_officers=True
        )
        closing.close_tournament(tournament, by=other)
        closing.reopen_tournament(tournament, by=other)
        assert list(evidence_findings(tournament)) == []
        assert list(evidence_findings(copy)) == []

    def test_other_players_of_a_team_are_no_tampering(self) -> None:
        stage = stage_of_teams(boards=3, team_size=4)
        event, boss = stage.event, factories.owner(stage.event.tournament)
        [match] = factories.open_matches(stage)
        red = Entrant.objects.filter(event=event).earliest("pk")
        out, _second, _third, *_ = red.side.members.order_by("order")
        teams.substitute(red, out=out.player, in_=_somebody(), by=boss, reason="ill")
        teams.open_boards(match, by=boss)
        assert list(evidence_findings(event.tournament)) == []
        _first, second, *_ = red.side.members.order_by("order")
        teams.substitute(red, out=second.player, in_=factories.player("Sam Sub"), by=boss, reason="ill")
        assert list(evidence_findings(event.tournament)) == []

    def test_a_player_who_joins_a_team_is_no_tampering(self) -> None:
        event = factories.event(kind="teams", boards=1, team_size=2)
        red = registration.enter(event, by=None, players=[factories.player("Ann")], name="Red")
        teams.add_player(red, player=factories.player("Ben"), by=None)
        assert list(evidence_findings(event.tournament)) == []

    def test_links_that_live_on_or_end_with_their_player_are_no_tampering(self) -> None:
        event = factories.event()
        boss = factories.owner(event.tournament)
        entrant = factories.entrant(event, "Ann Entrant")
        player = entrant.side.members.get().player
        link, _token = links.make_player_link(event.tournament, player, by=boss)
        registration.withdraw(entrant, by=boss)
        closing.close_event(event, by=boss)
        lived_on = AccessLink.objects.get(pk=link.pk)
        assert lived_on.expires_at > link.expires_at
        assert list(evidence_findings(event.tournament)) == []
        erasure.erase(player, by=boss)
        assert AccessLink.objects.get(pk=link.pk).revoked_at is not None
        assert list(evidence_findings(event.tournament)) == []


class TestEntriesOfScope3:
    """The log of a tournament that was begun when nothing of its people and its settings was proved."""

    @pytest.fixture
    def old(self) -> Tournament:
        tournament = whole_tournament.larger_tournament()
        _forget(tournament, _OF_SCOPE_4, scope=3)
        return tournament

    def test_are_no_fault_and_are_sealed(self, old: Tournament) -> None:
        assert _codes(old) == {FindingCode.NOT_SEALED}
        assert sealing.seal_what_is_older(5) == 1
        assert list(evidence_findings(old)) == []

    def test_are_carried_on_before_the_seal_and_after_it(self, old: Tournament) -> None:
        boss = factories.owner(old)
        lifecycle.change_tournament(old, by=boss, name="Renamed")
        lifecycle.dismiss(old, Role.objects.filter(kind=RoleKind.DESK)[0].player, by=boss)
        factories.entrant(old.events.get(name="Side"), "Lara Late")
        assert _codes(old) == {FindingCode.NOT_SEALED}
        sealing.seal_what_is_older(5)
        lifecycle.dismiss(old, Role.objects.get(kind=RoleKind.DIRECTOR).player, by=boss)
        assert list(evidence_findings(old)) == []

    def test_a_change_after_the_seal_is_found(self, old: Tournament) -> None:
        sealing.seal_what_is_older(5)
        Role.objects.filter(kind=RoleKind.DESK).update(kind=RoleKind.DIRECTOR)
        assert _codes(old) == {FindingCode.EVIDENCE_DIFFERS}


class TestEntriesOfScope2:
    """The log of a tournament that was begun when only results, tables and the ledger were proved."""

    @pytest.fixture
    def old(self, tournament: Tournament) -> Tournament:
        boss = factories.owner(tournament)
        stage = Stage.objects.order_by("pk")[0]
        [open_match] = factories.open_matches(stage)
        results.report(open_match, by=boss, score=(7, 5))
        results.take_back_result(open_match, by=boss)
        _forget(tournament, _OF_SCOPE_3 | _OF_SCOPE_4, scope=2)
        return tournament

    def test_are_no_fault_and_are_sealed(self, old: Tournament) -> None:
        assert _codes(old) == {FindingCode.NOT_SEALED}
        assert sealing.seal_what_is_older(5) == 1
        assert list(evidence_findings(old)) == []

    def test_are_carried_on_before_the_seal_and_after_it(self, old: Tournament) -> None:
        boss = factories.owner(old)
        event = old.events.get()
        lifecycle.change_event(event, by=boss, name="Renamed")
        assert _codes(old) == {FindingCode.NOT_SEALED}
        sealing.seal_what_is_older(5)
        [match] = factories.open_matches(Stage.objects.order_by("pk")[0])
        results.start(match, by=boss)
        assert list(evidence_findings(old)) == []
        results.report(match, by=boss, score=(7, 5))
        progress.advance(event)
        assert list(evidence_findings(old)) == []

    @pytest.mark.both_databases
    def test_a_change_after_the_seal_is_found(self, old: Tournament) -> None:
        sealing.seal_what_is_older(5)
        Event.objects.filter(tournament=old).update(grace_minutes=99)
        assert _codes(old) == {FindingCode.EVIDENCE_DIFFERS}


def test_what_is_announced_is_proved(tournament: Tournament) -> None:
    boss = factories.owner(tournament)
    announcement = announcements.announce(tournament, by=boss, text="Lunch is served.")
    assert list(evidence_findings(tournament)) == []
    Announcement.objects.update(text="No lunch.")
    assert _codes(tournament) == {FindingCode.EVIDENCE_DIFFERS}
    Announcement.objects.update(text="Lunch is served.")
    announcements.take_down(announcement, by=boss)
    assert list(evidence_findings(tournament)) == []
    Announcement.objects.update(until=None)
    assert _codes(tournament) == {FindingCode.EVIDENCE_DIFFERS}


def test_what_a_player_is_called_from_a_correction_on_is_in_the_entry(tournament: Tournament) -> None:
    boss = factories.owner(tournament)
    player = Entrant.objects.order_by("pk")[0].side.members.get().player
    naming.correct(player, tournament=tournament, by=boss, name="Anna Corrected", club="Nantes")
    entry = LogEntry.objects.get(code="player_corrected")
    salt = ProofSalt.objects.get(kind="player", key=player.uid).salt
    player.refresh_from_db()
    assert entry.data["proofs"] == {f"player:{player.uid}": of_player(player).digest(salt)}
    Player.objects.filter(pk=player.pk).update(club="")
    assert list(evidence_findings(tournament)) == []


def test_a_match_that_is_said_to_be_open_again_is_found(tournament: Tournament) -> None:
    with _behind_our_back():
        Match.objects.filter(reports__has_games=True).update(
            final_at=None, outcome="", winner="", settled="", accepted_report=None
        )
    assert FindingCode.EVIDENCE_MISSING in _codes(tournament)


@pytest.mark.decided_above
def test_a_tournament_with_everything_in_it_is_clean() -> None:
    showcase.crowd(showcase.show())
    for tournament in Tournament.objects.all():
        assert [finding for finding in evidence_findings(tournament) if finding.is_fault] == []
        assert [finding for finding in findings(tournament) if finding.is_fault] == []
    for entry in LogEntry.objects.all():
        assert stored(read(entry)) == entry.data
