"""The audit finds rows that were changed without the service."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models import F

from matches.models import (
    Dispute,
    GameRecord,
    LengthChange,
    Match,
    Penalty,
    Player,
    Report,
    ReportedGame,
    Ruling,
    Statement,
)
from tests import factories, showcase
from tests.tournaments import whole_tournament
from tournaments.actions import results, sealing
from tournaments.actions.draws import draw, progress
from tournaments.actions.events import lifecycle
from tournaments.actions.hall import announcements
from tournaments.actions.people import naming
from tournaments.acts import read, stored
from tournaments.models import (
    Announcement,
    Entrant,
    Event,
    LedgerLine,
    LogEntry,
    LogText,
    ProofSalt,
    Stage,
    Tournament,
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


class TestEntriesOfScope2:
    """The log of a tournament that was begun when only results, tables and the ledger were proved."""

    @pytest.fixture
    def old(self, tournament: Tournament) -> Tournament:
        boss = factories.owner(tournament)
        stage = Stage.objects.order_by("pk")[0]
        [open_match] = factories.open_matches(stage)
        results.report(open_match, by=boss, score=(7, 5))
        results.take_back_result(open_match, by=boss)
        self._forget_scope_3(tournament)
        return tournament

    def _forget_scope_3(self, tournament: Tournament) -> None:
        with _behind_our_back():
            for entry in LogEntry.objects.filter(tournament=tournament):
                data = entry.data
                if "scope" in data:
                    data["scope"] = 2
                for name in list(data.get("proofs", ())):
                    if name.partition(":")[0].removesuffix(".columns") in _OF_SCOPE_3:
                        del data["proofs"][name]
                if data.get("proofs") == {}:
                    del data["proofs"]
                LogEntry.objects.filter(pk=entry.pk).update(data=data)
        ProofSalt.objects.filter(kind__in=_OF_SCOPE_3).delete()

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
