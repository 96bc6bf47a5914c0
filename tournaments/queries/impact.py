"""The side effects of an act in an event: changes of matches, results, places, prizes and notices."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum

from django.db.models import Q
from django.utils.translation import gettext

from tournaments.formats import Round, Shape, closing
from tournaments.models import Entrant, Event, Notice, Pairing, TableUse

from .draws.drawn_before import drawn_before
from .draws.standing_words import place_range
from .money.prizes import prize_list
from .state import StageState, event_states, named_round


@dataclass(frozen=True, slots=True, order=True)
class ImpactMatch:
    """A match of a stage: `words` names its sides, `result` holds the winner and the counted score.

    `declared` is its round with its name, None if the format has no such round. `table` is the table at which it is, `is_aside` says that it was set aside and only counts between the two.
    `is_by_lot` says that a lot decided what the rules left open in its round.
    """

    order: int
    stage: str
    round: int
    words: str
    match: str
    result: tuple[str, tuple[int, int]] | None
    table: str = ""
    is_aside: bool = False
    is_by_lot: bool = False
    declared: Round | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Place:
    """The place of an entrant in a stage, shared from `first` to `last`.

    `reached` is the last round of the entrant. `is_open` says that those still in the bracket can change the place.
    """

    stage: str
    entrant: str
    first: int
    last: int
    reached: int
    is_open: bool

    @property
    def place(self) -> int:
        """The one place that is compared: of those shared in an open bracket only the last one is certain."""
        return self.last if self.is_open else self.first

    @property
    def words(self) -> str:
        """The place as the standings show it."""
        return place_range(self.first, self.last)


@dataclass(frozen=True, slots=True)
class Prize:
    """The prizes of an entrant, and the amount paid out."""

    entrant: str
    amount: int
    paid: int


@dataclass(frozen=True, slots=True)
class PrizeMove:
    """An entrant whose prizes change; `paid` is the amount paid out."""

    entrant: str
    before: int
    after: int
    paid: int

    @property
    def due(self) -> int:
        """The amount still to be paid out after the change."""
        return max(0, self.after - self.paid)

    @property
    def to_come_back(self) -> int:
        """The amount to be paid back after the change."""
        return max(0, self.paid - self.after)


class RemarkCode(StrEnum):
    """What an act leaves beside its matches and places."""

    DECIDED = "decided"
    """Somebody goes on, or drops, by decision; the audit lists it."""
    DECISION_ENDS = "decision_ends"
    """A decision that held until now ends."""
    DRAWN_BEFORE = "drawn_before"
    """A stage was drawn from places that are others now; the draw stays, and the audit lists it."""
    AFTER_CLOSING = "after_closing"
    """The event is closed; the log marks the act."""


@dataclass(frozen=True, slots=True)
class ImpactRemark:
    """A remark that stays after an act; `match` is its match, empty without one, and `data` are names in it."""

    code: RemarkCode
    match: str = ""
    data: tuple[tuple[str, str], ...] = ()

    @property
    def words(self) -> str:
        """The remark in the words of the reader."""
        match self.code:
            case RemarkCode.DECIDED:
                words = gettext("%(sides)s: %(advances)s goes on by your decision. The audit lists it.")
            case RemarkCode.DECISION_ENDS:
                words = gettext("%(sides)s: the decision on who goes on ends.")
            case RemarkCode.DRAWN_BEFORE:
                words = _drawn_before_words(dict(self.data))
            case RemarkCode.AFTER_CLOSING:
                words = gettext("The event is closed. The log marks this as done after the closing.")
        data = dict(self.data)
        if self.code is RemarkCode.DECIDED and not data["advances"]:
            words = gettext("%(sides)s: nobody goes on by your decision. The audit lists it.")
        return words % data


def _drawn_before_words(data: Mapping[str, str]) -> str:
    if not data["due"]:
        return gettext(
            "%(stage)s was drawn from places that are open again. The draw stays unless you void it."
        )
    if not data["instead"]:
        return gettext(
            "%(stage)s was drawn without %(due)s, who would be in it now. The draw stays unless you void it."
        )
    return gettext(
        "%(stage)s was drawn with %(instead)s. By the places now it would be %(due)s. The draw stays unless you void it."
    )


@dataclass(frozen=True, slots=True)
class Picture:
    """A snapshot of an event: its matches and results, places, waiting list and prizes.

    `prizes` are the certain ones, by uid of the entrant; `decisions` are the remarks on slots that are decided, and on
    draws that are not as their feeds are now.
    """

    meetings: Mapping[str, ImpactMatch]
    places: Mapping[tuple[int, str], Place]
    waiting: Mapping[str, str]
    prizes: Mapping[str, Prize]
    decisions: frozenset[ImpactRemark]
    is_closed: bool


@dataclass(frozen=True, slots=True)
class Move:
    """A change of place in a stage; `before` or `after` is None, and its words empty, if the entrant is not in it."""

    stage: str
    entrant: str
    before: int | None
    after: int | None
    before_words: str
    after_words: str


@dataclass(frozen=True, slots=True)
class Impact:
    """The side effects of an act: matches cancelled, made and decided, places, prizes and notices.

    `set_aside` are matches that stay results between the two who played them and count for nothing else, and `revived`
    those that count again; `remarks` say what else the act leaves. `promoted` are the names of entrants promoted from the waiting list, `freed_tables` the
    tables without their match, and `recipients` the names of those who get a notice.
    """

    cancelled: tuple[ImpactMatch, ...]
    set_aside: tuple[ImpactMatch, ...]
    revived: tuple[ImpactMatch, ...]
    new_matches: tuple[ImpactMatch, ...]
    decided_matches: tuple[ImpactMatch, ...]
    moves: tuple[Move, ...]
    promoted: tuple[str, ...]
    prizes: tuple[PrizeMove, ...]
    freed_tables: tuple[str, ...]
    recipients: tuple[str, ...]
    remarks: tuple[ImpactRemark, ...]

    @property
    def notice_count(self) -> int:
        """How many people get a notice."""
        return len(self.recipients)

    @property
    def has_lots(self) -> bool:
        """Whether a lot will decide on new matches anew, so that some of them may be others."""
        return any(meeting.is_by_lot for meeting in self.new_matches)

    @property
    def is_empty(self) -> bool:
        """Whether no match, place or waiting list changes; entrants who join or leave a stage do not count."""
        moves = [move for move in self.moves if None not in (move.before, move.after)]
        matches = (self.cancelled, self.set_aside, self.revived, self.new_matches, self.decided_matches)
        return not (any(matches) or self.promoted or moves)

    @property
    def stages(self) -> tuple[str, ...]:
        """The names of the stages with changes, without repetition."""
        lists = (self.cancelled, self.set_aside, self.revived, self.new_matches, self.decided_matches)
        meetings = [meeting for matches in lists for meeting in matches]
        names = [meeting.stage for meeting in sorted(meetings)] + [move.stage for move in self.moves]
        return tuple(dict.fromkeys(names))


# What a snapshot of one event can tell.
_IN_AN_EVENT = tuple(one.name for one in fields(Impact) if one.name != "recipients")


def picture(event: Event) -> Picture:
    """Return a snapshot of the event; ten queries, four more if it has prizes."""
    states = event_states(event)
    meetings = _meetings(event, states)
    return Picture(
        meetings,
        _places(event, states),
        _waiting(event),
        _prizes(event),
        frozenset([*_decisions(states, meetings), *_draws_left_behind(states)]),
        event.closed_at is not None,
    )


def newest_notice() -> int:
    """Return the primary key of the newest notice, 0 without any."""
    return Notice.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def together(impacts: Sequence[Impact], *, told_since: int) -> Impact:
    """Return the side effects in all events, and who gets a notice newer than this primary key."""
    lists = {name: tuple(one for impact in impacts for one in getattr(impact, name)) for name in _IN_AN_EVENT}
    # The order of notices would count a person once for each of them.
    notices = Notice.objects.filter(pk__gt=told_since).order_by()
    people = notices.values_list("recipient__name", "recipient").distinct()
    return Impact(**lists, recipients=tuple(sorted(name for name, _key in people)))


def difference(before: Picture, after: Picture, *, but: str = "") -> Impact:
    """Return the differences between two snapshots of an event, without those who get a notice.

    `but` is the uid of the object of the act: the match whose own result is not a side effect, or the entrant given a
    place.
    """
    old, new = before.meetings, after.meetings
    both = old.keys() & new.keys()
    results = (new[uid] for uid in both if uid != but and old[uid].result != new[uid].result)
    leavers = before.waiting.keys() - after.waiting.keys() - {but}
    came_in = Entrant.objects.filter(uid__in=leavers, withdrawn_at=None) if leavers else ()
    tables_now = {meeting.table for meeting in new.values()}
    lost_tables = {old[uid].table for uid in old if uid not in new or new[uid].is_aside} - tables_now - {""}
    return Impact(
        cancelled=tuple(sorted(old[uid] for uid in old.keys() - both)),
        set_aside=tuple(sorted(new[uid] for uid in both if new[uid].is_aside and not old[uid].is_aside)),
        revived=tuple(sorted(new[uid] for uid in both if old[uid].is_aside and not new[uid].is_aside)),
        new_matches=tuple(sorted(new[uid] for uid in new.keys() - both)),
        decided_matches=tuple(sorted(results)),
        moves=tuple(_moves(before.places, after.places)),
        promoted=tuple(sorted(before.waiting[entrant.uid] for entrant in came_in)),
        prizes=tuple(_prize_moves(before.prizes, after.prizes)),
        freed_tables=tuple(sorted(lost_tables)),
        recipients=(),
        remarks=tuple(_remarks(before, after)),
    )


def _remarks(before: Picture, after: Picture) -> Iterable[ImpactRemark]:
    """Yield what an act leaves: decisions that it makes, decisions that it ends, and that the event is closed."""
    new = after.decisions - before.decisions
    yield from sorted(new, key=lambda one: one.words)
    decided = {one.match for one in after.decisions}
    ends = sorted(one.match for one in before.decisions - after.decisions if one.match not in decided)
    meetings = {**before.meetings, **after.meetings}
    for uid in ends:
        if uid in meetings:
            yield ImpactRemark(RemarkCode.DECISION_ENDS, uid, (("sides", meetings[uid].words),))
    if after.is_closed:
        yield ImpactRemark(RemarkCode.AFTER_CLOSING)


def _decisions(states: Iterable[StageState], meetings: Mapping[str, ImpactMatch]) -> Iterable[ImpactRemark]:
    """Yield a remark for each slot of which a director has decided who leaves it."""
    for state in states:
        for result in state.state.results:
            pairing = state.pairings[result.place]
            if result.decision is None or pairing.match is None or pairing.match.uid not in meetings:
                continue
            yield _decided(state, meetings[pairing.match.uid], result.decision.winner)
        for row in state.open_decisions:
            if row.match is not None and row.match.uid in meetings:
                yield _decided(state, meetings[row.match.uid], row.uid_advances)


def _decided(state: StageState, meeting: ImpactMatch, advances: str | None) -> ImpactRemark:
    winner = state.entrants.get(advances or "")
    name = "" if winner is None else winner.name
    return ImpactRemark(RemarkCode.DECIDED, meeting.match, (("sides", meeting.words), ("advances", name)))


def _draws_left_behind(states: Iterable[StageState]) -> Iterable[ImpactRemark]:
    """Yield a remark for each stage that was drawn from places that are others now."""
    for one in drawn_before(states):
        names = {
            "due": ", ".join(entrant.name for entrant in one.due),
            "instead": ", ".join(entrant.name for entrant in one.instead),
        }
        yield ImpactRemark(RemarkCode.DRAWN_BEFORE, "", (("stage", str(one.stage.stage)), *names.items()))


def _meetings(event: Event, states: Iterable[StageState]) -> dict[str, ImpactMatch]:
    """Return the matches of the event by uid, without byes and cancelled ones."""
    is_there = Q(cancelled_at=None) | Q(is_set_aside=True, match__cancelled_at=None)
    rows = Pairing.objects.filter(is_there, stage__event=event, match__isnull=False)
    rows = rows.select_related("stage", "match__one", "match__two", "match__accepted_report")
    uses = TableUse.objects.filter(match__pairing__stage__event=event, until=None)
    tables = dict(uses.values_list("match_id", "table__name"))
    rounds = {state.stage.pk: state.format.rounds(state.state) for state in states}
    meetings = {}
    for row in rows:
        match = row.match
        if match is not None:
            report = match.accepted_report
            result = (match.winner, report.counted) if match.is_final and report is not None else None
            name = row.stage.title or event.name
            meetings[match.uid] = ImpactMatch(
                row.stage.order,
                name,
                row.round,
                str(match),
                match.uid,
                result,
                tables.get(match.pk, ""),
                row.is_set_aside,
                row.lot != "",
                named_round(row.stage, rounds.get(row.stage_id, ()), row.round),
            )
    return meetings


def _waiting(event: Event) -> dict[str, str]:
    """Return the names on the waiting list, by uid."""
    rows = Entrant.objects.filter(event=event, is_alternate=True, withdrawn_at=None).select_related("side")
    return {entrant.uid: entrant.name for entrant in rows}


def _prizes(event: Event) -> dict[str, Prize]:
    of_event = prize_list(event)
    if of_event is None:
        return {}
    prizes: dict[str, Prize] = {}
    shares = [(line.entrant, line.amount, line.paid) for line in of_event.lines if line.entrant is not None]
    shares += [(one.entrant, 0, one.amount) for one in of_event.overpaid]
    for entrant, amount, payment in shares:
        old = prizes.get(entrant.uid, Prize(entrant.name, 0, 0))
        prizes[entrant.uid] = Prize(entrant.name, old.amount + amount, old.paid + payment)
    return prizes


def _prize_moves(before: Mapping[str, Prize], after: Mapping[str, Prize]) -> Iterable[PrizeMove]:
    """Return the changed prizes, highest first."""
    moves = []
    for uid in before.keys() | after.keys():
        line = after.get(uid) or before[uid]
        old, new = (side[uid].amount if uid in side else 0 for side in (before, after))
        if old != new:
            moves.append(PrizeMove(line.entrant, old, new, line.paid))
    return sorted(moves, key=lambda move: (-move.after, -move.before, move.entrant))


def _places(event: Event, states: Iterable[StageState]) -> dict[tuple[int, str], Place]:
    """Return the places of the entrants.

    In a bracket under way nobody who is still in has one.
    """
    places = {}
    for state in states:
        name = state.stage.title or event.name
        is_open_bracket = state.format.shape is Shape.BRACKET and not closing.is_complete(
            state.format, state.state
        )
        for standing in closing.standings(state.format, state.state):
            if is_open_bracket and standing.is_in:
                continue
            places[state.stage.order, standing.entrant] = Place(
                name,
                state.entrants[standing.entrant].name,
                standing.place,
                standing.last_place,
                standing.reached,
                is_open_bracket,
            )
    return places


def _moves(before: Mapping[tuple[int, str], Place], after: Mapping[tuple[int, str], Place]) -> Iterable[Move]:
    """Return the changes of place, by stage and the better of both places."""
    moves = []
    for key in before.keys() | after.keys():
        old, new = before.get(key), after.get(key)
        any_place = new or old
        if any_place is None or (old is not None and new is not None and _is_same_place(old, new)):
            continue
        places = (old.place if old else None, new.place if new else None)
        words = (old.words if old else "", new.words if new else "")
        best = min(place for place in places if place is not None)
        move = Move(any_place.stage, any_place.entrant, *places, *words)
        moves.append((key[0], best, any_place.entrant, move))
    return [move for *_order, move in sorted(moves, key=lambda one: one[:3])]


def _is_same_place(old: Place, new: Place) -> bool:
    """Whether an entrant has the same place before and after.

    In an open bracket the number also follows from who is still in; the round of the loss decides the place.
    """
    return old.place == new.place or ((old.is_open or new.is_open) and old.reached == new.reached)
