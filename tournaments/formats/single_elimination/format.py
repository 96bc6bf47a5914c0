"""Single elimination: losers are out, and byes in the first round fill the bracket."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar

from tournaments.formats.apart import Apart, apart_by_order, keep_apart
from tournaments.formats.base import Entry, Format, Part, Placement, Round, RoundName, Standing, State
from tournaments.formats.bracket import BracketBoard, make_board
from tournaments.formats.bracket_plan import BracketPlan, Place, from_line, in_twos, loser_of, winner_of
from tournaments.formats.brackets import Bracket
from tournaments.formats.chance import by_chance
from tournaments.formats.drop_costs import OpponentsOf
from tournaments.formats.errors import FormatError, Problem
from tournaments.formats.feed import Feed
from tournaments.formats.latest import latest
from tournaments.formats.options import Options
from tournaments.formats.placings import first_placed, rank_tallies, tallies
from tournaments.formats.seeding import (
    Byes,
    Seeding,
    SeedOrder,
    bracket_lines,
    draw_bracket,
    entrants_to_draw,
)
from tournaments.formats.ties import apply_decisions
from tournaments.formats.walk import Walk, is_walkable


@dataclass(frozen=True, slots=True)
class SingleEliminationOptions(Options):
    """What a director chooses before the draw.

    `seeding` is RANDOM, the custom of backgammon, or SEEDED: those with a seed stand in the standard order, as `order`
    says. `byes` is where the byes stand. `apart` keeps members away from each other in the first `apart_rounds` rounds.
    `play_down` is the number of entrants left at which the stage ends: 1 is the champion; 3 of 48, 5 of 40 or 7 of 56
    get there without a bye and go on in a stage that is drawn afresh. `has_third_place` lets the losers of the
    semifinals play for the third place.
    """

    UNDER_WAY: ClassVar[frozenset[str]] = frozenset({"play_down", "has_third_place"})

    seeding: Seeding = Seeding.RANDOM
    order: SeedOrder = SeedOrder.STANDARD
    byes: Byes = Byes.SPREAD
    apart: Apart = Apart.NOBODY
    apart_rounds: int = field(default=2, metadata={"minimum": 1, "maximum": 12})
    play_down: int = field(default=1, metadata={"minimum": 1, "maximum": 64})
    has_third_place: bool = False


_NAMES = (RoundName.FINAL, RoundName.SEMIFINAL, RoundName.QUARTERFINAL)


class SingleElimination(Bracket):
    """The knock-out bracket.

    Slot s of round 1 holds the lines 2s and 2s+1, slot s of a later round the winners of slots 2s and 2s+1 of the
    previous round. An entrant who certainly has no opponent has a bye and advances at once: next to an empty line, or
    to a slot in which both forfeited. A withdrawal alone moves nobody; the director's forfeit or walkover does. A
    result counts only while its two entrants sit in its slot.
    """

    code = "single_elimination"
    options: type[Options] = SingleEliminationOptions
    most = 4096

    def is_seeded(self, options: Options) -> bool:
        """Say whether seeded entrants are placed by their seeds."""
        return SingleEliminationOptions.of(options).seeding is Seeding.SEEDED

    def plan(self, state: State) -> BracketPlan:
        """Return the rounds, named by their distance from the final, with the match for third place last."""
        return _plan_of(state)

    def draw(
        self,
        entries: Sequence[Entry],
        *,
        seed: str,
        options: Options,
        feeders: Sequence[Sequence[int]] = (),
        version: int | None = None,
    ) -> Placement:
        """Place the entrants, never with two byes in one first-round slot.

        FormatError besides those of `entrants_to_draw`: `third_place_without_final` if the stage ends before the final.
        """
        own_options = SingleEliminationOptions.of(options)
        if own_options.has_third_place and own_options.play_down > 1:
            raise FormatError(Problem("third_place_without_final", {"play_down": own_options.play_down}))
        fewest = max(self.fewest, own_options.play_down + 1)
        present = entrants_to_draw(entries, fewest=fewest, most=self.most)
        is_seeded = self.is_seeded(options)
        placement = draw_bracket(
            present,
            seed=seed,
            is_seeded=is_seeded,
            order=own_options.order,
            byes=own_options.byes,
            winners=own_options.play_down,
            version=version,
        )
        fixed = {entry.uid for entry in present if is_seeded and entry.seed is not None}
        if own_options.apart is Apart.NOBODY:
            return Placement(apart_by_order(placement.lines, present, fixed=fixed, seed=seed))
        rounds = min(own_options.apart_rounds, _round_count(placement.size, winners=own_options.play_down))
        lines = keep_apart(
            placement.lines, present, apart=own_options.apart, rounds=rounds, fixed=fixed, seed=seed
        )
        return Placement(lines)

    def walk(
        self, state: State, *, feeders: Sequence[tuple[Feed, Walk]], opponents_of: OpponentsOf
    ) -> Walk | None:
        """Return the walk through the bracket; None if a pairing or a result does not follow."""
        board = _board(state)
        return Walk(board, state) if is_walkable(board, state) else None

    def open_lines(self, state: State) -> tuple[int, ...]:
        """Return the empty lines whose bye has not led to a begun match.

        First come those next to an unseeded entrant, in random order, then those next to a seed, the weakest seed
        first; last the lines of an empty slot, where the late entrant would have a bye itself.
        """
        if not state.size:
            return ()
        board = _board(state)
        places = [pairing.place for pairing in state.pairings if pairing.is_begun]
        places += [result.place for result in state.results if not result.is_given]
        is_seeded = self.is_seeded(state.options)
        seeds = {entry.uid: entry.seed for entry in state.entries if is_seeded and entry.seed is not None}
        line_beside: dict[str, int] = {}
        in_empty_slots = []
        for line in board.open_lines(places):
            neighbour = board.lines[line ^ 1]
            if isinstance(neighbour, str):
                line_beside[neighbour] = line
            else:
                in_empty_slots.append(line)
        unseeded = [uid for uid in line_beside if uid not in seeds]
        holders = by_chance(unseeded, seed=state.seed, round_number=1, purpose="late")
        holders += sorted(line_beside.keys() & seeds.keys(), key=seeds.__getitem__, reverse=True)
        return (*(line_beside[uid] for uid in holders), *in_empty_slots)

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Return the entrants by the round of their elimination, latest first; the losers of a round share places.

        Entrants still in share the top, followed by those who play for third place. Two who both forfeit the final
        share first place without a champion.
        """
        if not state.size:
            return ()
        board, final = _board(state), _final_round(state)
        is_for_title = SingleEliminationOptions.of(state.options).play_down == 1
        by_entrant = tallies(board, state, finals=[(final, 0)] if is_for_title else ())
        for tally in by_entrant.values():
            tally.rank = 2 * min(tally.rank, final + 1)
        if (third := _third_place(state)) is not None:
            # Its loser keeps the rank of the semifinal, its winner stands between that and the final.
            seat, result = board.seats[third], board.decided_results().get(third)
            winner = seat.winner if result is None else result.winner
            for uid in seat.entrants:
                if by_entrant[uid].reached < third[0]:
                    # A corrected result places it behind.
                    continue
                tally = by_entrant[uid]
                is_third = uid == winner and not tally.is_no_show
                tally.rank = 2 * final - 1 if is_third else min(tally.rank, 2 * final - 2)
        return apply_decisions(
            rank_tallies(by_entrant.values(), is_complete=board.is_decided), state.decisions
        )

    def champion(self, state: State) -> str | None:
        """Return the winner of the final; None if the stage ends before it."""
        if SingleEliminationOptions.of(state.options).play_down > 1 or not self.is_complete(state):
            return None
        board = _board(state)
        winner = board.seats[_final_round(state), 0].winner
        if not isinstance(winner, str):
            return None
        return first_placed(winner, self.standings(state))

    def places_of_losers(self, state: State, number: int) -> tuple[int, int] | None:
        """Return the places that the losers of a round share; None if a match or somebody missing decides between them."""
        declared = next((of for of in self.rounds(state) if of.number == number), None)
        if declared is None or declared.name is RoundName.THIRD_PLACE:
            return None
        unplayed = [result for result in state.results if not result.is_played]
        if any(result.round >= number or result.winner is None for result in unplayed):
            return None
        entrants = sum(entry.line is not None for entry in state.entries)
        return declared.places // 2 + 1, min(declared.places, entrants)

    def board(self, state: State) -> BracketBoard:
        """Return the occupants of all slots."""
        return _board(state)


