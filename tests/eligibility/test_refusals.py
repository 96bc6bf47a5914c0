"""Eligibility: each rule at its edges, rules that federations publish, and a twin that asks day by day."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import examples
from tournaments.eligibility import (
    INELIGIBLE_WORDS,
    DivisionRules,
    DivisionWin,
    IneligibleReason,
    OfficialRating,
    PlayerRecord,
    UnlistedRule,
    refusals,
    side_refusals,
)
from tournaments.eligibility.facts import UNITS
from tournaments.plain_data import InvalidData

DAY = date(2026, 3, 7)
NOVICE = DivisionRules(division="Novice")


def rules(**values: object) -> DivisionRules:
    return DivisionRules.from_dict({"version": 1, "division": "Intermediate", **values})


def reasons(record: PlayerRecord, division: DivisionRules, day: date = DAY) -> list[IneligibleReason]:
    return [refusal.reason for refusal in refusals(record, division, day=day)]


def rated(points: float, **values: object) -> PlayerRecord:
    return PlayerRecord(rating=round(points * UNITS), **values)  # type: ignore[arg-type]


def test_without_rules_everybody_may_enter() -> None:
    assert reasons(PlayerRecord(), NOVICE) == []
    assert reasons(rated(2100), NOVICE) == []


@pytest.mark.parametrize(("points", "may_enter"), [(1649.999999999, True), (1650, False), (1650.5, False)])
def test_a_cap_excludes_the_rating_that_it_names(points: float, may_enter: bool) -> None:
    assert (reasons(rated(points), rules(rating_below=1650)) == []) is may_enter


def test_a_refused_rating_is_never_shown_below_the_cap() -> None:
    [refusal] = refusals(rated(1650.9), rules(rating_below=1650), day=DAY)
    assert refusal.places == {"division": "Intermediate", "value": 1650, "limit": 1650}


@pytest.mark.parametrize(("points", "may_enter"), [(1649.999999999, False), (1650, True)])
def test_an_upper_division_takes_the_rating_that_it_names(points: float, may_enter: bool) -> None:
    assert (reasons(rated(points), rules(rating_from=1650)) == []) is may_enter


def test_the_peak_is_that_of_the_last_matches_alone() -> None:
    division = rules(peak_at_most=1700, peak_matches=3)
    peak, below = 1701 * UNITS, 1600 * UNITS
    assert reasons(rated(1600, history=(peak, below, below, below)), division) == []
    assert reasons(rated(1600, history=(below, peak, below, below)), division) == [
        IneligibleReason.PEAK_TOO_HIGH
    ]
    assert reasons(rated(1600, history=(1700 * UNITS,)), division) == []


def test_a_peak_just_above_its_limit_is_not_shown_as_the_limit() -> None:
    [refusal] = refusals(rated(1600, history=(1700 * UNITS + 1,)), rules(peak_at_most=1700), day=DAY)
    assert refusal.places["value"] == 1701


def test_norway_intermediate_asks_for_the_rating_of_today_and_the_last_hundred_matches() -> None:
    division = rules(rating_below=1650, peak_at_most=1700, peak_matches=100)
    history = (1701 * UNITS, *[1600 * UNITS] * 100)
    assert reasons(rated(1649, history=history), division) == []
    assert reasons(rated(1650, history=history[:100]), division) == [
        IneligibleReason.RATING_TOO_HIGH,
        IneligibleReason.PEAK_TOO_HIGH,
    ]


def test_german_winners_stay_away_for_fourteen_months_and_the_first_ten_move_up() -> None:
    division = rules(lockout_months=14, top_positions=10)
    win = DivisionWin(date(2025, 1, 31), "Intermediate", 1)
    assert reasons(PlayerRecord(places=(win,)), division, date(2026, 3, 30)) == [IneligibleReason.RECENT_WIN]
    assert reasons(PlayerRecord(places=(win,)), division, date(2026, 3, 31)) == []
    tenth = OfficialRating(date(2026, 3, 1), 1800 * UNITS, 10)
    assert reasons(PlayerRecord(official=(tenth,)), division) == [IneligibleReason.TOP_POSITION]
    assert reasons(PlayerRecord(official=(tenth._replace(position=11),)), division) == []


def test_the_refusal_of_a_winner_says_from_when_the_division_is_open() -> None:
    win = DivisionWin(date(2025, 12, 31), "Intermediate", 1)
    [refusal] = refusals(PlayerRecord(places=(win,)), rules(lockout_months=2), day=DAY - timedelta(days=10))
    assert refusal.places["until"] == date(2026, 2, 28)


def test_winners_of_other_divisions_are_locked_out_where_the_rules_name_them() -> None:
    win = DivisionWin(date(2026, 1, 1), "Novice", 2)
    assert reasons(PlayerRecord(places=(win,)), rules(lockout_months=12, lockout_places=2)) == []
    named = rules(lockout_months=12, lockout_places=2, lockout_divisions=["Novice"])
    assert reasons(PlayerRecord(places=(win,)), named) == [IneligibleReason.RECENT_WIN]
    assert reasons(PlayerRecord(places=(win._replace(place=3),)), named) == []


def test_an_official_rating_counts_for_its_months_and_not_from_the_future() -> None:
    division = rules(official_at_most=1700, official_months=12)
    line = OfficialRating(date(2025, 3, 8), 1700 * UNITS + 1, 40)
    assert reasons(PlayerRecord(official=(line,)), division) == [IneligibleReason.OFFICIAL_TOO_HIGH]
    assert reasons(PlayerRecord(official=(line._replace(day=date(2025, 3, 7)),)), division) == []
    assert reasons(PlayerRecord(official=(line._replace(day=DAY + timedelta(days=1)),)), division) == []
    assert reasons(PlayerRecord(official=(line._replace(rating=1700 * UNITS),)), division) == []


def test_without_months_every_official_rating_counts() -> None:
    line = OfficialRating(date(1999, 1, 1), 1800 * UNITS, 40)
    assert reasons(PlayerRecord(official=(line,)), rules(official_at_most=1700)) == [
        IneligibleReason.OFFICIAL_TOO_HIGH
    ]


def test_who_is_not_on_the_list_is_refused_only_where_the_rules_say_so() -> None:
    assert reasons(PlayerRecord(), rules(rating_below=1500)) == []
    assert reasons(PlayerRecord(), rules(unlisted="refused")) == [IneligibleReason.UNLISTED]
    assert reasons(rated(1500, experience=199), rules(unlisted="refused", experience=200)) == [
        IneligibleReason.TOO_LITTLE_EXPERIENCE
    ]
    assert reasons(rated(1500, experience=200), rules(unlisted="refused", experience=200)) == []


def test_every_player_of_a_pair_must_be_allowed_unless_one_is_enough() -> None:
    pair = [rated(1500), rated(1800)]
    answers = side_refusals(pair, rules(rating_below=1650), day=DAY)
    assert [len(one) for one in answers] == [0, 1]
    assert side_refusals(pair, rules(rating_below=1650, every_member=False), day=DAY) == ((), ())
    assert all(side_refusals(pair[1:] * 2, rules(rating_below=1650, every_member=False), day=DAY))


@pytest.mark.parametrize(
    ("data", "code", "path"),
    [
        ({}, "missing_key", "version"),
        ({"version": 2}, "unknown_version", "version"),
        ({"version": 1, "rating_over": 3}, "unknown_key", "rating_over"),
        ({"version": 1, "rating_below": 5001}, "number_too_large", "rating_below"),
        ({"version": 1, "rating_below": 16.5}, "not_whole", "rating_below"),
        ({"version": 1, "rating_below": 1600, "rating_from": 1600}, "no_rating_left", "rating_from"),
        ({"version": 1, "unlisted": "perhaps"}, "unknown_choice", "unlisted"),
        ({"version": 1, "lockout_divisions": [""]}, "text_empty", "lockout_divisions[0]"),
        ([], "not_an_object", ""),
    ],
)
def test_wrong_rules_are_refused_by_their_field(data: object, code: str, path: str) -> None:
    with pytest.raises(InvalidData) as refusal:
        DivisionRules.from_dict(data)
    assert (refusal.value.code, refusal.value.path) == (code, path)


def test_each_reason_has_words_with_the_values_it_is_given() -> None:
    everything = rules(
        rating_below=1600,
        peak_at_most=1600,
        official_at_most=1600,
        top_positions=5,
        lockout_months=12,
        unlisted="refused",
        experience=100,
    )
    record = rated(
        1700,
        history=(1700 * UNITS,),
        official=(OfficialRating(DAY, 1700 * UNITS, 1),),
        places=(DivisionWin(DAY, "Intermediate", 1),),
    )
    all_refusals = [
        *refusals(record, everything, day=DAY),
        *refusals(PlayerRecord(), everything, day=DAY),
        *refusals(rated(1500), rules(rating_from=1650), day=DAY),
    ]
    assert {refusal.reason for refusal in all_refusals} == set(IneligibleReason)
    for refusal in all_refusals:
        for language in ("en", "fr"):
            text = INELIGIBLE_WORDS[refusal.reason].text(language, refusal.places)
            assert "Intermediate" in text % refusal.places


def test_a_lockout_may_reach_beyond_the_calendar() -> None:
    win = DivisionWin(date(9999, 6, 1), "Intermediate", 1)
    [refusal] = refusals(PlayerRecord(places=(win,)), rules(lockout_months=12), day=date(9999, 7, 1))
    assert refusal.places["until"] == date.max


RATINGS = st.integers(1590 * UNITS, 1610 * UNITS) | st.sampled_from([1600 * UNITS, 1600 * UNITS + 1])
DAYS = st.dates(date(2024, 1, 1), date(2027, 1, 1))


@st.composite
def divisions(draw: st.DrawFn) -> DivisionRules:
    return DivisionRules(
        division="A",
        rating_below=draw(st.none() | st.just(1600)),
        rating_from=draw(st.none() | st.just(1595)),
        peak_at_most=draw(st.none() | st.just(1600)),
        peak_matches=draw(st.integers(1, 3)),
        official_at_most=draw(st.none() | st.just(1600)),
        official_months=draw(st.integers(0, 24)),
        top_positions=draw(st.integers(0, 2)),
        lockout_months=draw(st.integers(0, 24)),
        lockout_places=draw(st.integers(1, 2)),
        lockout_divisions=draw(st.frozensets(st.sampled_from("AB"))),
        unlisted=draw(st.sampled_from(UnlistedRule)),
        experience=draw(st.integers(0, 2)),
    )


RECORDS = st.builds(
    PlayerRecord,
    rating=st.none() | RATINGS,
    experience=st.integers(0, 3),
    history=st.lists(RATINGS, max_size=5).map(tuple),
    official=st.lists(st.builds(OfficialRating, DAYS, RATINGS, st.integers(1, 3)), max_size=3).map(tuple),
    places=st.lists(st.builds(DivisionWin, DAYS, st.sampled_from("AB"), st.integers(1, 3)), max_size=3).map(
        tuple
    ),
)


def open_again(day: date, months: int) -> date:
    """The day with the same number so many months later, found by counting days and months one by one."""
    changes = 0
    last = day
    while changes < months:
        last += timedelta(days=1)
        changes += last.day == 1
    while last.day < day.day and (last + timedelta(days=1)).day != 1:
        last += timedelta(days=1)
    return last


def twin(record: PlayerRecord, division: DivisionRules, day: date) -> set[IneligibleReason]:
    """The rules read once more, each as a sentence about the record."""
    answer = set()
    known = division.unlisted is UnlistedRule.REFUSED
    if known and record.rating is None:
        answer.add(IneligibleReason.UNLISTED)
    if known and record.rating is not None and record.experience < division.experience:
        answer.add(IneligibleReason.TOO_LITTLE_EXPERIENCE)
    if record.rating is not None and not record.rating / UNITS < (division.rating_below or 9999):
        answer.add(IneligibleReason.RATING_TOO_HIGH)
    if record.rating is not None and record.rating / UNITS < (division.rating_from or 0):
        answer.add(IneligibleReason.RATING_TOO_LOW)
    last_matches = list(reversed(record.history))[: division.peak_matches]
    if any(one > (division.peak_at_most or 9999) * UNITS for one in last_matches):
        answer.add(IneligibleReason.PEAK_TOO_HIGH)
    past = [line for line in record.official if line.day <= day]
    months = division.official_months
    fresh = [line for line in past if months == 0 or day < open_again(line.day, months)]
    if any(line.rating > (division.official_at_most or 9999) * UNITS for line in fresh):
        answer.add(IneligibleReason.OFFICIAL_TOO_HIGH)
    if past and sorted(past)[-1].position <= division.top_positions:
        answer.add(IneligibleReason.TOP_POSITION)
    names = division.lockout_divisions or {"A"}
    for win in record.places:
        is_counted = win.division in names and win.place <= division.lockout_places
        if is_counted and win.day <= day < open_again(win.day, division.lockout_months):
            answer.add(IneligibleReason.RECENT_WIN)
    return answer


@settings(max_examples=examples(3000))
@given(RECORDS, divisions(), DAYS)
def test_the_refusals_are_those_of_a_twin(record: PlayerRecord, division: DivisionRules, day: date) -> None:
    answer = reasons(record, division, day)
    assert len(answer) == len(set(answer))
    assert set(answer) == twin(record, division, day)


@settings(max_examples=examples(500))
@given(divisions())
def test_rules_are_read_back_as_they_were_written(division: DivisionRules) -> None:
    assert DivisionRules.from_dict(division.to_dict()) == division
