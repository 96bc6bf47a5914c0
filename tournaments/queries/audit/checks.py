"""Audit of the stored draws, pairings, lots and standings: each is computed again and compared."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from tournaments import formats
from tournaments.formats import FORMATS, FormatError, closing
from tournaments.models import Commitment, Draw, Event, Stage, StoredTie, Tournament, UnreadableInput
from tournaments.queries.draws.draw_input import digest_of, is_kept, is_kept_version, redraw
from tournaments.queries.draws.drawn_before import DrawnBefore, drawn_before
from tournaments.queries.draws.lots import wrong_lots
from tournaments.queries.draws.replay import other_rounds
from tournaments.queries.state import StageState, event_states


class FindingCode(StrEnum):
    """The code of a finding."""

    UNKNOWN_FORMAT = "unknown_format"
    OTHER_VERSION = "other_version"
    """The version of the format has changed; the release that made the draw can repeat it."""
    DRAW_DIFFERS = "draw_differs"
    COMMITMENT_BROKEN = "commitment_broken"
    """A draw does not match its commitment, or a commitment does not match its digest."""
    PAIRING_OVERTAKEN = "pairing_overtaken"
    """An existing pairing does not follow from the results."""
    PAIRING_MISSING = "pairing_missing"
    """A pairing that follows from the results is missing; the next pairing job or sweep makes it."""
    ROUND_DIFFERS = "round_differs"
    """Pairing a round again gives another result; the data holds the stored and the computed pairings."""
    INPUT_UNREADABLE = "input_unreadable"
    """The input of a draw is not in the format of any release."""
    STAGE_UNREADABLE = "stage_unreadable"
    """The options or frozen standings of a stage are not in the format of any release."""
    DECIDED = "decided"
    """A director decided who leaves a slot, otherwise than its result; the data holds the ruling and who goes where."""
    PAIRED_BY_HAND = "paired_by_hand"
    """A director paired two by hand, or gave a bye; the data holds the round and the entrants."""
    DRAWN_BEFORE = "drawn_before"
    """A stage stays drawn from places that are others since a correction; the data holds who would be in it, and instead of whom."""
    STANDINGS_DIFFER = "standings_differ"
    LOTS_DIFFER = "lots_differ"
    """A lot does not follow from the next link of the chain announced with the draw."""
    TIE_DIFFERS = "tie_differs"
    """The order of a tie does not follow from its lot or its playoff."""
    RESULT_DIFFERS = "result_differs"
    """A report differs from the log, or a match differs from its accepted report."""
    GAMES_MISSING = "games_missing"
    """The games of a report made game by game are missing."""
    LENGTH_DIFFERS = "length_differs"
    """The length of a final match differs from that of its accepted report."""
    RECORD_DIFFERS = "record_differs"
    """The bytes of a game record differ from the uploaded ones, or it is of another match."""
    RECORD_MISSING = "record_missing"
    """An uploaded game record is missing."""
    DISPUTE_DIFFERS = "dispute_differs"
    """A dispute is of another match or about another counter report than the log says."""
    LINE_DIFFERS = "line_differs"
    """A line of the ledger differs from the log, or is missing."""
    EVIDENCE_DIFFERS = "evidence_differs"
    """A row differs from its proof in the log."""
    EVIDENCE_MISSING = "evidence_missing"
    """A row proved by the log is missing."""
    EVIDENCE_ADDED = "evidence_added"
    """No log entry proves this row."""
    EVIDENCE_ERASED = "evidence_erased"
    """The salt of a proof was erased with the personal words; the row cannot be verified."""
    ENTRY_UNREADABLE = "entry_unreadable"
    """This release cannot read a log entry, or the entry has missing or extra fields."""
    ENTRY_DIFFERS = "entry_differs"
    """The players who are entered as an entrant are not those of its side."""
    TABLE_USE_MISSING = "table_use_missing"
    """A match was called to a table, and no row says that it was there."""
    MERGE_DIFFERS = "merge_differs"
    """A player does not point where the merges in force lead."""
    OFFICIAL_ROWS_DIFFER = "official_rows_differ"
    """The ratings of an official list are not those of its digest."""
    OPENINGS_DIFFER = "openings_differ"
    """The opening ratings of a list are not those that the log proves."""
    FEED_NUMBERS = "feed_numbers"
    """The numbers of the feed have a gap, or the end of the feed or of a log is elsewhere."""
    FEED_ROW_MISSING = "feed_row_missing"
    """A row that follows from a log, or from what an officer accepted, is not in the feed."""
    FEED_ROW_DIFFERS = "feed_row_differs"
    """A row of the feed says something else than what it follows from."""
    FEED_ROW_ADDED = "feed_row_added"
    """A row of the feed follows from nothing, or is there twice."""
    NOT_SEALED = "not_sealed"
    """No log entry proves the rows of an earlier release; the next sweep seals them."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One inconsistency found by an audit: `subject` is the uid of the draw, stage or pairing."""

    code: FindingCode
    subject: str
    data: dict[str, object] = field(default_factory=dict)

    @property
    def is_fault(self) -> bool:
        """Whether the finding is an error, and neither a decision nor something that this release cannot verify."""
        return not self.is_unproved and self.code not in _DECISIONS

    @property
    def is_unproved(self) -> bool:
        """Whether this release cannot verify what the finding is about."""
        return self.code in _UNPROVED


