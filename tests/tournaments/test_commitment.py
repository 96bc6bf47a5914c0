"""Announced draws: the hash is public before the draw, and anybody can check it afterwards."""

from __future__ import annotations

import shlex
import subprocess

import pytest

from matches.models import Player
from tests import factories
from tests.remembered import remembered
from tournaments.actions import log
from tournaments.actions.draws import draw, stage_settings
from tournaments.actions.entrants import arrivals, registration
from tournaments.actions.events import lifecycle
from tournaments.errors.draws import (
    AlreadyCommitted,
    CannotBeDrawn,
    CommitmentBroken,
    DrawnWithItsFeeder,
    NotCommitted,
    SeedIsAnnounced,
    StageAlreadyDrawn,
)
from tournaments.errors.events import InvalidFeeds, OptionsFixed
from tournaments.models import Commitment, Draw, LogEntry, Stage
from tournaments.queries.audit.checks import findings
from tournaments.queries.draws.draw_input import announced_text, digest_of

pytestmark = pytest.mark.django_db


@pytest.fixture
@remembered
def stage() -> Stage:
    """A stage of five, not drawn."""
    stage = factories.stage()
    factories.entrants(stage.event, 5)
    return stage


@pytest.mark.both_databases
def test_the_draw_takes_the_announced_secret_and_reveals_it(stage: Stage) -> None:
    announcement = draw.commit(stage, by=None)
    assert announcement.revealed_at is None
    assert announcement.secret not in str(LogEntry.objects.latest("seq").data)
    draw_row = draw.draw(stage, by=None)
    commitment = Commitment.objects.get()
    assert (draw_row.seed, draw_row.input) == (announcement.secret, announcement.input)
    assert commitment.revealed_at is not None
    assert draw_row.commitment == announcement
    assert findings(stage.event.tournament) == ()
    assert log.verify(stage.event.tournament) == []


def test_the_shell_of_anybody_finds_the_digest(stage: Stage) -> None:
    Player.objects.filter(name="Ada Almeida").update(club="Club d'Échecs 'Élan' \\n %s")
    announcement = draw.commit(stage, by=None)
    line, secret, _rest = announcement.text.split("\n")
    assert "'" not in line
    command = f"printf '%s\\n%s\\n' {shlex.quote(line)} {secret} | sha256sum"
    process = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, check=True)  # noqa: S603
    assert process.stdout.split()[0] == announcement.digest


def test_who_came_and_who_left_since_is_named_and_nothing_is_drawn(stage: Stage) -> None:
    draw.commit(stage, by=None)
    leaver = stage.event.entrants.order_by("pk")[0]
    registration.withdraw(leaver, by=None, reason="ill")
    factories.entrant(stage.event, "Nora New")
    with pytest.raises(CommitmentBroken) as refusal:
        draw.draw(stage, by=None)
    assert refusal.value.data == {"came": "Nora New", "left": leaver.name}
    assert not Draw.objects.exists()


def test_whoever_comes_back_makes_the_announced_draw_possible_again(stage: Stage) -> None:
    draw.commit(stage, by=None)
    leaver = stage.event.entrants.order_by("pk")[0]
    registration.withdraw(leaver, by=None, reason="ill")
    registration.return_(leaver, by=None)
    assert draw.draw(stage, by=None).commitment is not None


def test_those_not_checked_in_stay_out_and_whoever_checks_in_later_is_named(stage: Stage) -> None:
    first, second, third, *_others = stage.event.entrants.order_by("pk")
    for entrant in (first, second):
        arrivals.check_in(entrant, by=None)
    announcement = draw.commit(stage, by=None)
    assert {entry["uid"] for entry in announcement.input["entries"]} == {first.uid, second.uid}
    arrivals.check_in(third, by=None)
    with pytest.raises(CommitmentBroken, match=third.name):
        draw.draw(stage, by=None)
    arrivals.undo_check_in(third, by=None)
    assert len(draw.draw(stage, by=None).input["entries"]) == 2


def test_other_options_than_the_announced_ones_are_refused(stage: Stage) -> None:
    draw.commit(stage, by=None)
    stage_settings.change_options(stage, by=None, options={"byes": "grouped"})
    with pytest.raises(CommitmentBroken):
        draw.draw(stage, by=None)


