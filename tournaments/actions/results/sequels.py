"""What becomes of the matches that follow from a corrected result, as a director decides."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import Any

from matches.models import Match, Ruling
from rules.match import Side
from rules.scoresheet import Outcome
from tournaments.actions.draws.handing_on import keys_under_way
from tournaments.actions.draws.progress import Cause, follow
from tournaments.acts import ABSENT, Absent, Act, Json
from tournaments.acts.disputes import Sequel
from tournaments.errors.draws import MatchBegun, NobodyHasWon, NobodyToReplace, NoneUnderWay, SequelMissing
from tournaments.formats import FORMATS, Replay
from tournaments.models import Entrant, Pairing, pairing_of
from tournaments.queries.event_rows import EventRows, note_terms
from tournaments.queries.state import declared_rounds, event_rows, named_round, states_of

from .transaction import MatchTransaction

# The columns of a decision, and what the rows of an event call the uids in them.
_DECISION = {"decided_by": "uid_ruling", "advances": "uid_advances", "drops": "uid_drops"}


@dataclass(frozen=True, slots=True)
class CorrectionSequel:
    """How a correction goes on: the replay of the event, and the rows that a decision has changed."""

    replay: Replay | None
    rows: list[Pairing] = field(default_factory=list)


def played_match(tx: MatchTransaction) -> Match:
    """Return the match that decides the pairing: the team match of a board."""
    return tx.team_match or tx.match


def store_sequel(
    tx: MatchTransaction,
    ruling: Ruling,
    act_of: Callable[[Sequel | Absent], Act],
    *,
    way: Sequel | None,
    before: CorrectedSlot,
) -> None:
    """Store what follows from a ruling, in the way that the director has chosen, and log its act.

    Raise SequelMissing with the ways that are possible if somebody else goes on, a match that follows has begun, and
    no way is chosen.
    """
    played = played_match(tx)
    is_otherwise = played.winner != before.winner or (
        before.has_sent_on and _is_unplayed(played) != before.is_unplayed
    )
    sequel = None
    if way is not None and (is_otherwise or before.is_decided):
        sequel = sequel_of(_SlotRuling(before, ruling, winner_now=played.winner), way)
    act = act_of(ABSENT if sequel is None or way is None else way)
    replay, rows = (None, []) if sequel is None else (sequel.replay, sequel.rows)
    try:
        row = before.rows.pairing(before.pairing.pk)
        if row is not None:
            row.match, row.stage = played, before.pairing.stage
        follow(
            tx.event,
            cause=Cause(act, tx.by, rows=rows),
            replay=replay,
            states=states_of(before.rows),
            holds_matches=tx.holds_matches,
            decided=rows,
        )
    except MatchBegun as begun:
        if way is None and is_otherwise:
            ways = _SlotRuling(before, ruling, winner_now=played.winner).ways
            refusal = SequelMissing if Sequel.SUBSTITUTE in ways else NoneUnderWay
            raise refusal(**begun.data, ways=ways) from begun
        raise


def sequel_of(decision: _SlotRuling, way: Sequel) -> CorrectionSequel:
    """Decide on the slot of a corrected match, and return how the event goes on.

    Raise NobodyToReplace if no match under way follows in which to take a place.
    """
    pairing = decision.before.pairing
    match way:
        case Sequel.REPLAY:
            rows = decision.withdraw()
            later_than = pairing.round if decision.is_other_winner or rows else None
            return CorrectionSequel(Replay(stage=pairing.stage.uid, later_than=later_than), rows)
        case Sequel.SUBSTITUTE:
            return decision.substitute()
        case Sequel.PLACES_ONLY:
            return CorrectionSequel(Replay(sets_aside=False), decision.leave())


def decisions_in(rows: EventRows) -> list[Json]:
    """Return the decisions on slots of an event as plain values."""
    return [
        {
            "pairing": row.uid,
            "ruling": row.uid_ruling,
            "advances": row.uid_advances,
            "drops": row.uid_drops,
        }
        for row in sorted(rows.pairings, key=lambda one: one.pk)
        if row.uid_ruling is not None
    ]


def restore_decisions(
    before: EventRows, decisions: Iterable[Json], *, ruling: str, slots: Collection[str]
) -> list[Pairing]:
    """Let these decisions hold again in these slots, and where this ruling decided; return the changed pairings.

    Those come back that ended together with one of these slots, because their ruling ended. What other rulings have
    decided since stays.
    """
    due = {one["pairing"]: one for one in decisions}
    now = {one["pairing"]: one for one in decisions_in(before)}
    others = {uid for uid in due.keys() | now.keys() if due.get(uid) != now.get(uid)}
    back = {due[uid]["ruling"] for uid in slots if uid in due}
    own = {
        uid
        for uid in others
        if uid in slots
        or (uid in now and now[uid]["ruling"] == ruling)
        or (uid not in now and due[uid]["ruling"] in back)
    }
    rows = [row for row in before.pairings if row.uid in own]
    return _decide(*((row, _rows_of_decision(due.get(row.uid))) for row in rows))


@dataclass(frozen=True, slots=True)
class CorrectedSlot:
    """The slot of a match before its result is corrected, with the rows of its event as they were."""

    pairing: Pairing
    winner: str
    is_unplayed: bool
    rows: EventRows

    @property
    def row(self) -> Any | None:
        """The row of the slot; None if its match is in no stage any more."""
        row = self.rows.pairing(self.pairing.pk)
        return None if row is None or row.is_set_aside else row

    @property
    def is_decided(self) -> bool:
        """Whether a director has decided who leaves the slot."""
        return self.row is not None and self.row.decided_by_id is not None

    @property
    def has_sent_on(self) -> bool:
        """Whether its loser has come into another stage by it, where a feed may take only who has played."""
        place = (self.pairing.stage.uid, self.pairing.round, self.pairing.slot)
        origins = [entry.origin for of_stage in self.rows.entries.values() for entry in of_stage]
        return any(one and (one["stage"], one["round"], one["slot"]) == place for one in origins)

    def seated(self, row: Any) -> dict[str, Entrant]:
        """Return the entrants of a pairing by side."""
        entrants = self.rows.entrants
        uids = {"one": row.uid_one, "two": row.uid_two}
        return {side: entrants[uid] for side, uid in uids.items() if uid in entrants}


def slot_before(tx: MatchTransaction) -> CorrectedSlot:
    """Return the slot of the match as it stands, with the rows of its event."""
    match = played_match(tx)
    before = CorrectedSlot(pairing_of(match), match.winner, _is_unplayed(match), event_rows(tx.event))
    row = before.rows.pairing(before.pairing.pk)
    if row is not None and row.match.accepted_report_id == match.accepted_report_id:
        match.accepted_report = row.match.accepted_report
    if row is not None:
        note_terms(row, match)
    return before


@dataclass(frozen=True, slots=True)
class _Takeover:
    """A place in a match under way: `wrong` has it, and `right` can take it.

    `won` are the pairings of a bracket that `wrong` has won meanwhile, `newest` those of both in a round that is
    paired whole.
    """

    wrong: Entrant
    right: Entrant
    won: Sequence[Any] = ()
    newest: Sequence[Any] = ()


@dataclass(frozen=True, slots=True)
class _SlotRuling:
    """A ruling by which another side has won a slot."""

    before: CorrectedSlot
    ruling: Ruling
    winner_now: str

    @property
    def row(self) -> Any | None:
        """The row of the slot; None if its match is in no stage any more."""
        return self.before.row

    @property
    def is_other_winner(self) -> bool:
        """Whether another side has won than before."""
        return self.winner_now != self.before.winner

    @property
    def is_planned(self) -> bool:
        """Whether the format has a bracket, in which a decision can hold a slot."""
        stage = self.before.pairing.stage
        rules = FORMATS[stage.format]
        return rules.plans_ahead(rules.options.from_dict(stage.options))

    @property
    def ways(self) -> list[Sequel]:
        """The ways in which the event can go on; nobody takes a place over where no match is under way for it."""
        is_under_way = self.takeover is not None
        return [way for way in Sequel if way is not Sequel.SUBSTITUTE or is_under_way]

    @property
    def right(self) -> Entrant | None:
        """Who has won the slot now; None where nobody has."""
        return self.before.seated(self.before.rows.pairing(self.before.pairing.pk)).get(self.winner_now)

    @property
    def takeover(self) -> _Takeover | None:
        """The place in a match under way that the winner of now can take; None without one."""
        row, right, seated = self.row, self.right, self.before.seated
        if row is None or right is None:
            return None
        wrong = seated(row).get(self.before.winner)
        if row.decided_by_id:
            wrong = self.before.rows.entrants.get(row.uid_advances)
        if wrong is None or wrong.pk == right.pk:
            return None
        later = self._later_pairings(wrong, right)
        if not self.is_planned:
            newest = [one for one in later if one.round == later[-1].round]
            is_open = len(newest) == 2 and not any(map(_is_over, newest))
            return _Takeover(wrong, right, newest=newest) if is_open else None
        own = [one for one in later if wrong in seated(one).values() and one.match is not None]
        won = list(takewhile(lambda one: _has_won(one, seated(one), wrong), own))
        is_out = any(map(_is_over, own[len(won) :])) or (bool(won) and self._is_last(won[-1]))
        if self.before.pairing.stage.completed_at is not None or is_out:
            return None
        return _Takeover(wrong, right, won=won)

    def withdraw(self) -> list[Pairing]:
        """Take back a decision on the slot, with all of the same ruling: who has won goes on."""
        row = self.row
        if row is None or row.decided_by_id is None:
            return []
        of_stage = self.before.rows.by_stage[self.before.pairing.stage_id]
        return _decide(*((one, {}) for one in of_stage if one.decided_by_id == row.decided_by_id))

    def leave(self) -> list[Pairing]:
        """Let those go on who went on before."""
        row, won = self.row, self.before.winner
        if row is None or not self.is_planned or row.decided_by_id is not None:
            return []
        seats = self.before.seated(row)
        loser = seats[Side(won).other.value] if won else None
        return _decide((row, {"decided_by": self.ruling, "advances": seats.get(won), "drops": loser}))

    def substitute(self) -> CorrectionSequel:
        """Put the winner in the place of whoever went on, in the match under way.

        What that one has won meanwhile stays in the bracket, and whoever won there goes on by decision.
        """
        row, right, takeover = self.row, self.right, self.takeover
        if right is None:
            raise NobodyHasWon(ways=self.ways)
        if takeover is None:
            raise NobodyToReplace(entrant=right.name, ways=self.ways)
        stage, wrong = self.before.pairing.stage, takeover.wrong
        if not self.is_planned:
            pair, under_way = (wrong.uid, right.uid), keys_under_way(takeover.newest)
            return CorrectionSequel(
                Replay(stage=stage.uid, exchange=pair, under_way=under_way, hands_on=True)
            )
        if not takeover.won:
            return CorrectionSequel(Replay(stage=stage.uid, hands_on=True), self.withdraw())
        last = takeover.won[-1]
        loser = next(entrant for entrant in self.before.seated(last).values() if entrant.pk != wrong.pk)
        goes_on = {"decided_by": self.ruling, "advances": wrong, "drops": wrong}
        rows = _decide((row, goes_on), (last, goes_on | {"advances": right, "drops": loser}))
        return CorrectionSequel(Replay(stage=stage.uid, hands_on=True), rows)

    def _later_pairings(self, *entrants: Entrant) -> list[Any]:
        """Return the pairings of these entrants in later rounds of the stage, by round."""
        uids, slot = {entrant.uid for entrant in entrants}, self.before.pairing
        later = [
            row
            for row in self.before.rows.by_stage[slot.stage_id]
            if row.round > slot.round and not row.is_set_aside and uids & {row.uid_one, row.uid_two}
        ]
        return sorted(later, key=lambda row: (row.round, row.slot))

    def _is_last(self, row: Pairing) -> bool:
        """Whether no match follows for who wins a pairing."""
        draws = [draw for draw in self.before.rows.draws if draw.stage_id == row.stage_id]
        for draw in draws:
            declared = named_round(draw.stage, declared_rounds(draw.stage, draw), row.round)
            return declared is not None and declared.from_final == 0
        return False


def _is_unplayed(match: Match) -> bool:
    """Whether a match has a result that nobody played for."""
    return bool(match.outcome) and Outcome(match.outcome).is_unplayed


def _is_over(pairing: Pairing) -> bool:
    """Whether somebody has won the match of a pairing."""
    return pairing.match is not None and (pairing.match.is_final or bool(pairing.match.winner))


def _has_won(pairing: Pairing, seats: Mapping[str, Entrant], entrant: Entrant) -> bool:
    """Whether an entrant has won a match, and went on from there."""
    match = pairing.match
    if match is None or not match.winner or pairing.decided_by_id is not None:
        return False
    return seats[match.winner].pk == entrant.pk


def _rows_of_decision(decision: Json | None) -> dict[str, Any]:
    """Return the rows behind a decision in plain values; empty for none."""
    if decision is None:
        return {}
    uids = [uid for uid in (decision["advances"], decision["drops"]) if uid is not None]
    entrants = {entrant.uid: entrant for entrant in Entrant.objects.filter(uid__in=uids)}
    return {
        "decided_by": Ruling.objects.get(uid=decision["ruling"]),
        "advances": entrants.get(decision["advances"]),
        "drops": entrants.get(decision["drops"]),
    }


def _decide(*decisions: tuple[Any, Mapping[str, Any]]) -> list[Pairing]:
    """Put decisions on slots into their rows, or remove them; return the rows, which are stored with what follows."""
    for row, decision in decisions:
        for name, name_of_uid in _DECISION.items():
            one = decision.get(name)
            setattr(row, name, one)
            setattr(row, name_of_uid, None if one is None else one.uid)
    return [row for row, _decision in decisions]
