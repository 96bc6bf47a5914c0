"""The input and output values of a format, as codes and opaque entrant uids."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Final, NamedTuple, Protocol

from tournaments.formats.decision import SlotDecision, TieDecision
from tournaments.formats.errors import FormatError, Problem
from tournaments.formats.feed import Feed
from tournaments.formats.hand_order import HandOrder
from tournaments.formats.match_days import MatchDay
from tournaments.formats.options import Options
from tournaments.formats.origin import Departure as Departure
from tournaments.formats.origin import EntryOrigin as EntryOrigin
from tournaments.formats.round import Part as Part
from tournaments.formats.round import Round as Round
from tournaments.formats.round import RoundName as RoundName


@dataclass(frozen=True, slots=True)
class Entry:
    """One entrant of a stage.

    `line` is its place in the draw, counted from 0; None before the draw, on the list of alternates, or after a
    replacement. A late entry, a replacement and a swap change lines and nothing else.

    `seed` is the rank by strength, 1 the strongest. `is_late` marks an entry after the draw, `is_latecomer`
    somebody who was drawn and had arrived after the start of the event; `is_moved` marks
    a placement by the director after the draw (a swap, an alternate for a no-show). `is_withdrawn` keeps the entrant
    out of a draw; after the draw results settle its matches, so that nobody moves without a ruling. `withdrawn_at` is
    the time of the withdrawal, None if unknown; `departures` are the earlier withdrawals, in order.

    `club`, `country` and `family` are opaque keys of entrants who should not meet early, empty if unknown; `rating` is
    that of the event's official list in billionths of a point, None without one. `joins` is the first round in which the entrant can be paired, `absent`
    are the rounds it asked to miss. `goes_on` says whether it wants to play in a stage fed by this one; None if it has
    not answered. `bye_lots` is the number of its lots for a bye; with none it has a bye only if all others have had
    one.

    `player` is an opaque key shared by all entrants of a player who has re-entered, empty for everybody else
    (`same_player.py`). `group` is an opaque key of its group in the previous stage, empty if there was none. `apart_from`
    are the entrants whom it does not meet in the first round of a bracket, by order of the director.
    """

    uid: str
    _: KW_ONLY
    line: int | None = None
    seed: int | None = None
    is_late: bool = False
    is_latecomer: bool = False
    is_moved: bool = False
    is_withdrawn: bool = False
    origin: EntryOrigin | None = None
    club: str = ""
    country: str = ""
    family: str = ""
    rating: int | None = None
    joins: int = 1
    absent: frozenset[int] = frozenset()
    goes_on: bool | None = None
    bye_lots: int = 1
    player: str = ""
    group: str = ""
    apart_from: tuple[str, ...] = ()
    withdrawn_at: datetime | None = None
    departures: tuple[Departure, ...] = ()


# A stage has thousands of pairings, and a frozen dataclass takes four times as long to create. The type
# checker keeps them unchanged instead.
@dataclass(slots=True, unsafe_hash=True)
class Pairing:
    """Two entrants who play, or one who has a bye (`two` is None), in a slot of a round.

    Rounds count from 1, slots of a round from 0. `is_begun` says that the match has a start time or a report. `made_at`
    is the time of storing, and `lot` the seed that paired it. These three do not count for equality.
    """

    round: Final[int]
    slot: Final[int]
    one: Final[str]
    two: Final[str | None]
    is_begun: Final[bool] = field(default=False, compare=False)
    lot: Final[str] = field(default="", compare=False, kw_only=True)
    made_at: Final[datetime | None] = field(default=None, compare=False)

    @property
    def place(self) -> tuple[int, int]:
        """The round and the slot."""
        return self.round, self.slot

    @property
    def entrants(self) -> tuple[str, ...]:
        """The entrants: two, or one with a bye."""
        return (self.one,) if self.two is None else (self.one, self.two)

    @property
    def is_bye(self) -> bool:
        """Whether its only entrant advances without a match."""
        return self.two is None


@dataclass(frozen=True, slots=True)
class Result:
    """The outcome of a pairing of two; `winner` is one of them, or None for a double forfeit.

    `is_played` is False for a walkover, a forfeit and a double forfeit, which some formats count differently. `score`
    holds the counted points of one and two if they are known, `at` the time at which it became final. `is_given` marks
    a result that nobody reported: the opponent had left, and the winner advances without a match. It blocks no
    correction. `decision` says who leaves the slot where a director decided that otherwise than the result.
    """

    round: int
    slot: int
    one: str
    two: str
    winner: str | None
    is_played: bool = True
    score: tuple[int, int] | None = None
    at: datetime | None = None
    is_given: bool = False
    decision: SlotDecision | None = None

    def __post_init__(self) -> None:
        if self.winner not in (self.one, self.two, None):
            raise FormatError(Problem("winner_not_paired", {"winner": str(self.winner)}))

    @property
    def place(self) -> tuple[int, int]:
        """The round and the slot."""
        return self.round, self.slot

    @property
    def losers(self) -> tuple[str, ...]:
        """The losers: one entrant, or both after a double forfeit."""
        return tuple(uid for uid in (self.one, self.two) if uid != self.winner)

    @property
    def drops(self) -> tuple[str, ...]:
        """The entrants whom the slot sends to a losers' way: the losers, unless a decision names another."""
        if self.decision is None:
            return self.losers
        return () if self.decision.loser is None else (self.decision.loser,)


