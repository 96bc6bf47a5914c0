"""Who goes from one stage of an event to another."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Self

from tournaments.formats._base import Entry, Feeder, Origin, Standing
from tournaments.formats._errors import FormatError, Problem


class Take(StrEnum):
    """Whom a feed takes.

    LOSERS: who loses a match in the rounds `first_round` to `last_round`. FIRST_LOSS: who loses the first match that
    it really plays, in whichever round. TOP: the best `count` of the standings. GROUP_TOP: the best `count` of each
    group. REST: everybody whom TOP or GROUP_TOP with the same `count` would leave.
    """

    LOSERS = "losers"
    FIRST_LOSS = "first_loss"
    TOP = "top"
    GROUP_TOP = "group_top"
    REST = "rest"


@dataclass(frozen=True, slots=True)
class Feed:
    """One rule by which entrants come into a stage: from which stage of the event, by its order, and whom.

    `last_round` None is without end. `has_no_shows` lets in who lost without playing; `is_opt_in` only who has asked
    to play on, else everybody who has not declined.
    """

    stage: int
    take: Take
    first_round: int = 1
    last_round: int | None = None
    count: int = 0
    has_no_shows: bool = False
    is_opt_in: bool = False

    @classmethod
    def from_dict(cls, data: Mapping[str, object]) -> Self:
        """Read a feed from plain JSON values; FormatError: `invalid_feed` names the field."""
        known = {option.name for option in fields(cls)}
        for name in data:
            if name not in known:
                raise FormatError(Problem("invalid_feed", {"field": name}))
        take = data.get("take")
        if not isinstance(take, str) or take not in set(Take):
            raise FormatError(Problem("invalid_feed", {"field": "take"}))
        numbers: dict[str, int] = {}
        for name, least in (("stage", 0), ("first_round", 1), ("last_round", 1), ("count", 0)):
            value = data.get(name)
            if value is None and name != "stage":
                continue
            if type(value) is not int or value < least:
                raise FormatError(Problem("invalid_feed", {"field": name}))
            numbers[name] = value
        flags: dict[str, bool] = {}
        for name in ("has_no_shows", "is_opt_in"):
            value = data.get(name, False)
            if type(value) is not bool:
                raise FormatError(Problem("invalid_feed", {"field": name}))
            flags[name] = value
        feed = cls(
            stage=numbers["stage"],
            take=Take(take),
            first_round=numbers.get("first_round", 1),
            last_round=numbers.get("last_round"),
            count=numbers.get("count", 0),
            has_no_shows=flags["has_no_shows"],
            is_opt_in=flags["is_opt_in"],
        )
        feed.check()
        return feed

    def check(self) -> None:
        """Refuse what no stage can mean; FormatError: `invalid_feed` names the field."""
        if self.take in {Take.TOP, Take.GROUP_TOP, Take.REST} and self.count < 1:
            raise FormatError(Problem("invalid_feed", {"field": "count"}))
        if self.last_round is not None and self.last_round < self.first_round:
            raise FormatError(Problem("invalid_feed", {"field": "last_round"}))

    def to_dict(self) -> dict[str, str | int | None]:
        """Return plain JSON values that `from_dict` reads back to an equal value."""
        return {option.name: getattr(self, option.name) for option in fields(self)} | {
            "take": self.take.value
        }

    def has_round(self, number: int) -> bool:
        """Say whether losers of this round are taken."""
        return self.first_round <= number and (self.last_round is None or number <= self.last_round)


@dataclass(frozen=True, slots=True)
class Loss:
    """One entrant's loss in a stage: where, whether it was played, and whether it was its first match played."""

    entrant: str
    round: int
    slot: int
    is_played: bool
    is_first: bool


@dataclass(frozen=True, slots=True)
class Fed:
    """An entrant who goes on, and the place it left; None where it did not leave from one."""

    entrant: str
    origin: Origin | None


def losses(feeder: Feeder) -> tuple[Loss, ...]:
    """Return every loss so far, by round and slot; after a double forfeit there are two."""
    played: dict[str, int] = {}
    found = []
    for result in sorted(feeder.results, key=lambda result: result.place):
        found += [
            Loss(uid, *result.place, is_played=result.is_played, is_first=not played.get(uid, 0))
            for uid in result.losers
        ]
        if result.is_played:
            for uid in (result.one, result.two):
                played[uid] = played.get(uid, 0) + 1
    return tuple(found)


