"""The log: gapless, chained, without names, and audited."""

from __future__ import annotations

import json
from hashlib import sha256
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, transaction
from django.utils import timezone

from tests import factories
from tournaments.actions import log
from tournaments.actions.draws import draw
from tournaments.actions.entrants import registration
from tournaments.actions.events import lifecycle
from tournaments.acts.people import LinkRevoked
from tournaments.acts.service import LogSealed
from tournaments.formats import FORMATS
from tournaments.models import AccessLink, Draw, LogEntry, Origin, Pairing, Stage, Tournament
from tournaments.models.append_only import create_triggers, drop_triggers
from tournaments.queries.audit.checks import FindingCode, findings

pytestmark = pytest.mark.django_db


def _audit(*uids: str) -> str:
    out = StringIO()
    call_command("audit", *uids, stdout=out)
    return out.getvalue()


def _forge(sql: str) -> None:
    """Change a row behind the back of everything, as somebody with the database file could."""
    drop_triggers(connection)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(sql)
    create_triggers(connection)


class TestTheChain:
    @pytest.mark.both_databases
    def test_every_write_is_one_entry_and_the_head_is_the_last(self) -> None:
        stage = factories.drawn_stage(4)
        tournament = Tournament.objects.get()
        seqs = list(LogEntry.objects.filter(tournament=tournament).values_list("seq", flat=True))
        assert seqs == list(range(1, tournament.log_seq + 1))
        assert LogEntry.objects.get(seq=tournament.log_seq).hash == tournament.log_hash
        assert log.verify(stage.event.tournament) == []

    @pytest.mark.both_databases
    def test_each_tournament_has_its_own(self) -> None:
        one, other = factories.tournament(), factories.tournament()
        lifecycle.change_tournament(one, by=None, city="Nantes")
        assert (one.log_seq, other.log_seq) == (2, 1)

    def test_what_fails_leaves_no_entry(self) -> None:
        stage = factories.stage()
        before = Tournament.objects.get().log_seq
        with pytest.raises(Exception, match="at least 2"):
            draw.draw(stage, by=None)
        assert Tournament.objects.get().log_seq == before

    @pytest.mark.both_databases
    def test_the_actor(self) -> None:
        tournament = factories.tournament()
        owner = factories.owner(tournament)
        link = AccessLink.objects.create(
            tournament=tournament, purpose="player", hash="0", player=owner, expires_at=timezone.now()
        )
        log.append(LinkRevoked(link.uid), of=tournament, by=owner, origin=Origin(link))
        log.append(LogSealed(tournament.uid), of=tournament, by=None)
        entries = LogEntry.objects.values_list("code", "actor", "by__uid", "link__uid")
        assert list(entries) == [
            ("tournament_created", "player", owner.uid, None),
            ("link_revoked", "link", owner.uid, link.uid),
            ("sealed", "system", None, None),
        ]

    @pytest.mark.both_databases
    def test_no_entry_names_anybody(self) -> None:
        stage = factories.drawn_stage(3)
        names = list(stage.event.entrants.values_list("side__full_name", flat=True))
        texts = " ".join(str(entry.data) + entry.subject for entry in LogEntry.objects.all())
        assert not [name for name in names if name in texts]

    @pytest.mark.both_databases
    def test_a_changed_entry_is_found(self) -> None:
        stage = factories.drawn_stage(2)
        _forge("UPDATE tournaments_logentry SET code = 'forged' WHERE seq = 3")
        assert log.verify(stage.event.tournament) == ["changed 3"]

    @pytest.mark.both_databases
    def test_a_missing_entry_is_found(self) -> None:
        stage = factories.drawn_stage(2)
        _forge("DELETE FROM tournaments_logentry WHERE seq = 3")
        assert log.verify(stage.event.tournament) == ["gap 3", "changed 4"]

    def test_a_log_cut_short_is_found(self) -> None:
        tournament = factories.tournament()
        factories.event(tournament)
        _forge("DELETE FROM tournaments_logentry WHERE seq = 2")
        assert log.verify(tournament) == ["head 2"]


