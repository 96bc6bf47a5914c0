"""The standings of a bracket: what every entrant did, and places by the round that put it out."""

from collections.abc import Iterable
from dataclasses import dataclass

from tournaments.formats.base import Standing
from tournaments.formats.bracket import UNDECIDED, BracketBoard


@dataclass(slots=True)
class Tally:
    """What an entrant did in a bracket; the higher `rank` stands before, who has the same shares places."""

    entrant: str
    wins: int = 0
    losses: int = 0
    byes: int = 0
    reached: int = 0
    is_in: bool = True
    rank: int = 0


def tallies(board: BracketBoard) -> dict[str, Tally]:
    """Return what every entrant did, in the order of the lines.

    Who waits in a slot, or has won the last one it sat in, is still in. The rank is the last round reached; for those
    who are still in it is behind the last round of the plan.
    """
    found = {uid: Tally(uid) for uid in board.lines if isinstance(uid, str)}
    for (number, _), seat in board.seats.items():
        entrants = seat.entrants
        for uid in entrants:
            tally = found[uid]
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
    for tally in found.values():
        tally.rank = top if tally.is_in else tally.reached
    return found


def ranked(found: Iterable[Tally], *, is_complete: bool) -> tuple[Standing, ...]:
    """Return the standings, the highest rank first; in a complete stage nobody is in any more."""
    groups: dict[int, list[Tally]] = {}
    for tally in found:
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
