"""The splits of prizes that their winners agree on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

_FEWEST = 2


@dataclass(frozen=True, slots=True)
class PrizeSplit:
    """What each of these entrants gets instead of its own prizes, by uid; the sum stays what they won together."""

    amounts: tuple[tuple[str, int], ...]

    def __post_init__(self) -> None:
        """Raise ValueError for fewer than two entrants, one entrant twice, or less than nothing."""
        uids = {uid for uid, _amount in self.amounts}
        if len(uids) < _FEWEST or len(uids) != len(self.amounts):
            raise ValueError("splits")
        if any(amount < 0 for _uid, amount in self.amounts):
            raise ValueError("splits")

    @property
    def total(self) -> int:
        """The sum of the amounts."""
        return sum(amount for _uid, amount in self.amounts)

    @property
    def entrants(self) -> tuple[str, ...]:
        """The uids of the entrants."""
        return tuple(uid for uid, _amount in self.amounts)

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """Read plain JSON values strictly; ValueError names the field."""
        if not isinstance(data, Mapping) or any(type(amount) is not int for amount in data.values()):
            raise ValueError("splits")
        return cls(tuple(sorted((str(uid), amount) for uid, amount in data.items())))

    def to_dict(self) -> dict[str, int]:
        """Return plain JSON values that `from_dict` reads back to an equal value."""
        return dict(self.amounts)


@dataclass(frozen=True, slots=True)
class SplitOffer:
    """A split that is proposed: it is none before each of its entrants has agreed, by uid."""

    split: PrizeSplit
    agreed: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Raise ValueError if somebody has agreed who is not in it, or twice."""
        if not set(self.agreed) <= set(self.split.entrants) or len(set(self.agreed)) != len(self.agreed):
            raise ValueError("offers")

    @property
    def is_agreed(self) -> bool:
        """Whether all have agreed."""
        return set(self.agreed) == set(self.split.entrants)

    def agreed_by(self, entrants: Iterable[str]) -> SplitOffer:
        """Return the offer to which these entrants have agreed too."""
        return replace(self, agreed=tuple(sorted({*self.agreed, *entrants})))

    @classmethod
    def from_dict(cls, data: object) -> Self:
        """Read plain JSON values strictly; ValueError names the field."""
        if not isinstance(data, Mapping) or data.keys() != {"amounts", "agreed"}:
            raise ValueError("offers")
        agreed = data["agreed"]
        if not isinstance(agreed, list | tuple) or any(type(uid) is not str for uid in agreed):
            raise ValueError("offers")
        return cls(PrizeSplit.from_dict(data["amounts"]), tuple(sorted(agreed)))

    def to_dict(self) -> dict[str, object]:
        """Return plain JSON values that `from_dict` reads back to an equal value."""
        return {"amounts": self.split.to_dict(), "agreed": [*self.agreed]}


def changes_of(splits: Sequence[PrizeSplit], prizes: Mapping[str, Sequence[int]]) -> dict[str, int]:
    """Return what each entrant gets more by the splits in force, or less, given its prizes in the flights.

    A split is in force while its sum is what its entrants have won together. Nobody gives more than the prize of the
    first of its flights.
    """
    changes: dict[str, int] = {}
    for split in splits:
        own = {uid: prizes.get(uid, ()) for uid in split.entrants}
        sums = {uid: sum(amounts) for uid, amounts in own.items()}
        is_won = all(own.values()) and sum(sums.values()) == split.total
        differences = {uid: amount - sums[uid] for uid, amount in split.amounts}
        if is_won and all(own[uid][0] + more >= 0 for uid, more in differences.items()):
            changes |= differences
    return changes
