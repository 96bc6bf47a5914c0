"""The file of a round: what its pairing was made from and what came out, as docs/pairing/round.schema.json says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from tournaments.formats import Costed, Entry, Pairing, State, entrants_of
from tournaments.models import Stage
from tournaments.proof.verify import canonical
from tournaments.queries.draws.lots import ChainView, chains_of
from tournaments.queries.state import StageState, state_of_read

from .replay import state_of_round

KIND = "videau-round"
VERSION = 1
File = dict[str, Any]


def round_file(stage: Stage, number: int) -> File | None:
    """Return the file of a round; None before its first pairing. Three queries more than the state of the stage."""
    state = state_of_read(stage)
    if state is None or all(pairing.round != number for pairing in state.state.pairings):
        return None
    return file_of(state, number, chains_of(state.draw))


def as_text(file: File) -> str:
    """Return a file in the canonical form of RFC 8785: its keys are ASCII, and its numbers are integers below 2**53."""
    return canonical(file)


def file_of(state: StageState, number: int, chains: Iterable[ChainView]) -> File:
    """Return the file of a round of a stage."""
    stage, format_state = state.stage, state_of_round(state, number)
    names = {uid: entrant.name for uid, entrant in state.entrants.items()}
    return {
        "kind": KIND,
        "version": VERSION,
        "tournament": stage.event.tournament.uid,
        "event": stage.event.uid,
        "stage": stage.uid,
        "format": stage.format,
        "format_version": state.draw.format_version,
        "options": format_state.options.to_dict(),
        "size": format_state.size,
        "lot": _lot(format_state.seed_of(number), chains),
        **content_of(format_state, number, names=names, costs=_costs(state, number)),
    }


def content_of(state: State, number: int, *, names: Mapping[str, str], costs: list[File]) -> File:
    """Return the part of a file that a state holds, with these names of entrants."""
    return {
        "round": number,
        "seed": state.seed_of(number),
        "entrants": _entrants(state, number, names),
        "orders": [
            {
                "kind": order.kind.value,
                "round": order.round,
                "until": order.until,
                "entrants": list(order.entrants),
                "half_points": order.half_points,
            }
            for order in state.by_hand
            if order.round <= number
        ],
        "earlier": _earlier(state, number),
        "pairs": [
            {"slot": one.slot, "one": one.one, "two": one.two, "seed": one.lot or state.seed}
            for one in _in_order(state.pairings)
            if one.round == number
        ],
        "costs": costs,
    }


def _entrants(state: State, number: int, names: Mapping[str, str]) -> list[File]:
    """Return the entrants by line; clubs, countries, families and players of several entries are numbers, not names."""
    entries = [entry for entry in entrants_of(state) if entry.joins <= number]
    here = {uid for pairing in state.pairings if pairing.round == number for uid in pairing.entrants}
    numbers = {key: _numbered(entries, key) for key in ("club", "country", "family", "player")}
    return [
        {
            "id": entry.uid,
            "name": names.get(entry.uid, ""),
            "line": entry.line,
            "seed": entry.seed,
            "rating": entry.rating,
            "joins": entry.joins,
            "absent": sorted(entry.absent),
            "bye_lots": entry.bye_lots,
            "is_here": entry.uid in here,
            **{key: number_of[getattr(entry, key)] for key, number_of in numbers.items()},
        }
        for entry in entries
    ]


def _numbered(entries: Iterable[Entry], key: str) -> Mapping[str, int]:
    """Return a number for each value that entries have, in the order of lines; 0 for none."""
    numbers = {"": 0}
    for entry in entries:
        numbers.setdefault(getattr(entry, key), len(numbers))
    return numbers


def _earlier(state: State, number: int) -> list[File]:
    results = {result.place: result for result in state.results}
    rows = []
    for pairing in _in_order(state.pairings):
        if pairing.round < number:
            result = results.get(pairing.place)
            rows.append(
                {
                    "round": pairing.round,
                    "slot": pairing.slot,
                    "one": pairing.one,
                    "two": pairing.two,
                    "is_decided": result is not None or pairing.two is None,
                    "winner": None if result is None else result.winner,
                    "is_played": result is not None and result.is_played,
                }
            )
    return rows


def _in_order(pairings: Iterable[Pairing]) -> list[Pairing]:
    return sorted(pairings, key=lambda pairing: pairing.place)


def _lot(seed: str, chains: Iterable[ChainView]) -> File | None:
    """Return the link by which a round was paired; None where the seed of the draw decided."""
    for chain in chains:
        before = chain.anchor
        for link in chain.links:
            if link.lot == seed:
                return {
                    "chain": chain.number,
                    "anchor": chain.anchor,
                    "number": link.number,
                    "before": before,
                    "link": link.link,
                    "input": link.input,
                }
            before = link.link
    return None


def _costs(state: StageState, number: int) -> list[File]:
    """Return what the round costs by each criterion, in order; the numbers are texts, because JSON bounds numbers."""
    rules = state.format
    if not isinstance(rules, Costed):
        return []
    return [
        {
            "players": list(pool.players),
            "basis": pool.basis,
            "costs": [{"code": code, "cost": str(cost)} for code, cost in pool.costs],
        }
        for pool in rules.costs_of_round(state_of_round(state, number), number)
    ]
