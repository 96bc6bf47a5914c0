"""Re-entry, or buy-back: who may enter a stage once more after a loss, how often, until when and at what fee.

A re-entry is a new entrant of the same player, with the next entry number: a late entry into the stage. The results of
the first entrant stand, and it passes on to a consolation only if the player does not re-enter.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from datetime import datetime
from enum import StrEnum
from typing import Self

from tournaments.formats.base import Feeder
from tournaments.formats.errors import FormatError, Problem
from tournaments.formats.feeds import losses

NEVER_OUT = frozenset({"ladder", "league", "round_robin", "swiss"})
"""The formats in which everybody plays to the end, so that nobody can come back."""


class After(StrEnum):
    """Which loss permits a re-entry: that of the FIRST match really played, or of ANY match played."""

    FIRST = "first"
    ANY = "any"


@dataclass(frozen=True, slots=True)
class ReEntry:
    """The re-entry rule of an event.

    `most` is the number of re-entries per player, `until` the deadline, None for as long as late entry is open.
    `fee_percent` is the share of the entry fee to be paid again. `keeps_side_pools` says that the side pools of the
    first entrant continue with the new one.
    """

    most: int = 1
    until: datetime | None = None
    after: After = After.FIRST
    fee_percent: int = 100
    keeps_side_pools: bool = False

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Self:
        """Read a rule from plain JSON values; FormatError: `invalid_reentry` names the field."""
        names = {option.name for option in fields(cls)}
        for name in data:
            if name not in names:
                raise _invalid(name)
        most, percent = data.get("most", 1), data.get("fee_percent", 100)
        if type(most) is not int or most < 1:
            raise _invalid("most")
        if type(percent) is not int or not 0 <= percent <= 100:
            raise _invalid("fee_percent")
        after = data.get("after", After.FIRST)
        if not isinstance(after, str) or after not in set(After):
            raise _invalid("after")
        keeps = data.get("keeps_side_pools", False)
        if type(keeps) is not bool:
            raise _invalid("keeps_side_pools")
        return cls(most, _moment(data.get("until")), After(after), percent, keeps)

    def to_dict(self) -> dict[str, str | int | None]:
        """Return plain JSON values that `from_dict` reads back to an equal value."""
        return {
            "most": self.most,
            "until": None if self.until is None else self.until.isoformat(),
            "after": self.after.value,
            "fee_percent": self.fee_percent,
            "keeps_side_pools": self.keeps_side_pools,
        }

    def fee(self, amount: int) -> int:
        """Return the fee of a re-entry, in the smallest unit of the currency, given the entry fee."""
        return (amount * self.fee_percent + 50) // 100


def reentry_refusals(
    rule: ReEntry, stage: Feeder, *, entrant: str, entry_no: int, now: datetime
) -> tuple[Problem, ...]:
    """Return the reasons why the player of this entrant may not re-enter; empty if it may.

    `entry_no` is the number of the player's entry, from 1. Codes: `not_in_stage`, `still_in`, `loss_not_played`,
    `not_the_first_match`, `no_reentry_left` (with `most`), `reentry_closed` (with `until`).
    """
    problems = []
    own = [loss for loss in losses(stage) if loss.entrant == entrant]
    standing = next((row for row in stage.standings if row.entrant == entrant), None)
    if standing is None:
        problems.append(Problem("not_in_stage", {"entrant": entrant}))
    elif standing.is_in or not own:
        problems.append(Problem("still_in", {"entrant": entrant}))
    elif not own[-1].is_played:
        problems.append(Problem("loss_not_played", {"entrant": entrant}))
    elif rule.after is After.FIRST and not own[-1].is_first:
        problems.append(Problem("not_the_first_match", {"entrant": entrant}))
    if entry_no > rule.most:
        problems.append(Problem("no_reentry_left", {"most": rule.most}))
    if rule.until is not None and now > rule.until:
        problems.append(Problem("reentry_closed", {"until": rule.until.isoformat()}))
    return tuple(problems)


def _moment(value: object) -> datetime | None:
    """Return a datetime with its time zone from its ISO form."""
    if value is None:
        return None
    try:
        moment = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        moment = None
    if moment is None or moment.tzinfo is None:
        raise _invalid("until")
    return moment


def _invalid(name: str) -> FormatError:
    return FormatError(Problem("invalid_reentry", {"field": name}))
