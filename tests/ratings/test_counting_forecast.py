"""What the director reads before the event: which matches of a stage will not count, and by whose rule."""

from __future__ import annotations

from dataclasses import replace

from hypothesis import given, settings

from rules.profile import Clock
from tests.effort import examples
from tests.ratings import counting_facts as strategies
from tournaments.ratings.counting import (
    CountingForecast,
    CountingRules,
    MatchFacts,
    MatchKind,
    MembershipDemand,
    PairedBy,
    PenaltyRule,
    RuledOut,
    StageSettings,
    Treatment,
    UnratedReason,
    combined,
    forecast,
    verdict,
)

SEVEN = StageSettings(lengths=(7,))
LOOSE = CountingRules(
    body="club",
    walkover=Treatment.RATED,
    forfeit=Treatment.RATED,
    settled=Treatment.RATED,
    retired=Treatment.RATED,
    disqualified=Treatment.RATED,
    start_scores=True,
    self_chosen=True,
)
_PLACE = list(UnratedReason).index


def test_rules_that_forbid_nothing_foretell_nothing() -> None:
    assert forecast(SEVEN, LOOSE) == CountingForecast()


def test_no_match_of_doubles_counts() -> None:
    stage = replace(SEVEN, kind=MatchKind.DOUBLES)
    assert forecast(stage, LOOSE).every == (RuledOut(UnratedReason.DOUBLES, "club"),)


def test_the_short_matches_of_a_stage_do_not_count() -> None:
    five = replace(LOOSE, shortest=5)
    short = RuledOut(UnratedReason.TOO_SHORT, "club")
    assert forecast(StageSettings(lengths=(7, 5, 3)), five) == CountingForecast(some=(short,))
    assert forecast(StageSettings(lengths=(3, 1)), five) == CountingForecast(every=(short,))


def test_what_was_declared_unrated_is_nobodys_rule() -> None:
    stage = replace(SEVEN, is_declared_unrated=True)
    assert forecast(stage, LOOSE).every == (RuledOut(UnratedReason.DECLARED_UNRATED),)


def test_each_body_is_named_with_its_rule() -> None:
    federation = replace(LOOSE, body="federation", must_be_sanctioned=True, shortest=9)
    club = replace(LOOSE, shortest=9, clock=Clock.REQUIRED)
    assert forecast(SEVEN, combined(federation, club)).every == (
        RuledOut(UnratedReason.UNSANCTIONED, "federation"),
        RuledOut(UnratedReason.CLOCK, "club"),
        RuledOut(UnratedReason.TOO_SHORT, "federation"),
        RuledOut(UnratedReason.TOO_SHORT, "club"),
    )


def test_what_may_come_is_told_before() -> None:
    rules = CountingRules(
        body="club", by_hand=False, by_decision=False, penalties=PenaltyRule.UNLESS_DECISIVE
    )
    reasons = [row.reason.value for row in forecast(SEVEN, rules).possible]
    assert reasons == [
        *("by_hand", "by_decision", "walkover", "forfeit", "settled", "before_both_moved", "start_score"),
        "decided_by_penalties",
    ]
    for demand, reason in ((MembershipDemand.EVERYBODY, "not_a_member"), (MembershipDemand.ONE, "no_member")):
        rows = forecast(SEVEN, replace(LOOSE, membership=demand)).possible
        assert [row.reason.value for row in rows] == [reason]


def test_nobody_is_told_of_a_draw_by_hand_where_opponents_are_chosen() -> None:
    ladder = replace(SEVEN, paired_by=PairedBy.CHOICE)
    assert forecast(ladder, replace(LOOSE, by_hand=False, by_decision=False)) == CountingForecast()


@settings(max_examples=examples(3000, landing=100))
@given(
    stage=strategies.settings_of_stages,
    facts=strategies.facts,
    federation=strategies.rules_of("federation"),
    club=strategies.rules_of("club"),
)
def test_a_reason_foretold_for_every_match_is_replaced_only_by_an_earlier_one(
    stage: StageSettings, facts: MatchFacts, federation: CountingRules, club: CountingRules
) -> None:
    rules = combined(federation, club)
    outlook = forecast(stage, rules)
    for length in stage.lengths:
        own = stage.facts(length)
        match = replace(
            own,
            ending=facts.ending,
            score=facts.score,
            penalties=facts.penalties,
            memberships=facts.memberships,
        )
        answer = verdict(match, rules)
        if outlook.every:
            assert answer.reason is not None
            assert _PLACE(answer.reason) <= _PLACE(outlook.every[0].reason)


@settings(max_examples=examples(2000, landing=80))
@given(stage=strategies.settings_of_stages, rules=strategies.rules)
def test_each_reason_is_foretold_once_and_in_order(stage: StageSettings, rules: CountingRules) -> None:
    answer = forecast(stage, rules)
    rows = [*answer.every, *answer.some, *answer.possible]
    assert len(rows) == len({*rows})
    for part in (answer.every, answer.some, answer.possible):
        places = [_PLACE(row.reason) for row in part]
        assert places == sorted(places)


@settings(max_examples=examples(2000, landing=80))
@given(stage=strategies.settings_of_stages, rules=strategies.rules)
def test_every_match_of_a_stage_that_is_not_foretold_counts_when_members_play_it_out(
    stage: StageSettings, rules: CountingRules
) -> None:
    answer = forecast(stage, rules)
    anybody = replace(rules, membership=MembershipDemand.NOBODY, membership_kinds=frozenset())
    for length in stage.lengths:
        is_rated = verdict(stage.facts(length), anybody).is_rated
        assert is_rated or answer.every or answer.some
        assert not (is_rated and answer.every)


_OF_MEMBERS = {"not_a_member", "lapsed", "membership_kind", "no_member"}


@settings(max_examples=examples(3000, landing=100))
@given(
    stage=strategies.settings_of_stages,
    facts=strategies.facts,
    federation=strategies.rules_of("federation"),
    club=strategies.rules_of("club"),
)
def test_forecast_and_verdict_agree_on_every_match_that_is_played_out(
    stage: StageSettings, facts: MatchFacts, federation: CountingRules, club: CountingRules
) -> None:
    """What was foretold for a length is the verdict with its reason; else who plays decides, and that may come."""
    rules = combined(federation, club)
    for length in stage.lengths:
        outlook = forecast(replace(stage, lengths=(length,)), rules)
        answer = verdict(replace(stage.facts(length), memberships=facts.memberships), rules)
        assert outlook.some == ()
        if outlook.every:
            assert (answer.reason, answer.body) == outlook.every[0]
        elif answer.reason is not None:
            assert answer.reason.value in _OF_MEMBERS
            assert answer.body in {row.body for row in outlook.possible if row.reason.value in _OF_MEMBERS}
