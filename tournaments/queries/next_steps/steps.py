"""What is next at the desk of a tournament, as codes and numbers; a constant number of queries."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from matches.models import Appeal, Player, SideMember
from tournaments.formats import FORMATS
from tournaments.models import Event, StepMark, Tournament, pairing_of, played_for
from tournaments.queries.draws.bracket import SlotState
from tournaments.queries.exchange.sent_files import federations_to_inform
from tournaments.queries.hall.board import Running, TablesInUse, tables_in_use
from tournaments.queries.money.ledger import Balance, EventAccount, balances_by_event, statements
from tournaments.queries.money.prizes import PrizeList, has_prizes, prize_lists
from tournaments.queries.results.matches import MatchLine

from .draws import DrawStep, draw_steps
from .overview import DeskEventCard, event_cards

# The draw of an event is next from this time before its start on.
_BEFORE_START = timedelta(hours=1)
_DISPUTED = frozenset({SlotState.DISPUTED, SlotState.SCORE_OPEN})


class StepCode(StrEnum):
    """The kind of a step, the most urgent first."""

    DISPUTES = "disputes"
    APPEALS = "appeals"
    LATE = "late"
    SLOW = "slow"
    CALL = "call"
    OBSTACLE = "obstacle"
    HELD = "held"
    TIES = "ties"
    BYE = "bye"
    STAGE_DRAW = "stage_draw"
    DRAW = "draw"
    CONFIRMATIONS = "confirmations"
    CHECK_IN = "check_in"
    SUSPENSIONS = "suspensions"
    EVENT = "event"
    FORMAT = "format"
    PLAYERS = "players"
    TABLES = "tables"
    FEES = "fees"
    REFUNDS = "refunds"
    PRIZE_RULE = "prize_rule"
    MAIN_STAGE = "main_stage"
    PRIZES = "prizes"
    OVERPAID = "overpaid"
    RESULTS = "results"
    CLOSE = "close"
    CLOSE_TOURNAMENT = "close_tournament"

    @property
    def is_directed(self) -> bool:
        """Whether directors alone can take the step."""
        return self in _DIRECTED


_DIRECTED = frozenset(
    {
        StepCode.DISPUTES,
        StepCode.APPEALS,
        StepCode.OBSTACLE,
        StepCode.HELD,
        StepCode.TIES,
        StepCode.BYE,
        StepCode.STAGE_DRAW,
        StepCode.DRAW,
        StepCode.EVENT,
        StepCode.FORMAT,
        StepCode.PRIZE_RULE,
        StepCode.MAIN_STAGE,
        StepCode.RESULTS,
        StepCode.CLOSE,
        StepCode.CLOSE_TOURNAMENT,
    }
)
_ORDER = {code: place for place, code in enumerate(StepCode)}


@dataclass(frozen=True, slots=True)
class DeskStep:
    """Something to do next in an event, or in the whole tournament where `event` is None.

    `subject` is the uid of the stage, match or dispute that it is about; empty for several of them. `names` are those
    of the stage, the matches or the players. `minutes` count how late or slow a match is at `table`; `amount` is in the
    smallest unit of the currency. A step that an officer has put away keeps its place.
    """

    code: StepCode
    event: Event | None
    number: int = 1
    subject: str = ""
    names: tuple[str, ...] = ()
    table: str = ""
    minutes: int = 0
    amount: int | None = None
    is_put_away: bool = False

    @property
    def key(self) -> str:
        """The key of the step in its tournament, the same as long as it is about the same."""
        event = "" if self.event is None else self.event.uid
        # A single match or dispute of a kind that is counted is no step of its own.
        subject = self.subject if self.code in _OF_ONE else ""
        return ":".join((self.code.value, event, subject))


_OF_ONE = frozenset(
    {
        StepCode.LATE,
        StepCode.SLOW,
        StepCode.OBSTACLE,
        StepCode.HELD,
        StepCode.TIES,
        StepCode.STAGE_DRAW,
        StepCode.DRAW,
    }
)


@dataclass(frozen=True, slots=True)
class DeskSteps:
    """What is next in a tournament for one officer, with the cards of its events."""

    cards: Sequence[DeskEventCard]
    steps: Sequence[DeskStep]

    @property
    def open(self) -> Sequence[DeskStep]:
        """The steps that are not put away."""
        return [step for step in self.steps if not step.is_put_away]

    @property
    def put_away(self) -> Sequence[DeskStep]:
        """The steps that are put away."""
        return [step for step in self.steps if step.is_put_away]

    def of_event(self, event: Event) -> DeskSteps:
        """Return the steps of one event."""
        return replace(self, steps=[step for step in self.steps if step.event == event])


def desk_steps(
    tournament: Tournament, *, player: Player | None, may_direct: bool, now: datetime
) -> DeskSteps:
    """Return what is next in a tournament for this officer; a constant number of queries.

    A step is put away until there is more of it than there was then.
    """
    cards = event_cards(tournament)
    steps = sorted(_steps(tournament, cards, now=now), key=lambda step: _ORDER[step.code])
    marks = dict(StepMark.objects.filter(tournament=tournament, player=player).values_list("step", "number"))
    return DeskSteps(
        cards,
        [
            replace(step, is_put_away=step.key in marks and marks[step.key] >= step.number)
            for step in steps
            if may_direct or not step.code.is_directed
        ],
    )


def _steps(tournament: Tournament, cards: Sequence[DeskEventCard], *, now: datetime) -> Iterator[DeskStep]:
    if not cards:
        yield DeskStep(StepCode.EVENT, None)
    if tournament.closed_at is None:
        yield from _of_results(cards)
    under_way = [card for card in cards if card.event.closed_at is None]
    if cards and not under_way and tournament.closed_at is None:
        yield DeskStep(StepCode.CLOSE_TOURNAMENT, None)
    if not under_way:
        return
    lines = [line for card in under_way for line in card.lines]
    tables = tables_in_use(tournament, lines, now=now)
    yield from _of_tables(tournament, lines, tables)
    appeals = _appeals(tournament)
    money = _Money.of(tournament, under_way)
    for card in under_way:
        yield from _of_matches(card, appeals.get(card.event.pk, ()))
        yield from _before_play(card, now=now)
        yield from money.steps(card)
        if card.winners.has_open_main:
            yield DeskStep(StepCode.MAIN_STAGE, card.event)
        if card.is_over and not card.lines:
            yield DeskStep(StepCode.CLOSE, card.event)
    yield from map(_of_draw, draw_steps(under_way))


def _of_results(cards: Sequence[DeskEventCard]) -> Iterator[DeskStep]:
    """Yield the events whose results a federation has not got, closed ones too; one query once an event is over."""
    over = [card for card in cards if card.is_over and not card.lines]
    missing = federations_to_inform([card.event.pk for card in over]) if over else {}
    for card in over:
        if codes := missing.get(card.event.pk):
            yield DeskStep(StepCode.RESULTS, card.event, len(codes), names=tuple(codes))


def _of_tables(tournament: Tournament, lines: Sequence[MatchLine], tables: TablesInUse) -> Iterator[DeskStep]:
    """Yield the matches that are late or slow, and those that can be called by hand."""
    for one in tables.running:
        if one.is_late:
            yield _of_match(StepCode.LATE, one, minutes=one.minutes)
        elif one.is_slow:
            yield _of_match(StepCode.SLOW, one, minutes=one.minutes - one.expected_minutes)
    to_call = [line for line in lines if line.state is SlotState.OPEN and not line.table]
    to_call = [line for line in to_call if not line.has_boards]
    if to_call and not tables.total:
        yield DeskStep(StepCode.TABLES, None)
    elif to_call and tables.free and not tournament.calls_automatically:
        names = tuple(str(line.match) for line in _with_free_players(to_call, tables.running))
        if names:
            yield DeskStep(StepCode.CALL, None, len(names), names=names)


def _with_free_players(lines: Sequence[MatchLine], running: Iterable[Running]) -> list[MatchLine]:
    """Return those of these matches of which nobody sits at a table; one query."""
    at_tables = {key for one in running for key in _sides(one.line)}
    sides = {key for line in lines for key in _sides(line)}
    players: dict[int, set[int]] = {}
    members = SideMember.objects.filter(side__in=sides | at_tables)
    for side, player in members.values_list("side", "player"):
        players.setdefault(side, set()).add(player)
    busy = {player for side in at_tables for player in players.get(side, ())}
    return [line for line in lines if all(busy.isdisjoint(players.get(side, ())) for side in _sides(line))]


def _sides(line: MatchLine) -> tuple[int, int]:
    return line.match.one_id, line.match.two_id


def _of_match(code: StepCode, one: Running, *, minutes: int) -> DeskStep:
    line = one.line
    return DeskStep(
        code, line.event, subject=line.uid, names=(str(line.match),), table=line.table, minutes=minutes
    )


def _appeals(tournament: Tournament) -> dict[int, list[Appeal]]:
    """Return the open appeals by primary key of their event; one query."""
    of_match = played_for("dispute__match", stage__event__tournament=tournament)
    rows = Appeal.objects.filter(of_match, decided_at=None)
    ways = ("pairing__stage", "board__team_match__pairing__stage")
    by_event: dict[int, list[Appeal]] = {}
    for row in rows.select_related(
        "dispute__match__one", "dispute__match__two", *(f"dispute__match__{way}" for way in ways)
    ):
        by_event.setdefault(pairing_of(row.dispute.match).stage.event_id, []).append(row)
    return by_event


def _of_matches(card: DeskEventCard, appeals: Sequence[Appeal]) -> Iterator[DeskStep]:
    """Yield the disputes, appeals, reports and suspensions of an event."""
    at_boards = [line for line in card.lines if not line.has_boards]
    disputed = [line for line in at_boards if line.state in _DISPUTED]
    disputes = [(line.dispute or "", str(line.match)) for line in disputed]
    yield from _counted(StepCode.DISPUTES, card.event, disputes)
    decided = [(row.dispute.uid, str(row.dispute.match)) for row in appeals]
    yield from _counted(StepCode.APPEALS, card.event, decided)
    for code, state in (
        (StepCode.CONFIRMATIONS, SlotState.REPORTED),
        (StepCode.SUSPENSIONS, SlotState.SUSPENDED),
    ):
        rows = [(line.uid, str(line.match)) for line in at_boards if line.state is state]
        yield from _counted(code, card.event, rows)


def _counted(code: StepCode, event: Event, rows: Sequence[tuple[str, str]]) -> Iterator[DeskStep]:
    """Yield one step for these subjects with their names, which leads to the subject if there is but one."""
    if rows:
        subject = rows[0][0] if len(rows) == 1 else ""
        yield DeskStep(code, event, len(rows), subject=subject, names=tuple(name for _uid, name in rows))


def _before_play(card: DeskEventCard, *, now: datetime) -> Iterator[DeskStep]:
    """Yield what an event needs before the draw of its first stage."""
    if not card.stages:
        yield DeskStep(StepCode.FORMAT, card.event)
        return
    first = card.stages[0]
    if first.pk in card.drawn:
        return
    starts_at = card.event.starts_at
    is_soon = starts_at is None or starts_at - now <= _BEFORE_START
    if card.entrant_count < FORMATS[first.format].fewest:
        yield DeskStep(StepCode.PLAYERS, card.event, card.entrant_count)
    elif is_soon:
        yield DeskStep(StepCode.DRAW, card.event, card.entrant_count, subject=first.uid)
        missing = card.entrant_count - card.checked_in
        if card.checked_in and missing:
            yield DeskStep(StepCode.CHECK_IN, card.event, missing)


def _of_draw(step: DrawStep) -> DeskStep:
    return DeskStep(
        StepCode(step.kind), step.stage.event, step.number, subject=step.stage.uid, names=step.names
    )


@dataclass(frozen=True, slots=True)
class _Money:
    """The balances, accounts and final prizes of the events of a tournament, by primary key."""

    balances: Mapping[int, Mapping[int, Balance]]
    accounts: Mapping[int, EventAccount]
    prizes: Mapping[int, PrizeList]

    @classmethod
    def of(cls, tournament: Tournament, cards: Iterable[DeskEventCard]) -> _Money:
        """Return the money of these events; two queries, and three more once prizes are final."""
        accounts = statements(tournament)
        over = [card.event for card in cards if card.is_over and has_prizes(card.event)]
        over = [event for event in over if event.pk in accounts]
        return cls(balances_by_event(tournament), accounts, prize_lists(over, accounts) if over else {})

    def steps(self, card: DeskEventCard) -> Iterator[DeskStep]:
        """Yield the fees that are due, and the prizes to set, to pay and to collect."""
        event = card.event
        balances = self.balances.get(event.pk, {}).values()
        due = [one.due for one in balances if one.due > 0]
        if due:
            yield DeskStep(StepCode.FEES, event, len(due), amount=sum(due))
        too_much = [one.credit for one in balances if one.credit]
        if too_much:
            yield DeskStep(StepCode.REFUNDS, event, len(too_much), amount=sum(too_much))
        account = self.accounts.get(event.pk)
        if not has_prizes(event) and account is not None and account.pool and card.drawn:
            yield DeskStep(StepCode.PRIZE_RULE, event, amount=account.pool)
        prizes = self.prizes.get(event.pk)
        if prizes is not None and prizes.is_final:
            unpaid = [line for line in prizes.lines if line.entrant is not None and line.left > 0]
            if unpaid:
                yield DeskStep(StepCode.PRIZES, event, len(unpaid), amount=prizes.to_pay)
            if prizes.to_come_back:
                over = [one for one in prizes.overpaid if not one.reasons]
                yield DeskStep(StepCode.OVERPAID, event, len(over), amount=prizes.to_come_back)
