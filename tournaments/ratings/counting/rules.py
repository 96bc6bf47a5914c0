"""The counting rules of a federation or a club, as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from datetime import date
from enum import StrEnum
from typing import Any, ClassVar, Self, TypeVar

from rules.profile import Clock
from tournaments.ratings.counting.facts import BACKGAMMON
from tournaments.ratings.parameters import LONGEST

_Code = TypeVar("_Code", bound=StrEnum)


class InvalidCountingRules(ValueError):
    """Counting rules with an unknown field, or a value that a field cannot have; `field` names it."""

    def __init__(self, field: str, reason: str) -> None:
        super().__init__(f"{field} {reason}")
        self.field = field


class Treatment(StrEnum):
    """What a match that was not played out counts as."""

    RATED = "rated"
    IF_BOTH_MOVED = "if_both_moved"
    UNRATED = "unrated"


class PenaltyRule(StrEnum):
    """What a match with penalty points counts as."""

    RATED = "rated"
    UNLESS_DECISIVE = "unless_decisive"
    """Unrated where the winner would not have reached the length without them."""
    UNRATED = "unrated"


class MembershipDemand(StrEnum):
    """Which players of a match must be members of the body."""

    NOBODY = "nobody"
    ONE = "one"
    EVERYBODY = "everybody"


@dataclass(frozen=True, slots=True, kw_only=True)
class CountingRules:
    """Which matches a body rates; `body` is its uid. An empty set of profiles, classes or kinds allows all.

    The defaults rate singles that were begun by both sides, and boards of teams; they demand no sanction and no membership.
    `clock` is the least that the event must ask for. VERSION is raised when a field changes its meaning.
    """

    VERSION: ClassVar[int] = 1

    body: str
    first_day: date | None = None
    must_be_sanctioned: bool = False
    sanction_classes: frozenset[str] = frozenset()
    variants: frozenset[str] = frozenset({BACKGAMMON})
    doubles: bool = False
    boards: bool = True
    profiles: frozenset[str] = frozenset()
    clock: Clock = Clock.NONE
    shortest: int = 1
    longest: int | None = None
    self_chosen: bool = False
    by_hand: bool = True
    by_decision: bool = True
    membership: MembershipDemand = MembershipDemand.NOBODY
    membership_kinds: frozenset[str] = frozenset()
    walkover: Treatment = Treatment.UNRATED
    forfeit: Treatment = Treatment.UNRATED
    disqualified: Treatment = Treatment.IF_BOTH_MOVED
    settled: Treatment = Treatment.UNRATED
    retired: Treatment = Treatment.IF_BOTH_MOVED
    start_scores: bool = False
    penalties: PenaltyRule = PenaltyRule.RATED

    def __post_init__(self) -> None:
        """Raise InvalidCountingRules for values that contradict each other."""
        if not self.body:
            raise InvalidCountingRules("body", "must name a federation or a club")
        if not self.variants:
            raise InvalidCountingRules("variants", "must name one at least")
        if self.longest is not None and self.longest < self.shortest:
            raise InvalidCountingRules("longest", "must not be below shortest")
        if self.sanction_classes and not self.must_be_sanctioned:
            raise InvalidCountingRules("sanction_classes", "need must_be_sanctioned")
        if self.membership_kinds and self.membership is MembershipDemand.NOBODY:
            raise InvalidCountingRules("membership_kinds", "need a membership that is demanded")

    @property
    def parts(self) -> tuple[CountingRules, ...]:
        """The rules of each body: these alone."""
        return (self,)

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Self:
        """Read plain JSON values strictly; fields that are absent have their defaults. InvalidCountingRules names the
        first wrong field.
        """
        version = data.get("version")
        if type(version) is not int or version != cls.VERSION:
            raise InvalidCountingRules("version", f"must be {cls.VERSION}")
        if unknown := sorted(data.keys() - _READERS.keys() - {"version"}):
            raise InvalidCountingRules(
                unknown[0], f"is no field of counting rules; they are version, {', '.join(_READERS)}"
            )
        values: dict[str, Any] = {
            name: read(name, data[name]) for name, read in _READERS.items() if name in data
        }
        return cls(**{"body": "", **values})

    def to_dict(self) -> dict[str, object]:
        """Return plain JSON values that `from_dict` reads back to equal rules."""
        return {
            "version": self.VERSION,
            **{field.name: _plain(getattr(self, field.name)) for field in fields(self)},
        }


@dataclass(frozen=True, slots=True)
class CombinedRules:
    """The rules of several bodies, of which each must allow a match; those of the federation come first."""

    parts: tuple[CountingRules, ...]


def combined(federation: CountingRules | CombinedRules, club: CountingRules | CombinedRules) -> CombinedRules:
    """Return the rules of a club on top of those of its federation: a match counts if both say so."""
    return CombinedRules((*federation.parts, *club.parts))


def _plain(value: object) -> object:
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, date):
        return value.isoformat()
    return value.value if isinstance(value, StrEnum) else value


def _text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise InvalidCountingRules(name, "must be a text")
    return value


def _texts(name: str, value: object) -> frozenset[str]:
    if not isinstance(value, list) or not all(isinstance(one, str) and one for one in value):
        raise InvalidCountingRules(name, "must be a list of texts")
    return frozenset(value)


def _flag(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise InvalidCountingRules(name, "must be true or false")
    return value


def _length(name: str, value: object) -> int:
    if type(value) is not int or not 1 <= value <= LONGEST:
        raise InvalidCountingRules(name, f"must be a whole number from 1 to {LONGEST}")
    return value


def _length_or_none(name: str, value: object) -> int | None:
    return None if value is None else _length(name, value)


def _day_or_none(name: str, value: object) -> date | None:
    if value is None:
        return None
    try:
        day = date.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        day = None
    # Python reads other forms of ISO 8601 too, which would not be written back alike.
    if day is None or day.isoformat() != value:
        raise InvalidCountingRules(name, "must be a day, as in 2026-03-07")
    return day


def _code(kind: type[_Code]) -> Callable[[str, object], _Code]:
    def read(name: str, value: object) -> _Code:
        if not isinstance(value, str) or value not in set(kind):
            raise InvalidCountingRules(name, f"must be one of {', '.join(kind)}")
        return kind(value)

    return read


_READERS: Mapping[str, Callable[[str, object], object]] = {
    "body": _text,
    "first_day": _day_or_none,
    "must_be_sanctioned": _flag,
    "sanction_classes": _texts,
    "variants": _texts,
    "doubles": _flag,
    "boards": _flag,
    "profiles": _texts,
    "clock": _code(Clock),
    "shortest": _length,
    "longest": _length_or_none,
    "self_chosen": _flag,
    "by_hand": _flag,
    "by_decision": _flag,
    "membership": _code(MembershipDemand),
    "membership_kinds": _texts,
    "walkover": _code(Treatment),
    "forfeit": _code(Treatment),
    "disqualified": _code(Treatment),
    "settled": _code(Treatment),
    "retired": _code(Treatment),
    "start_scores": _flag,
    "penalties": _code(PenaltyRule),
}
