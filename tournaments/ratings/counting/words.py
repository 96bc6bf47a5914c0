"""The words for each reason, which also say before the event what will not count."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.ratings.counting.reasons import UnratedReason
from tournaments.ratings.counting.rules import CombinedRules, CountingRules
from tournaments.words import Words


def reason_places(body: str, rules: CountingRules | CombinedRules) -> dict[str, int | None]:
    """Return the values for the placeholders of the words of a reason, from the rules of the body that gave it."""
    part = next((part for part in rules.parts if part.body == body), None)
    return {} if part is None else {"shortest": part.shortest, "longest": part.longest}


REASON_WORDS: Mapping[UnratedReason, Words] = {
    UnratedReason.CANCELLED: Words("A cancelled match does not count."),
    UnratedReason.NOT_FINAL: Words("A match counts once its result is final."),
    UnratedReason.BYE: Words("A bye does not count, because there is no opponent."),
    UnratedReason.DOUBLE_FORFEIT: Words("A match that both sides forfeit does not count."),
    UnratedReason.TEAM_MATCH: Words("Between teams the boards count, not the match as a whole."),
    UnratedReason.SERIES: Words("Of a series its matches count, not the series as a whole."),
    UnratedReason.REPEATED: Words("The match is played on this installation, and counts there."),
    UnratedReason.NOT_ACCEPTED: Words("Results that the federation has not accepted do not count."),
    UnratedReason.DECLARED_UNRATED: Words("Matches declared unrated do not count."),
    UnratedReason.TOO_EARLY: Words("Matches played before these rules began do not count."),
    UnratedReason.UNSANCTIONED: Words("Only matches of sanctioned events count."),
    UnratedReason.SANCTION_CLASS: Words("Matches of events of this class do not count."),
    UnratedReason.VARIANT: Words("Matches in this variant do not count."),
    UnratedReason.DOUBLES: Words("Matches of doubles do not count."),
    UnratedReason.BOARD: Words("Boards of team matches do not count."),
    UnratedReason.PROFILE: Words("Matches played by these rules of the game do not count."),
    UnratedReason.CLOCK: Words("Matches count only where the event asks for clocks."),
    UnratedReason.TOO_SHORT: Words(
        "Matches under %(shortest)s point do not count.",
        "Matches under %(shortest)s points do not count.",
        count="shortest",
    ),
    UnratedReason.TOO_LONG: Words(
        "Matches over %(longest)s point do not count.",
        "Matches over %(longest)s points do not count.",
        count="longest",
    ),
    UnratedReason.SELF_CHOSEN: Words("Matches against an opponent of one’s own choice do not count."),
    UnratedReason.BY_HAND: Words("Matches of a draw made by hand do not count."),
    UnratedReason.BY_DECISION: Words("Matches of a player placed by the director do not count."),
    UnratedReason.NOT_A_MEMBER: Words("Matches count only between members."),
    UnratedReason.LAPSED: Words("Matches count only between members whose membership is valid on the day."),
    UnratedReason.MEMBERSHIP_KIND: Words("Matches do not count with a membership of this kind."),
    UnratedReason.NO_MEMBER: Words("Matches without any member do not count."),
    UnratedReason.WALKOVER: Words("A walkover does not count."),
    UnratedReason.FORFEIT: Words("A forfeit does not count."),
    UnratedReason.DISQUALIFIED: Words("A match that ends by a disqualification does not count."),
    UnratedReason.SETTLED: Words("A settled match does not count."),
    UnratedReason.RETIRED: Words("A match that a side gives up does not count."),
    UnratedReason.BEFORE_BOTH_MOVED: Words("A match that ends before both sides have moved does not count."),
    UnratedReason.START_SCORE: Words("Matches with a head start do not count."),
    UnratedReason.PENALTY_POINTS: Words("Matches with penalty points do not count."),
    UnratedReason.DECIDED_BY_PENALTIES: Words("Matches that penalty points decide do not count."),
}
