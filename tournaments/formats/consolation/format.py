"""Progressive consolation: a knock-out that the losers of another stage enter while that stage is played.

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
from tournaments.formats.consolation.admission import admitted, met
from tournaments.formats.consolation.fed_walk import fed_walk
from tournaments.formats.consolation.lines import FlightIntake as Lines
from tournaments.formats.consolation.lines import begun_places, drop_of, intake_of
from tournaments.formats.drop_costs import Met
from tournaments.formats.feed import Feed
from tournaments.formats.flight import Flight, flight, flight_size
from tournaments.formats.options import Options
from tournaments.formats.walk import Walk


class Placing(StrEnum):
    """How losers come to their lines.

    CHOSEN: by the table while every match has sent its loser, and once one has not (a bye, a withdrawal, somebody who
    has declined), where a meeting again is least likely. TABLE: always by the table, as a printed wall chart says.
    """

    CHOSEN = "chosen"
    TABLE = "table"


@dataclass(frozen=True, slots=True)
class ConsolationOptions(Options):
    """`placing` is how losers come to their lines; whose losers come, and who of them, is said by the feed."""

    placing: Placing = Placing.CHOSEN


class Consolation(Bracket):
    """The knock-out fed during play.

    Each match that sends its loser has a line. The first losers play each other; the losers of each later round meet
    those who are left by then. A line whose match sends nobody (a bye, a double forfeit, somebody who has declined,
    left or not played) is empty at once, and whoever stands beside it goes on: nobody waits for an absent loser. Who
    declares late to play on comes in while nothing has begun behind the line.
    """

    code = "consolation"
    options: type[Options] = ConsolationOptions
    most = 4096
    intake = Intake.DROPS
    # Whose opponents do not come goes on without a match, and again.
    has_second_byes = True

    def plan(self, state: State) -> BracketPlan:
        """Lay out the rounds, which depend on the feeding stages as the draw saw them."""
        return _flight_of(state).plan

    def draw(
        self,
        entries: Sequence[Entry],
        *,
        seed: str,
        options: Options,
        feeders: Sequence[Sequence[int]] = (),
    ) -> Placement:
        """Return the empty lines; FormatError: `not_fed`, `feeder_not_a_bracket` (with `slots`)."""
        return Placement((None,) * flight_size(feeders))

    def admissions(self, state: State) -> tuple[Entry, ...]:
        """Return those whom the feeding stages have let go, on the lines that `Placing` says."""
        if not state.size:
            return ()
        is_by_table = ConsolationOptions.of(state.options).placing is Placing.TABLE
        return admitted(state, _flight_of(state), is_by_table=is_by_table)

    def walk(self, state: State, *, feeders: Sequence[tuple[Feed, Walk]], met: Met) -> Walk | None:
        """Return the walk through the bracket; None as of `fed_walk`."""
        is_by_table = ConsolationOptions.of(state.options).placing is Placing.TABLE
        return fed_walk(state, _flight_of(state), feeders=feeders, met=met, is_by_table=is_by_table)

    def open_lines(self, state: State) -> tuple[int, ...]:
        """Return the lines to which nobody will come and behind which nothing has begun, in the order of chance."""
        if not state.size:
            return ()
        by_name = {str(line): line for line in _board(state).open_lines(begun_places(state))}
        return tuple(
            by_name[name] for name in by_chance(by_name, seed=state.seed, round_number=1, purpose="late")
        )

    def explain(self, state: State, pairing: Pairing) -> tuple[Reason, ...]:
        """Say how each entrant came to this slot.

        Codes: `no_longer_follows`; of a line `dropped` (with `entrant`, and the `stage`, `round` and `slot` lost),
        followed by `not_by_table` (with `entrant`, `line` and `table`) where the table has another line for that
        match, `entered_late`, `placed_by_director`, `nobody_dropped` (with `line`, and `stage`, `round` and `slot`);
        of a slot those of `Board.arrival`; `met_before` (with `one` and `two`) where the two have met in the event.
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
        if pairing.two is not None and frozenset(pairing.entrants) in met(state):
            reasons.append(Reason("met_before", {"one": pairing.one, "two": pairing.two}))
        return tuple(reasons)

    def board(self, state: State) -> BracketBoard:
        """Return who sits where; a line still to be filled names the match whose loser comes."""
        return _board(state)


FORMAT: Format = Consolation()


def _flight_of(state: State) -> Flight:
    return flight(state.intake)


def _board(state: State) -> BracketBoard:
    """Return who sits where; this is the whole format, the rest only reads it."""
    return intake_of(state, _flight_of(state)).board


def _arrival(state: State, board: BracketBoard, now: Lines, source: SideSource) -> list[Reason]:
    """Say how somebody, or nobody, came to a side of a slot."""
    line = source.line
    if line is None:
        return [board.arrival(source)]
    entry = next((entry for entry in state.entries if entry.line == line), None)
    if entry is None:
        return [Reason("nobody_dropped", {"line": line, **_told(now.drops.get(line))})]
    drop = drop_of(entry.origin)
    if drop is None:
        code = "entered_late" if entry.is_late else "placed_by_director"
        return [Reason(code, {"entrant": entry.uid, "line": line})]
    reasons = [Reason("dropped", {"entrant": entry.uid, **_told(drop)})]
    if (table := now.table.get(drop, line)) != line:
        reasons.append(Reason("not_by_table", {"entrant": entry.uid, "line": line, "table": table}))
    return reasons


def _told(drop: Drop | None) -> dict[str, str | int]:
    """Return the match by which somebody comes as the data of a reason; nothing where a line has none."""
    return {} if drop is None else {"stage": drop.stage, "round": drop.place[0], "slot": drop.place[1]}
