"""Progressive consolation: a knock-out that the losers of another stage enter during play.

The same format is the last chance, which the losers of the consolation enter. A simple consolation needs no format of
its own: it is a single elimination that takes the first losses of another stage at its draw.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from tournaments.formats.base import Entry, Format, Intake, Pairing, Placement, Reason, State
from tournaments.formats.bracket import BracketBoard, Drop
from tournaments.formats.bracket_plan import BracketPlan, SideSource
from tournaments.formats.brackets import Bracket
from tournaments.formats.chance import by_chance
from tournaments.formats.consolation.admission import entries_to_admit, pairs_met
from tournaments.formats.consolation.fed_walk import fed_walk
from tournaments.formats.consolation.lines import FlightIntake as Lines
from tournaments.formats.consolation.lines import begun_places, drop_of, intake_of
from tournaments.formats.drop_costs import OpponentsOf
from tournaments.formats.feed import Feed
from tournaments.formats.flight import Flight, flight, flight_size
from tournaments.formats.options import Options
from tournaments.formats.walk import Walk


class Placing(StrEnum):
    """How losers are assigned to lines.

    CHOSEN: by the drop table as long as every match has sent its loser, and from the first exception on (a bye, a
    withdrawal, an entrant who declined) by the least chance of a rematch. TABLE: always by the table, as on a printed
    chart.
    """

    CHOSEN = "chosen"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class ConsolationOptions(Options):
    """`placing` is how losers are assigned to lines; the feed says which losers come."""

    placing: Placing = Placing.CHOSEN


class Consolation(Bracket):
    """The knock-out fed during play.

    Each match that sends its loser has a line. The first losers play each other; the losers of each later round meet
    the survivors. A line whose match sends nobody (a bye, a double forfeit, an entrant who declined, left or did not
    play) is empty at once, and its opponent advances: nobody waits for an absent loser. An entrant who accepts late
    comes in as long as nothing has begun behind its line.
    """

    code = "consolation"
    options: type[Options] = ConsolationOptions
    most = 4096
    intake = Intake.DROPS
    # An entrant can advance several times because its opponents do not come.
    has_second_byes = True

    def plan(self, state: State) -> BracketPlan:
        """Return the rounds, which depend on the shape of the feeding stages at the draw."""
        return _flight_of(state).plan

    def draw(
        self,
        entries: Sequence[Entry],
        *,
        seed: str,
        options: Options,
        feeders: Sequence[Sequence[int]] = (),
        version: int | None = None,
    ) -> Placement:
        """Return the empty lines; FormatError: `not_fed`, `feeder_not_a_bracket` (with `slots`)."""
        return Placement((None,) * flight_size(feeders))

    def admissions(self, state: State) -> tuple[Entry, ...]:
        """Return the new entries from the feeding stages, on lines as `placing` says."""
        if not state.size:
            return ()
        is_by_table = ConsolationOptions.of(state.options).placing is Placing.TABLE
        return entries_to_admit(state, _flight_of(state), is_by_table=is_by_table)

    def walk(
        self, state: State, *, feeders: Sequence[tuple[Feed, Walk]], opponents_of: OpponentsOf
    ) -> Walk | None:
        """Return the walk through the bracket; None under the conditions of `fed_walk`."""
        is_by_table = ConsolationOptions.of(state.options).placing is Placing.TABLE
        return fed_walk(
            state, _flight_of(state), feeders=feeders, opponents_of=opponents_of, is_by_table=is_by_table
        )

    def open_lines(self, state: State) -> tuple[int, ...]:
        """Return the lines that stay empty and behind which nothing has begun, in random order."""
        if not state.size:
            return ()
        by_name = {str(line): line for line in _board(state).open_lines(begun_places(state))}
        return tuple(
            by_name[name] for name in by_chance(by_name, seed=state.seed, round_number=1, purpose="late")
        )

    def explain(self, state: State, pairing: Pairing) -> tuple[Reason, ...]:
        """Return how each entrant came to this slot.

        Codes: `no_longer_follows`; of a line `dropped` (with `entrant`, and the `stage`, `round` and `slot` lost),
        followed by `not_by_table` (with `entrant`, `line` and `table`) if the table has another line for that match,
        `entered_late`, `placed_by_director`, `nobody_dropped` (with `line`, and `stage`, `round` and `slot`); of a slot
        those of `Board.arrival`; `met_before` (with `one` and `two`) if the two have met in the event.
        """
        board = _board(state)
        if not board.follows(pairing):
            return (Reason("no_longer_follows"),)
        now = intake_of(state, _flight_of(state))
        reasons = [
            reason
            for source in board.plan.sources(pairing.place)
            for reason in _arrival(state, board, now, source)
        ]
        if pairing.two is not None and frozenset(pairing.entrants) in pairs_met(state):
            reasons.append(Reason("met_before", {"one": pairing.one, "two": pairing.two}))
        return tuple(reasons)

    def board(self, state: State) -> BracketBoard:
        """Return the occupants of all slots; an open line names the match whose loser comes."""
        return _board(state)


FORMAT: Format = Consolation()


def _flight_of(state: State) -> Flight:
    return flight(state.intake)


def _board(state: State) -> BracketBoard:
    """Return the occupants of all slots; all other answers are read from this board."""
    return intake_of(state, _flight_of(state)).board


def _arrival(state: State, board: BracketBoard, now: Lines, source: SideSource) -> list[Reason]:
    """Return how an entrant came to a side of a slot, or why nobody did."""
    line = source.line
    if line is None:
        return [board.arrival(source)]
    entry = next((entry for entry in state.entries if entry.line == line), None)
    if entry is None:
        return [Reason("nobody_dropped", {"line": line, **_drop_data(now.drops.get(line))})]
    drop = drop_of(entry.origin)
    if drop is None:
        code = "entered_late" if entry.is_late else "placed_by_director"
        return [Reason(code, {"entrant": entry.uid, "line": line})]
    reasons = [Reason("dropped", {"entrant": entry.uid, **_drop_data(drop)})]
    if (table := now.table.get(drop, line)) != line:
        reasons.append(Reason("not_by_table", {"entrant": entry.uid, "line": line, "table": table}))
    return reasons


def _drop_data(drop: Drop | None) -> dict[str, str | int]:
    """Return the match from which an entrant came as data of a reason; empty if a line has none."""
    return {} if drop is None else {"stage": drop.stage, "round": drop.place[0], "slot": drop.place[1]}
