"""Standings with decided ties: by a lot, by a playoff or by hand."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from tournaments.formats.base import Standing
from tournaments.formats.decision import TieDecision, decision_on


def apply_decisions(standings: Sequence[Standing], decisions: Sequence[TieDecision]) -> tuple[Standing, ...]:
    """Return the standings with these decisions applied to the entrants who share a place in a group."""
    if not decisions:
        return tuple(standings)
    ranking: list[Standing] = []
    for _, rows in groupby(standings, key=lambda row: (row.group, row.place, row.last_place)):
        ranking += _split(tuple(rows), tuple(decisions))
    return tuple(ranking)


def _split(rows: Sequence[Standing], decisions: Sequence[TieDecision]) -> Iterator[Standing]:
    decision = decision_on([row.entrant for row in rows], decisions)
    if decision is None:
        yield from rows
        return
    by_entrant = {row.entrant: row for row in rows}
    place = rows[0].place
    for tier in decision.tiers:
        shared = [
            replace(
                by_entrant[uid],
                place=place,
                last_place=place + len(tier) - 1,
                decided_by=decision.how,
                prize_places=_prize_places(by_entrant[uid], decision),
            )
            for uid in tier
        ]
        yield from _split(shared, decisions)
        place += len(tier)


def _prize_places(row: Standing, decision: TieDecision) -> tuple[int, int] | None:
    """Return the places whose prizes a tied entrant still shares after a decision; None if it shares none."""
    if row.prize_places is not None or decision.is_for_prizes:
        return row.prize_places
    return row.place, row.last_place
