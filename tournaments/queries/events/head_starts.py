"""The scores at which the matches of an event begin, by the ratings of its official list."""

from __future__ import annotations

from collections.abc import Collection

from matches.models import Match
from tournaments import formats
from tournaments.models import Board, Event, EventKind
from tournaments.queries.state import event_states

from .event_rules import rules_of


class HeadStarts:
    """The head starts in a stage; there are none between teams, whose boards are matches of their own."""

    def __init__(self, event: Event, state: formats.State) -> None:
        self._rule = None if event.kind == EventKind.TEAMS else rules_of(event).head_start
        self._ratings = {entry.uid: entry.rating for entry in state.entries}

    def columns(self, pairing: formats.Pairing, *, length: int) -> dict[str, int]:
        """Return the columns of a match that hold its score at the start; none without a rule."""
        if self._rule is None or self._rule.step is None or pairing.two is None:
            return {}
        ratings = self._ratings.get(pairing.one), self._ratings.get(pairing.two)
        one, two = self._rule.score(ratings, length=length)
        return {"start_one": one, "start_two": two}


def matches_with_head_starts(event: Event, keys: Collection[int]) -> list[Match]:
    """Return those of these matches whose score at the start differs from the rule, with the score by the rule."""
    changed = []
    boards = Board.objects.filter(match__in=keys, team_match__pairing__best_of__gt=1)
    in_series: dict[int, list[Match]] = {}
    for board in boards.select_related("match"):
        in_series.setdefault(board.team_match_id, []).append(board.match)
    for state in event_states(event):
        head_starts = HeadStarts(event, state.state)
        by_place = {pairing.place: pairing for pairing in state.state.pairings}
        for place, row in state.pairings.items():
            played = [row.match] if row.best_of == 1 else in_series.get(row.match_id or 0, [])
            for match in played:
                if match is None or match.pk not in keys:
                    continue
                start = head_starts.columns(by_place[place], length=match.length)
                one, two = start.get("start_one", 0), start.get("start_two", 0)
                if (match.start_one, match.start_two) != (one, two):
                    match.start_one, match.start_two = one, two
                    changed.append(match)
    return changed