@dataclass(frozen=True, slots=True)
class Challenge:
    """A challenge of one entrant to another; challenges are numbered from 1 in the order of their making.

    `is_taken_back` says that it was withdrawn before the match; its number is not used again.
    """

    number: int
    challenger: str
    challenged: str
    made_at: datetime | None = None
    due_at: datetime | None = None
    is_taken_back: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """The whole input of a format; the order of the tuples carries no meaning.

    `size` is the number of lines of the draw, 0 before it. `pairings` are those not cancelled, `results` those of final
    matches. `meetings` are the pairs of entrants who have met anywhere in the event, a pair once per match. `now`
    matters to formats that pair in timed batches.

    `feeders` are the stages that feed this one during play. `intake` is their shape at the draw: for each feeder the
    number of slots of every round whose losers it sends. `is_held` says that the director has suspended new rounds;
    where everybody plays every round, none is paired from `ends_by` on. `is_closed` says that the director has ended the
    stage as it stands (`closing.py`); it is held then too.
    `starts_at` is the start of the stage, for formats with a calendar; `challenges` are those made so far.

    `decisions` settle shared places. `lot` is the seed of what is paired now, and `lots` are the seeds of earlier
    rounds by number; without them `seed` is used. `version` is the version of the format that drew the stage, None for
    the current one. `by_hand` are the orders of the director for rounds: pairs, byes, rounds missed, players kept apart.
    `match_days` are the moments that the director has set for rounds of a league, and for encounters in them.
    """

    size: int
    entries: tuple[Entry, ...]
    seed: str
    options: Options
    pairings: tuple[Pairing, ...] = ()
    results: tuple[Result, ...] = ()
    meetings: tuple[tuple[str, str], ...] = ()
    now: datetime | None = None
    feeders: "tuple[Feeder, ...]" = ()
    intake: tuple[tuple[int, ...], ...] = ()
    is_held: bool = False
    is_closed: bool = False
    ends_by: datetime | None = None
    starts_at: datetime | None = None
    challenges: tuple[Challenge, ...] = ()
    decisions: tuple[TieDecision, ...] = ()
    lot: str = ""
    lots: tuple[tuple[int, str], ...] = ()
    version: int | None = None
    by_hand: tuple[HandOrder, ...] = ()
    match_days: tuple[MatchDay, ...] = ()

    @property
    def is_over_time(self) -> bool:
        """Whether the moment has passed after which no round is paired."""
        return self.ends_by is not None and self.now is not None and self.now >= self.ends_by

    @property
    def seed_now(self) -> str:
        """The seed for the pairings to be made now."""
        return self.lot or self.seed

    def seed_of(self, number: int) -> str:
        """Return the seed of a round: its own lot if it has one, else the seed for the pairings to be made now."""
        return next((lot for of, lot in self.lots if of == number), self.seed_now)

    def without(self, pairings: Iterable[Pairing]) -> "State":
        """Return the state without these pairings."""
        cancelled = set(pairings)
        if not cancelled:
            return self
        return replace(self, pairings=tuple(pairing for pairing in self.pairings if pairing not in cancelled))


@dataclass(frozen=True, slots=True)
class Placement:
    """The outcome of a draw: the entrant on each line, None for an empty line."""

    lines: tuple[str | None, ...]

    @property
    def size(self) -> int:
        """The number of lines."""
        return len(self.lines)

    def by_entrant(self) -> dict[str, int]:
        """The line of every placed entrant."""
        return {uid: line for line, uid in enumerate(self.lines) if uid is not None}


