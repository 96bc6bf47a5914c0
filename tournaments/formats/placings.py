"""The standings of a bracket: the results of every entrant, and places by the round of elimination."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.formats.base import Standing
from tournaments.formats.bracket import UNDECIDED, BracketBoard


@dataclass(slots=True)
class Tally:
    """The results of an entrant in a bracket; a higher `rank` is better, equal ranks share places."""

    entrant: str
    wins: int = 0
    losses: int = 0
    byes: int = 0
    reached: int = 0
    is_in: bool = True
    rank: int = 0


def tallies(board: BracketBoard) -> dict[str, Tally]:
    """Return the results of every entrant, in the order of lines.

    An entrant who waits in a slot, or has won its last one, is still in. The rank is the last round reached; for
    entrants who are still in it is higher than the last round of the plan.
    """
    by_entrant = {uid: Tally(uid) for uid in board.lines if isinstance(uid, str)}
    for (number, _), seat in board.seats.items():
        entrants = seat.entrants
        for uid in entrants:
            tally = by_entrant[uid]
            tally.reached = number
            tally.is_in = seat.winner is UNDECIDED or seat.winner == uid
            if UNDECIDED in (seat.winner, seat.one, seat.two):
                continue
            if len(entrants) == 1:
                tally.byes += 1
            elif seat.winner == uid:
                tally.wins += 1
            else:
                tally.losses += 1
    top = len(board.plan.rounds) + 1
    for tally in by_entrant.values():
        tally.rank = top if tally.is_in else tally.reached
    return by_entrant


def rank_tallies(tallies: Iterable[Tally], *, is_complete: bool) -> tuple[Standing, ...]:
    """Return the standings, highest rank first; in a complete stage nobody is still in."""
    groups: dict[int, list[Tally]] = {}
    for tally in tallies:
        groups.setdefault(tally.rank, []).append(tally)
    standings: list[Standing] = []
    for _, group in sorted(groups.items(), reverse=True):
        place, last_place = len(standings) + 1, len(standings) + len(group)
        standings += [
            Standing(
                entrant=tally.entrant,
                place=place,
                last_place=last_place,
                wins=tally.wins,
                losses=tally.losses,
                reached=tally.reached,
                is_in=tally.is_in and not is_complete,
                byes=tally.byes,
            )
            for tally in group
        ]
    return tuple(standings)
