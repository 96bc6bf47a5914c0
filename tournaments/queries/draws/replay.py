"""The audit of rounds: each is paired again from the state, the options and the lots for byes at the time of its pairing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, replace
from datetime import datetime

from matches.models import Match as MatchRow
from tournaments import formats
from tournaments.acts import ABSENT, readable
from tournaments.acts.draws import PairedByHand
from tournaments.acts.entrants import ByeLotsSet
from tournaments.acts.stages import OptionsChanged
from tournaments.formats import Pairing, State
from tournaments.models import LogEntry
from tournaments.models import Pairing as PairingRow
from tournaments.queries.state import StageState


@dataclass(frozen=True, slots=True)
class OtherRound:
    """A round whose stored pairings differ from those computed again, with both differences."""

    number: int
    stored_pairings: tuple[Pairing, ...]
    due: tuple[Pairing, ...]


def other_rounds(state: StageState) -> Iterator[OtherRound]:
    """Pair every round of the stage again that is paired as a whole; yield those that differ.

    Brackets and round robins are skipped, because their formats can check every pairing at any time. So are rounds
    that were changed by hand or by a correction, because their input is no longer stored.
    """
    format_state = state.state
    if not state.format.pairs_at_once(format_state.options):
        return
    if any(entry.is_moved or entry.line is None for entry in format_state.entries):
        return
    for number in sorted({pairing.round for pairing in format_state.pairings}):
        then = _before(state_of_round(state, number), number)
        if _has_changed(state, number):
            continue
        actual = tuple(pairing for pairing in format_state.pairings if pairing.round == number)
        due = tuple(pairing for pairing in state.format.next_pairings(then) if pairing.round == number)
        ours, theirs = _pairs(actual), _pairs(due)
        if ours != theirs:
            yield OtherRound(
                number,
                stored_pairings=tuple(one for one in actual if frozenset(one.entrants) not in theirs),
                due=tuple(one for one in due if frozenset(one.entrants) not in ours),
            )


def _before(state: State, number: int) -> State:
    """Return the state just before a round was paired, without withdrawals that came later."""
    seated = {uid for pairing in state.pairings if pairing.round >= number for uid in pairing.entrants}
    return replace(
        state,
        entries=tuple(
            replace(entry, is_withdrawn=entry.is_withdrawn and entry.uid not in seated)
            for entry in state.entries
        ),
        pairings=tuple(pairing for pairing in state.pairings if pairing.round < number),
        results=tuple(result for result in state.results if result.round < number),
        is_held=False,
        ends_by=None,
    )


def _has_changed(state: StageState, number: int) -> bool:
    """Whether the round or an earlier result was changed after the round was paired."""
    times = [pairing.made_at for pairing in _rows(state, number)]
    first = min(times)
    is_corrected = any(
        result_at is None or result_at > first
        for earlier in range(1, number)
        for row in _rows(state, earlier)
        if row.match is not None
        for result_at in [_settled_at(row.match)]
    )
    here = {uid for one in state.state.pairings if one.round == number for uid in one.entrants}
    return (
        is_corrected
        or _is_filled(state, number, first)
        or _came_between(state.state, number, here)
        or _was_by_hand(state, number, first)
    )


def _is_filled(state: StageState, number: int, first: datetime) -> bool:
    """Whether a pairing of the round, or of one before, was cancelled after its first pairing was made."""
    return PairingRow.objects.filter(stage=state.stage, round__lte=number, cancelled_at__gt=first).exists()


def _was_by_hand(state: StageState, number: int, first: datetime) -> bool:
    """Whether an order for the round was taken back after its first pairing was made: it may stand as it was paired."""
    acts = LogEntry.objects.filter(
        tournament=state.stage.event.tournament_id,
        code=PairedByHand.code,
        subject=state.stage.uid,
        at__gt=first,
        data__round=number,
    )
    return any(
        isinstance(act, PairedByHand) and any(order not in act.orders for order in act.before)
        for act in map(readable, acts)
    )


def _came_between(state: State, number: int, here: Set[str]) -> bool:
    """Whether an entrant joined during this round, or returned after missing it."""
    later = {uid for pairing in state.pairings if pairing.round > number for uid in pairing.entrants}
    return any(
        (entry.uid in here and entry.is_late and entry.joins == number)
        or (
            entry.uid in later - here
            and not entry.is_withdrawn
            and entry.joins <= number
            and number not in entry.absent
        )
        for entry in state.entries
    )


def _rows(state: StageState, number: int) -> list[PairingRow]:
    return [row for row in state.pairings.values() if row.round == number]


def _settled_at(match: MatchRow) -> datetime | None:
    """Return the time of the result that counts now."""
    report = match.accepted_report
    return match.final_at if report is None or match.final_at is None else max(report.at, match.final_at)


def _pairs(pairings: tuple[Pairing, ...]) -> set[frozenset[str]]:
    return {frozenset(pairing.entrants) for pairing in pairings}


def state_of_round(state: StageState, number: int) -> formats.State:
    """Return the state of a stage with the options of then, and the lots for byes.

    No query if the options are those of the draw and the round has no bye.
    """
    then = _with_options_of(state, number)
    if not any(pairing.round == number and pairing.is_bye for pairing in then.pairings):
        return then
    lots = _lots_of_then(state, number)
    if not lots:
        return then
    entries = [replace(entry, bye_lots=lots.get(entry.uid, entry.bye_lots)) for entry in then.entries]
    return replace(then, entries=tuple(entries))


def _lots_of_then(state: StageState, number: int) -> Mapping[str, int]:
    """Return the lots of a round of those entrants whose lots were set after it had begun."""
    stage, lots = state.stage, dict[str, int]()
    entries = LogEntry.objects.filter(
        tournament=stage.event.tournament_id, event=stage.event_id, code=ByeLotsSet.code, at__gt=state.draw.at
    )
    for entry in entries.order_by("seq"):
        act = readable(entry)
        if not isinstance(act, ByeLotsSet) or act.before is ABSENT:
            continue
        if act.stages is ABSENT or act.paired is ABSENT:
            continue
        if dict(zip(act.stages, act.paired, strict=True)).get(stage.uid, 0) >= number:
            lots.setdefault(act.subject, act.before)
    return lots


def _with_options_of(state: StageState, number: int) -> formats.State:
    stage, draw = state.stage, state.draw
    if stage.options == dict(draw.basis.options):
        return state.state
    changes = LogEntry.objects.filter(
        tournament=stage.event.tournament_id, code=OptionsChanged.code, subject=stage.uid, at__gt=draw.at
    )
    for entry in changes.order_by("seq"):
        act = readable(entry)
        if (
            isinstance(act, OptionsChanged)
            and act.before is not ABSENT
            and act.paired is not ABSENT
            and act.paired >= number
        ):
            return replace(state.state, options=state.format.options.from_dict(act.before))
    return state.state