FORMAT: Format = SingleElimination()


def _round_count(size: int, *, winners: int) -> int:
    return (size // winners).bit_length() - 1


def _final_round(state: State) -> int:
    """Return the number of the last round of the bracket."""
    return _round_count(state.size, winners=SingleEliminationOptions.of(state.options).play_down)


def _third_place(state: State) -> Place | None:
    """Return the place of the match for third place; None if there is none."""
    last = _plan_of(state).rounds[-1]
    return (last.number, 0) if last.name is RoundName.THIRD_PLACE else None


def _plan_of(state: State) -> BracketPlan:
    options = SingleEliminationOptions.of(state.options)
    return _plan(state.size, winners=options.play_down, has_third_place=options.has_third_place)


@lru_cache(maxsize=64)
def _plan(size: int, *, winners: int, has_third_place: bool) -> BracketPlan:
    """Return the rounds down to this number of winners; their names depend on the distance to the final."""
    last = _round_count(size, winners=winners)
    behind = (winners - 1).bit_length()
    rounds = []
    slots = [in_twos([from_line(line) for line in range(size)])]
    for number in range(1, last + 1):
        from_final = last - number + behind
        is_named = winners == 1 and from_final < len(_NAMES)
        name = _NAMES[from_final] if is_named else RoundName.ROUND_OF
        rounds.append(Round(number, name, from_final, 2 * len(slots[-1])))
        if number < last:
            slots.append(in_twos([winner_of((number, slot)) for slot in range(len(slots[-1]))]))
    if has_third_place and last > 1:
        rounds.append(Round(last + 1, RoundName.THIRD_PLACE, 0, 2, Part.PLAYOFF, 1))
        slots.append(((loser_of((last - 1, 0)), loser_of((last - 1, 1))),))
    return BracketPlan(tuple(rounds), tuple(slots))


@latest("size", "entries", "results", "options")
def _board(state: State) -> BracketBoard:
    """Return the occupants of all slots; all other answers are read from this board."""
    winners = SingleEliminationOptions.of(state.options).play_down
    lines = bracket_lines(state, fewest=SingleElimination.fewest, winners=winners)
    return make_board(_plan_of(state), lines, state.results)
