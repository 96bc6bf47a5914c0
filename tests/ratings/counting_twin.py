"""A slow twin of the verdict: all reasons that apply, as a table of plain data, and the first by the documented order."""

from __future__ import annotations

import re
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tournaments.ratings.counting import CountingRules, MatchFacts

PAGE = (Path(__file__).parents[2] / "docs" / "ratings.md").read_text()


@cache
def documented_reasons() -> tuple[str, ...]:
    """The codes of docs/ratings.md from the first to the last."""
    return tuple(re.findall(r"^\| \d+ \| `(\w+)` \|", PAGE, re.MULTILINE))


def reason_by_twin(facts: MatchFacts, *rules: CountingRules) -> str | None:
    """The reason that comes first on the page among all that apply by the rules of any body; None for a rated match."""
    reasons = {reason for one in rules for reason in reasons_by_data(asdict(facts), one.to_dict())}
    return next((reason for reason in documented_reasons() if reason in reasons), None)


def reasons_by_data(match: dict[str, Any], rule: dict[str, Any]) -> set[str]:
    """Every reason for which the rules of a body do not rate a match; both are plain data in the words of the page."""
    reasons = _of_nobody(match) | _of_sides(match, rule)
    if rule["first_day"] and match["day"] and str(match["day"]) < rule["first_day"]:
        reasons.add("too_early")
    if match["variant"] not in rule["variants"]:
        reasons.add("variant")
    if rule["profiles"] and match["profile"] not in rule["profiles"]:
        reasons.add("profile")
    strength = {"none": 0, "allowed": 1, "preferred": 2, "required": 3}
    if strength[match["clock"]] < strength[rule["clock"]]:
        reasons.add("clock")
    if match["length"] not in range(rule["shortest"], 1000):
        reasons.add("too_short")
    if rule["longest"] and match["length"] not in range(1, rule["longest"] + 1):
        reasons.add("too_long")
    how = {"choice": "self_chosen", "hand": "by_hand", "decision": "by_decision", "format": ""}
    chosen = how[match["paired_by"]]
    if chosen and not rule[chosen]:
        reasons.add(chosen)
    reasons |= _of_sanction(match, rule) | _of_membership(match, rule) | _of_course(match, rule)
    return reasons


def _of_nobody(match: dict[str, Any]) -> set[str]:
    names = {"cancelled": "cancelled", "bye": "bye", "double_forfeit": "double_forfeit", "open": "not_final"}
    reasons = {names[match["ending"]]} if match["ending"] in names else set()
    flags = {
        "declared_unrated": "is_declared_unrated",
        "repeated": "is_repeated",
        "not_accepted": "is_foreign",
    }
    return reasons | {reason for reason, flag in flags.items() if match[flag]}


def _of_sides(match: dict[str, Any], rule: dict[str, Any]) -> set[str]:
    allowed = {
        "singles": True,
        "doubles": rule["doubles"],
        "board": rule["boards"],
        "teams": False,
        "series": False,
    }
    names = {"doubles": "doubles", "board": "board", "teams": "team_match", "series": "series"}
    return set() if allowed[match["kind"]] else {names[match["kind"]]}


def _of_sanction(match: dict[str, Any], rule: dict[str, Any]) -> set[str]:
    if not rule["must_be_sanctioned"]:
        return set()
    classes = [class_ for body, class_ in match["sanctions"] if body == rule["body"]]
    if not classes:
        return {"unsanctioned"}
    accepted = rule["sanction_classes"] or classes
    return set() if set(classes) & set(accepted) else {"sanction_class"}


def _of_membership(match: dict[str, Any], rule: dict[str, Any]) -> set[str]:
    # How good the best membership of a player is: none, lapsed, of another kind, one that counts.
    levels = []
    for player in match["memberships"]:
        level = 0
        for body, kind, is_valid in player:
            if body == rule["body"]:
                counts = not rule["membership_kinds"] or kind in rule["membership_kinds"]
                level = max(level, 1 if not is_valid else 3 if counts else 2)
        levels.append(level)
    if rule["membership"] == "everybody":
        worst = min(levels, default=0)
        return {["not_a_member", "lapsed", "membership_kind"][worst]} if worst < 3 else set()
    if rule["membership"] == "one" and 3 not in levels:
        return {"no_member"}
    return set()


def _of_course(match: dict[str, Any], rule: dict[str, Any]) -> set[str]:
    reasons = set()
    treatment = rule.get(match["ending"])
    if treatment == "unrated":
        reasons.add(match["ending"])
    if treatment == "if_both_moved" and not match["both_moved"]:
        reasons.add("before_both_moved")
    if sum(match["start_score"]) and not rule["start_scores"]:
        reasons.add("start_score")
    if sum(match["penalties"]) and rule["penalties"] == "unrated":
        reasons.add("penalty_points")
    for points, penalty in zip(match["score"], match["penalties"], strict=True):
        needed = points >= match["length"] and not points - penalty >= match["length"]
        if needed and rule["penalties"] == "unless_decisive":
            reasons.add("decided_by_penalties")
    return reasons