_DECISIONS = frozenset({FindingCode.DECIDED, FindingCode.PAIRED_BY_HAND, FindingCode.DRAWN_BEFORE})
_UNPROVED = frozenset({FindingCode.OTHER_VERSION, FindingCode.EVIDENCE_ERASED, FindingCode.NOT_SEALED})


def findings(tournament: Tournament) -> tuple[Finding, ...]:
    """Return every inconsistency between the stored rows of a tournament and its draws and results."""
    problems: list[Finding] = []
    announced = Commitment.objects.filter(stage__event__tournament=tournament)
    problems += [
        Finding(FindingCode.COMMITMENT_BROKEN, commitment.uid)
        for commitment in announced
        if digest_of(commitment.text) != commitment.digest
    ]
    for draw in Draw.objects.filter(stage__event__tournament=tournament).select_related("commitment"):
        problems += _of_draw(draw)
    for event in Event.objects.filter(tournament=tournament):
        try:
            states = event_states(event)
        except UnreadableInput:
            # The audit of draws reports the draw itself; nothing that follows from it can be checked.
            continue
        except FormatError as error:
            problems.append(Finding(FindingCode.STAGE_UNREADABLE, event.uid, {"why": error.problems[0].code}))
            continue
        for state in states:
            problems += _of_stage(state)
        problems += map(_left_behind, drawn_before(states))
    return tuple(problems)


def _left_behind(stage: DrawnBefore) -> Finding:
    names = {"due": stage.due, "instead": stage.instead}
    uids_by_name = {name: ",".join(entrant.uid for entrant in rows) for name, rows in names.items()}
    return Finding(FindingCode.DRAWN_BEFORE, stage.stage.stage.uid, {**uids_by_name})


def _of_draw(draw: Draw) -> Iterator[Finding]:
    if draw.commitment is not None and not is_kept(draw, draw.commitment):
        yield Finding(FindingCode.COMMITMENT_BROKEN, draw.uid, {"digest": draw.commitment.digest})
    if wrong := list(wrong_lots(draw)):
        yield Finding(FindingCode.LOTS_DIFFER, draw.uid, {"wrong": ",".join(wrong)})
    rules = FORMATS.get(draw.format)
    if rules is None:
        yield Finding(FindingCode.UNKNOWN_FORMAT, draw.uid, {"format": draw.format})
    elif not _is_readable(draw):
        yield Finding(FindingCode.INPUT_UNREADABLE, draw.uid)
    elif not is_kept_version(rules, draw.format_version):
        yield Finding(FindingCode.OTHER_VERSION, draw.uid, {"version": draw.format_version})
    elif not _repeats(draw):
        yield Finding(FindingCode.DRAW_DIFFERS, draw.uid, {"seed": draw.seed})


