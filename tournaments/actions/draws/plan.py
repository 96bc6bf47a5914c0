"""The plan of each stage: the pairings, walkovers and standings that follow from the results."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from tournaments import formats
from tournaments.models import Event, StoredTie, decisions_in
from tournaments.queries.draws.standings import as_kept
from tournaments.queries.state import StageState, event_states, feeders_of

from . import lots


@dataclass(frozen=True, slots=True)
class StagePlan:
    """The changes of one stage: its state before them and its state after them."""

    before: StageState
    dismissed: tuple[formats.Entry, ...]
    admitted: tuple[formats.Entry, ...]
    cancelled: tuple[formats.Pairing, ...]
    made: tuple[formats.Pairing, ...]
    walkovers: tuple[formats.Result, ...]
    after: formats.State
    ties: tuple[StoredTie, ...]
    lot: lots.NextLot | None = None

    @property
    def standings(self) -> dict[str, Any] | None:
        """Return the standings to freeze, with the version of the format; None while the stage is incomplete."""
        rules = self.before.format
        if not rules.is_complete(self.after):
            return None
        places = [as_kept(standing) for standing in rules.standings(self.after)]
        old_standings = self.before.stage.standings
        if old_standings is not None and _says_less(old_standings["places"], places):
            return dict(old_standings)
        return {"format": rules.code, "version": rules.version, "places": places}

    @property
    def is_empty(self) -> bool:
        """Whether the plan changes nothing."""
        is_same = not (self.dismissed or self.admitted or self.cancelled or self.made or self.walkovers)
        return is_same and not self.settled and self.before.stage.standings == self.standings

    @property
    def settled(self) -> list[StoredTie]:
        """Return the tie decisions that playoffs have changed since they were stored."""
        return [tie for tie, old in zip(self.ties, self.before.stage.stored_ties, strict=True) if tie != old]


def plans_of(event: Event) -> list[StagePlan]:
    """Return the plan of each stage, in stage order; the result of a stage feeds the later ones.

    Playoffs come first, because they decide places in the stages before them.
    """
    plans: list[StagePlan] = []
    states: dict[int, StageState] = {}
    now: dict[int, formats.State] = {}
    playoffs: dict[str, StagePlan] = {}
    for before in sorted(event_states(event), key=lambda one: (not one.stage.is_playoff, one.stage.order)):
        order = before.stage.order
        ties = tuple(_with_playoff(tie, playoffs) for tie in before.stage.stored_ties)
        plan = _plan(before, feeders=feeders_of(before, states, now=now), ties=ties)
        if before.stage.is_playoff:
            playoffs[before.stage.uid] = plan
        states[order], now[order] = before, plan.after
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
    before: StageState, *, feeders: tuple[formats.Feeder, ...], ties: tuple[StoredTie, ...]
) -> StagePlan:
    """Return the plan of a stage, asking its format for new pairings until there are none."""
    rules = before.format
    # After a correction the new loser of a feeding match replaces the former loser.
    dismissed = formats.stale_entries(before.state.entries, feeders)
    entries = tuple(entry for entry in before.state.entries if entry not in dismissed)
    state = replace(before.state, entries=entries, feeders=feeders, decisions=decisions_in(ties))
    admitted = rules.admissions(state)
    state = replace(state, entries=state.entries + admitted)
    cancelled: list[formats.Pairing] = []
    new_pairings: list[formats.Pairing] = []
    walkovers: list[formats.Result] = []
    lot: lots.NextLot | None = None
    has_looked = False
    while True:
        stale = [pairing for pairing in rules.stale_pairings(state) if not pairing.is_begun]
        new = rules.next_pairings(_without(state, stale))
        if (stale or new) and not has_looked:
            # Draw the lot only when it is needed; it may change the pairings.
            lot, has_looked = lots.next_lot(before, state), True
            state = state if lot is None else replace(state, lot=lot.lot)
            continue
        state = _without(state, stale)
        state = replace(state, pairings=state.pairings + new)
        walkover_results = tuple(_walkovers(state))
        state = replace(state, results=state.results + walkover_results)
        cancelled += [pairing for pairing in stale if pairing not in new_pairings]
        new_pairings = [pairing for pairing in new_pairings if pairing not in stale] + list(new)
        walkovers += walkover_results
        if not stale and not new and not walkover_results:
            standing = tuple(walkover for walkover in walkovers if walkover in state.results)
            return StagePlan(
                before, dismissed, admitted, tuple(cancelled), tuple(new_pairings), standing, state, ties, lot
            )


def _without(state: formats.State, stale: Collection[formats.Pairing]) -> formats.State:
    """Return the state without these pairings and their results."""
    places = {pairing.place for pairing in stale}
    results = tuple(result for result in state.results if result.place not in places)
    remainder = state.without(stale)
    # A round that is paired again uses another lot.
    numbers = {pairing.round for pairing in remainder.pairings}
    lots = tuple((number, lot) for number, lot in remainder.lots if number in numbers)
    return replace(remainder, results=results, lots=lots)


def _walkovers(state: formats.State) -> Iterator[formats.Result]:
    """Yield walkovers for unstarted pairings of withdrawn entrants, or of two entries of the same player."""
    leavers = {entry.uid for entry in state.entries if entry.is_withdrawn}
    players = {entry.uid: entry.player for entry in state.entries if entry.player}
    places = {result.place for result in state.results}
    for pairing in state.pairings:
        is_open = pairing.place not in places and not pairing.is_begun
        if pairing.two is None or not is_open:
            continue
        # A correction can return a player who has re-entered since: one of the two entrants withdraws.
        is_alone = pairing.one in players and players[pairing.one] == players.get(pairing.two)
        if not is_alone and leavers.isdisjoint(pairing.entrants):
            continue
        present = [uid for uid in pairing.entrants if uid not in leavers]
        winner = present[0] if present else None
        yield formats.Result(*pairing.place, pairing.one, pairing.two, winner=winner, is_played=False)


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
