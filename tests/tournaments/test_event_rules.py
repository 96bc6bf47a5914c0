"""Rules of an event: its profile, the director's changes, and the copies in its matches."""

from __future__ import annotations

import pytest

from matches.errors import ReportRefused
from rules.game import Ended, GameScore, Result
from rules.match import Side
from rules.profile import Clock, IllegalPlays
from tests import factories
from tournaments.actions import results
from tournaments.actions.events import lifecycle
from tournaments.errors.common import InvalidFields
from tournaments.errors.events import InvalidRules, UnknownProfile
from tournaments.models import LogEntry
from tournaments.queries.events.event_rules import ClockTime, LateRule, rules_of

pytestmark = pytest.mark.django_db
# Side one doubles to 4 and wins the match to 3 in its first game.
_WITH_A_CUBE_OF_FOUR = [GameScore(Side.ONE, Result.SINGLE, 4, Ended.BORNE_OFF)]


@pytest.mark.both_databases
def test_p4_an_event_is_played_by_its_profile_and_what_its_director_changed() -> None:
    event = factories.event()
    assert rules_of(event).profile.code == "wbgf"
    new = lifecycle.change_event(
        event,
        by=None,
        profile="club-fr",
        profile_settings={
            "clock": "required",
            "clock_minutes_per_point": 2,
            "clock_delay_seconds": 12,
            "late_minutes_to_first": 10,
            "cube_cap": None,
        },
        minutes_per_point=7,
        division="Open",
        scores="delayed",
        scores_delay=30,
    )
    rules = rules_of(new)
    assert rules.profile.illegal_plays is IllegalPlays.RESPONSIBLE_MOVES
    assert rules.profile.clock is Clock.REQUIRED
    assert "clock" not in rules.profile.unverified
    assert (rules.clock, rules.late) == (ClockTime(2, 12), LateRule(10, 5))
    assert (new.minutes_per_point, new.division, new.scores_delay) == (7, "Open", 30)
    entry = LogEntry.objects.latest("pk")
    assert (entry.code, entry.data["profile"], entry.data["rules"]) == (
        "event_changed",
        "club-fr",
        new.profile_settings,
    )
    renamed_event = lifecycle.change_event(event, by=None, name="Another name")
    assert (renamed_event.profile, renamed_event.profile_settings) == ("club-fr", new.profile_settings)


@pytest.mark.parametrize(
    ("settings", "wrong"),
    [
        ({"dice_cups": "one"}, "dice_cups"),
        ({"clock": "sometimes"}, "clock"),
        ({"cube_cap": 48}, "cube_cap"),
        ({"cube_cap": "64"}, "cube_cap"),
        ({"late_minutes_to_next": 0}, "late_minutes_to_next"),
        ({"clock_delay_seconds": True}, "clock_delay_seconds"),
    ],
)
def test_a_setting_that_cannot_be_is_named_and_changes_nothing(
    settings: dict[str, object], wrong: str
) -> None:
    event = factories.event()
    with pytest.raises(InvalidRules) as refusal:
        lifecycle.change_event(event, by=None, profile_settings=settings)
    assert refusal.value.data["settings"] == [wrong]
    event.refresh_from_db()
    assert event.profile_settings == {}


def test_what_is_no_profile_and_no_setting_is_refused() -> None:
    event = factories.event()
    with pytest.raises(UnknownProfile):
        lifecycle.change_event(event, by=None, profile="fifa")
    with pytest.raises(InvalidFields):
        lifecycle.change_event(event, by=None, scores="never")
    with pytest.raises(TypeError):
        lifecycle.change_event(event, by=None, capacity=8)


@pytest.mark.both_databases
def test_e3_the_highest_cube_of_an_event_holds_in_matches_that_have_not_begun() -> None:
    running, other = factories.open_matches(factories.drawn_stage(4, length=3))
    event = factories.around(running).stage.event
    results.start(running, by=factories.owner(event.tournament))
    lifecycle.change_event(event, by=None, profile="usbgf", profile_settings={"cube_cap": 2})
    for match in (running, other):
        match.refresh_from_db()
    assert (running.cube_cap, running.dead_cube) == (None, "remark")
    assert (other.cube_cap, other.dead_cube) == (2, "void")
    results.report(running, by=factories.around(running).one, games=_WITH_A_CUBE_OF_FOUR)
    with pytest.raises(ReportRefused) as refusal:
        results.report(other, by=factories.around(other).one, games=_WITH_A_CUBE_OF_FOUR)
    assert [one.code for one in refusal.value.refusals] == ["cube_above_cap"]


def test_e3_e6_a_match_that_is_paired_later_keeps_the_rules_of_its_event() -> None:
    event = factories.event()
    lifecycle.change_event(event, by=None, profile_settings={"cube_cap": 64, "dead_cube": "void"})
    stage = factories.drawn_stage(4, of=event)
    factories.play_open_matches(stage)
    rules = {(match.cube_cap, match.dead_cube) for match in factories.open_matches(stage)}
    assert rules == {(64, "void")}