class SideKind(StrEnum):
    """What is known about one side of a slot."""

    ENTRANT = "entrant"
    WINNER = "winner"
    LOSER = "loser"
    BYE = "bye"
    NOBODY = "nobody"


class SlotSide(NamedTuple):
    """One side of a planned slot.

    ENTRANT: `entrant` is known. WINNER: the winner of `source`, a (round, slot) not decided yet; LOSER: its loser. BYE:
    the line is empty. NOBODY: nobody comes out of `source`, because both forfeited or nobody went in.

    `line` is set in the first round, `source` in the later ones, whatever the kind; `feeder` names the stage of the
    source if it is another one. A named tuple because an outline holds thousands.
    """

    kind: SideKind
    entrant: str | None = None
    line: int | None = None
    source: tuple[int, int] | None = None
    feeder: str | None = None


class Slot(NamedTuple):
    """One planned match or bye of a round; `winner` is None before a decision, or if nobody comes out of it.

    `winner_to` and `loser_to` are the places where winner and loser sit next; None if they are out or the place is
    unknown. `group` numbers the groups of a round from 1.
    """

    round: int
    slot: int
    one: SlotSide
    two: SlotSide
    winner: str | None
    is_decided: bool
    winner_to: tuple[int, int] | None = None
    loser_to: tuple[int, int] | None = None
    group: int | None = None

    @property
    def entrants(self) -> tuple[str, ...]:
        """The known entrants of this slot, none to two."""
        one, two = self.one.entrant, self.two.entrant
        if one is None:
            return () if two is None else (two,)
        return (one,) if two is None else (one, two)

    @property
    def is_bye(self) -> bool:
        """Whether one entrant advances from here without a match."""
        return self.winner is not None and len(self.entrants) == 1


@dataclass(frozen=True, slots=True)
class Outline:
    """Every planned slot of a stage: `rounds[0]` is round 1, its slots in order."""

    rounds: tuple[tuple[Slot, ...], ...]

    def at(self, place: tuple[int, int]) -> Slot:
        """Return the slot at a (round, slot); IndexError if there is none."""
        number, slot = place
        if number < 1 or slot < 0:
            raise IndexError(place)
        return self.rounds[number - 1][slot]

    def path(self, entrant: str) -> tuple[Slot, ...]:
        """Return the slots of this entrant in the order of rounds."""
        return tuple(self._seats_of(entrant))

    def upcoming(self, entrant: str) -> Slot | None:
        """Return the first undecided slot of this entrant; None if there is none."""
        return next((slot for slot in self._seats_of(entrant) if not slot.is_decided), None)

    def _seats_of(self, entrant: str) -> Iterator[Slot]:
        for slots in self.rounds:
            for slot in slots:
                if slot.one.entrant == entrant or slot.two.entrant == entrant:
                    yield slot


@dataclass(frozen=True, slots=True)
class Standing:
    """The place of an entrant: `place` to `last_place` are shared by all who are tied.

    `wins` and `losses` count matches, not byes; `reached` is the entrant's last round, 0 before any; `is_in` says that
    it may still play. `half_points` are twice its points, `lives` its remaining lives, each None in formats that do not
    count them. `tiebreaks` are the codes and values of its tiebreaks, in their order.

    `group` is the number of its group; `movement` is 1 for promotion to the previous group after the stage, -1 for
    relegation to the next one, else 0. `matches` is the number of matches that count for its points, and `difference`
    the points won less those lost in them; both are 0 in formats without groups. `decided_by` says how a shared place
    was decided, and `prize_places` are the places whose prizes it still shares. `is_behind` says that it is placed behind
    all others of its group, because it left too early or played no match.
    """

    entrant: str
    place: int
    last_place: int
    wins: int
    losses: int
    reached: int
    is_in: bool
    byes: int = 0
    half_points: int | None = None
    lives: int | None = None
    tiebreaks: tuple[tuple[str, int], ...] = ()
    group: int | None = None
    movement: int = 0
    matches: int = 0
    difference: int = 0
    decided_by: str = ""
    prize_places: tuple[int, int] | None = None
    is_behind: bool = False

    @property
    def is_tied(self) -> bool:
        """Whether the place is shared."""
        return self.place != self.last_place


