"""Facts and rules for the tests of what counts, drawn by Hypothesis."""

from __future__ import annotations

from datetime import date

from hypothesis import strategies as st

from rules.profile import Clock
from tournaments.ratings.counting import (
    BACKGAMMON,
    CountingRules,
    MatchEnding,
    MatchFacts,
    MatchKind,
    MembershipDemand,
    MembershipFact,
    PairedBy,
    PenaltyRule,
    SanctionFact,
    StageSettings,
    Treatment,
)

BODIES = ("federation", "club")
_bodies = st.sampled_from(BODIES)
# Few values, so that facts and rules often meet.
_classes = st.sampled_from(["gold", "silver"])
_kinds = st.sampled_from(["full", "guest"])
_profiles = st.sampled_from(["wbgf", "usbgf"])
_variants = st.sampled_from([BACKGAMMON, "nackgammon"])
_days = st.dates(date(2026, 3, 6), date(2026, 3, 8))
_seldom = st.sampled_from([False] * 9 + [True])
_lengths = st.integers(1, 9)
_points = st.tuples(st.integers(0, 3), st.integers(0, 3))
_sanctions = st.lists(st.builds(SanctionFact, _bodies, _classes), max_size=2).map(tuple)
_memberships = st.lists(st.builds(MembershipFact, _bodies, _kinds, st.booleans()), max_size=3).map(tuple)

facts = st.builds(
    MatchFacts,
    # Most matches are played, and the other reasons are seen on them.
    ending=st.one_of(st.just(MatchEnding.PLAYED), st.sampled_from(MatchEnding)),
    both_moved=st.booleans(),
    length=_lengths,
    start_score=st.one_of(st.just((0, 0)), _points),
    score=st.tuples(st.integers(0, 12), st.integers(0, 12)),
    penalties=st.one_of(st.just((0, 0)), _points),
    kind=st.sampled_from(MatchKind),
    variant=_variants,
    clock=st.sampled_from(Clock),
    profile=_profiles,
    paired_by=st.sampled_from(PairedBy),
    is_declared_unrated=st.booleans(),
    is_repeated=_seldom,
    is_foreign=_seldom,
    sanctions=_sanctions,
    memberships=st.lists(_memberships, max_size=4).map(tuple),
    day=st.none() | _days,
)
settings_of_stages = st.builds(
    StageSettings,
    lengths=st.lists(_lengths, min_size=1, max_size=3).map(tuple),
    kind=st.sampled_from([MatchKind.SINGLES, MatchKind.DOUBLES, MatchKind.BOARD]),
    variant=_variants,
    clock=st.sampled_from(Clock),
    profile=_profiles,
    paired_by=st.sampled_from(PairedBy),
    is_declared_unrated=st.booleans(),
    sanctions=_sanctions,
    day=st.none() | _days,
)


def _sets(values: st.SearchStrategy[str], least: int = 0) -> st.SearchStrategy[frozenset[str]]:
    return st.frozensets(values, min_size=least, max_size=2)


@st.composite
def rules_of(draw: st.DrawFn, body: str) -> CountingRules:
    """The rules of a body."""
    is_demanded, membership = draw(st.booleans()), draw(st.sampled_from(MembershipDemand))
    shortest = draw(st.integers(1, 6))
    return CountingRules(
        body=body,
        first_day=draw(st.none() | _days),
        must_be_sanctioned=is_demanded,
        sanction_classes=draw(_sets(_classes)) if is_demanded else frozenset(),
        variants=draw(_sets(_variants, 1)),
        doubles=draw(st.booleans()),
        boards=draw(st.booleans()),
        profiles=draw(_sets(_profiles)),
        clock=draw(st.sampled_from(Clock)),
        shortest=shortest,
        longest=draw(st.none() | st.integers(shortest, 9)),
        self_chosen=draw(st.booleans()),
        by_hand=draw(st.booleans()),
        by_decision=draw(st.booleans()),
        membership=membership,
        membership_kinds=(frozenset() if membership is MembershipDemand.NOBODY else draw(_sets(_kinds))),
        walkover=draw(st.sampled_from(Treatment)),
        forfeit=draw(st.sampled_from(Treatment)),
        disqualified=draw(st.sampled_from(Treatment)),
        settled=draw(st.sampled_from(Treatment)),
        retired=draw(st.sampled_from(Treatment)),
        start_scores=draw(st.booleans()),
        penalties=draw(st.sampled_from(PenaltyRule)),
    )


rules = _bodies.flatmap(rules_of)