def test_the_announced_seeds_are_those_of_the_draw(stage: Stage) -> None:
    best = stage.event.entrants.order_by("pk")[0]
    draw.commit(stage, by=None, seeds={best.uid: 1})
    draw_row = draw.draw(stage, by=None)
    assert draw_row.placement[0] == best.uid
    with pytest.raises(AlreadyCommitted):
        _again(draw_row)


def _again(draw_row: Draw) -> None:
    draw.void(draw_row, by=None, reason="again")
    draw.commit(draw_row.stage, by=None)
    draw.commit(draw_row.stage, by=None)


def test_a_seed_of_ones_own_is_refused_once_it_is_announced(stage: Stage) -> None:
    draw.commit(stage, by=None)
    with pytest.raises(SeedIsAnnounced):
        draw.draw(stage, by=None, seed="7")


def test_an_announcement_taken_back_stays_public_with_its_secret(stage: Stage) -> None:
    announcement = draw.commit(stage, by=None)
    draw.take_back(stage, by=None, reason="Nora came.")
    announcement.refresh_from_db()
    assert (announcement.revealed_at is not None, announcement.taken_back_reason) == (True, "Nora came.")
    assert draw.draw(stage, by=None).commitment is None
    with pytest.raises(NotCommitted):
        draw.take_back(stage, by=None, reason="again")


def test_a_drawn_stage_and_what_cannot_be_drawn_are_not_announced(stage: Stage) -> None:
    stage_settings.change_options(stage, by=None, options={"has_third_place": True, "play_down": 2})
    with pytest.raises(CannotBeDrawn, match="Play down to 1"):
        draw.commit(stage, by=None)
    stage_settings.change_options(stage, by=None, options={})
    draw.draw(stage, by=None)
    with pytest.raises(StageAlreadyDrawn):
        draw.commit(stage, by=None)
    with pytest.raises(OptionsFixed):
        stage_settings.change_options(stage, by=None, options={"byes": "grouped"})


def test_the_audit_names_a_draw_that_is_not_the_announced_one(stage: Stage) -> None:
    announcement = draw.commit(stage, by=None)
    draw_row = draw.draw(stage, by=None)
    Commitment.objects.update(digest="0" * 64)
    faults = findings(stage.event.tournament)
    assert {(finding.code, finding.subject) for finding in faults} == {
        ("commitment_broken", announcement.uid),
        ("commitment_broken", draw_row.uid),
    }


def test_the_text_is_canonical() -> None:
    one = announced_text({"b": 1, "a": "é'"}, format="swiss", version=1, secret="00")
    other = announced_text({"a": "é'", "b": 1}, format="swiss", version=1, secret="00")
    assert one == other
    assert one == '{"format":"swiss","input":{"a":"\\u00e9\\u0027","b":1},"version":1}\n00\n'
    assert len(digest_of(one)) == 64


def test_a_stage_for_losers_added_after_the_draw_of_its_feeder_takes_them_in() -> None:
    main = factories.drawn_stage(4)
    factories.play_open_matches(main)
    feeds = [{"stage": 0, "take": "losers"}]
    late = lifecycle.create_stage(main.event, by=None, format="consolation", feeds=feeds)
    draw.draw(late, by=None)
    assert late.entries.count() == 2


def test_a_stage_for_losers_waits_for_the_draw_of_its_feeder(stage: Stage) -> None:
    feeds = [{"stage": 0, "take": "losers"}]
    late = lifecycle.create_stage(stage.event, by=None, format="consolation", feeds=feeds)
    with pytest.raises(DrawnWithItsFeeder):
        draw.draw(late, by=None)
    with pytest.raises(DrawnWithItsFeeder):
        draw.commit(late, by=None)


@pytest.mark.parametrize(
    ("format_", "feeds", "words"),
    [
        ("single_elimination", [{"stage": 1, "take": "losers"}], "circle"),
        ("single_elimination", [{"stage": 7, "take": "losers"}], "not an earlier stage"),
        ("single_elimination", [{"stage": 0, "take": "top"}], "count"),
        ("consolation", [], "Choose the stage"),
        ("consolation", [{"stage": 0, "take": "top", "count": 2}], "losers during play"),
    ],
)
def test_where_entrants_cannot_come_from_is_said_in_words(
    stage: Stage, format_: str, feeds: list[dict[str, object]], words: str
) -> None:
    with pytest.raises(InvalidFeeds, match=words):
        lifecycle.create_stage(stage.event, by=None, format=format_, feeds=feeds)