@dataclass(frozen=True, slots=True)
class Reason:
    """One reason for a pairing: a stable code and the values for its sentence."""

    code: str
    data: dict[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Feeder:
    """The current state of a stage that feeds another, as its format sees it; `seed` is the seed of its lots."""

    stage: str
    size: int
    entries: tuple[Entry, ...]
    rounds: tuple[Round, ...]
    outline: Outline
    results: tuple[Result, ...]
    standings: tuple[Standing, ...]
    is_complete: bool
    feed: Feed | None = None
    seed: str = ""


class Shape(StrEnum):
    """The layout of a stage on a page: a bracket, consecutive rounds, a cross table, a ladder."""

    BRACKET = "bracket"
    ROUNDS = "rounds"
    TABLE = "table"
    LADDER = "ladder"


class Intake(StrEnum):
    """When entrants come into a stage: all at its draw, or also during play as other stages release them."""

    DRAW = "draw"
    DROPS = "drops"


class Format(Protocol):
    """A format: pure functions of the state, the same on every machine and at every call.

    Protocol for the caller: cancel `stale_pairings(state)` (refuse if one has begun), then store
    `next_pairings(state.without(stale))`; repeat after every change until nothing is new.
    """

    @property
    def code(self) -> str:
        """The stable code, which is the name of its package."""

    @property
    def version(self) -> int:
        """The version, raised whenever the same input gives another output; stored with every draw."""

    @property
    def options(self) -> type[Options]:
        """The dataclass of its options."""

    @property
    def fewest(self) -> int:
        """The smallest number of entrants."""

    @property
    def most(self) -> int:
        """The largest number of entrants."""

    @property
    def shape(self) -> Shape:
        """The layout of its pages."""

    @property
    def intake(self) -> Intake:
        """When its entrants come in."""

    @property
    def draws_numbers(self) -> bool:
        """Whether its draw gives numbers, seeds first and the rest by chance, and no lines of a bracket."""

    @property
    def has_second_byes(self) -> bool:
        """Whether an entrant can have two byes without a double forfeit of its opponents."""

    def has_rematches(self, options: Options) -> bool:
        """Say whether two entrants may meet twice in a stage with these options."""

    def pairs_by_rounds(self, options: Options) -> bool:
        """Say whether only the last missing result of a round leads to new pairings.

        A director's change still may. A simulation need not call `next_pairings` after every result.
        """

    def pairs_at_once(self, options: Options) -> bool:
        """Say whether each round is paired as a whole, from the earlier rounds alone."""

    def plans_ahead(self, options: Options) -> bool:
        """Say whether an entrant may sit in a slot before its opponent is known."""

    def draw(
        self,
        entries: Sequence[Entry],
        *,
        seed: str,
        options: Options,
        feeders: Sequence[Sequence[int]] = (),
        version: int | None = None,
    ) -> Placement:
        """Place every entrant who has not withdrawn; FormatError if that is impossible.

        If `intake` is DROPS, there are no entrants yet: `feeders` are the numbers of slots of each round of each stage
        that will feed this one, and the lines are places for their losers. `version` is the version of the format that
        draws, None for the current one.
        """

    def rounds(self, state: State) -> tuple[Round, ...]:
        """Return the declared rounds in order; none before the draw."""

    def outline(self, state: State) -> Outline:
        """Return all planned slots with the known facts of each side."""

    def admissions(self, state: State) -> tuple[Entry, ...]:
        """Return the new entries from the feeders, to be stored now, each with its line and origin.

        Entrants who have an entry already are left out; there are none at all if `intake` is DRAW.
        """

    def next_pairings(self, state: State) -> tuple[Pairing, ...]:
        """Return the pairings that are certain and do not exist yet, in order of round and slot.

        A place that a stale pairing occupies is left out, and so is an entrant with a stale pairing in that round.
        """

    def stale_pairings(self, state: State) -> tuple[Pairing, ...]:
        """Return the existing pairings that no longer follow from the state, begun or not."""

    def open_lines(self, state: State) -> tuple[int, ...]:
        """Return the lines that a late entrant may still take, in order of preference."""

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Return every entrant with a line, best first; tied entrants in the order of their lines."""

    def is_complete(self, state: State) -> bool:
        """Say whether no further match can follow."""

    def champion(self, state: State) -> str | None:
        """Return the champion; None before the end, and if nobody was left to win."""

    def obstacles(self, state: State) -> tuple[Problem, ...]:
        """Return the reasons why a round that is due waits for the director; empty if none waits."""

    def explain(self, state: State, pairing: Pairing) -> tuple[Reason, ...]:
        """Return the reasons for this pairing."""
