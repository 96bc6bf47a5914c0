"""The whole state of a tournament, as a hall needs it to go on with pens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from django.db.models.functions import Length

from matches.models import name_order
from tournaments.formats import Shape, SideKind
from tournaments.models import EmergencyPaper, Event, Stage, Tournament
from tournaments.queries.draws.bracket import BracketView, RoundView, view_of
from tournaments.queries.draws.standings import StandingsView, StandingView, standings_of
from tournaments.queries.exports.cross_sheets import SIZES as CROSS_SIZES
from tournaments.queries.exports.cross_sheets import CrossSheet, cross_sheets
from tournaments.queries.exports.paper import SIZES, Sheet, sheets
from tournaments.queries.exports.printed_rounds import RoundOnPaper, under_way
from tournaments.queries.hall.desk import EntrantLine
from tournaments.queries.hall.desk import entrants as entrants_of
from tournaments.queries.money.ledger import balances_of_event
from tournaments.queries.money.prizes import PrizeList, prize_list
from tournaments.queries.state import StageState, event_states
from tournaments.queue import Job, waiting


@dataclass(frozen=True, slots=True)
class PaperMeeting:
    """A match of an entrant: the number of the opponent in the list, None for a bye.

    `is_won` is None while the match has no winner.
    """

    round: int
    opponent: int | None
    is_won: bool | None


@dataclass(frozen=True, slots=True)
class PaperStanding:
    """An entrant in the list of a stage, with its number there and whom it has met."""

    number: int
    standing: StandingView
    meetings: tuple[PaperMeeting, ...]


@dataclass(frozen=True, slots=True)
class StageOnPaper:
    """A drawn stage: its open matches, and what the hall writes on: a bracket, a cross table or a list.

    `ahead` are the rounds that are not paired yet. `feeders` are the rounds of the stages from which its entrants
    come, by uid.
    """

    stage: Stage
    bracket: BracketView
    standings: StandingsView
    open_rounds: tuple[RoundOnPaper, ...]
    sheets: tuple[Sheet, ...] = ()
    cross: tuple[CrossSheet, ...] = ()
    lines: tuple[PaperStanding, ...] = ()
    ahead: tuple[RoundView, ...] = ()
    feeders: Mapping[str, StageOnPaper] = field(default_factory=dict)

    @property
    def open_matches(self) -> int:
        """The number of matches under way."""
        return sum(len(group.slots) for of in self.open_rounds for group in of.groups)

    @property
    def has_parts(self) -> bool:
        """Whether the bracket has several parts, which the sheets then name."""
        return len(self.bracket.parts) > 1


@dataclass(frozen=True, slots=True)
class Owing:
    """An entrant whose account is not settled; `due` is negative for money to be given back."""

    entrant: EntrantLine
    due: int


@dataclass(frozen=True, slots=True)
class ListedEntrant:
    """An entrant in the list of players, with its rank in the draw and the addresses of its players."""

    entrant: EntrantLine
    seed: int | None

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses at which the players read notices."""
        return tuple(player.notice_address for player in self.entrant.players if player.notice_address)


@dataclass(frozen=True, slots=True)
class EventOnPaper:
    """An event: its drawn stages, and for the desk alone its money and its players by name.

    A closed event has no stages.
    """

    event: Event
    stages: tuple[StageOnPaper, ...]
    is_drawn: bool
    prizes: PrizeList | None
    owing: tuple[Owing, ...]
    players: tuple[ListedEntrant, ...]


@dataclass(frozen=True, slots=True)
class EmergencyView:
    """The state of a tournament at entry `log_seq` of its log."""

    tournament: Tournament
    log_seq: int
    events: tuple[EventOnPaper, ...]

    @property
    def has_money(self) -> bool:
        """Whether anything is owed or to be won."""
        return any(one.owing or one.prizes for one in self.events)


def emergency_view(tournament: Tournament) -> EmergencyView:
    """Return the state of a tournament; at most 16 queries for an event and two for a stage.

    The number of the log is that of the given row, read before anything else, so that the state is never older.
    """
    events = tournament.events.select_related("tournament").order_by("order", "pk")
    return EmergencyView(tournament, tournament.log_seq, tuple(_event(event) for event in events))


