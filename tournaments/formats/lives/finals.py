"""The knock-out at the end of an event of lives: one match of the last two, a playoff of three, or a bracket."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from tournaments.formats.base import Part, Round, RoundName, State
from tournaments.formats.bracket import UNDECIDED, BracketBoard, make_board
from tournaments.formats.bracket_plan import BracketPlan, Place, from_line, winner_of
from tournaments.formats.chance import by_chance
from tournaments.formats.latest import latest
from tournaments.formats.lives.options import LastTwo
from tournaments.formats.lives.table import Life, LivesTable
from tournaments.formats.placings import tallies
from tournaments.formats.seeding import ranks_by_line

_NAMES = (RoundName.FINAL, RoundName.SEMIFINAL, RoundName.QUARTERFINAL)


class FinalsCause(StrEnum):
    """Why the knock-out begins."""

    LAST_TWO = "last_two"
    THREE_LEFT = "three_left"
    BRACKET = "bracket"


@dataclass(frozen=True, slots=True)
class Finals:
    """A knock-out: its first round in the stage, the entrants on its lines, and its results."""

    ending: FinalsCause
    start: int
    board: BracketBoard
    state: State

    @property
    def last(self) -> Place:
        """The place of its final."""
        return self.board.plan.rounds[-1].number, 0

    @property
    def is_over(self) -> bool:
        """Whether its final is decided, even if nobody was left to play it."""
        return self.board.seats[self.last].winner is not UNDECIDED

    @property
    def champion(self) -> str | None:
        """The winner of the final, or who is still in by a corrected result; None if nobody or several are."""
        winner = self.board.seats[self.last].winner
        if not self.board.decisions:
            return winner if isinstance(winner, str) else None
        left = [uid for uid, out in self.out_in().items() if out is None]
        return left[0] if self.is_over and len(left) == 1 else None

    def out_in(self) -> dict[str, int | None]:
        """The round of each entrant's elimination by the results, None for entrants who are still in."""
        by_entrant = tallies(self.board, self.state, finals=[self.last])
        return {uid: None if tally.is_in else tally.reached for uid, tally in by_entrant.items()}


@latest("state", "options", "lives", "newest", "open", "playoff")
def finals_of(table: LivesTable) -> Finals | None:
    """Return the knock-out that has begun, or that begins now; None while lives are still played for.

    It begins after the first round that left the right entrants, unless another pairing followed that round.
    """
    if not table.options.finals_rounds or not table.lives:
        return None
    first_open = min((pairing.round for pairing in table.open), default=table.newest + 1)
    for number in range(1, first_open + 1):
        finals = _beginning(table, number)
        if finals is not None and _is_as_played(finals, table):
            return finals
    return None


def _beginning(table: LivesTable, number: int) -> Finals | None:
    """Return the knock-out that the records before a round require; None if they require none."""
    there = _there(table, number)
    lives = {life.entrant: life.lives_after(number - 1) for life in there}
    total, slots = sum(lives.values()), table.options.bracket_slots
    is_power = 4 <= total <= slots and not total & (total - 1)
    # The stage must have begun: in the first round everybody plays.
    if number > 1 and is_power and max(lives.values()) <= 2 and min(lives.values()) == 1:
        return _finals(FinalsCause.BRACKET, table, number, _bracket_lines(table, lives, number))
    is_three = table.options.has_three_playoff and number > 1 and len(there) == 3
    if is_three and len({(lives[life.entrant], _wins_before(life, table, number)) for life in there}) == 1:
        return _finals(FinalsCause.THREE_LEFT, table, number, _three_lines(table, there, number))
    if table.options.last_two is LastTwo.ONE_MATCH and len(there) == 2:
        lines = [life.entrant for life in there]
        return _finals(FinalsCause.LAST_TWO, table, number, lines)
    return None