def taken(feed: Feed, feeder: Feeder) -> tuple[Loss, ...]:
    """Return the losses by which entrants have come into the fed stage so far, of those who want to play on."""
    wanted = wanting(feed, feeder)
    gone: set[str] = set()
    found = []
    for loss in losses(feeder):
        is_meant = loss.is_first if feed.take is Take.FIRST_LOSS else feed.has_round(loss.round)
        if not is_meant or loss.entrant not in wanted or loss.entrant in gone:
            continue
        if loss.is_played or feed.has_no_shows:
            gone.add(loss.entrant)
            found.append(loss)
    return tuple(found)


def overtaken(entries: Iterable[Entry], feeders: Sequence[Feeder]) -> tuple[Entry, ...]:
    """Return the entries that came from a match of a feeder which they have not lost, or not any more."""
    lost = {
        (feeder.stage, loss.round, loss.slot, loss.entrant) for feeder in feeders for loss in losses(feeder)
    }
    known = {feeder.stage for feeder in feeders}
    return tuple(
        entry
        for entry in entries
        if (origin := entry.origin) is not None
        and origin.stage in known
        and (origin.stage, origin.round, origin.slot, entry.uid) not in lost
    )


def wanting(feed: Feed, feeder: Feeder) -> frozenset[str]:
    """Return the entrants of the feeding stage who would play on: those who have not left, by what they have said."""
    return frozenset(
        entry.uid
        for entry in feeder.entries
        if not entry.is_withdrawn
        and (entry.goes_on is True or (entry.goes_on is None and not feed.is_opt_in))
    )


def fed(feed: Feed, feeder: Feeder) -> tuple[Fed, ...]:
    """Return all who go on by a feed, the best placed first; FormatError while that is not certain.

    Codes: `feeder_not_complete` (with `stage`), `tied_at_the_cut` (with `stage`, `count` and the `places` in question).
    """
    if feed.take in {Take.LOSERS, Take.FIRST_LOSS}:
        if not _are_losses_certain(feed, feeder):
            raise FormatError(Problem("feeder_not_complete", {"stage": feeder.stage}))
        return tuple(
            Fed(loss.entrant, Origin(feeder.stage, loss.round, loss.slot)) for loss in taken(feed, feeder)
        )
    if not feeder.is_complete:
        raise FormatError(Problem("feeder_not_complete", {"stage": feeder.stage}))
    wanted = wanting(feed, feeder)
    return tuple(Fed(standing.entrant, None) for standing in _cut(feed, feeder) if standing.entrant in wanted)


def _are_losses_certain(feed: Feed, feeder: Feeder) -> bool:
    if feeder.is_complete:
        return True
    if feed.take is Take.LOSERS:
        return all(
            slot.is_decided for slots in feeder.outline.rounds for slot in slots if feed.has_round(slot.round)
        )
    # Whoever is still in and has not played may yet lose the first match.
    settled = {uid for result in feeder.results if result.is_played for uid in (result.one, result.two)}
    settled |= {uid for result in feeder.results for uid in result.losers}
    return all(standing.entrant in settled for standing in feeder.standings if standing.is_in)


def _cut(feed: Feed, feeder: Feeder) -> Iterator[Standing]:
    """The standings that a feed takes, the first of all groups before the second ones."""
    groups: dict[int | None, list[Standing]] = {}
    is_by_group = (
        any(standing.group is not None for standing in feeder.standings) and feed.take is not Take.TOP
    )
    for standing in feeder.standings:
        groups.setdefault(standing.group if is_by_group else None, []).append(standing)
    for group in groups.values():
        _refuse_tie(feed, feeder, group)
    ranked: Sequence[tuple[int, Standing]] = [
        (place, standing) for group in groups.values() for place, standing in enumerate(group)
    ]
    for place, standing in sorted(ranked, key=lambda pair: pair[0]):
        if (place < feed.count) is not (feed.take is Take.REST):
            yield standing


def _refuse_tie(feed: Feed, feeder: Feeder, group: Sequence[Standing]) -> None:
    if feed.count >= len(group):
        return
    last, next_one = group[feed.count - 1], group[feed.count]
    if (last.place, last.last_place) == (next_one.place, next_one.last_place):
        places = f"{last.place}-{last.last_place}"
        raise FormatError(
            Problem("tied_at_the_cut", {"stage": feeder.stage, "count": feed.count, "places": places})
        )
