"""The standings of a bracket: the results of every entrant, and places by the round of elimination."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from tournaments.formats.base import Result, Standing, State
from tournaments.formats.bracket import UNDECIDED, BracketBoard, Occupant, SlotSeat
from tournaments.formats.bracket_plan import Place
from tournaments.formats.no_shows import are_places_by_play


@dataclass(slots=True)
class Tally:
    """The results of an entrant in a bracket; a higher `rank` is better, equal ranks share places.

    `lost_in` is the round of its first loss, and `least` the one in which it would have been out at worst had it not
    been sent the wrong way; both are 0 without one. `earned` is the last round that it played or reached by playing, 0
    before any. `is_no_show` says that it did not play the match that put it out.
    """

    entrant: str
    wins: int = 0
    losses: int = 0
    byes: int = 0
    reached: int = 0
    is_in: bool = True
    rank: int = 0
    lost_in: int = 0
    least: int = 0
    earned: int = 0
    is_no_show: bool = False


def tallies(
    board: BracketBoard, state: State, *, finals: Collection[Place], losses_to_be_out: int = 1
) -> dict[str, Tally]:
    """Return the results of every entrant, in the order of lines.

    An entrant who waits in a slot, or has won its last one, is still in. The rank is the last round reached, of a
    no-show the last one reached by playing; for entrants who are still in it is higher than the last round of the plan.
    Where a director decided who leaves a slot, wins, losses and places follow its result; `losses_to_be_out` says how
    many end the way of an entrant there. `finals` are the places of the matches for the title.
    """
    by_entrant = {uid: Tally(uid) for uid in board.lines if isinstance(uid, str)}
    decisions = board.decided_results() if board.decisions else {}
    for place, seat in board.seats.items():
        entrants = seat.entrants
        result = decisions.get(place)
        won = seat.winner if result is None else result.winner
        for uid in entrants:
            tally = by_entrant[uid]
            # A decision puts somebody else in the place of the winner, whose way ends where it lost.
            if result is None or uid in (seat.winner, seat.loser):
                tally.reached = place[0]
                tally.is_in = seat.winner is UNDECIDED or (seat.winner == uid and seat.loser != uid)
            if UNDECIDED in (seat.winner, seat.one, seat.two):
                continue
            if len(entrants) == 1:
                tally.byes += 1
            elif won == uid:
                tally.wins += 1
            else:
                tally.losses += 1
                tally.lost_in = tally.lost_in or place[0]
    usual = by_entrant
    if decisions:
        contrary = _Contrary(board, decisions, losses_to_be_out)
        for uid in contrary.entrants:
            contrary.place(by_entrant[uid])
        usual = {uid: tally for uid, tally in by_entrant.items() if uid not in contrary.entrants}
    if are_places_by_play(state):
        _note_no_shows(board, state, usual, finals)
    top = len(board.plan.rounds) + 1
    for tally in by_entrant.values():
        out_in = tally.earned if tally.is_no_show else tally.reached
        tally.rank = top if tally.is_in else max(out_in, tally.least)
    return by_entrant


def _note_no_shows(
    board: BracketBoard, state: State, by_entrant: Mapping[str, Tally], finals: Collection[Place]
) -> None:
    """Note who did not play the match that put it out or has left, and the last round that each such entrant has earned.

    Two who both forfeit the match for the title keep its round, because neither is first without the other. Who has left
    or forfeited, and is left alone without having played, has not won the title.
    """
    unplayed = [result for result in state.results if not result.is_played]
    absent = {(result.place, uid) for result in unplayed for uid in result.losers}
    leavers = {entry.uid for entry in state.entries if entry.is_withdrawn}
    absentees = by_entrant.keys() & (leavers | {uid for _, uid in absent})
    if not absentees:
        return
    without_winner = {result.place for result in unplayed if result.winner is None}.intersection(finals)
    played = {result.place for result in state.results if result.is_played}
    came_by_play = dict.fromkeys(absentees, False)
    for place, seat in board.seats.items():
        for uid in absentees.intersection(seat.entrants):
            tally, is_played = by_entrant[uid], place in played and len(seat.entrants) > 1
            if is_played or came_by_play[uid] or place in without_winner:
                tally.earned = place[0]
            came_by_play[uid] = is_played
            if place[0] == tally.reached and not tally.is_in and place not in without_winner:
                tally.is_no_show = (place, uid) in absent
    for uid in absentees if board.is_decided else ():
        # Somebody who has left or forfeited may have won a bracket by byes alone.
        if not (tally := by_entrant[uid]).earned:
            tally.is_in, tally.is_no_show = False, True


@dataclass(frozen=True, slots=True)
class _Contrary:
    """A board on which somebody goes on against a result: how far each one came by the results.

    The way of an entrant ends with the loss that puts it out, whatever it played afterwards. Who was sent the wrong way
    is placed at least as one who goes the right way and loses there.
    """

    board: BracketBoard
    decisions: Mapping[Place, Result]
    losses_to_be_out: int

    @property
    def entrants(self) -> frozenset[str]:
        """The entrants of slots with a decision."""
        return frozenset(uid for result in self.decisions.values() for uid in (result.one, result.two))

    def place(self, tally: Tally) -> None:
        """Note the round in which the way of an entrant ends by the results, and whether it is still in."""
        losses, uid = 0, tally.entrant
        tally.reached, tally.is_in = 0, True
        for place, seat in self.board.seats.items():
            if uid not in seat.entrants or self._is_wrong_playoff(uid, place, seat):
                continue
            tally.reached, tally.is_in = place[0], True
            if UNDECIDED in (seat.winner, seat.one, seat.two):
                break
            if len(seat.entrants) == 1:
                continue
            won, has_gone, way = self._outcome(uid, place, seat)
            losses += 0 if won == uid else self.losses_to_be_out if won is None else 1
            if won != uid and self._is_out(losses, has_gone=has_gone, way=way):
                tally.least, tally.is_in = 0, False
                return
            tally.is_in = won == uid and seat.winner == uid
            if not has_gone and self._is_against(place, seat) and (way is not None or won == uid):
                tally.least = max(tally.least, self._lost_from(place, way, losses + 1))
        tally.is_in |= tally.least > len(self.board.plan.rounds)

    def _outcome(self, uid: str, place: Place, seat: SlotSeat) -> tuple[Occupant, bool, Place | None]:
        """Return who has won a slot, whether an entrant left it so, and the place to which that leads."""
        wiring = self.board.plan.wiring
        won = self.decisions[place].winner if place in self.decisions else seat.winner
        is_loss = won != uid
        number = wiring.ways[wiring.numbers[place]][is_loss]
        way = None if number is None else wiring.places[number]
        return won, (seat.loser if is_loss else seat.winner) == uid, way

    def _is_out(self, losses: int, *, has_gone: bool, way: Place | None) -> bool:
        """Whether a loss ends the way; where one is enough, its loser may still play for a place."""
        is_playoff = self.losses_to_be_out == 1 and has_gone and way is not None
        return losses >= self.losses_to_be_out and not is_playoff

    def _is_against(self, place: Place, seat: SlotSeat) -> bool:
        """Whether one of the two goes on against the result, and not a third one for both."""
        result = self.decisions.get(place)
        return result is not None and (seat.winner is None or seat.winner in result.losers)

    def _is_wrong_playoff(self, uid: str, place: Place, seat: SlotSeat) -> bool:
        """Whether an entrant plays for a place among losers although it has won the match before."""
        if self.losses_to_be_out > 1:
            return False
        before, is_loser = self._source(place, side=seat.one != uid)
        result = None if before is None else self.decisions.get(before)
        return is_loser and result is not None and result.winner == uid

    def _source(self, place: Place, *, side: int) -> tuple[Place | None, bool]:
        """Return the slot from which a side of a slot comes, and whether as its loser; no slot for a line."""
        wiring = self.board.plan.wiring
        number, is_loser = divmod(wiring.sides[wiring.numbers[place]][side] - wiring.lines, 2)
        return None if number < 0 else wiring.places[number], bool(is_loser)

    def _lost_from(self, before: Place, place: Place | None, losses: int) -> int:
        """Return the round in which an entrant is out that comes here and loses; one too many if nobody is left there.

        Where nobody can come from the other side, it goes on.
        """
        wiring = self.board.plan.wiring
        while place is not None:
            seat = self.board.seats[place]
            is_one = self._source(place, side=0)[0] == before
            own, other = (seat.one, seat.two) if is_one else (seat.two, seat.one)
            is_bye = other is None and own is not None
            if not is_bye and losses >= self.losses_to_be_out:
                return place[0]
            number = wiring.ways[wiring.numbers[place]][not is_bye]
            if number is None and not is_bye:
                return place[0]
            losses += not is_bye
            before, place = place, None if number is None else wiring.places[number]
        return len(self.board.plan.rounds) + 1


def first_placed(champion: str | None, standings: Sequence[Standing]) -> str | None:
    """Return the champion if it stands first alone, or who does so instead; None where several share the first place.

    Another one does by a corrected result, and where who is left alone has left without having played.
    """
    if champion is None:
        return None
    first = [standing.entrant for standing in standings if standing.place == standing.last_place == 1]
    return first[0] if first else None


def rank_tallies(tallies: Iterable[Tally], *, is_complete: bool) -> tuple[Standing, ...]:
    """Return the standings, highest rank first, of equal ranks no-shows last; in a complete stage nobody is still in."""
    groups: dict[tuple[int, bool], list[Tally]] = {}
    for tally in tallies:
        groups.setdefault((tally.rank, not tally.is_no_show), []).append(tally)
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
                is_behind=tally.is_no_show and not tally.earned,
            )
            for tally in group
        ]
    return tuple(standings)
