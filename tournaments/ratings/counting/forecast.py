"""What is known of a stage before it is played: which rules will leave its matches unrated."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, NamedTuple

from rules.profile import Clock
from tournaments.ratings.counting.facts import (
    BACKGAMMON,
    MatchEnding,
    MatchFacts,
    MatchKind,
    PairedBy,
    SanctionFact,
)
from tournaments.ratings.counting.reasons import UnratedReason
from tournaments.ratings.counting.rules import CombinedRules, CountingRules
from tournaments.ratings.counting.verdicts import CHECKS


@dataclass(frozen=True, slots=True, kw_only=True)
class StageSettings:
    """The settings of a stage that rules can forbid; `lengths` are all match lengths that it may have.

    The `kind` of a stage of teams is BOARD, because the boards are the matches that can be rated. `day` is its first day.
    """

    lengths: tuple[int, ...]
    kind: MatchKind = MatchKind.SINGLES
    variant: str = BACKGAMMON
    clock: Clock = Clock.ALLOWED
    profile: str = ""
    paired_by: PairedBy = PairedBy.FORMAT
    is_declared_unrated: bool = False
    sanctions: tuple[SanctionFact, ...] = ()
    day: date | None = None

    def facts(self, length: int) -> MatchFacts:
        """Return the facts of a match of this stage that is played out at equal scores."""
        return MatchFacts(
            length=length,
            kind=self.kind,
            variant=self.variant,
            clock=self.clock,
            profile=self.profile,
            paired_by=self.paired_by,
            is_declared_unrated=self.is_declared_unrated,
            sanctions=self.sanctions,
            day=self.day,
        )


class RuledOut(NamedTuple):
    """A reason, and the body whose rule it is; `body` is empty where no rule could rate the match."""

    reason: UnratedReason
    body: str = ""


@dataclass(frozen=True, slots=True)
class CountingForecast:
    """The reasons that leave every match of a stage unrated, some of them by their length, and those that may come.

    Each list has the order of `UnratedReason`.
    """

    every: tuple[RuledOut, ...] = ()
    some: tuple[RuledOut, ...] = ()
    possible: tuple[RuledOut, ...] = ()


def forecast(settings: StageSettings, rules: CountingRules | CombinedRules) -> CountingForecast:
    """Return which rules will leave matches of a stage unrated: all, those of some lengths, or those that end so."""
    by_length = [dict.fromkeys(_by_settings(settings.facts(length), rules)) for length in settings.lengths]
    known = dict.fromkeys(one for reasons in by_length for one in reasons)
    every = [one for one in known if all(one in reasons for reasons in by_length)]
    some = [one for one in known if one not in every]
    possible = [one for one in _that_may_come(settings, rules) if one not in known]
    return CountingForecast(*(tuple(sorted(rows, key=_precedence)) for rows in (every, some, possible)))


def _precedence(row: RuledOut) -> int:
    return _ORDER[row.reason]


def _by_settings(facts: MatchFacts, rules: CountingRules | CombinedRules) -> Iterator[RuledOut]:
    if facts.is_declared_unrated:
        yield RuledOut(UnratedReason.DECLARED_UNRATED)
    for reason in _BY_SETTINGS:
        for part in rules.parts:
            if CHECKS[reason](facts, part):
                yield RuledOut(reason, part.body)


def _that_may_come(settings: StageSettings, rules: CountingRules | CombinedRules) -> Iterator[RuledOut]:
    facts = settings.facts(settings.lengths[0])
    for reason, changes in _PROBES.items():
        # Opponents who are chosen in one way are not chosen in another.
        if "paired_by" in changes and settings.paired_by is not PairedBy.FORMAT:
            continue
        for part in rules.parts:
            if CHECKS[reason](replace(facts, **changes), part):
                yield RuledOut(reason, part.body)


_ORDER = {reason: number for number, reason in enumerate(UnratedReason)}

# The reasons that the settings of a stage decide.
_BY_SETTINGS = (
    UnratedReason.TOO_EARLY,
    UnratedReason.UNSANCTIONED,
    UnratedReason.SANCTION_CLASS,
    UnratedReason.VARIANT,
    UnratedReason.DOUBLES,
    UnratedReason.BOARD,
    UnratedReason.PROFILE,
    UnratedReason.CLOCK,
    UnratedReason.TOO_SHORT,
    UnratedReason.TOO_LONG,
    UnratedReason.SELF_CHOSEN,
    UnratedReason.BY_HAND,
    UnratedReason.BY_DECISION,
)

# What may come for the other reasons, as facts of a match. A membership that lapses goes with the demand of one.
_PROBES: Mapping[UnratedReason, Mapping[str, Any]] = {
    UnratedReason.BY_HAND: {"paired_by": PairedBy.HAND},
    UnratedReason.BY_DECISION: {"paired_by": PairedBy.DECISION},
    UnratedReason.NOT_A_MEMBER: {"memberships": ()},
    UnratedReason.NO_MEMBER: {"memberships": ()},
    UnratedReason.WALKOVER: {"ending": MatchEnding.WALKOVER},
    UnratedReason.FORFEIT: {"ending": MatchEnding.FORFEIT},
    UnratedReason.DISQUALIFIED: {"ending": MatchEnding.DISQUALIFIED},
    UnratedReason.SETTLED: {"ending": MatchEnding.SETTLED},
    UnratedReason.RETIRED: {"ending": MatchEnding.RETIRED},
    UnratedReason.BEFORE_BOTH_MOVED: {"ending": MatchEnding.RETIRED, "both_moved": False},
    UnratedReason.START_SCORE: {"start_score": (1, 0)},
    UnratedReason.PENALTY_POINTS: {"penalties": (1, 0)},
    UnratedReason.DECIDED_BY_PENALTIES: {"length": 3, "score": (3, 0), "penalties": (1, 0)},
}
