"""What counts: one reason for each match that is not rated, in a fixed order, by the rule of one body."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.profile import Clock
from rules.scoresheet import Outcome
from tests.effort import examples
from tests.ratings import counting_facts as strategies
from tests.ratings.counting_twin import reason_by_twin
from tournaments.ratings.counting import (
    REASON_WORDS,
    CountingRules,
    CountingVerdict,
    MatchEnding,
    MatchFacts,
    MatchKind,
    MembershipDemand,
    MembershipFact,
    PairedBy,
    PenaltyRule,
    SanctionFact,
    Treatment,
    UnratedReason,
    combined,
    reason_places,
    verdict,
)
from tournaments.ratings.counting.verdicts import CHECKS, NEVER_RATED

PLAYED = MatchFacts(length=7, score=(7, 3), memberships=((), ()))
OPEN_TO_ALL = CountingRules(body="club")
MEMBER = (MembershipFact("club", "full", is_valid=True),)
LAPSED = (MembershipFact("club", "full", is_valid=False),)
GUEST = (MembershipFact("club", "guest", is_valid=True),)
ELSEWHERE = (MembershipFact("federation", "full", is_valid=True),)


def reason(facts: dict[str, Any] | None = None, rules: dict[str, Any] | None = None) -> str:
    """The reason why a match to 7 with these facts is not rated by these rules of a club; empty where it is."""
    return verdict(replace(PLAYED, **(facts or {})), replace(OPEN_TO_ALL, **(rules or {}))).reason or ""


def test_a_match_that_was_played_out_is_rated_by_the_default_rules() -> None:
    assert verdict(PLAYED, OPEN_TO_ALL) == CountingVerdict()
    assert verdict(PLAYED, OPEN_TO_ALL).is_rated


@pytest.mark.parametrize(
    ("ending", "expected"),
    [
        (MatchEnding.RETIRED, ""),
        (MatchEnding.DISQUALIFIED, ""),
        (MatchEnding.SETTLED, "settled"),
        (MatchEnding.FORFEIT, "forfeit"),
        (MatchEnding.WALKOVER, "walkover"),
        (MatchEnding.DOUBLE_FORFEIT, "double_forfeit"),
        (MatchEnding.BYE, "bye"),
        (MatchEnding.CANCELLED, "cancelled"),
        (MatchEnding.OPEN, "not_final"),
    ],
)
def test_by_default_what_both_sides_have_begun_counts(ending: MatchEnding, expected: str) -> None:
    assert reason({"ending": ending}) == expected


@pytest.mark.parametrize("ending", ["retired", "disqualified", "settled", "forfeit", "walkover"])
def test_each_way_to_end_early_counts_as_the_rules_say(ending: str) -> None:
    facts = {"ending": MatchEnding(ending)}
    assert reason(facts, {ending: Treatment.RATED}) == ""
    assert reason(facts, {ending: Treatment.UNRATED}) == ending
    assert reason(facts, {ending: Treatment.IF_BOTH_MOVED}) == ""
    assert reason({**facts, "both_moved": False}, {ending: Treatment.IF_BOTH_MOVED}) == "before_both_moved"
    assert reason({**facts, "both_moved": False}, {ending: Treatment.RATED}) == ""


@pytest.mark.parametrize("ending", ["cancelled", "open", "bye", "double_forfeit"])
def test_no_rule_rates_what_has_no_result_no_opponent_or_no_winner(ending: str) -> None:
    loose = CountingRules(body="club", forfeit=Treatment.RATED, walkover=Treatment.RATED, doubles=True)
    answer = verdict(replace(PLAYED, ending=MatchEnding(ending)), loose)
    assert not answer.is_rated
    assert answer.body == ""


def test_between_teams_the_boards_count_and_the_match_never_does() -> None:
    assert reason({"kind": MatchKind.TEAMS}) == "team_match"
    assert reason({"kind": MatchKind.BOARD}) == ""
    assert reason({"kind": MatchKind.BOARD}, {"boards": False}) == "board"


@pytest.mark.parametrize(
    ("facts", "strict", "loose", "expected"),
    [
        ({"kind": MatchKind.DOUBLES}, {}, {"doubles": True}, "doubles"),
        ({"variant": "nackgammon"}, {}, {"variants": frozenset({"nackgammon"})}, "variant"),
        ({}, {"shortest": 9}, {"shortest": 7}, "too_short"),
        ({}, {"longest": 5}, {"longest": 7}, "too_long"),
        ({"profile": "usbgf"}, {"profiles": frozenset({"wbgf"})}, {}, "profile"),
        ({"clock": Clock.ALLOWED}, {"clock": Clock.PREFERRED}, {"clock": Clock.ALLOWED}, "clock"),
        ({"paired_by": PairedBy.CHOICE}, {}, {"self_chosen": True}, "self_chosen"),
        ({"paired_by": PairedBy.HAND}, {"by_hand": False}, {}, "by_hand"),
        ({"paired_by": PairedBy.DECISION}, {"by_decision": False}, {}, "by_decision"),
        ({"start_score": (0, 2)}, {}, {"start_scores": True}, "start_score"),
        ({"penalties": (2, 0)}, {"penalties": PenaltyRule.UNRATED}, {}, "penalty_points"),
        (
            {"day": date(2026, 3, 6)},
            {"first_day": date(2026, 3, 7)},
            {"first_day": date(2026, 3, 6)},
            "too_early",
        ),
    ],
)
def test_each_rule_forbids_what_it_names_and_can_allow_it(
    facts: dict[str, Any], strict: dict[str, Any], loose: dict[str, Any], expected: str
) -> None:
    assert reason(facts, strict) == expected
    assert reason(facts, loose) == ""


def test_a_match_without_a_known_day_is_not_too_early() -> None:
    assert reason({"day": None}, {"first_day": date(2026, 3, 7)}) == ""


def test_what_was_declared_unrated_before_play_stays_so() -> None:
    assert verdict(replace(PLAYED, is_declared_unrated=True), OPEN_TO_ALL) == CountingVerdict(
        UnratedReason.DECLARED_UNRATED
    )


def test_penalty_points_decide_where_the_winner_needed_them() -> None:
    rules = {"penalties": PenaltyRule.UNLESS_DECISIVE}
    assert reason({"score": (7, 3), "penalties": (2, 0)}, rules) == "decided_by_penalties"
    assert reason({"score": (9, 3), "penalties": (2, 0)}, rules) == ""
    assert reason({"score": (3, 7), "penalties": (2, 0)}, rules) == ""


def test_a_sanction_is_that_of_the_body_and_in_one_of_its_classes() -> None:
    rules: dict[str, Any] = {"must_be_sanctioned": True}
    classes = {**rules, "sanction_classes": frozenset({"gold", "silver"})}
    other, bronze, gold = (
        {"sanctions": (SanctionFact(body, class_),)}
        for body, class_ in (("federation", "gold"), ("club", "bronze"), ("club", "gold"))
    )
    assert [reason(facts, rules) for facts in ({}, other, bronze)] == ["unsanctioned", "unsanctioned", ""]
    assert [reason(facts, classes) for facts in ({}, bronze, gold)] == ["unsanctioned", "sanction_class", ""]


def test_everybody_is_a_member_of_the_body_on_the_day_and_of_a_kind_that_counts() -> None:
    rules = {"membership": MembershipDemand.EVERYBODY}
    kinds = {**rules, "membership_kinds": frozenset({"full"})}
    cases = [(MEMBER, MEMBER), (MEMBER, ()), (MEMBER, ELSEWHERE), (MEMBER, LAPSED), (MEMBER, GUEST)]
    answers = [reason({"memberships": players}, rules) for players in cases]
    assert answers == ["", "not_a_member", "not_a_member", "lapsed", ""]
    assert reason({"memberships": (MEMBER, GUEST)}, kinds) == "membership_kind"
    assert reason({"memberships": (MEMBER, LAPSED + MEMBER)}, kinds) == ""
    assert reason({"memberships": ()}, rules) == "not_a_member"


def test_one_member_is_enough_where_one_is_demanded() -> None:
    rules = {"membership": MembershipDemand.ONE}
    cases = [(MEMBER, ()), ((), ()), (LAPSED, ELSEWHERE), ((), GUEST)]
    answers = [reason({"memberships": players}, rules) for players in cases]
    assert answers == ["", "no_member", "no_member", ""]


def test_the_reason_names_whose_rule_it_was_and_the_federation_first() -> None:
    federation = CountingRules(body="federation", shortest=5)
    club = CountingRules(body="club", shortest=3, doubles=True, boards=False)
    both = combined(federation, club)
    short = replace(PLAYED, length=1)
    assert verdict(short, both) == CountingVerdict(UnratedReason.TOO_SHORT, "federation")
    assert verdict(replace(short, kind=MatchKind.BOARD), both) == CountingVerdict(UnratedReason.BOARD, "club")
    assert verdict(PLAYED, both).is_rated
    assert combined(both, club).parts == (federation, club, club)


def test_an_open_match_says_what_it_will_count_as_and_a_final_one_what_it_does() -> None:
    match = replace(PLAYED, ending=MatchEnding.OPEN, both_moved=False)
    assert verdict(match.as_if_played(), OPEN_TO_ALL).is_rated
    short = CountingRules(body="club", shortest=9)
    assert verdict(match.as_if_played(), short).reason is UnratedReason.TOO_SHORT
    forfeit = replace(PLAYED, ending=MatchEnding.FORFEIT)
    assert forfeit.as_if_played() is forfeit


def test_the_endings_are_the_outcomes_of_the_rules_and_three_more() -> None:
    assert {*MatchEnding} - {*map(str, Outcome)} == {"bye", "cancelled", "open"}
    assert {*map(str, Outcome)} <= {*MatchEnding}


def test_every_reason_has_one_check_at_its_place_and_words_in_both_languages() -> None:
    assert [*NEVER_RATED, *CHECKS] == list(UnratedReason)
    assert REASON_WORDS.keys() == set(UnratedReason)


def test_the_words_of_a_reason_have_the_figures_of_the_body_whose_rule_it_was() -> None:
    rules = combined(
        CountingRules(body="federation", shortest=3), CountingRules(body="club", shortest=5, longest=9)
    )
    answers = [verdict(replace(PLAYED, length=length), rules) for length in (3, 11)]
    sentences = []
    for answer in answers:
        assert answer.reason is not None
        places = reason_places(answer.body, rules)
        words = REASON_WORDS[answer.reason]
        sentences += [words.text(language, places) % places for language in ("en", "fr")]
    assert sentences == [
        "Matches under 5 points do not count.",
        "Les matchs de moins de 5 points ne comptent pas.",
        "Matches over 9 points do not count.",
        "Les matchs de plus de 9 points ne comptent pas.",
    ]
    assert reason_places("", rules) == {}


@settings(max_examples=examples(3000, landing=100))
@given(facts=strategies.facts, federation=strategies.rules_of("federation"), club=strategies.rules_of("club"))
def test_a_match_has_the_reason_that_the_twin_gives_it(
    facts: MatchFacts, federation: CountingRules, club: CountingRules
) -> None:
    assert verdict(facts, club).reason == reason_by_twin(facts, club)
    assert verdict(facts, combined(federation, club)).reason == reason_by_twin(facts, federation, club)


@settings(max_examples=examples(2000, landing=80))
@given(facts=strategies.facts, federation=strategies.rules_of("federation"), club=strategies.rules_of("club"))
def test_both_together_are_never_looser_than_either_and_never_stricter_than_both(
    facts: MatchFacts, federation: CountingRules, club: CountingRules
) -> None:
    alone = [verdict(facts, rules) for rules in (federation, club)]
    together = verdict(facts, combined(federation, club))
    assert together.is_rated == all(one.is_rated for one in alone)
    assert together in alone


@settings(max_examples=examples(2000, landing=80))
@given(facts=strategies.facts, order=st.permutations([0, 1, 2]), data=st.data())
def test_the_order_of_the_rules_never_changes_the_reason(
    facts: MatchFacts, order: list[int], data: st.DataObject
) -> None:
    three = [data.draw(strategies.rules) for _ in range(3)]
    one, two, last = (three[number] for number in order)
    first = verdict(facts, combined(three[0], combined(three[1], three[2])))
    assert verdict(facts, combined(one, combined(two, last))).reason == first.reason


@settings(max_examples=examples(2000, landing=80))
@given(facts=strategies.facts, rules=strategies.rules)
def test_a_verdict_is_rated_or_has_exactly_one_reason_of_the_body_or_of_nobody(
    facts: MatchFacts, rules: CountingRules
) -> None:
    answer = verdict(facts, rules)
    assert answer.is_rated == (answer.reason is None)
    if answer.reason is None or answer.reason in NEVER_RATED:
        assert answer.body == ""
    else:
        assert answer.body == rules.body
        assert CHECKS[answer.reason](facts, rules)
