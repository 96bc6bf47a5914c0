"""Boards of team matches: creation and cancellation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matches.models import Match, Player
from rules.match import Side as SideName
from tournaments.actions.people.sides import side_of
from tournaments.models import Board, Event, Pairing
from tournaments.queries.state import length_of


def make_boards(
    team_match: Match, pairing: Pairing, *, event: Event, lineups: Mapping[SideName, Sequence[Player]]
) -> list[Board]:
    """Create one match per board, with the length of the round; the caller locks the team match."""
    under, length = event.cube_rules, length_of(pairing)
    matches = Match.objects.bulk_create(
        Match(
            one=side_of([one]),
            two=side_of([two]),
            length=length,
            grace_minutes=event.grace_minutes,
            **under,
        )
        for one, two in zip(lineups[SideName.ONE], lineups[SideName.TWO], strict=True)
    )
    return Board.objects.bulk_create(
        Board(team_match=team_match, number=number, match=match)
        for number, match in enumerate(matches, start=1)
    )
