"""The values a format sees and answers with, as codes and opaque entrant uids."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import KW_ONLY, dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Final, NamedTuple, Protocol

from tournaments.formats.decision import TieDecision
from tournaments.formats.errors import FormatError, Problem
from tournaments.formats.feed import Feed
from tournaments.formats.options import Options
from tournaments.formats.round import Part as Part
from tournaments.formats.round import Round as Round
from tournaments.formats.round import RoundName as RoundName


@dataclass(frozen=True, slots=True)
class EntryOrigin:
    """The place in another stage of the event that an entrant came from."""

    stage: str
    round: int
    slot: int


@dataclass(frozen=True, slots=True)
class Departure:
    """A leaving that was taken back since: when it was, and how many lines were given out by the return."""

    at: datetime
    lines: int


@dataclass(frozen=True, slots=True)
class Entry:
    """One entrant of a stage.

    `line` is its place in the draw, counted from 0, and None while it has none: before the draw, on the alternate
    list, or after it was replaced. A late entry, a replacement and a swap change lines and nothing else.
    `seed` is its strength order, 1 the strongest; `is_late` says that it came after the entries closed; `is_moved`
    that the director placed it by hand after the draw (a swap, an alternate for a no-show). `is_withdrawn` keeps it
    out of a draw; after the draw its matches are settled by results, so that nobody moves without a ruling;
    `withdrawn_at` is when it left, None where that is not known; `departures` are the earlier times, in their order.
    `club`, `country` and `family` are opaque keys of those who should not meet early, empty where unknown; `rating`
    is a strength in the units of the event's list. `joins` is the first round it can be paired in, `absent` the rounds
    it has asked to miss. `goes_on` says whether it wants to play in a stage fed by this one, None while it has not said.
    `bye_lots` are its lots in the draw for byes; with none it has a bye only when all others have one. `player` is an
    opaque key of whoever has come back as a further entrant, the same for all entrants of that player, and empty for
    everybody else (`same_player.py`).
    `group` is an opaque key of the group it was in, in the stage before, empty where there was none.
    """

    uid: str
    _: KW_ONLY
    line: int | None = None
    seed: int | None = None
    is_late: bool = False
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
    withdrawn_at: datetime | None = None
    departures: tuple[Departure, ...] = ()


# A stage has thousands of pairings, and a frozen one takes four times as long to make. The type checker holds them
# unchanged instead.
@dataclass(slots=True, unsafe_hash=True)
class Pairing:
    """Two entrants who play, or one who has a bye (`two` is None), in a slot of a round.

    Rounds count from 1, slots of a round from 0. `is_begun` says that its match has a start stamp or a report; it is
    a fact about the match, so two pairings that differ in nothing else are equal; so is `made_at`, when it was stored, and `lot`, by
    which it was paired.
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
        """Round and slot."""
        return self.round, self.slot

    @property
    def entrants(self) -> tuple[str, ...]:
        """Its one or two entrants."""
        return (self.one,) if self.two is None else (self.one, self.two)

    @property
    def is_bye(self) -> bool:
        """Whether its only entrant goes on without a match."""
        return self.two is None


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a pairing of two; `winner` is one of them, or None for a double forfeit.

    `is_played` is False for a walkover, a forfeit and a double forfeit, which some formats count differently. `score`
    holds the counted points of one and two where they are known, `at` the time it became final. `is_given` says that
    nobody said so: somebody had left, and the opponent goes on without a match. What is given stands in no way.
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

    def __post_init__(self) -> None:
        if self.winner not in (self.one, self.two, None):
            raise FormatError(Problem("winner_not_paired", {"winner": str(self.winner)}))

    @property
    def place(self) -> tuple[int, int]:
        """Round and slot."""
        return self.round, self.slot

    @property
    def losers(self) -> tuple[str, ...]:
        """Who lost: one entrant, or both after a double forfeit."""
        return tuple(uid for uid in (self.one, self.two) if uid != self.winner)


