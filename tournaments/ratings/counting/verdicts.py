"""Whether a match is rated: the facts of the match against the rules, reason by reason."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from rules.profile import Clock
from tournaments.ratings.counting.facts import MatchEnding, MatchFacts, MatchKind, MembershipFact, PairedBy
from tournaments.ratings.counting.reasons import UnratedReason
from tournaments.ratings.counting.rules import (
    CombinedRules,
    CountingRules,
    MembershipDemand,
    PenaltyRule,
    Treatment,
)


@dataclass(frozen=True, slots=True)
class CountingVerdict:
    """The reason why a match is not rated, None for a rated one, and the body whose rule it is.

    `body` is empty where no rule could rate the match.
    """

    reason: UnratedReason | None = None
    body: str = ""

    @property
    def is_rated(self) -> bool:
        """Whether the match is rated."""
        return self.reason is None


RATED = CountingVerdict()


def verdict(facts: MatchFacts, rules: CountingRules | CombinedRules) -> CountingVerdict:
    """Return whether a match is rated, or the first reason why not, in the order of `UnratedReason`.

    Where two bodies have the same reason, the rule is that of the first one.
    """
    for reason, applies in NEVER_RATED.items():
        if applies(facts):
            return CountingVerdict(reason)
    for reason, forbids in CHECKS.items():
        for part in rules.parts:
            if forbids(facts, part):
                return CountingVerdict(reason, part.body)
    return RATED


def _is_too_early(facts: MatchFacts, rules: CountingRules) -> bool:
    return rules.first_day is not None and facts.day is not None and facts.day < rules.first_day


def _is_unsanctioned(facts: MatchFacts, rules: CountingRules) -> bool:
    return rules.must_be_sanctioned and not _classes(facts, rules)


def _is_of_another_class(facts: MatchFacts, rules: CountingRules) -> bool:
    return bool(rules.sanction_classes) and rules.sanction_classes.isdisjoint(_classes(facts, rules))


def _classes(facts: MatchFacts, rules: CountingRules) -> set[str]:
    return {sanction.class_ for sanction in facts.sanctions if sanction.body == rules.body}


def _is_not_a_member(facts: MatchFacts, rules: CountingRules) -> bool:
    if not _demands_all(rules):
        return False
    # Without players nobody is known to be a member.
    return not facts.memberships or not all(_of_body(player, rules) for player in facts.memberships)


def _has_lapsed(facts: MatchFacts, rules: CountingRules) -> bool:
    return _demands_all(rules) and not all(
        any(one.is_valid for one in _of_body(player, rules)) for player in facts.memberships
    )


def _has_wrong_kind(facts: MatchFacts, rules: CountingRules) -> bool:
    return _demands_all(rules) and not all(_is_member(player, rules) for player in facts.memberships)


def _demands_all(rules: CountingRules) -> bool:
    return rules.membership is MembershipDemand.EVERYBODY


def _has_no_member(facts: MatchFacts, rules: CountingRules) -> bool:
    is_demanded = rules.membership is MembershipDemand.ONE
    return is_demanded and not any(_is_member(player, rules) for player in facts.memberships)


def _of_body(player: tuple[MembershipFact, ...], rules: CountingRules) -> list[MembershipFact]:
    return [one for one in player if one.body == rules.body]


def _is_member(player: tuple[MembershipFact, ...], rules: CountingRules) -> bool:
    kinds = rules.membership_kinds
    return any(one.is_valid and (not kinds or one.kind in kinds) for one in _of_body(player, rules))


def _treatment(ending: MatchEnding, rules: CountingRules) -> Treatment:
    treatments = {
        MatchEnding.WALKOVER: rules.walkover,
        MatchEnding.FORFEIT: rules.forfeit,
        MatchEnding.DISQUALIFIED: rules.disqualified,
        MatchEnding.SETTLED: rules.settled,
        MatchEnding.RETIRED: rules.retired,
    }
    return treatments.get(ending, Treatment.RATED)


def _has_ended(facts: MatchFacts, rules: CountingRules, *, ending: MatchEnding) -> bool:
    return facts.ending is ending and _treatment(ending, rules) is Treatment.UNRATED


def _is_unbegun(facts: MatchFacts, rules: CountingRules) -> bool:
    return not facts.both_moved and _treatment(facts.ending, rules) is Treatment.IF_BOTH_MOVED


# From asking nothing to asking for clocks in every match.
_STRICTNESS = {clock: number for number, clock in enumerate(Clock)}

# What no rule can rate: there is no result, no opponent, no winner, a team or a series, or the body has not got the match.
NEVER_RATED: Mapping[UnratedReason, Callable[[MatchFacts], bool]] = {
    UnratedReason.CANCELLED: lambda facts: facts.ending is MatchEnding.CANCELLED,
    UnratedReason.NOT_FINAL: lambda facts: facts.ending is MatchEnding.OPEN,
    UnratedReason.BYE: lambda facts: facts.ending is MatchEnding.BYE,
    UnratedReason.DOUBLE_FORFEIT: lambda facts: facts.ending is MatchEnding.DOUBLE_FORFEIT,
    UnratedReason.TEAM_MATCH: lambda facts: facts.kind is MatchKind.TEAMS,
    UnratedReason.SERIES: lambda facts: facts.kind is MatchKind.SERIES,
    UnratedReason.REPEATED: lambda facts: facts.is_repeated,
    UnratedReason.NOT_ACCEPTED: lambda facts: facts.is_foreign,
    UnratedReason.DECLARED_UNRATED: lambda facts: facts.is_declared_unrated,
}

# What the rules of a body do not let count. Both tables together have the order of `UnratedReason`.
CHECKS: Mapping[UnratedReason, Callable[[MatchFacts, CountingRules], bool]] = {
    UnratedReason.TOO_EARLY: _is_too_early,
    UnratedReason.UNSANCTIONED: _is_unsanctioned,
    UnratedReason.SANCTION_CLASS: _is_of_another_class,
    UnratedReason.VARIANT: lambda facts, rules: facts.variant not in rules.variants,
    UnratedReason.DOUBLES: lambda facts, rules: facts.kind is MatchKind.DOUBLES and not rules.doubles,
    UnratedReason.BOARD: lambda facts, rules: facts.kind is MatchKind.BOARD and not rules.boards,
    UnratedReason.PROFILE: lambda facts, rules: bool(rules.profiles) and facts.profile not in rules.profiles,
    UnratedReason.CLOCK: lambda facts, rules: _STRICTNESS[facts.clock] < _STRICTNESS[rules.clock],
    UnratedReason.TOO_SHORT: lambda facts, rules: facts.length < rules.shortest,
    UnratedReason.TOO_LONG: lambda facts, rules: rules.longest is not None and facts.length > rules.longest,
    UnratedReason.SELF_CHOSEN: lambda facts, rules: (
        facts.paired_by is PairedBy.CHOICE and not rules.self_chosen
    ),
    UnratedReason.BY_HAND: lambda facts, rules: facts.paired_by is PairedBy.HAND and not rules.by_hand,
    UnratedReason.BY_DECISION: lambda facts, rules: (
        facts.paired_by is PairedBy.DECISION and not rules.by_decision
    ),
    UnratedReason.NOT_A_MEMBER: _is_not_a_member,
    UnratedReason.LAPSED: _has_lapsed,
    UnratedReason.MEMBERSHIP_KIND: _has_wrong_kind,
    UnratedReason.NO_MEMBER: _has_no_member,
    UnratedReason.WALKOVER: partial(_has_ended, ending=MatchEnding.WALKOVER),
    UnratedReason.FORFEIT: partial(_has_ended, ending=MatchEnding.FORFEIT),
    UnratedReason.DISQUALIFIED: partial(_has_ended, ending=MatchEnding.DISQUALIFIED),
    UnratedReason.SETTLED: partial(_has_ended, ending=MatchEnding.SETTLED),
    UnratedReason.RETIRED: partial(_has_ended, ending=MatchEnding.RETIRED),
    UnratedReason.BEFORE_BOTH_MOVED: _is_unbegun,
    UnratedReason.START_SCORE: lambda facts, rules: not rules.start_scores and any(facts.start_score),
    UnratedReason.PENALTY_POINTS: lambda facts, rules: (
        rules.penalties is PenaltyRule.UNRATED and any(facts.penalties)
    ),
    UnratedReason.DECIDED_BY_PENALTIES: lambda facts, rules: (
        rules.penalties is PenaltyRule.UNLESS_DECISIVE and facts.is_decided_by_penalties
    ),
}
