"""The plan of each stage: the pairings, walkovers and standings that follow from the results."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournaments import formats
from tournaments.formats import closing
from tournaments.models import Event, StoredTie, decisions_in
from tournaments.queries.draws.standings import as_kept
from tournaments.queries.state import StageState, event_states, feeders_of, round_length

from . import lots


@dataclass(frozen=True, slots=True)
class StagePlan:
    """The changes of one stage: its state before them, and what follows."""

    before: StageState
    following: formats.Following
    ties: tuple[StoredTie, ...]
    lot: lots.NextLot | None = None

    @property
    def key(self) -> int:
        """The primary key of the stage."""
        return self.before.stage.pk

    @property
    def dismissed(self) -> tuple[formats.Entry, ...]:
        """The entries that no longer follow from the stages before."""
        return self.following.dismissed

    @property
    def admitted(self) -> tuple[formats.Entry, ...]:
        """The new entries."""
        return self.following.admitted

    @property
    def cancelled(self) -> tuple[formats.Pairing, ...]:
        """The pairings that no longer follow."""
        return self.following.cancelled

    @property
    def made(self) -> tuple[formats.Pairing, ...]:
        """The new pairings."""
        return self.following.made

    @property
    def same_meetings(self) -> tuple[formats.SameMeeting, ...]:
        """The pairings of two who meet as before although their round is paired again."""
        return self.following.same_meetings

    @property
    def revived(self) -> tuple[formats.Aside, ...]:
        """The pairings that were set aside and follow again."""
        return self.following.revived

    @property
    def walkovers(self) -> tuple[formats.Result, ...]:
        """The results of matches that nobody plays."""
        return self.following.walkovers

    @property
    def undecided(self) -> list[Any]:
        """The rows of slots that a ruling decided which has ended, by whatever match it lost."""
        rows: Collection[Any] = self.before.pairings.values()
        ended = self.following.ended
        return [row for row in rows if ended and row.uid_ruling in ended]

    @property
    def after(self) -> formats.State:
        """The state after the changes."""
        return self.following.after

    @property
    def standings(self) -> dict[str, Any] | None:
        """Return the standings to freeze, with the version of the format; None while the stage is incomplete."""
        rules = self.before.format
        if not closing.is_complete(rules, self.after):
            return None
        places = [as_kept(standing) for standing in closing.standings(rules, self.after)]
        old_standings = self.before.stage.standings
        if old_standings is not None and _says_less(old_standings["places"], places):
            return dict(old_standings)
        is_closed = {"is_closed": True} if self.after.is_closed else {}
        return {"format": rules.code, "version": rules.version, "places": places, **is_closed}

    @property
    def is_empty(self) -> bool:
        """Whether the plan changes nothing."""
        is_same = not (self.dismissed or self.admitted or self.cancelled or self.made or self.walkovers)
        return (
            is_same
            and not self.same_meetings
            and not self.revived
            and not self.settled
            and self.before.stage.standings == self.standings
        )

    @property
    def settled(self) -> list[StoredTie]:
        """Return the tie decisions that playoffs have changed since they were stored."""
        return [tie for tie, old in zip(self.ties, self.before.stage.stored_ties, strict=True) if tie != old]


def plans_of(
    event: Event, *, replay: formats.Replay | None = None, states: Sequence[StageState] | None = None
) -> list[StagePlan]:
    """Return the plan of each stage, in stage order; the result of a stage feeds the later ones.

    Playoffs come first, because they decide places in the stages before them. With `replay` also what has begun is
    cancelled where it no longer follows. `states` are those of the event, read again if not given.
    """
    plans: list[StagePlan] = []
    earlier: dict[int, StageState] = {}
    now: dict[int, formats.State] = {}
    playoffs: dict[str, StagePlan] = {}
    for before in sorted(
        event_states(event) if states is None else states,
        key=lambda one: (not one.stage.is_playoff, one.stage.order),
    ):
        order = before.stage.order
        ties = tuple(_with_playoff(tie, playoffs) for tie in before.stage.stored_ties)
        plan = _plan(before, feeders=feeders_of(before, earlier, now=now), ties=ties, replay=replay)
        if before.stage.is_playoff:
            playoffs[before.stage.uid] = plan
        earlier[order], now[order] = before, plan.after
        plans.append(plan)
    return plans


def _with_playoff(tie: StoredTie, playoffs: Mapping[str, StagePlan]) -> StoredTie:
    """Return the tie decision with the order that its playoff gives."""
    if tie.playoff is None or tie.is_taken_back:
        return tie
    plan = playoffs.get(tie.playoff)
    standings = None if plan is None else plan.standings
    return replace(tie, tiers=tie.outcome(standings["places"] if standings else ()))


def _plan(
    before: StageState,
    *,
    feeders: tuple[formats.Feeder, ...],
    ties: tuple[StoredTie, ...],
    replay: formats.Replay | None,
) -> StagePlan:
    """Return the plan of a stage."""
    lot: lots.NextLot | None = None

    def draw_lot(state: formats.State) -> str:
        nonlocal lot
        lot = lots.next_lot(before, state)
        return "" if lot is None else lot.lot

    state = replace(before.state, feeders=feeders, decisions=decisions_in(ties))
    following = formats.what_follows(
        formats.StageInPlay(
            before.stage.uid,
            before.format,
            state,
            {place: row.uid for place, row in before.pairings.items()},
            before.aside,
            _has_length_of_round(before),
        ),
        replay=replay,
        lot=draw_lot,
    )
    return StagePlan(before, following, ties, lot)


def _has_length_of_round(before: StageState) -> Callable[[str, formats.Pairing, formats.State], bool]:
    """Return whether a match has the length that its round has in a state; one under way, or of several, keeps its own.

    The same round can be the final by one result and not by another.
    """

    def has_length(key: str, pairing: formats.Pairing, state: formats.State) -> bool:
        row, stage = before.rows_aside.get(key) or before.pairings[pairing.place], before.stage
        if row.match is None or pairing.is_begun or stage.event.boards or row.best_of > 1:
            return True
        declared = next((of for of in before.format.rounds(state) if of.number == pairing.round), None)
        return (
            declared is None
            or row.match.length == round_length(stage, declared)
            # A director has given this match a length of its own.
            or row.match.length_changes.filter(voided_at=None).exists()
        )

    return has_length


def _says_less(old_places: Sequence[Mapping[str, Any]], places: Sequence[Mapping[str, Any]]) -> bool:
    """Whether stored standings agree with new ones in every field that the older release stored."""
    keys = ("movement", "decided_by", "prize_places")
    return len(old_places) == len(places) and all(
        {**new, **old, "tiebreaks": None} == {**new, "tiebreaks": None}
        and all(old.get(name) == new.get(name) for name in keys)
        and {(code, value) for code, value in old.get("tiebreaks", ())}
        <= {tuple(one) for one in new["tiebreaks"]}
        for old, new in zip(old_places, places, strict=True)
    )