@dataclass(frozen=True, slots=True)
class Challenge:
    """One entrant has asked another for a match; challenges are numbered from 1 in the order they were made.

    `is_taken_back` says that it was given up before the match; its number is not given again.
    """

    number: int
    challenger: str
    challenged: str
    made_at: datetime | None = None
    due_at: datetime | None = None
    is_taken_back: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """Everything a format may look at; the order of the tuples carries no meaning.

    `size` is the number of lines of the draw and 0 before it. `pairings` are those not cancelled, `results` those of
    final matches. `meetings` are the pairs of entrants who have met anywhere in the event, a pair once per match.
    `now` matters to formats that pair in timed batches. `feeders` are the stages that feed this one during play, and
    `intake` is what the draw saw of them: for each the number of slots of every round whose losers it sends.
    `is_held` says that the director lets no new round be paired for the moment. `starts_at` is when the stage begins,
    for formats that go by the calendar; `challenges` are those made so far, for formats in which entrants ask for matches.
    `decisions` are those on shared places. `lot` decides what is paired now, and `lots` decided the rounds by their
    numbers; where there is none the seed does. `version` is that of the format which drew the stage, None for today's.
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
    starts_at: datetime | None = None
    challenges: tuple[Challenge, ...] = ()
    decisions: tuple[TieDecision, ...] = ()
    lot: str = ""
    lots: tuple[tuple[int, str], ...] = ()
    version: int | None = None

    @property
    def seed_now(self) -> str:
        """What decides by lot in what is paired now."""
        return self.lot or self.seed

    def seed_of(self, number: int) -> str:
        """What decides by lot in a round: that by which it was paired, else that of what is paired now."""
        return next((lot for of, lot in self.lots if of == number), self.seed_now)

    def without(self, pairings: Iterable[Pairing]) -> "State":
        """Return the state after these pairings were cancelled."""
        gone = set(pairings)
        if not gone:
            return self
        return replace(self, pairings=tuple(pairing for pairing in self.pairings if pairing not in gone))


@dataclass(frozen=True, slots=True)
class Placement:
    """The outcome of a draw: the entrant on each line, None where a line is empty."""

    lines: tuple[str | None, ...]

    @property
    def size(self) -> int:
        """The number of lines."""
        return len(self.lines)

    def by_entrant(self) -> dict[str, int]:
        """Return the line of every entrant placed."""
        return {uid: line for line, uid in enumerate(self.lines) if uid is not None}


class SideKind(StrEnum):
    """What is known of one side of a slot."""

    ENTRANT = "entrant"
    WINNER = "winner"
    LOSER = "loser"
    BYE = "bye"
    NOBODY = "nobody"


class SlotSide(NamedTuple):
    """One side of a planned slot.

    ENTRANT: `entrant` is known. WINNER: whoever wins `source`, a (round, slot) not decided yet; LOSER: whoever loses
    it. BYE: the line is empty. NOBODY: nobody comes out of `source`, because both forfeited or nobody went in. `line`
    is set in the first round, `source` in the later ones, whatever the kind; `feeder` names the stage of the source
    where that is another one. A named tuple because an outline holds thousands.
    """

    kind: SideKind
    entrant: str | None = None
    line: int | None = None
    source: tuple[int, int] | None = None
    feeder: str | None = None


class Slot(NamedTuple):
    """One planned place of a round; `winner` is None while it is undecided and when nobody comes out of it.

    `winner_to` and `loser_to` are the places where they sit next, None where they are out or nobody knows yet.
    `group` numbers the groups of a round from 1.
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
        """The entrants known to sit here, none to two."""
        one, two = self.one.entrant, self.two.entrant
        if one is None:
            return () if two is None else (two,)
        return (one,) if two is None else (one, two)

    @property
    def is_bye(self) -> bool:
        """Whether one entrant goes on from here without a match."""
        return self.winner is not None and len(self.entrants) == 1


@dataclass(frozen=True, slots=True)
class Outline:
    """Every planned slot of a stage: `rounds[0]` is round 1, its slots in order."""

    rounds: tuple[tuple[Slot, ...], ...]

    def at(self, place: tuple[int, int]) -> Slot:
        """Return the slot at a (round, slot); IndexError where there is none."""
        number, slot = place
        if number < 1 or slot < 0:
            raise IndexError(place)
        return self.rounds[number - 1][slot]

    def path(self, entrant: str) -> tuple[Slot, ...]:
        """Return the slots this entrant sat or sits in, in round order."""
        return tuple(self._seats_of(entrant))

    def upcoming(self, entrant: str) -> Slot | None:
        """Return the first slot still to be decided in which this entrant sits; None when there is none."""
        return next((slot for slot in self._seats_of(entrant) if not slot.is_decided), None)

    def _seats_of(self, entrant: str) -> Iterator[Slot]:
        for slots in self.rounds:
            for slot in slots:
                if slot.one.entrant == entrant or slot.two.entrant == entrant:
                    yield slot


