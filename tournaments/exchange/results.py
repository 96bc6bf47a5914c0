"""The result file of an event: its people, matches and finishing positions, for a federation."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from datetime import date
from typing import Any, TypeVar

from rules.scoresheet import Outcome, Score

from .cells import JOINT, Cells, WrongCell, written_flag
from .faults import RowFault, RowFaultCode
from .package import BrokenPackage, pack, unpack
from .tables import TableRow, read_table, write_table

Row = TypeVar("Row")

KIND = "videau-results"
PEOPLE, MATCHES, POSITIONS = "people.csv", "matches.csv", "finish.csv"
SCHEMA = "1"
LONGEST_MATCH = 99
MOST_POINTS = 999
# No stage has so many rounds, places or boards.
_MOST_ROUNDS = 9999
# A side has at most so many players here.
_MOST_PLAYERS = 5
_PAIRED_BY = ("format", "hand", "decision", "choice")
_PEOPLE_COLUMNS = ("player_id", "number", "name", "country", "club")
_MATCH_COLUMNS = (
    "schema",
    "event_id",
    "event_name",
    "division",
    "stage",
    "round",
    "match_uid",
    "played_on",
    "length",
    "winner_id",
    "winner_name",
    "loser_id",
    "loser_name",
    "winner_score",
    "loser_score",
    "outcome",
    "rated",
    "unrated_reason",
    "clocked",
    "recorded",
    "supersedes",
)
# What files of earlier releases do not have: the place of a match in its event, and how it was made and played.
_MORE_COLUMNS = (
    "stage_order",
    "slot",
    "board",
    "winner_start",
    "loser_start",
    "winner_penalties",
    "loser_penalties",
    "both_moved",
    "paired_by",
)
# What only files of events with series have: the number of a match in its series, and how many that has at most.
_SERIES_COLUMNS = ("series_match", "series_best_of")
_POSITION_COLUMNS = (
    "event_id",
    "position",
    "tied_with",
    "player_id",
    "name",
    "nation",
    "stage_out",
    "round_out",
    "wins",
    "losses",
    "rebuys",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class EventHead:
    """The event of a result file and the federation that it is for.

    `number` counts the files of the event for this federation from 1, and `supersedes` is the digest of the one before.
    `variant`, `profile` and `is_unrated` are what the event declares.
    """

    federation: str
    federation_code: str
    event: str
    event_name: str
    tournament_name: str
    division: str = ""
    city: str = ""
    starts_on: str
    number: int = 1
    supersedes: str = ""
    variant: str = "backgammon"
    profile: str = ""
    is_unrated: bool = False

    @property
    def terms(self) -> tuple[object, ...]:
        """What the event declares of all its matches."""
        return self.division, self.variant, self.profile, self.is_unrated


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonRow:
    """A person who played, with the number in the federation where it is known."""

    player: str
    number: str = ""
    name: str
    country: str = ""
    club: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRow:
    """A final match with a winner; `supersedes` is the number of the file with another row of it, or None.

    `is_rated` is None where the federation has no counting rules. A match of a series has its number in it, and how many it
    has at most; both are 0 for every other match.
    """

    stage: str
    round: int
    match: str
    played_on: date
    length: int
    winner: tuple[str, ...]
    loser: tuple[str, ...]
    winner_score: int
    loser_score: int
    outcome: str
    is_rated: bool | None = None
    unrated_reason: str = ""
    is_clocked: bool = False
    is_recorded: bool = False
    supersedes: int | None = None
    stage_order: int = 0
    slot: int = 0
    board: int = 0
    start_score: Score = (0, 0)
    penalties: Score = (0, 0)
    both_moved: bool | None = None
    paired_by: str = "format"
    series_match: int = 0
    series_best_of: int = 0

    @property
    def content(self) -> tuple[object, ...]:
        """What a later file may correct: everything but what it supersedes."""
        return tuple(getattr(self, field.name) for field in fields(self) if field.name != "supersedes")


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionRow:
    """The finishing position of an entrant, shared with `tied_with` others."""

    position: int
    tied_with: int
    players: tuple[str, ...]
    stage_out: str
    round_out: str
    wins: int
    losses: int
    rebuys: int


@dataclass(frozen=True, slots=True)
class EventResults:
    """The content of a result file."""

    head: EventHead
    people: tuple[PersonRow, ...]
    matches: tuple[MatchRow, ...]
    positions: tuple[PositionRow, ...]


@dataclass(frozen=True, slots=True)
class ResultsReading:
    """A result file as it was read: what it holds, what refuses rows of it, and its digest."""

    results: EventResults
    faults: tuple[RowFault, ...]
    digest: str


@dataclass(frozen=True, slots=True)
class ResultChanges:
    """What differs between two files of one event: matches by their uid, positions or people, and what it declares."""

    added: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()
    has_other_positions: bool = False
    has_other_terms: bool = False

    def __bool__(self) -> bool:
        """Whether anything differs."""
        return bool(
            self.added or self.changed or self.removed or self.has_other_positions or self.has_other_terms
        )


def changes_between(before: EventResults | None, after: EventResults) -> ResultChanges:
    """Return what a later file has that an earlier one has not, and the reverse."""
    if before is None:
        return ResultChanges(added=tuple(row.match for row in after.matches))
    old = {row.match: row.content for row in before.matches}
    new = {row.match: row.content for row in after.matches}
    return ResultChanges(
        added=tuple(uid for uid in new if uid not in old),
        changed=tuple(uid for uid, content in new.items() if uid in old and old[uid] != content),
        removed=tuple(uid for uid in old if uid not in new),
        has_other_positions=(before.positions, before.people) != (after.positions, after.people),
        has_other_terms=before.head.terms != after.head.terms,
    )


def write_results(results: EventResults) -> bytes:
    """Return the package of a result file."""
    names = {person.player: person.name for person in results.people}
    countries = {person.player: person.country for person in results.people}
    head = results.head
    people = [(one.player, one.number, one.name, one.country, one.club) for one in results.people]
    has_series = any(row.series_match for row in results.matches)
    columns = (*_MATCH_COLUMNS, *_MORE_COLUMNS, *(_SERIES_COLUMNS if has_series else ()))
    matches = [
        (*_written(row, head, names), *(_in_series(row) if has_series else ())) for row in results.matches
    ]
    positions = [
        (
            head.event,
            row.position,
            row.tied_with,
            JOINT.join(row.players),
            _named(row.players, names),
            _named(row.players, countries),
            row.stage_out,
            row.round_out,
            row.wins,
            row.losses,
            row.rebuys,
        )
        for row in results.positions
    ]
    files = {
        PEOPLE: write_table(_PEOPLE_COLUMNS, people),
        MATCHES: write_table(columns, matches),
        POSITIONS: write_table(_POSITION_COLUMNS, positions),
    }
    return pack(KIND, asdict(head), files)


def read_results(data: bytes, *, today: date) -> ResultsReading:
    """Read a result file that anybody may have made; raise BrokenPackage where it is none.

    Rows that cannot be are refused by their line, and left out of the results.
    """
    package = unpack(data, kind=KIND, names=(PEOPLE, MATCHES, POSITIONS))
    head = read_head(EventHead, package.head)
    tables = {
        name: read_table(package.files[name], columns, optional=more, file=name)
        for name, columns, more in (
            (PEOPLE, _PEOPLE_COLUMNS, ()),
            (MATCHES, _MATCH_COLUMNS, (*_MORE_COLUMNS, *_SERIES_COLUMNS)),
            (POSITIONS, _POSITION_COLUMNS, ()),
        )
    }
    faults: list[RowFault] = []
    people = read_rows(PEOPLE, tables[PEOPLE], _person, key=lambda row: row.player, faults=faults)
    known = {person.player for person in people}

    def match_of(cells: Cells) -> MatchRow:
        return _match(cells, head, known, today=today)

    def position_of(cells: Cells) -> PositionRow:
        return _position(cells, head, known)

    matches = read_rows(MATCHES, tables[MATCHES], match_of, key=lambda row: row.match, faults=faults)
    positions = read_rows(
        POSITIONS, tables[POSITIONS], position_of, key=lambda row: row.players, faults=faults
    )
    return ResultsReading(
        EventResults(head, tuple(people), tuple(matches), tuple(positions)), tuple(faults), package.digest
    )


Head = TypeVar("Head")


def read_head(kind: type[Head], data: Mapping[str, Any]) -> Head:
    """Return the head of a manifest, whose values are texts, flags, and numbers from 1; raise BrokenPackage otherwise."""
    types = {field.name: field.type for field in fields(kind)}  # type: ignore[arg-type]
    if not types.keys() - _LATER <= data.keys() <= types.keys():
        raise BrokenPackage("bad_head")
    if not all(_may_stand_in_head(value, str(types[name])) for name, value in data.items()):
        raise BrokenPackage("bad_head")
    return kind(**data)


# What manifests of earlier releases do not have.
_LATER = frozenset({"variant", "profile", "is_unrated"})


def _may_stand_in_head(value: object, type_: str) -> bool:
    match value:
        case bool():
            return type_ == "bool"
        case int():
            return type_ == "int" and 1 <= value <= 10_000
        case str():
            return type_ == "str" and len(value) <= 200 and value.isprintable()
    return False


def read_rows(
    file: str,
    rows: Iterable[TableRow],
    read: Callable[[Cells], Row],
    *,
    key: Callable[[Row], object],
    faults: list[RowFault],
) -> list[Row]:
    """Return the rows that can be read, each key once; the others are added to the faults."""
    good: dict[object, Row] = {}
    for row in rows:
        try:
            value = read(Cells(row))
        except WrongCell as wrong:
            faults.append(RowFault(file, row.line, wrong.code))
            continue
        if key(value) in good:
            faults.append(RowFault(file, row.line, RowFaultCode.LISTED_TWICE))
        else:
            good[key(value)] = value
    return list(good.values())


def _written(row: MatchRow, head: EventHead, names: Mapping[str, str]) -> tuple[str | int | None, ...]:
    return (
        SCHEMA,
        head.event,
        head.event_name,
        head.division,
        row.stage,
        row.round,
        row.match,
        row.played_on.isoformat(),
        row.length,
        JOINT.join(row.winner),
        _named(row.winner, names),
        JOINT.join(row.loser),
        _named(row.loser, names),
        row.winner_score,
        row.loser_score,
        row.outcome,
        "" if row.is_rated is None else written_flag(row.is_rated),
        row.unrated_reason,
        written_flag(row.is_clocked),
        written_flag(row.is_recorded),
        row.supersedes,
        row.stage_order,
        row.slot,
        row.board,
        *row.start_score,
        *row.penalties,
        "" if row.both_moved is None else written_flag(row.both_moved),
        row.paired_by,
    )


def _in_series(row: MatchRow) -> tuple[int | None, int | None]:
    return row.series_match or None, row.series_best_of or None


def _named(players: Iterable[str], names: Mapping[str, str]) -> str:
    return " + ".join(filter(None, (names.get(player, "") for player in players)))


def _person(cells: Cells) -> PersonRow:
    return PersonRow(
        player=cells.uid("player_id"),
        number=cells.number("number"),
        name=cells.name("name"),
        country=cells.country("country"),
        club=cells.text("club", most=80),
    )


def _match(cells: Cells, head: EventHead, known: Collection[str], *, today: date) -> MatchRow:
    if cells.text("schema") != SCHEMA:
        raise WrongCell(RowFaultCode.OTHER_SCHEMA)
    _check_event(cells, head)
    winner, loser = (_players(cells, column, known) for column in ("winner_id", "loser_id"))
    if set(winner) & set(loser):
        raise WrongCell(RowFaultCode.SAME_PLAYER)
    row = MatchRow(
        stage=cells.text("stage"),
        round=cells.whole("round", RowFaultCode.BAD_POSITION, most=_MOST_ROUNDS),
        match=cells.uid("match_uid"),
        played_on=cells.day("played_on"),
        length=cells.whole("length", RowFaultCode.BAD_LENGTH),
        winner=winner,
        loser=loser,
        winner_score=cells.whole("winner_score", RowFaultCode.BAD_SCORE),
        loser_score=cells.whole("loser_score", RowFaultCode.BAD_SCORE),
        outcome=cells.text("outcome"),
        is_rated=cells.flag("rated") if cells.text("rated") else None,
        unrated_reason=cells.text("unrated_reason", most=40),
        is_clocked=cells.flag("clocked"),
        is_recorded=cells.flag("recorded"),
        supersedes=cells.whole_or_none("supersedes", RowFaultCode.BAD_POSITION),
        stage_order=_whole_or_zero(cells, "stage_order", RowFaultCode.BAD_POSITION),
        slot=_whole_or_zero(cells, "slot", RowFaultCode.BAD_POSITION),
        board=_whole_or_zero(cells, "board", RowFaultCode.BAD_POSITION),
        start_score=_points(cells, "start"),
        penalties=_points(cells, "penalties"),
        both_moved=cells.flag("both_moved") if cells.text("both_moved") else None,
        paired_by=cells.text("paired_by") or _PAIRED_BY[0],
        series_match=_whole_or_zero(cells, "series_match", RowFaultCode.BAD_POSITION),
        series_best_of=_whole_or_zero(cells, "series_best_of", RowFaultCode.BAD_POSITION),
    )
    if row.paired_by not in _PAIRED_BY:
        raise WrongCell(RowFaultCode.UNKNOWN_PAIRING)
    _check_match(row, today=today)
    return row


def _points(cells: Cells, what: str) -> Score:
    won, lost = (
        _whole_or_zero(cells, f"{side}_{what}", RowFaultCode.BAD_SCORE) for side in ("winner", "loser")
    )
    return won, lost


def _whole_or_zero(cells: Cells, column: str, code: RowFaultCode) -> int:
    return cells.whole_or_none(column, code, most=_MOST_ROUNDS) or 0


def _check_match(row: MatchRow, *, today: date) -> None:
    """Raise WrongCell for a match that cannot have been played so."""
    if row.outcome not in _WON:
        raise WrongCell(RowFaultCode.UNKNOWN_OUTCOME)
    if not _can_be_in_series(row):
        raise WrongCell(RowFaultCode.BAD_POSITION)
    if row.played_on > today:
        raise WrongCell(RowFaultCode.DAY_TO_COME)
    if row.length % 2 == 0 or row.length > LONGEST_MATCH:
        raise WrongCell(RowFaultCode.BAD_LENGTH)
    is_over = row.loser_score < row.length <= row.winner_score <= MOST_POINTS
    if row.outcome == Outcome.PLAYED and not is_over:
        raise WrongCell(RowFaultCode.BAD_SCORE)
    if max(row.winner_score, row.loser_score) > MOST_POINTS:
        raise WrongCell(RowFaultCode.BAD_SCORE)


def _can_be_in_series(row: MatchRow) -> bool:
    """Whether a match is in no series, or has a number that a series of an odd number of matches can have."""
    if not row.series_match:
        return not row.series_best_of
    is_odd = row.series_best_of % 2 == 1 and row.series_best_of > 1
    return is_odd and row.series_match <= row.series_best_of and not row.board


# A match that both sides forfeited has no winner, and no rule can rate it.
_WON = frozenset(outcome.value for outcome in Outcome) - {Outcome.DOUBLE_FORFEIT.value}


def _position(cells: Cells, head: EventHead, known: Collection[str]) -> PositionRow:
    _check_event(cells, head)
    code = RowFaultCode.BAD_POSITION
    row = PositionRow(
        position=cells.whole("position", code),
        tied_with=cells.whole("tied_with", code),
        players=_players(cells, "player_id", known),
        stage_out=cells.text("stage_out"),
        round_out=cells.text("round_out"),
        wins=cells.whole("wins", code),
        losses=cells.whole("losses", code),
        rebuys=cells.whole("rebuys", code),
    )
    if row.position < 1:
        raise WrongCell(code)
    return row


def _check_event(cells: Cells, head: EventHead) -> None:
    if cells.uid("event_id") != head.event:
        raise WrongCell(RowFaultCode.OTHER_EVENT)


def _players(cells: Cells, column: str, known: Collection[str]) -> tuple[str, ...]:
    players = cells.uids(column)
    if len(set(players)) != len(players):
        raise WrongCell(RowFaultCode.SAME_PLAYER)
    if len(players) > _MOST_PLAYERS:
        raise WrongCell(RowFaultCode.TOO_LONG)
    if any(player not in known for player in players):
        raise WrongCell(RowFaultCode.UNKNOWN_PLAYER)
    return players