def _there(table: LivesTable, number: int) -> list[Life]:
    """Return the entrants who were in before a round; those who have left since have sat in it.

    In the playoff for the paid places, entrants who cannot win any more are out unless one of them saves a bye.

    In the playoff for the places those who cannot win are out too, where none of them saves a bye.
    """
    there = [life for life in table.lives.values() if _is_there(life, number)]
    able = [life for life in there if life.lives_after(number - 1) > 1]
    is_playoff = table.playoff is not None and table.playoff < number
    return able if is_playoff and able and len(able) % 2 == 0 else there


def _is_there(life: Life, number: int) -> bool:
    if life.entry.is_withdrawn and life.reached < number:
        return False
    is_left_aside = life.out is not None and life.out < number
    return not is_left_aside and life.entry.joins <= number and life.lives_after(number - 1) > 0


def _wins_before(life: Life, table: LivesTable, number: int) -> int:
    """Return the wins before a round, with byes if they count as wins."""
    wins = sum(meeting.has_won is True and meeting.round < number for meeting in life.record.meetings)
    byes = sum(of < number for of in life.record.byes)
    return wins + byes if table.options.is_bye_a_win else wins


def _bracket_lines(table: LivesTable, lives: dict[str, int], number: int) -> list[str | None]:
    """Return the lines with entrants of two lives first: the standard order gives them the byes, evenly spread."""
    by_lot = by_chance(lives, seed=table.state.seed_of(number), round_number=number, purpose="bracket")
    ranked = sorted(by_lot, key=lambda uid: -lives[uid])
    ranks = ranks_by_line(sum(lives.values()))
    return [ranked[rank - 1] if rank <= len(ranked) else None for rank in ranks]


def _three_lines(table: LivesTable, there: Sequence[Life], number: int) -> list[str | None]:
    """Return the lines of three; the bye goes by lot to one with the fewest so far."""
    byes = {life.entrant: sum(of < number for of in life.record.byes) for life in there}
    by_lot = by_chance(byes, seed=table.state.seed_of(number), round_number=number, purpose="bracket")
    first, *others = sorted(by_lot, key=byes.__getitem__)
    return [first, None, *others]


def _finals(ending: FinalsCause, table: LivesTable, number: int, lines: Sequence[str | None]) -> Finals:
    plan = _plan(len(lines), number, ending)
    return Finals(ending, number, make_board(plan, lines, table.state.results), table.state)


def _is_as_played(finals: Finals, table: LivesTable) -> bool:
    """Say whether the stage has followed this knock-out: its first round is next or fully paired, nothing else begun."""
    first: dict[Place, frozenset[str]] = {}
    places = {result.place for result in table.state.results if not result.is_given}
    for pairing in table.state.pairings:
        if pairing.round == finals.start:
            first[pairing.place] = frozenset(pairing.entrants)
        is_outside = pairing.round > finals.start and pairing.place not in finals.board.seats
        if is_outside and (pairing.is_begun or pairing.place in places):
            return False
    if not first:
        return finals.start > table.newest
    return first == {
        place: frozenset(pairing.entrants)
        for place, pairing in finals.board.pairings().items()
        if pairing.round == finals.start
    }


@lru_cache(maxsize=64)
def _plan(size: int, start: int, ending: FinalsCause) -> BracketPlan:
    """Return a single elimination of `size` lines, from round `start` of the stage on."""
    rounds, slots = [], []
    last = size.bit_length() - 1
    for step in range(last):
        number, to_final, places = start + step, last - 1 - step, size >> step
        name = _NAMES[to_final] if to_final < len(_NAMES) else RoundName.ROUND_OF
        if ending is FinalsCause.THREE_LEFT and to_final:
            name = RoundName.PLAYOFF
        rounds.append(Round(number, name, to_final, places, Part.PLAYOFF, step + 1))
        sides = [from_line(index) if not step else winner_of((number - 1, index)) for index in range(places)]
        slots.append(tuple(zip(sides[::2], sides[1::2], strict=True)))
    return BracketPlan(tuple(rounds), tuple(slots))
