"""The forecast as JSON: what is read, what is refused with its place, and what is answered."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

import pytest

from tests.simulation.true_halls import minutes_to
from tournaments.plain_data import InvalidData
from tournaments.simulation.__main__ import main
from tournaments.simulation.weekend_data import read_weekend
from tournaments.simulation.weekend_forecast import forecast_of, weekend_of

NOW = "2026-11-28T10:00:00+01:00"
KNOCKOUT: dict[str, Any] = {"format": "single_elimination", "lengths": [7]}
SMALL: dict[str, Any] = {"now": NOW, "runs": 20, "events": [{"entrants": 4, "stages": [KNOCKOUT]}]}


def answer_of(data: dict[str, Any]) -> dict[str, Any]:
    """The forecast of plain data."""
    return forecast_of(read_weekend(data))


def test_the_smallest_input_is_answered(capsys: pytest.CaptureFixture[str]) -> None:
    data = {"events": [{"entrants": 16, "stages": [KNOCKOUT]}], "tables": 8, "now": NOW}
    assert main(["forecast"], [json.dumps(data)]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert NOW < answer["half_at"] < answer["almost_surely_at"]
    assert answer["events"][0]["half_at"] == answer["half_at"]
    assert (answer["runs"], answer["timed_matches"], answer["left_out"], answer["in_time"]) == (
        200,
        0,
        [],
        1.0,
    )
    # Four rounds of 56 minutes with a small gap, of which the slowest match counts.
    assert 4 * 56 < minutes_to(data, answer["half_at"]) < 4 * 56 * 1.6


def changed(**changes: Any) -> dict[str, Any]:
    return SMALL | changes


def match(**values: Any) -> dict[str, Any]:
    return changed(matches=[{"started": NOW, **values}])


def day(opens: str, closes: str, **more: Any) -> dict[str, Any]:
    return {"open": f"2026-11-28T{opens}:00+01:00", "close": f"2026-11-28T{closes}:00+01:00", **more}


def at(clock: str) -> str:
    return f"2026-11-28T{clock}:00+01:00"


NAMED = {"players": ["ann", "bob"], "stages": [KNOCKOUT]}
WRONG: dict[str, tuple[Any, str, str]] = {
    "no object": ([], "not_an_object", ""),
    "no events": (changed(events=[]), "list_too_short", "events"),
    "no now": ({"events": SMALL["events"]}, "missing_key", "now"),
    "no moment": (changed(now="tomorrow"), "not_a_moment", "now"),
    "no such moment": (changed(now="2026-11-31T10:00"), "not_a_moment", "now"),
    "another key": (changed(colour="red"), "unknown_key", "colour"),
    "no tables": (changed(tables=0), "number_too_small", "tables"),
    "few runs": (changed(runs=1), "number_too_small", "runs"),
    "alone": (
        changed(events=[{"entrants": 1, "stages": [KNOCKOUT]}]),
        "number_too_small",
        "events[0].entrants",
    ),
    "counted and named": (
        changed(events=[NAMED | {"entrants": 2}]),
        "named_and_counted",
        "events[0].entrants",
    ),
    "twice": (changed(events=[NAMED | {"players": ["ann", "ann"]}]), "named_twice", "events[0].players"),
    "no stage": (changed(events=[{"entrants": 4, "stages": []}]), "no_stages", "events[0].stages"),
    "no format": (
        changed(events=[{"entrants": 4, "stages": [{"format": "x"}]}]),
        "unknown_format",
        "events[0].stages[0].format",
    ),
    "even length": (
        changed(events=[{"entrants": 4, "stages": [KNOCKOUT | {"lengths": [4]}]}]),
        "even_length",
        "events[0].stages[0].lengths[0]",
    ),
    "a fed stage that nobody feeds": (
        changed(events=[{"entrants": 4, "stages": [KNOCKOUT | {"feeds": [{"stage": 3, "take": "losers"}]}]}]),
        "unknown_stage",
        "events[0].stages[0].feeds[0].stage",
    ),
    "other offset": (
        changed(days=[{"open": "2026-11-28T10:00", "close": at("12:00")}]),
        "other_offset",
        "days[0].open",
    ),
    "closes first": (changed(days=[day("12:00", "11:00")]), "closes_before_it_opens", "days[0].close"),
    "overlap": (changed(days=[day("10:00", "20:00"), day("19:00", "23:00")]), "days_overlap", "days[1].open"),
    "break at night": (
        changed(days=[day("10:00", "20:00", breaks=[{"from": at("19:00"), "to": at("21:00")}])]),
        "break_outside",
        "days[0].breaks[0]",
    ),
    "curfew before the first round": (
        changed(days=[day("10:00", "20:00")], events=[NAMED | {"starts": at("20:00")}]),
        "curfew_before_the_first_round",
        "events[0].starts",
    ),
    "a hall that has closed for good": (
        changed(days=[day("08:00", "09:00")]),
        "curfew_before_the_first_round",
        "events[0]",
    ),
    "the end of time": (changed(now="9999-12-31T23:00"), "out_of_range", "now"),
    "the beginning of time": (
        changed(events=[NAMED | {"starts": "0001-01-01T00:00+14:00"}]),
        "out_of_range",
        "events[0].starts",
    ),
    "a stranger away": (
        changed(absences=[{"player": "zoe", "back": at("12:00")}]),
        "unknown_player",
        "absences[0].player",
    ),
    "tables of nobody": (changed(events=[NAMED | {"tables": -1}]), "number_too_small", "events[0].tables"),
    "no wait at all": (changed(waiting_limit=0), "number_too_small", "waiting_limit"),
    "no such event": (match(event=1), "number_too_large", "matches[0].event"),
    "no such stage": (match(stage=1), "number_too_large", "matches[0].stage"),
    "stranger": (match(one="zoe"), "unknown_player", "matches[0].one"),
    "against oneself": (match(one="1", two="1"), "two_of_one", "matches[0].two"),
    "another winner": (match(one="1", two="2", winner="3"), "winner_not_there", "matches[0].winner"),
    "no stamp": (changed(matches=[{}]), "no_stamp", "matches[0]"),
    "later than now": (match(final=at("11:00")), "in_the_future", "matches[0].final"),
    "backwards": (match(final=at("09:00")), "stamps_out_of_order", "matches[0].final"),
    "past of nothing": (
        changed(past=[{"minutes_per_point": 8, "gap": 5, "matches": 0}]),
        "number_too_small",
        "past[0].matches",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_cannot_be_is_refused_with_its_place(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    data, code, path = WRONG[name]
    with pytest.raises(InvalidData) as error:
        read_weekend(data)
    assert (error.value.code, error.value.path) == (code, path)
    assert main(["forecast"], [json.dumps(data)]) == 2
    assert capsys.readouterr().err.startswith("forecast: ")


def test_what_is_no_json_or_has_no_end_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["forecast"], ["{"]) == 2
    assert capsys.readouterr().err == "forecast: the input is not JSON\n"
    ladder = changed(events=[{"entrants": 4, "stages": [{"format": "ladder"}]}])
    assert main(["forecast"], [json.dumps(ladder)]) == 2
    refusal = capsys.readouterr().err
    assert refusal.startswith("forecast: events[0]: stands_still: It goes by the calendar or by challenges")
    assert main(["forecast"], [json.dumps(changed(events=[{"entrants": 4, "stages": []}]))]) == 2
    assert (
        capsys.readouterr().err == "forecast: events[0].stages: no_stages: An event has at least one stage.\n"
    )


def test_absences_own_tables_and_the_limit_of_waiting_are_part_of_it() -> None:
    alone = {"players": ["ann", "bob"], "stages": [KNOCKOUT]}
    away = changed(events=[alone], absences=[{"player": "bob", "back": at("15:00"), "leaves": at("19:00")}])
    assert answer_of(away)["half_at"] > at("15:30")
    other = {"players": ["cid", "dan"], "stages": [KNOCKOUT]}
    shared = changed(events=[alone, other], tables=1, waiting_limit=None)
    assert (
        answer_of(shared)["half_at"]
        > answer_of(shared | {"events": [alone, other | {"tables": 1}]})["half_at"]
    )


def test_a_moment_without_offset_is_answered_without() -> None:
    answer = answer_of(changed(now="2026-11-28T10:00:00"))
    assert datetime.fromisoformat(answer["half_at"]).tzinfo is None


def test_days_and_the_past_are_part_of_it() -> None:
    days = [
        day("08:00", "10:20"),
        {"open": "2026-11-29T10:00:00+01:00", "close": "2026-11-29T12:00:00+01:00"},
    ]
    answer = answer_of(changed(days=days))
    # Nothing of 56 minutes is over by 10:20; on Sunday two rounds are just over in time, or not.
    assert answer["half_at"] > "2026-11-29T11:00"
    assert 0 < answer["in_time"] < 1
    slow = answer_of(changed(past=[{"minutes_per_point": 12, "gap": 20, "matches": 300}] * 3))
    assert slow["gap"] == 20
    assert slow["events"][0]["minutes_per_point"] > 10
    assert slow["half_at"] > answer_of(SMALL)["half_at"]


def test_an_event_that_has_matches_has_begun() -> None:
    later = {"entrants": 4, "stages": [KNOCKOUT], "starts": at("18:00")}
    assert answer_of(changed(events=[later]))["half_at"] > at("19:00")
    begun = changed(events=[later], matches=[{"called": at("10:00")}])
    assert answer_of(begun)["half_at"] < at("14:00")
    earlier = changed(events=[later | {"starts": at("09:00")}])
    assert answer_of(earlier)["half_at"] < at("14:00")


def test_rounds_and_stages_say_since_when_a_match_could_begin() -> None:
    groups = {"format": "round_robin", "options": {"groups": 2}, "lengths": [5]}
    playoff = {"format": "single_elimination", "feeds": [{"stage": 0, "take": "group_top", "count": 1}]}
    event = {"players": ["a", "b", "c", "d"], "stages": [groups, playoff]}
    matches = [
        {"round": 1, "one": "a", "two": "c", "winner": "a", "started": at("08:00"), "final": at("08:40")},
        {"round": 1, "one": "b", "two": "d", "winner": "b", "started": at("08:00"), "final": at("09:20")},
        {"stage": 1, "one": "a", "two": "b", "ready": at("09:25"), "started": at("09:30")},
    ]
    weekend, left_out = weekend_of(read_weekend(changed(events=[event], matches=matches)))
    assert weekend.belief.gaps.seen == (5.0,)
    matches[2].pop("ready")
    weekend, left_out = weekend_of(read_weekend(changed(events=[event], matches=matches)))
    assert weekend.belief.gaps.seen == (10.0,)
    assert left_out == ()
    # Who plays a second match in the group waited for the round.
    swiss = {"players": ["a", "b", "c", "d"], "stages": [{"format": "swiss", "options": {"rounds": 2}}]}
    matches = [
        *matches[:2],
        {"round": 2, "one": "a", "two": "b", "called": at("09:21"), "started": at("09:26")},
        {"called": at("09:50")},
    ]
    weekend, _ = weekend_of(read_weekend(changed(events=[swiss], matches=matches)))
    assert weekend.belief.gaps.seen == (6.0,)


def test_calls_alone_are_taken_for_starts_and_lengths_are_their_own() -> None:
    matches = [
        {"called": at("08:00"), "final": at("08:30"), "length": 3},
        {"final": at("09:30")},
        {"started": at("09:40")},
    ]
    weekend, _ = weekend_of(read_weekend(changed(matches=matches[:2])))
    assert weekend.belief.pace.matches == 1
    weekend, _ = weekend_of(read_weekend(changed(matches=matches)))
    assert weekend.belief.pace.matches == 1
    too_many = changed(matches=[*matches, *matches])
    assert answer_of(too_many)["left_out"] == [2, 4, 5]


# The truth
