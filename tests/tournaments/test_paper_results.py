"""Results that a hall wrote by hand are entered in order, each pairing what the next ones need."""

from __future__ import annotations

from random import Random

import pytest
from django.db import transaction

from matches.models import Match
from tests import factories
from tournaments.actions import results
from tournaments.actions.draws import draw, progress
from tournaments.actions.events import lifecycle
from tournaments.actions.hall import calling
from tournaments.errors.common import Forbidden
from tournaments.errors.results import (
    PaperLineUnreadable,
    PaperNameUnknown,
    PaperNotPaired,
    PaperSeveralFit,
    PaperTableEmpty,
)
from tournaments.models import Event, LogEntry, Pairing, Stage
from tournaments.queries.audit.checks import findings
from tournaments.queries.results.paper_lines import paper_line

pytestmark = pytest.mark.django_db

_NAMES = (
    "Ada Almeida",
    "Bo Bengtsson",
    "Cleo Costa",
    "Dan Dupont",
    "Élodie Engel",
    "Farid Fabre",
    "Greta Grau",
    "Hugo Haas",
)


def drawn(format_code: str, names: tuple[str, ...] = _NAMES, **options: object) -> Stage:
    """A stage of these players, drawn."""
    stage = factories.stage(factories.event(), format=format_code, lengths=(5,), options=options or None)
    for name in names:
        factories.entrant(stage.event, name)
    draw.draw(stage, by=None, seed="videau")
    return stage


def written(match: Match, *, points: int = 2, turned: bool = False) -> str:
    """A result as somebody writes it: side one wins, and stands first, or second where it is turned."""
    one, two = match.one.name, match.two.name
    return f"{two} {points}-{match.length} {one}" if turned else f"{one} {match.length}-{points} {two}"


def on_paper(stage: Stage, *, seed: int = 1) -> list[str]:
    """All lines of a stage that is played to its end, as the hall wrote them; what was played is taken back."""
    chance, lines = Random(seed), []
    with transaction.atomic():
        while opened := factories.open_matches(stage):
            match, turned = chance.choice(opened), chance.random() < 0.3
            lines.append(written(match, points=chance.randrange(match.length), turned=turned))
            results.report(match, by=None, score=(match.length, 0))
            progress.advance(stage.event)
        transaction.set_rollback(True)
    return lines


def outcomes_of(event: Event, *lines: str) -> list[str]:
    """What became of the lines: "new", "known", or the code of the refusal."""
    return [
        one.refusal.code if one.refusal is not None else "new" if one.is_new else "known"
        for one in results.enter_in_order(event, by=factories.owner(event.tournament), lines=lines)
    ]


@pytest.mark.parametrize(
    "format_code", ["single_elimination", "double_elimination", "swiss", "lives", "round_robin"]
)
def test_a_whole_event_is_entered_in_one_sitting(format_code: str) -> None:
    stage = drawn(format_code)
    lines = on_paper(stage)
    assert outcomes_of(stage.event, *lines) == ["new"] * len(lines)
    stage.refresh_from_db()
    assert stage.completed_at is not None
    assert list(findings(stage.event.tournament)) == []


def test_what_is_refused_says_why_and_stops_none_of_the_others() -> None:
    stage = drawn("single_elimination")
    first, second, third, fourth = factories.open_matches(stage)
    semifinal = f"{first.one.name} 5-1 {second.one.name}"
    lines = [
        written(first),
        "hello",
        "",
        "Zoe Zola 5-1 Ada Almeida",
        semifinal,
        written(second, turned=True),
        f"{third.one.name} 4-2 {third.two.name}",
        f"{third.one.name} 5-2 {fourth.one.name}",
        semifinal,
    ]
    assert outcomes_of(stage.event, *lines) == [
        "new",
        "paper_line_unreadable",
        "paper_name_unknown",
        "paper_not_paired",
        "new",
        "not_finished",
        "paper_not_paired",
        "new",
    ]
    refusals = [
        one.refusal
        for one in results.enter_in_order(stage.event, by=None, lines=["x", "Zoe Zola 1-5 Ada Almeida"])
    ]
    assert isinstance(refusals[0], PaperLineUnreadable)
    assert isinstance(refusals[1], PaperNameUnknown)
    assert "Zoe Zola" in str(refusals[1])


def test_a_refusal_names_whom_the_two_meet_now() -> None:
    stage = drawn("swiss")
    first, second, *_others = factories.open_matches(stage)
    [outcome] = results.enter_in_order(
        stage.event, by=None, lines=[f"{first.one.name} 5-3 {second.one.name}"]
    )
    assert isinstance(outcome.refusal, PaperNotPaired)
    for match in (first, second):
        assert f"{match.one.name} – {match.two.name}" in str(outcome.refusal)


def test_a_table_without_an_open_match_is_no_name() -> None:
    stage = drawn("single_elimination")
    [outcome] = results.enter_in_order(stage.event, by=None, lines=["12 5-0"])
    assert isinstance(outcome.refusal, PaperTableEmpty)
    assert "No match of this event is open at table 12." in str(outcome.refusal)


def test_a_part_of_a_name_and_a_table_are_enough() -> None:
    stage = drawn("single_elimination")
    first, second, third, fourth = factories.open_matches(stage)
    lifecycle.add_tables(stage.event.tournament, by=None, names=["12"])
    calling.assign_lowest(first, by=None)
    lines = ["12 2-5", f"{second.one.name.split()[0].upper()} 5-1", f"{third.two.name.split()[1]} 5-0"]
    assert outcomes_of(stage.event, *lines) == ["new"] * 3
    for match in (first, second, third):
        match.refresh_from_db()
    assert [first.winner, second.winner, third.winner] == ["two", "one", "two"]
    assert outcomes_of(stage.event, "a 5-3") == [PaperSeveralFit.code]
    assert not Match.objects.get(pk=fourth.pk).is_final


def test_the_same_line_again_is_known_and_another_score_refused() -> None:
    stage = drawn("single_elimination")
    line = written(factories.open_matches(stage)[0])
    assert outcomes_of(stage.event, line, line) == ["new", "known"]
    assert outcomes_of(stage.event, line.replace("5-2", "5-3")) == ["match_already_final"]
    assert LogEntry.objects.filter(tournament=stage.event.tournament, code="reported").count() == 1


def test_who_may_not_enter_slips_enters_nothing() -> None:
    stage = drawn("single_elimination")
    line = written(factories.open_matches(stage)[0])
    tournament = stage.event.tournament
    [outcome] = results.enter_in_order(stage.event, by=factories.clerk(tournament), lines=[line])
    assert outcome.refusal is not None
    assert not Pairing.objects.filter(match__final_at__isnull=False).exists()
    assert not isinstance(outcome.refusal, Forbidden | PaperNotPaired)


@pytest.mark.parametrize(
    ("text", "first", "points", "second"),
    [
        ("Ada 5-2 Bo", "Ada", (5, 2), "Bo"),
        ("  12   7:4 ", "12", (7, 4), ""),
        ("Jean-Luc 5–2 Marie-Lou", "Jean-Luc", (5, 2), "Marie-Lou"),
        ("Ada 5 - 2 Bo", "Ada", (5, 2), "Bo"),
        ("Table 3 11-9", "Table 3", (11, 9), ""),
    ],
)
def test_a_line_is_read_as_it_is_written(text: str, first: str, points: tuple[int, int], second: str) -> None:
    line = paper_line(text)
    assert (line.first, line.points, line.second) == (first, points, second)
