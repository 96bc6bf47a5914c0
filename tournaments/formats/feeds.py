"""The entrants who pass from one stage of an event to another."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from tournaments.formats.base import Entry, EntryOrigin, Feeder, Part, Round, Slot, Standing
from tournaments.formats.chance import by_chance
from tournaments.formats.errors import FormatError, Problem
from tournaments.formats.feed import Feed, Take
from tournaments.formats.latest import latest


class Loss(NamedTuple):
    """One entrant's loss in a stage: its place, whether it was played, and whether it was the entrant's first match
    played.

    A named tuple because every reading of a feeding stage creates one for each loss.
    """

    entrant: str
    round: int
    slot: int
    is_played: bool
    is_first: bool


@dataclass(frozen=True, slots=True)
class Fed:
    """An entrant who passes to the next stage, and the place it left; None if it comes from the standings."""

    entrant: str
    origin: EntryOrigin | None


def feeding_rounds(feed: Feed, rounds: Iterable[Round]) -> tuple[Round, ...]:
    """Return the rounds whose losers a feed takes, in order."""
    return tuple(declared for declared in rounds if _is_feeding(feed, declared))


@latest("results")
def losses(feeder: Feeder) -> tuple[Loss, ...]:
    """Return all losses so far, by round and slot; a double forfeit has two."""
    players: set[str] = set()
    all_losses = []
    for result in sorted(feeder.results, key=attrgetter("round", "slot")):
        one, two = result.one, result.two
        all_losses += [
            Loss(uid, result.round, result.slot, result.is_played, uid not in players) for uid in result.drops
        ]
        if result.is_played:
            players.add(one)
            players.add(two)
    return tuple(all_losses)


def feeding_losses(feed: Feed, feeder: Feeder) -> tuple[Loss, ...]:
    """Return the losses by which entrants have passed on so far, of entrants who want to play on."""
    candidates = candidates_of(feeder, feed)
    numbers = {declared.number for declared in feeding_rounds(feed, feeder.rounds)}
    is_any, has_no_shows = feed.take is not Take.FIRST_LOSS, feed.has_no_shows
    by_entrant: dict[str, Loss] = {}
    for loss in losses(feeder):
        entrant, number, _, is_played, is_first = loss
        is_meant = number in numbers and (is_any or is_first)
        if is_meant and entrant in candidates and (is_played or has_no_shows):
            by_entrant.setdefault(entrant, loss)
    return tuple(by_entrant.values())


def can_send(feed: Feed, feeder: Feeder, slot: Slot) -> bool:
    """Say whether a match of the feeding stage may still send somebody, judged by the matches before it."""
    if slot.is_decided:
        return False
    if feed.take is not Take.FIRST_LOSS or len(slot.entrants) < 2:
        return True
    return not set(slot.entrants) <= _players(feeder)


def stale_entries(entries: Iterable[Entry], feeders: Sequence[Feeder]) -> tuple[Entry, ...]:
    """Return the entries whose origin is a match of a feeder that the entrant has not lost, or not so as the feed takes."""
    all_losses = {
        (feeder.stage, loss.round, loss.slot, loss.entrant) for feeder in feeders for loss in _taken(feeder)
    }
    stages = {feeder.stage for feeder in feeders}
    return tuple(
        entry
        for entry in entries
        if (origin := entry.origin) is not None
        and origin.stage in stages
        and (origin.stage, origin.round, origin.slot, entry.uid) not in all_losses
    )


def _taken(feeder: Feeder) -> Iterator[Loss]:
    """Yield the losses in a feeder by which somebody may have passed on; a decision sends on whoever went on before."""
    feed = feeder.feed
    decided = {result.place for result in feeder.results if result.decision is not None}
    for loss in losses(feeder):
        is_taken = (
            feed is None
            or loss[1:3] in decided
            or ((loss.is_played or feed.has_no_shows) and (loss.is_first or feed.take is not Take.FIRST_LOSS))
        )
        if is_taken:
            yield loss


@latest("entries")
def candidates_of(feeder: Feeder, feed: Feed) -> frozenset[str]:
    """Return the entrants of the feeding stage who want to play on."""
    return frozenset([entry.uid for entry in feeder.entries if wants(entry, feed)])


def wants(entry: Entry, feed: Feed) -> bool:
    """Say whether an entrant wants to play on: it has not left, and its answer says so."""
    is_silence_enough = not feed.is_opt_in
    return not entry.is_withdrawn and (is_silence_enough if entry.goes_on is None else entry.goes_on)


def entrants_to_feed(feed: Feed, feeder: Feeder) -> tuple[Fed, ...]:
    """Return all entrants who pass on by a feed, best placed first; FormatError while they are not certain.

    Codes: `feeder_not_complete` (with `stage`), `tied_at_the_cut` (with `stage`, `count` and the `places` in question).
    """
    if feed.take in {Take.LOSERS, Take.FIRST_LOSS}:
        if not _are_losses_certain(feed, feeder):
            raise FormatError(Problem("feeder_not_complete", {"stage": feeder.stage}))
        return tuple(
            Fed(loss.entrant, EntryOrigin(feeder.stage, loss.round, loss.slot))
            for loss in feeding_losses(feed, feeder)
        )
    if not feeder.is_complete:
        raise FormatError(Problem("feeder_not_complete", {"stage": feeder.stage}))
    candidates = candidates_of(feeder, feed)
    if feed.take is Take.NEXT_SEASON:
        return tuple(Fed(uid, None) for uid in next_season(feeder.standings) if uid in candidates)
    if feed.take is Take.BEST_OF_PLACE:
        best = rank_of_place(feeder, feed.place)[: feed.count]
        return tuple(Fed(standing.entrant, None) for standing in best if standing.entrant in candidates)
    return tuple(
        Fed(standing.entrant, None) for standing in _cut(feed, feeder) if standing.entrant in candidates
    )


def rank_of_place(feeder: Feeder, place: int) -> tuple[Standing, ...]:
    """Return the entrants at a place of their groups, the best first; FormatError if a group has a tie for it.

    Code: `tied_at_the_cut`, with the place as `count`.
    """
    for number, group in _groups(feeder.standings).items():
        if len(group) >= place and not group[place - 1].is_behind:
            for cut in (place - 1, place):
                _refuse_tie(feeder, group, cut, count=place, number=number)
    return compare_at_place(feeder.standings, place, seed=feeder.seed)


def compare_at_place(standings: Sequence[Standing], place: int, *, seed: str) -> tuple[Standing, ...]:
    """Return the entrants who stand at a place of their groups, the best first; of those who share it, the first line.

    By points per match, then the difference of points per match, because groups may be of unequal size, then the lot of
    the seed. A group without this place has nobody, and neither has one where a leaver or a no-show is left for it.
    """
    at_place = [group[place - 1] for group in _groups(standings).values() if len(group) >= place]
    here = [standing for standing in at_place if not standing.is_behind]
    lots = _lots([standing.entrant for standing in here], seed)
    return tuple(sorted(here, key=lambda row: (across_groups(row), lots[row.entrant])))


def next_season(standings: Sequence[Standing]) -> tuple[str, ...]:
    """Return all entrants in the order of the next season, the first division first.

    In a division the relegated entrants come first, then those who stay, then the promoted ones, each in the order of
    their standings.
    """
    # The division after the move, then -1, 0 or 1 for the movement; the stable sort keeps the order of the
    # standings.
    order = sorted(standings, key=lambda row: ((row.group or 1) - row.movement, row.movement))
    return tuple(row.entrant for row in order)


def _are_losses_certain(feed: Feed, feeder: Feeder) -> bool:
    if feeder.is_complete:
        return True
    if feed.take is Take.LOSERS:
        return all(
            slot.is_decided
            for declared in feeding_rounds(feed, feeder.rounds)
            for slot in feeder.outline.rounds[declared.number - 1]
        )
    # Entrants who are still in and have not played may yet lose their first match.
    starters = _players(feeder) | {uid for result in feeder.results for uid in result.losers}
    return all(standing.entrant in starters for standing in feeder.standings if standing.is_in)


@latest("results")
def _players(feeder: Feeder) -> set[str]:
    """Return the entrants who have really played."""
    return {uid for result in feeder.results if result.is_played for uid in (result.one, result.two)}


def _is_feeding(feed: Feed, declared: Round) -> bool:
    last, farthest = feed.last_round, feed.farthest
    is_within = feed.first_round <= declared.number and (last is None or declared.number <= last)
    is_near = feed.nearest <= declared.from_final and (farthest is None or declared.from_final <= farthest)
    return is_within and is_near and declared.part is not Part.PLAYOFF


def _cut(feed: Feed, feeder: Feeder) -> Iterator[Standing]:
    """Yield the standings that a feed takes: all group winners first, then all seconds, each by their results."""
    is_overall = feed.take is Take.TOP
    groups = {None: list(feeder.standings)} if is_overall else _groups(feeder.standings)
    is_by_group = None not in groups
    for number, group in groups.items():
        _refuse_tie(feeder, group, feed.count, count=feed.count, number=number)
    ranked = [row for group in groups.values() for row in enumerate(by_lot(group, feeder.seed))]
    if is_by_group:
        lots = _lots([standing.entrant for _, standing in ranked], feeder.seed)
        ranked.sort(key=lambda row: (row[0], across_groups(row[1]), lots[row[1].entrant]))
    for place, standing in ranked:
        if (place < feed.count) is not (feed.take is Take.REST):
            yield standing


def _groups(standings: Sequence[Standing]) -> dict[int | None, list[Standing]]:
    """Return the standings of each group by its number; of the whole stage by None if it has no groups."""
    groups: dict[int | None, list[Standing]] = {}
    for standing in standings:
        groups.setdefault(standing.group, []).append(standing)
    return groups


def across_groups(standing: Standing) -> tuple[Fraction, Fraction]:
    """Return a sort key for equal places in groups of unequal size, the better first.

    Points per match, then the difference of points per match.
    """
    matches = standing.matches or 1
    return Fraction(-(standing.half_points or 0), matches), Fraction(-standing.difference, matches)


def by_lot(standings: Sequence[Standing], seed: str) -> list[Standing]:
    """Return the standings with shared places ordered by lot; without a seed, by line."""
    ranking: list[Standing] = []
    for _, shared in groupby(standings, key=lambda standing: (standing.place, standing.last_place)):
        by_entrant = {standing.entrant: standing for standing in shared}
        ranking += [by_entrant[uid] for uid in _lots(list(by_entrant), seed)]
    return ranking


def _lots(uids: Sequence[str], seed: str) -> dict[str, int]:
    order = by_chance(uids, seed=seed, round_number=0, purpose="place") if seed else uids
    return {uid: number for number, uid in enumerate(order)}


def _refuse_tie(
    feeder: Feeder, group: Sequence[Standing], cut: int, *, count: int, number: int | None
) -> None:
    """Raise FormatError if a tie spans the cut behind so many entrants of a group."""
    if not 0 < cut < len(group):
        return
    last, next_one = group[cut - 1], group[cut]
    if (last.place, last.last_place) == (next_one.place, next_one.last_place):
        data: dict[str, str | int] = {
            "stage": feeder.stage,
            "count": count,
            "places": f"{last.place}–{last.last_place}",
        }
        raise FormatError(Problem("tied_at_the_cut", data if number is None else data | {"group": number}))
