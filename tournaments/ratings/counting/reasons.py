"""The reasons why a match is not rated, in their order of precedence."""

from __future__ import annotations

from enum import StrEnum


class UnratedReason(StrEnum):
    """Why a match is not rated. A match has the first one that applies, in the order of this list.

    First comes what no rule can rate, then what is known before the event, then who met whom and who they are, and last
    how the match went. So a reason that was announced for all matches of a stage is not replaced by a later one.
    """

    CANCELLED = "cancelled"
    NOT_FINAL = "not_final"
    BYE = "bye"
    DOUBLE_FORFEIT = "double_forfeit"
    TEAM_MATCH = "team_match"
    SERIES = "series"
    REPEATED = "repeated"
    NOT_ACCEPTED = "not_accepted"

    DECLARED_UNRATED = "declared_unrated"
    TOO_EARLY = "too_early"
    UNSANCTIONED = "unsanctioned"
    SANCTION_CLASS = "sanction_class"
    VARIANT = "variant"
    DOUBLES = "doubles"
    BOARD = "board"
    PROFILE = "profile"
    CLOCK = "clock"
    TOO_SHORT = "too_short"
    TOO_LONG = "too_long"
    SELF_CHOSEN = "self_chosen"

    BY_HAND = "by_hand"
    BY_DECISION = "by_decision"
    NOT_A_MEMBER = "not_a_member"
    LAPSED = "lapsed"
    MEMBERSHIP_KIND = "membership_kind"
    NO_MEMBER = "no_member"

    WALKOVER = "walkover"
    FORFEIT = "forfeit"
    DISQUALIFIED = "disqualified"
    SETTLED = "settled"
    RETIRED = "retired"
    BEFORE_BOTH_MOVED = "before_both_moved"
    START_SCORE = "start_score"
    PENALTY_POINTS = "penalty_points"
    DECIDED_BY_PENALTIES = "decided_by_penalties"
