"""The facts of a record: counted by its check, kept with its findings, read again as values."""

from __future__ import annotations

from dataclasses import asdict
from datetime import date, datetime, timedelta
from pathlib import Path

import pytest

import rules
from matches.models import GameRecord
from rules.facts import SideFacts, match_facts
from tests import factories
from tournaments.actions.records import uploads
from tournaments.queries.records.facts import recorded_facts

pytestmark = pytest.mark.django_db
DATA = Path(__file__).parent.parent / "data" / "records"
MATCH = (DATA / "gnubg/m004_07pt_s1004_n0.0.mat").read_bytes()


def record_after_check(data: bytes) -> GameRecord:
    """A record after its check."""
    game = factories.open_match(7)
    record = uploads.upload(game.match, by=None, file_name="final.mat", data=data)
    uploads.check(record.pk)
    return GameRecord.objects.get(pk=record.pk)


@pytest.mark.parametrize("path", sorted(DATA.rglob("*.mat"))[::5], ids=lambda path: path.stem)
def test_they_are_those_of_the_transcript(path: Path) -> None:
    facts = recorded_facts(record_after_check(path.read_bytes()))
    transcript = rules.check(path.read_bytes()).transcript
    assert facts is not None
    assert transcript is not None
    own_facts = match_facts(transcript)
    assert (facts.one, facts.two, facts.highest_cube) == (
        own_facts.one,
        own_facts.two,
        own_facts.highest_cube,
    )
    assert [(game.number, game.cube, game.one, game.two) for game in facts.games] == [
        (game.number, game.cube, game.one, game.two) for game in own_facts.games
    ]
    assert facts.turns == own_facts.turns


def test_the_file_says_when_it_was_played() -> None:
    header = b'; [EventDate "2026.03.07"]\n; [EventTime "18.30"]\n; [EndTime "19.45"]\n'
    facts = recorded_facts(record_after_check(header + MATCH.split(b"\n", 1)[1]))
    assert facts is not None
    assert facts.day == date(2026, 3, 7)
    assert facts.began == datetime.fromisoformat("2026-03-07T18:30")
    assert facts.duration == timedelta(hours=1, minutes=15)


def test_what_cannot_be_read_has_none() -> None:
    assert recorded_facts(record_after_check(b"no record")) is None


def test_a_record_that_waits_for_its_check_has_none() -> None:
    game = factories.open_match(7)
    record = uploads.upload(game.match, by=None, file_name="final.mat", data=MATCH)
    assert recorded_facts(record) is None


def test_a_record_checked_before_there_were_facts_has_none() -> None:
    record = record_after_check(MATCH)
    del record.findings["facts"]
    assert recorded_facts(record) is None


def test_what_an_older_release_counted_besides_is_passed_over() -> None:
    record = record_after_check(MATCH)
    record.findings["facts"]["one"]["rolls_of_luck"] = 3
    facts = recorded_facts(record)
    assert facts is not None
    assert set(asdict(facts.one)) == set(asdict(SideFacts()))


def test_only_what_is_not_zero_is_kept() -> None:
    record = record_after_check(MATCH)
    assert 0 not in record.findings["facts"]["one"].values()
    assert "beavers" not in record.findings["facts"]["one"]
    assert record.findings["games"][0]["facts"]["two"] == {
        "turns": 11,
        "dances": 3,
        "bar_dances": 3,
        "hits": 3,
        "doubles": 1,
        "drops": 1,
    }
