"""Signals of fair play: what each kind counts, its base rate, and twins that count one by one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.effort import examples
from tournaments.fair_play import (
    SIGNAL_WORDS,
    MatchFact,
    Observation,
    Rarity,
    RatingWindow,
    ReportFact,
    Signal,
    SignalKind,
    StayFact,
    batches,
    byes_on_return,
    fast_matches,
    frequent_pairs,
    losses_before_caps,
    signals,
)

UNITS = 10**9
NOON = datetime(2026, 3, 7, 12, tzinfo=UTC)


def match(
    number: int, one: str, two: str, *, event: str = "E1", length: int = 7, minutes: int | None = None
) -> MatchFact:
    return MatchFact(f"m{number}", event, one, two, length, minutes)


def observation(value: int, subject: str = "Ada", evidence: tuple[str, ...] = ("m1",)) -> Observation:
    return Observation(SignalKind.BATCH, (subject,), Fraction(value), evidence)


def rarity(least: Fraction, share: Fraction) -> dict[SignalKind, Rarity]:
    return dict.fromkeys(SignalKind, Rarity(least=least, share=share))


def test_a_signal_says_how_many_reach_its_value() -> None:
    population = [observation(value, f"p{place}") for place, value in enumerate([1] * 97 + [4, 5, 9])]
    rare = signals(population, rarity(Fraction(4), Fraction(1, 50)))
    assert [one.observation.value for one in rare] == [9, 5]
    assert [(one.reached, one.population) for one in rare] == [(1, 100), (2, 100)]
    assert [one.base_rate for one in rare] == [Fraction(1, 100), Fraction(1, 50)]


def test_what_everybody_does_is_no_signal() -> None:
    assert signals([observation(9, f"p{place}") for place in range(50)]) == []


def test_a_rare_value_below_the_least_is_no_signal() -> None:
    population = [observation(0, f"p{place}") for place in range(200)] + [observation(3)]
    assert signals(population) == []
    assert len(signals(population, rarity(Fraction(3), Fraction(1, 100)))) == 1


def test_nobody_gives_a_signal_of_an_empty_season() -> None:
    assert signals([]) == []


def test_a_pair_is_counted_beyond_one_meeting_for_each_event_of_both() -> None:
    matches = [
        match(1, "Ada", "Ben"),
        match(2, "Ben", "Ada"),
        match(3, "Ada", "Ben", event="E2"),
        match(4, "Ada", "Cleo"),
        match(5, "Ben", "Cleo", event="E3"),
        match(6, "Ada", "Dora", event="E3"),
    ]
    values = {one.subject: one.value for one in frequent_pairs(matches)}
    # Ada and Ben share E1, E2 and E3, and met three times.
    assert values == {("Ada", "Ben"): 0, ("Ada", "Cleo"): -1, ("Ben", "Cleo"): -1, ("Ada", "Dora"): 0}
    assert frequent_pairs(matches)[0].evidence == ("m1", "m2", "m3")


def test_a_loss_before_a_cap_counts_as_far_as_it_was_won_back() -> None:
    def window(before: int, entry: int, after: int, *, is_capped: bool = True) -> RatingWindow:
        return RatingWindow("Ada", "E1", before * UNITS, entry * UNITS, after * UNITS, is_capped)

    values = [one.value for one in losses_before_caps([window(1700, 1640, 1690), window(1600, 1640, 1700)])]
    assert values == [50, 0]
    [uncapped] = losses_before_caps([window(1700, 1640, 1690, is_capped=False)])
    assert uncapped.value == 50
    assert uncapped.evidence == ()
    assert signals([uncapped], rarity(Fraction(1), Fraction(1))) == []


def test_a_fast_match_is_measured_against_the_median_of_its_length() -> None:
    usual = [match(number, "Ada", "Ben", minutes=60) for number in range(19)]
    fast = match(99, "Cleo", "Dora", minutes=0)
    assert fast_matches(usual) == []
    values = {one.evidence: one.value for one in fast_matches([*usual, fast, match(100, "Eve", "Fay")])}
    assert values["m99",] == 60
    assert values["m0",] == 1
    assert len(values) == 20


def test_a_batch_is_the_fullest_hour_of_a_reporter() -> None:
    def report(number: int, minutes: int, reporter: str = "Ada") -> ReportFact:
        return ReportFact(f"m{number}", reporter, NOON + timedelta(minutes=minutes))

    reports = [report(1, 0), report(2, 59), report(3, 60), report(3, 61), report(4, 200), report(5, 0, "Ben")]
    values = {one.subject: one.evidence for one in batches(reports)}
    assert values == {("Ada",): ("m1", "m2", "m3"), ("Ben",): ("m5",)}


def test_only_byes_after_a_return_count() -> None:
    stays = [StayFact("Ada", "E1", 0, 0), StayFact("Ben", "E1", 1, 2), StayFact("Cleo", "E1", 0, 2)]
    assert [one.value for one in byes_on_return(stays)] == [0, 2, 0]


def test_every_kind_has_words_in_both_languages() -> None:
    for kind in SignalKind:
        for language in ("en", "fr"):
            for value in (1, 5):
                text = SIGNAL_WORDS[kind].text(language, {"value": value})
                assert str(value) in text % {"value": value}


VALUES = st.lists(st.integers(0, 6), min_size=1, max_size=30)


@settings(max_examples=examples(1000))
@given(VALUES, st.integers(0, 6), st.fractions(0, 1, max_denominator=20))
def test_signals_are_those_of_a_twin_that_counts_one_by_one(
    values: Sequence[int], least: int, share: Fraction
) -> None:
    population = [observation(value, f"p{place:02}") for place, value in enumerate(values)]
    rare = signals(population, rarity(Fraction(least), share))
    expected = set()
    for one in population:
        reached = sum(other.value >= one.value for other in population)
        if one.value >= least and reached <= share * len(population):
            expected.add(Signal(one, reached, len(population)))
    assert len(rare) == len(expected)
    assert set(rare) == expected
    assert [one.reached for one in rare] == sorted(one.reached for one in rare)


@settings(max_examples=examples(1000))
@given(st.lists(st.tuples(st.integers(1, 8), st.integers(0, 300)), max_size=12))
def test_a_batch_is_that_of_a_twin_that_starts_an_hour_at_each_report(rows: list[tuple[int, int]]) -> None:
    reports = [ReportFact(f"m{number}", "Ada", NOON + timedelta(minutes=at)) for number, at in rows]
    values = [one.value for one in batches(reports)]
    hours = [
        len({other.match for other in reports if timedelta() <= other.at - one.at <= timedelta(hours=1)})
        for one in reports
    ]
    assert values == ([max(hours)] if hours else [])


@settings(max_examples=examples(500))
@given(
    st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd"), st.sampled_from("XYZ")), max_size=12)
)
def test_pairs_are_counted_as_by_a_twin(rows: list[tuple[str, str, str]]) -> None:
    matches = [
        match(number, one, two, event=event) for number, (one, two, event) in enumerate(rows) if one != two
    ]
    values = {one.subject: one.value for one in frequent_pairs(matches)}
    players = "abcd"
    for one in players:
        for two in players[players.index(one) + 1 :]:
            meetings = [row for row in matches if {row.one, row.two} == {one, two}]
            shared = [
                event
                for event in "XYZ"
                if all(any(row.event == event and player in row for row in matches) for player in (one, two))
            ]
            assert values.get((one, two)) == (len(meetings) - len(shared) if meetings else None)