def kept_papers(tournament: Tournament) -> tuple[EmergencyPaper, ...]:
    """Return the kept papers of a tournament without their bodies, newest first, each with its `size`; one query."""
    rows = EmergencyPaper.objects.filter(tournament=tournament).defer("body")
    return tuple(rows.annotate(size=Length("body")))  # type: ignore[no-redef] # the class says what it has


def newest_paper(tournament: Tournament, *, language: str) -> EmergencyPaper | None:
    """Return the newest paper in a language, else in any; at most two queries."""
    rows = EmergencyPaper.objects.filter(tournament=tournament)
    return rows.filter(language=language).first() or rows.first()


def is_expected(tournament: Tournament) -> bool:
    """Whether a paper is asked for and not made yet; one query."""
    return waiting(Job.EMERGENCY_PAPER, tournament_id=tournament.pk).exists()


def _event(event: Event) -> EventOnPaper:
    states = () if event.closed_at is not None else event_states(event, with_people=False)
    lists, balances = entrants_of(event), balances_of_event(event)
    everybody = [*lists.placed, *lists.alternates, *lists.withdrawn]
    owing = (
        Owing(line, balances[line.entrant.pk].due)
        for line in sorted(everybody, key=_by_name)
        if line.entrant.pk in balances
    )
    seeds = {
        entry.uid: entry.seed for state in reversed(states) for entry in state.state.entries if entry.seed
    }
    return EventOnPaper(
        event=event,
        stages=tuple(_stages(states)),
        is_drawn=bool(states),
        prizes=prize_list(event),
        owing=tuple(one for one in owing if one.due),
        players=tuple(
            ListedEntrant(line, seeds.get(line.uid))
            for line in sorted([*lists.placed, *lists.alternates], key=_by_name)
        ),
    )


def _by_name(line: EntrantLine) -> tuple[str, str]:
    return name_order(line.name)


def _stages(states: Sequence[StageState]) -> Iterator[StageOnPaper]:
    """Yield the stages in order, each with those before it, which may feed it."""
    stages: dict[str, StageOnPaper] = {}
    for state in states:
        stages[state.stage.uid] = _stage(state, feeders=stages)
    yield from stages.values()


def _stage(state: StageState, *, feeders: Mapping[str, StageOnPaper]) -> StageOnPaper:
    view, standings = view_of(state), standings_of(state)
    # Of a complete stage the standings remain.
    shape = None if view.is_complete else view.shape
    return StageOnPaper(
        stage=state.stage,
        bracket=view,
        standings=standings,
        open_rounds=under_way(view),
        sheets=sheets(view, size=SIZES["a4"]) if shape is Shape.BRACKET else (),
        cross=cross_sheets(view, size=CROSS_SIZES["portrait"]) if shape is Shape.TABLE else (),
        lines=tuple(_lines(view, standings)) if shape in (Shape.ROUNDS, Shape.LADDER, None) else (),
        ahead=tuple(of for of in view.rounds if not of.slots),
        feeders=dict(feeders),
    )


def _lines(view: BracketView, standings: StandingsView) -> Iterator[PaperStanding]:
    """Yield the list of a stage paired round by round, each entrant with its opponents so far."""
    numbers = {line.entrant: number for number, line in enumerate(standings.lines, start=1)}
    meetings: dict[str, list[PaperMeeting]] = {uid: [] for uid in numbers}
    for slot in (slot for of in view.rounds for slot in of.slots if slot.pairing is not None):
        for own, other in (slot.sides, slot.sides[::-1]):
            if own.entrant in meetings:
                is_won = own.is_winner if slot.winner is not None else None
                opponent = None if other.kind is SideKind.BYE else numbers.get(other.entrant or "")
                meetings[own.entrant].append(PaperMeeting(slot.round, opponent, is_won))
    for line in standings.lines:
        yield PaperStanding(numbers[line.entrant], line, tuple(meetings[line.entrant]))
