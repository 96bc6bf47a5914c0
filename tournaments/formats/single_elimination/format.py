"""Single elimination: who loses is out, and byes in the first round only fill the bracket."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from tournaments.formats.apart import Apart, keep_apart
from tournaments.formats.base import Entry, Format, Part, Placement, Round, RoundName, Standing, State
from tournaments.formats.bracket import BracketBoard, make_board
from tournaments.formats.bracket_plan import BracketPlan, Place, from_line, in_twos, loser_of, winner_of
from tournaments.formats.brackets import Bracket
from tournaments.formats.chance import by_chance
from tournaments.formats.drop_costs import Met
from tournaments.formats.errors import FormatError, Problem
from tournaments.formats.feed import Feed
from tournaments.formats.latest import latest
from tournaments.formats.options import Options
from tournaments.formats.placings import rank_tallies, tallies
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
    round before. Who has no opponent for certain has a bye and goes on at once: beside an empty line, and also beside
    a slot out of which nobody comes because both forfeited. A withdrawal moves nobody by itself; the director's
    forfeit or walkover does. A result counts only while its two entrants are the ones who sit in its slot.
    """

    code = "single_elimination"
    options: type[Options] = SingleEliminationOptions
    most = 4096

    def is_seeded(self, options: Options) -> bool:
        """Say whether those who have a seed are placed by it."""
        return SingleEliminationOptions.of(options).seeding is Seeding.SEEDED

    def plan(self, state: State) -> BracketPlan:
        """Lay out the rounds, named by their distance from the final, and last the match for the third place."""
        return _plan_of(state)

    def draw(
        self,
        entries: Sequence[Entry],
        *,
        seed: str,
        options: Options,
        feeders: Sequence[Sequence[int]] = (),
    ) -> Placement:
        """Place the entrants, never with two byes in one first-round slot.

        FormatError besides those of `entrants_to_draw`: `third_place_without_final` where the stage ends before.
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
        )
        if own_options.apart is Apart.NOBODY:
            return placement
        fixed = {entry.uid for entry in present if is_seeded and entry.seed is not None}
        rounds = min(own_options.apart_rounds, _round_count(placement.size, winners=own_options.play_down))
        lines = keep_apart(
            placement.lines, present, apart=own_options.apart, rounds=rounds, fixed=fixed, seed=seed
        )
        return Placement(lines)

    def walk(self, state: State, *, feeders: Sequence[tuple[Feed, Walk]], met: Met) -> Walk | None:
        """Return the walk through the bracket; None where a pairing or a result does not follow."""
        board = _board(state)
        return Walk(board, state) if is_walkable(board, state) else None

    def open_lines(self, state: State) -> tuple[int, ...]:
        """Return the empty lines on whose bye no match has been begun.

        First come those beside an unseeded entrant, in the order of chance, then those beside a seed, the weakest
        seed first; last the lines of an empty slot, where the late entrant would have a bye itself.
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
        """Return the entrants by the round they were put out in, the latest first; one round's losers share places.

        Those still in share the top; who plays for the third place stands behind them. Two who both forfeit the final
        share first place without a champion.
        """
        if not state.size:
            return ()
        board, final = _board(state), _final_round(state)
        by_entrant = tallies(board)
        for tally in by_entrant.values():
            tally.rank = 2 * min(tally.rank, final + 1)
        if (third := _third_place(state)) is not None:
            # Its loser stands where the semifinal put it, its winner between that and the final.
            seat = board.seats[third]
            for uid in seat.entrants:
                by_entrant[uid].rank = 2 * final - 1 if uid == seat.winner else 2 * final - 2
        return apply_decisions(
            rank_tallies(by_entrant.values(), is_complete=board.is_decided), state.decisions
        )

    def champion(self, state: State) -> str | None:
        """Return who came out of the final; None where the stage ends before it."""
        if SingleEliminationOptions.of(state.options).play_down > 1 or not self.is_complete(state):
            return None
        winner = _board(state).seats[_final_round(state), 0].winner
        return winner if isinstance(winner, str) else None

    def places_of_losers(self, state: State, number: int) -> tuple[int, int] | None:
        """Return the places that all who lose in a round share, whatever follows; None where a match decides on them."""
        declared = next((of for of in self.rounds(state) if of.number == number), None)
        if declared is None or declared.name is RoundName.THIRD_PLACE:
            return None
        entrants = sum(entry.line is not None for entry in state.entries)
        return declared.places // 2 + 1, min(declared.places, entrants)

    def board(self, state: State) -> BracketBoard:
        """Return who sits where."""
        return _board(state)


FORMAT: Format = SingleElimination()


def _round_count(size: int, *, winners: int) -> int:
    return (size // winners).bit_length() - 1


def _final_round(state: State) -> int:
    """Return the number of the round that is the last of the bracket."""
    return _round_count(state.size, winners=SingleEliminationOptions.of(state.options).play_down)


def _third_place(state: State) -> Place | None:
    """Return the place of the match for the third place, where there is one."""
    last = _plan_of(state).rounds[-1]
    return (last.number, 0) if last.name is RoundName.THIRD_PLACE else None


def _plan_of(state: State) -> BracketPlan:
    options = SingleEliminationOptions.of(state.options)
    return _plan(state.size, winners=options.play_down, has_third_place=options.has_third_place)


@lru_cache(maxsize=64)
def _plan(size: int, *, winners: int, has_third_place: bool) -> BracketPlan:
    """Lay out the rounds down to so many winners; how many there are still to play counts for their names."""
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
    """Return who sits where; this is the whole format, the rest only reads it."""
    winners = SingleEliminationOptions.of(state.options).play_down
    lines = bracket_lines(state, fewest=SingleElimination.fewest, winners=winners)
    return make_board(_plan_of(state), lines, state.results)