class TestTheAudit:
    def test_a_tournament_as_it_should_be(self) -> None:
        stage = factories.drawn_stage(5)
        factories.play_open_matches(stage)
        tournament = Tournament.objects.get()
        assert _audit() == (
            f"{tournament.uid}  Coupe de Nantes: clean, 1 draws, {tournament.log_seq} log entries\n"
            "the feed: clean, 0 rows\n"
        )

    def test_a_draw_that_its_seed_does_not_give(self) -> None:
        stage = factories.drawn_stage(4)
        placement = Draw.objects.get().placement[::-1]
        factories.drawn_otherwise(stage, placement=placement)
        assert [finding.code for finding in findings(Tournament.objects.get())] == [FindingCode.DRAW_DIFFERS]
        with pytest.raises(CommandError, match="1 things"):
            _audit()

    def test_a_void_draw_is_repeated_too(self) -> None:
        # Of so many, another seed does not happen to make the same draw.
        factories.drawn_stage(16)
        row = Draw.objects.get()
        draw.void(row, by=None, reason="x")
        Draw.objects.update(seed="another")
        assert [finding.subject for finding in findings(Tournament.objects.get())] == [row.uid]

    @pytest.mark.both_databases
    def test_an_input_that_cannot_be_drawn(self) -> None:
        factories.drawn_stage(2)
        row = Draw.objects.get()
        row.input = {**row.input, "entries": []}
        row.save()
        assert [finding.code for finding in findings(Tournament.objects.get())] == [FindingCode.DRAW_DIFFERS]

    def test_a_draw_of_another_version_is_no_fault(self) -> None:
        stage = factories.drawn_stage(4)
        later = FORMATS["single_elimination"].version + 1
        factories.drawn_otherwise(stage, format_version=later)
        [finding] = findings(Tournament.objects.get())
        assert (finding.code, finding.is_fault) == (FindingCode.OTHER_VERSION, False)
        with pytest.raises(CommandError, match=r"Nothing is wrong; 1 things .* cannot be proved"):
            _audit()

    @pytest.mark.both_databases
    def test_a_draw_of_an_unknown_format(self) -> None:
        factories.drawn_stage(4)
        Draw.objects.update(format="quadruple_elimination")
        assert [finding.code for finding in findings(Tournament.objects.get())] == [
            FindingCode.UNKNOWN_FORMAT
        ]

    def test_a_pairing_that_is_missing_and_one_that_is_overtaken(self) -> None:
        stage = factories.drawn_stage(4)
        first = factories.open_matches(stage)[0]
        factories.play_open_matches(stage)
        type(first).objects.filter(pk=first.pk).update(winner="two")
        codes = {finding.code for finding in findings(stage.event.tournament)}
        assert codes == {FindingCode.PAIRING_OVERTAKEN}
        Pairing.objects.filter(round=2).update(cancelled_at=first.made_at)
        codes = {finding.code for finding in findings(stage.event.tournament)}
        assert codes == {FindingCode.PAIRING_MISSING}

    @pytest.mark.both_databases
    def test_standings_that_do_not_follow(self) -> None:
        stage = factories.drawn_stage(2)
        factories.play_open_matches(stage)
        stage.refresh_from_db()
        snapshot = stage.standings
        assert snapshot is not None
        Stage.objects.update(standings={**snapshot, "places": snapshot["places"][::-1]})
        assert [finding.code for finding in findings(stage.event.tournament)] == [
            FindingCode.STANDINGS_DIFFER
        ]
        Stage.objects.update(standings={**snapshot, "version": 99, "places": []})
        assert not findings(stage.event.tournament), "another release froze them"
        Stage.objects.update(standings=None)
        assert [finding.code for finding in findings(stage.event.tournament)] == [
            FindingCode.STANDINGS_DIFFER
        ]

    @pytest.mark.both_databases
    def test_only_the_tournaments_asked_for(self) -> None:
        one, _ = factories.tournament(), factories.tournament()
        assert _audit(one.uid).count("clean") == 1
        with pytest.raises(CommandError, match="nowhere"):
            _audit("nowhere")

    def test_a_broken_log_is_a_fault(self) -> None:
        factories.tournament()
        _forge("UPDATE tournaments_logentry SET code = 'forged'")
        with pytest.raises(CommandError):
            _audit()


def test_the_version_of_an_event_is_its_newest_entry() -> None:
    event = factories.event()
    before = log.event_version(event)
    factories.event(event.tournament)
    assert log.event_version(event) == before, "another event's"
    registration.enter(event, by=None, players=[factories.player()])
    assert log.event_version(event) == Tournament.objects.get().log_seq == before + 2


class TestTheLogOutsideVideau:
    """The chain can be verified by whoever has the lines and nothing else."""

    def test_each_line_hashes_to_its_hash(self) -> None:
        stage = factories.drawn_stage(4)
        factories.play_open_matches(stage)
        tournament = Tournament.objects.get()
        out = StringIO()
        call_command("log", tournament.uid, stdout=out)
        lines = [json.loads(line) for line in out.getvalue().splitlines()]
        assert [line["seq"] for line in lines] == list(range(1, tournament.log_seq + 1))
        previous = ""
        for line in lines:
            content = {name: value for name, value in line.items() if name not in {"hash", "version"}}
            text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
            previous = sha256(f"{previous}\n{text}".encode()).hexdigest()
            assert line["hash"] == previous
        assert previous == tournament.log_hash

    def test_a_tournament_that_is_not_there(self) -> None:
        with pytest.raises(CommandError, match="nowhere") as refusal:
            call_command("log", "nowhere")
        assert refusal.value.returncode == 2
