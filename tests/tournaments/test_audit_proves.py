"""The audit proves results: whoever changes a row behind the service's back is found."""

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
    Report,
    ReportedGame,
    Ruling,
    Statement,
)
from tests import factories, showcase
from tests.tournaments import whole_tournament
from tournaments.actions import proving
from tournaments.actions.draws import draw
from tournaments.acts import read, stored
from tournaments.models import LedgerLine, LogEntry, LogText, ProofSalt, Tournament
from tournaments.models.append_only import create_triggers, drop_triggers
from tournaments.queries.audit import FindingCode, findings
from tournaments.queries.audit_evidence import evidence_findings

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    """A tournament of four with a report game by game, a dispute ruled on, a record, a penalty, fees and payments."""
    tournament = whole_tournament.tournament_of_four()
    stage = factories.stage(tournament.events.get())
    draw.commit(stage, by=None)
    draw.take_back(stage, by=None, reason="Somebody is missing.")
    return tournament


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
        assert proving.seal_what_is_older(5) == 1
        assert list(evidence_findings(old)) == []
        assert proving.seal_what_is_older(5) == 0
        assert LogEntry.objects.filter(code="sealed").count() == 1

    def test_a_change_before_the_seal_is_found_where_an_entry_names_the_result(self, old: Tournament) -> None:
        with _behind_our_back():
            Report.objects.filter(has_games=True).update(score_one=F("score_two"), score_two=F("score_one"))
        assert FindingCode.RESULT_DIFFERS in _codes(old)

    def test_a_change_after_the_seal_is_found(self, old: Tournament) -> None:
        proving.seal_what_is_older(5)
        with _behind_our_back():
            Statement.objects.update(text="I lost.")
        assert _codes(old) == {FindingCode.EVIDENCE_DIFFERS}


@pytest.mark.decided_above
def test_a_tournament_with_everything_in_it_is_clean() -> None:
    showcase.crowd(showcase.show())
    for tournament in Tournament.objects.all():
        assert [finding for finding in evidence_findings(tournament) if finding.is_fault] == []
        assert [finding for finding in findings(tournament) if finding.is_fault] == []
    for entry in LogEntry.objects.all():
        assert stored(read(entry)) == entry.data
