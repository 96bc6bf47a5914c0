"""Michigan movement: the losers of each round continue in a knock-out of their own, for the place still open.

The source is Danny Kleinman, "The Arithmetic of the Losers' Bracket", Las Vegas Backgammon Magazine, December 1981
(bkgm.com/articles/Kleinman/ArithmeticOfLosersBracket).
"""

from dataclasses import dataclass, replace
from functools import lru_cache

from tournaments.formats.base import Format, Part, Round, RoundName, Standing, State
from tournaments.formats.bracket import BracketBoard, make_board
from tournaments.formats.bracket_plan import (
    BracketPlan,
    Place,
    SideSource,
    from_line,
    in_twos,
    loser_of,
    winner_of,
)
from tournaments.formats.options import Options
from tournaments.formats.placings import Tally, first_placed, rank_tallies, tallies
from tournaments.formats.second_chance import SecondChance
from tournaments.formats.seeding import Seeding, bracket_lines
from tournaments.formats.ties import apply_decisions


@dataclass(frozen=True, slots=True)
class MichiganOptions(Options):
    """`seeding` as in a single elimination."""

    seeding: Seeding = Seeding.RANDOM


_MAIN_NAMES = (RoundName.FINAL, RoundName.SEMIFINAL, RoundName.QUARTERFINAL)


@dataclass(frozen=True, slots=True)
class _MichiganLayout:
    """The plan of one size, the last slot of the unbeaten, and the last slot of each losers' bracket."""

    plan: BracketPlan
    main_final: Place
    finals: frozenset[Place]


class Michigan(SecondChance):
    """The knock-out in which a first loss costs only the title.

    2^n entrants play n rounds. The losers of round k play a knock-out of n - k rounds among themselves, parallel to the
    others. So after n rounds one entrant is unbeaten and n have one loss each: n + 1 prizes, higher for a later loss,
    in no more time than a single elimination. Nobody drops from a bye, nor from a double forfeit, which eliminates
    both. A result counts only while its two entrants sit in its slot.
    """

    code = "michigan"
    options: type[Options] = MichiganOptions
    most = 4096

    def is_seeded(self, options: Options) -> bool:
        """Say whether seeded entrants are placed by their seeds."""
        return MichiganOptions.of(options).seeding is Seeding.SEEDED

    def plan(self, state: State) -> BracketPlan:
        """Return the rounds turn by turn: first that of the unbeaten, then those of the losers, the earliest first."""
        return _layout(state.size).plan

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Return the entrants by the best prize each can still win, followed by those with two losses.

        The latter stand by the turn of the last loss, latest first; the losers of one turn share places.
        """
        if not state.size:
            return ()
        board, layout = _board(state), _layout(state.size)
        winners = {board.seats[final].winner for final in layout.finals}
        by_entrant = tallies(board, state, finals=[layout.main_final], losses_to_be_out=2)
        for tally in by_entrant.values():
            tally.rank = _rank(tally, layout)
            if 0 < tally.least <= len(layout.plan.rounds):
                at_worst = replace(tally, reached=tally.least, is_in=False)
                tally.rank = max(tally.rank, _rank(at_worst, layout))
            tally.is_in = tally.is_in and tally.entrant not in winners
        return apply_decisions(
            rank_tallies(by_entrant.values(), is_complete=board.is_decided), state.decisions
        )

    def champion(self, state: State) -> str | None:
        """Return the unbeaten entrant at the end, or who stands first by a corrected result; None if both forfeited the last round of the unbeaten."""
        if not self.is_complete(state):
            return None
        board = _board(state)
        winner = board.seats[_layout(state.size).main_final].winner
        if not isinstance(winner, str):
            return None
        return first_placed(winner, self.standings(state))

    def board(self, state: State) -> BracketBoard:
        """Return the occupants of all slots."""
        return _board(state)


FORMAT: Format = Michigan()


def _board(state: State) -> BracketBoard:
    """Return the occupants of all slots."""
    lines = bracket_lines(state, fewest=Michigan.fewest)
    return make_board(_layout(state.size).plan, lines, state.results)


@lru_cache(maxsize=64)
def _layout(size: int) -> _MichiganLayout:
    """Return the brackets turn by turn: in each turn the unbeaten play, then the losers of every earlier round."""
    turns = size.bit_length() - 1
    rounds: list[Round] = []
    slots: list[tuple[tuple[SideSource, SideSource], ...]] = []
    # The next winners of the bracket of the unbeaten (0) and of the bracket for the losers of each round.
    coming: dict[int, list[SideSource]] = {0: [from_line(line) for line in range(size)]}
    finals: list[Place] = []
    for turn in range(1, turns + 1):
        for bracket, sides in list(coming.items()):
            number, to_final = len(rounds) + 1, turns - turn
            pairs = in_twos(sides)
            places = [(number, slot) for slot in range(len(pairs))]
            rounds.append(_round(number, bracket, turn=turn, to_final=to_final, slots=len(pairs)))
            slots.append(pairs)
            coming[bracket] = [winner_of(place) for place in places]
            if to_final == 0:
                finals.append(places[0])
            elif bracket == 0:
                coming[turn] = [loser_of(place) for place in places]
    return _MichiganLayout(BracketPlan(tuple(rounds), tuple(slots)), finals[0], frozenset(finals))


def _round(number: int, bracket: int, *, turn: int, to_final: int, slots: int) -> Round:
    """Return a declared round; all rounds of a turn have the same distance to the end, so their length is the same."""
    if bracket:
        name, in_part = RoundName.ROUND, turn - bracket
        return Round(number, name, to_final, 2 * slots, Part.LOSERS, in_part, losers_of=bracket)
    name = _MAIN_NAMES[to_final] if to_final < len(_MAIN_NAMES) else RoundName.ROUND_OF
    return Round(number, name, to_final, 2 * slots, Part.MAIN, turn)


def _rank(tally: Tally, layout: _MichiganLayout) -> int:
    """Return the rank of the best prize that an entrant can still win, else the turn of its elimination."""
    reached = tally.earned if tally.is_no_show else tally.reached
    if not reached:
        return 0
    last = layout.plan.rounds[reached - 1]
    turns = layout.plan.rounds[0].from_final + 1
    if tally.is_in:
        # The unbeaten play for the first prize, the losers of the last round but one for the third, and so on. By a
        # corrected result somebody has lost who plays on among the unbeaten.
        lost_in = layout.plan.rounds[tally.lost_in - 1].in_part if tally.lost_in else None
        loss = last.losers_of or lost_in
        prize = 1 if loss is None else turns - loss + 2
    elif last.number == layout.main_final[0] and tally.losses < 2:
        prize = 2
    else:
        return turns - last.from_final
    return 2 * turns + 2 - prize