def _repeats(draw: Draw) -> bool:
    try:
        usual = redraw(draw)
        if draw.is_by_hand:
            # A draw by hand can be checked only for completeness.
            return set(usual.lines) | {None} == set(draw.placement) | {None}
        return usual.lines == tuple(draw.placement)
    except FormatError:
        return False


def _is_readable(draw: Draw) -> bool:
    try:
        return bool(draw.basis)
    except UnreadableInput:
        return False


def _of_stage(state: StageState) -> Iterator[Finding]:
    rules, format_state = state.format, state.state
    yield from _overtaken(state)
    for pairing in closing.next_pairings(rules, format_state):
        data: dict[str, object] = {"round": pairing.round, "slot": pairing.slot}
        yield Finding(FindingCode.PAIRING_MISSING, state.stage.uid, data)
    for pairing in format_state.pairings:
        if formats.is_by_hand(format_state, pairing):
            seated: dict[str, object] = {"round": pairing.round, "entrants": ",".join(pairing.entrants)}
            yield Finding(FindingCode.PAIRED_BY_HAND, state.pairings[pairing.place].uid, seated)
    for other in other_rounds(state):
        words = {"stored": other.stored_pairings, "due": other.due}
        uids_by_name = {
            name: ",".join("-".join(pairing.entrants) for pairing in pairings)
            for name, pairings in words.items()
        }
        yield Finding(FindingCode.ROUND_DIFFERS, state.stage.uid, {"round": other.number, **uids_by_name})
    for tie in state.stage.ties_in_force:
        if not _is_decided_so(tie):
            yield Finding(FindingCode.TIE_DIFFERS, state.stage.uid, {"tied": ",".join(tie.entrants)})
    if not _stand_as_frozen(state):
        yield Finding(FindingCode.STANDINGS_DIFFER, state.stage.uid)


def _overtaken(state: StageState) -> Iterator[Finding]:
    """Yield the decisions on slots, and the pairings that follow neither from the results nor from them."""
    decided_rows = state.open_decisions
    for row in decided_rows:
        yield Finding(
            FindingCode.DECIDED, row.uid, _decision(row.uid_ruling, row.uid_advances, row.uid_drops)
        )
    for result in state.state.results:
        if result.decision is not None:
            decided = _decision(result.decision.ruling, result.decision.winner, result.decision.loser)
            yield Finding(FindingCode.DECIDED, state.pairings[result.place].uid, decided)
    for pairing in state.format.stale_pairings(state.state):
        # Who went on by decision plays on, although the series that they went on from is open again.
        if not (pairing.is_begun and any(row.round < pairing.round for row in decided_rows)):
            yield Finding(FindingCode.PAIRING_OVERTAKEN, state.pairings[pairing.place].uid)


def _decision(ruling: str, advances: str | None, drops: str | None) -> dict[str, object]:
    return {"ruling": ruling, "advances": advances or "", "drops": drops or ""}


def _is_decided_so(tie: StoredTie) -> bool:
    """Whether the order of the tie follows from the seed of its lot or the standings of its playoff."""
    match tie.how:
        case formats.How.LOT:
            lots = formats.by_chance(tie.entrants, seed=tie.seed, round_number=0, purpose="tie")
            return tie.tiers == tuple((uid,) for uid in lots)
        case formats.How.PLAYOFF:
            standings: Any = Stage.objects.get(uid=tie.playoff).standings
            return tie.tiers == tie.outcome(standings["places"] if standings else ())
    return True


def _stand_as_frozen(state: StageState) -> bool:
    """Whether the frozen standings equal the computed ones; only a complete stage may have frozen standings."""
    content = state.stage.standings
    if content is None or not closing.is_complete(state.format, state.state):
        return content is None and not closing.is_complete(state.format, state.state)
    if not is_kept_version(state.format, content["version"]):
        return True
    now = [
        (standing.entrant, standing.place, standing.last_place)
        for standing in state.format.standings(state.state)
    ]
    return now == [(line["entrant"], line["place"], line["last_place"]) for line in content["places"]]