@dataclass(frozen=True, slots=True)
class Standing:
    """Where an entrant stands: `place` to `last_place` are shared by all who are tied.

    `wins` and `losses` count matches, not byes; `reached` is the last round it sat in, 0 before any; `is_in` says
    that it may still play. `half_points` are twice the points of a format that counts them, `lives` those left, None
    in the others; `tiebreaks` are the codes and values that put it here, in the order they were looked at. `group`
    is the number of its group; `movement` says that it goes up to the group before (1) or down to the next one (-1)
    after the stage, 0 where it stays. `matches` are those that count for its points, `difference` the points won less
    those lost in them, both 0 in formats without groups. `decided_by` says how a shared place was decided, and
    `prize_places` are the places it shares in the prizes all the same.
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

    @property
    def is_tied(self) -> bool:
        """Whether the place is shared."""
        return self.place != self.last_place


@dataclass(frozen=True, slots=True)
class Reason:
    """One ground for a pairing: a stable code and the values its sentence needs."""

    code: str
    data: dict[str, str | int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Feeder:
    """A stage that feeds another by a rule, as its own format sees it at this moment; `seed` is that of its lots."""

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
    """How a stage is drawn on a page: a bracket, rounds under each other, a table of everybody against everybody, a ladder."""

    BRACKET = "bracket"
    ROUNDS = "rounds"
    TABLE = "table"
    LADDER = "ladder"


class Intake(StrEnum):
    """How entrants come into a stage: all at its draw, or also later, as other stages let them go."""

    DRAW = "draw"
    DROPS = "drops"


class Format(Protocol):
    """A format: pure functions of the state, the same on every machine and at every call.

    Order of work for the caller: cancel `stale_pairings(state)` (a begun one is a refusal), then store
    `next_pairings(state.without(stale))`, again after every change until nothing is new.
    """

    @property
    def code(self) -> str:
        """The stable code, which is the name of its package."""

    @property
    def version(self) -> int:
        """Raised whenever the same input would give another answer; kept with every draw."""

    @property
    def options(self) -> type[Options]:
        """The class of its options."""

    @property
    def fewest(self) -> int:
        """The smallest number of entrants it can be drawn for."""

    @property
    def most(self) -> int:
        """The largest number of entrants it can be drawn for."""

    @property
    def shape(self) -> Shape:
        """How its pages are laid out."""

    @property
    def intake(self) -> Intake:
        """When its entrants come in."""

    @property
    def has_second_byes(self) -> bool:
        """Whether an entrant can have two byes although no double forfeit left it without an opponent."""

    def has_rematches(self, options: Options) -> bool:
        """Say whether two entrants may meet twice in a stage with these options."""

    def pairs_by_rounds(self, options: Options) -> bool:
        """Say whether, while a match is open, no result but the last one missing makes a new pairing follow.

        A director's change still may. Whoever plays a stage through need not ask after every result.
        """

    def pairs_at_once(self, options: Options) -> bool:
        """Say whether a round is paired as a whole, from what was played before it alone."""

    def plans_ahead(self, options: Options) -> bool:
        """Say whether an entrant may sit in a slot whose other side is not known yet."""

    def draw(
        self,
        entries: Sequence[Entry],
        *,
        seed: str,
        options: Options,
        feeders: Sequence[Sequence[int]] = (),
    ) -> Placement:
        """Place every entrant who has not withdrawn; FormatError when that cannot be done.

        Where `intake` is DROPS nobody is there yet: `feeders` says how many slots each round of each stage has that will
        feed this one, and the lines are places for those who come.
        """

    def rounds(self, state: State) -> tuple[Round, ...]:
        """Return the rounds declared, the first one first; none before the draw."""

    def outline(self, state: State) -> Outline:
        """Return all planned slots with what is known of each side."""

    def admissions(self, state: State) -> tuple[Entry, ...]:
        """Return the entries that the feeders let go and that are to be stored now, each with its line and origin.

        None for an entrant who has an entry already; none at all where `intake` is DRAW.
        """

    def next_pairings(self, state: State) -> tuple[Pairing, ...]:
        """Return the pairings that are certain and do not exist yet, in order of round and slot.

        None is returned for a place, or for an entrant in a round, that a stale pairing still occupies.
        """

    def stale_pairings(self, state: State) -> tuple[Pairing, ...]:
        """Return the existing pairings that no longer follow from the state, begun or not."""

    def open_lines(self, state: State) -> tuple[int, ...]:
        """Return the lines a late entrant may still take, the one to take first at the head."""

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Return every entrant who has a line, best first; the tied ones in the order of their lines."""

    def is_complete(self, state: State) -> bool:
        """Say whether no match can follow any more."""

    def champion(self, state: State) -> str | None:
        """Return the champion; None before the end, and when nobody was left to win."""

    def obstacles(self, state: State) -> tuple[Problem, ...]:
        """Say why a round that is due waits for the director; nothing where the format never waits or does not now."""

    def explain(self, state: State, pairing: Pairing) -> tuple[Reason, ...]:
        """Say why this pairing is what it is."""
