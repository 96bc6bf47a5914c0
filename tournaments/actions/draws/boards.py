"""Boards of team matches and matches of series: creation and cancellation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Exists, OuterRef

from matches.models import Match, Player, Report
from rules.match import Side as SideName
from tournaments.actions.people.sides import side_of
from tournaments.models import Board, Event, Pairing
from tournaments.queries.state import declared_rounds, length_of, named_round, round_length


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


def open_series(event: Event, series: Sequence[tuple[Match, Mapping[str, Any]]]) -> list[Board]:
    """Create the first match of each new series, given with the columns of that match."""
    if not series:
        return []
    matches = Match.objects.bulk_create(
        Match(
            one_id=whole.one_id,
            two_id=whole.two_id,
            grace_minutes=event.grace_minutes,
            **event.cube_rules,
            **columns,
        )
        for whole, columns in series
    )
    return Board.objects.bulk_create(
        Board(team_match=whole, number=1, match=match)
        for (whole, _columns), match in zip(series, matches, strict=True)
    )


def next_in_series(series: Match, pairing: Pairing, *, event: Event, boards: Sequence[Board]) -> Board:
    """Create the next match of a series, which begins as the one before it did; the caller locks the series.

    One that was dropped before it began comes back, with its link and its slip.
    """
    stage, before = pairing.stage, boards[-1].match if boards else None
    # The stage was read before the lock, and a round is given another length under that lock.
    stage.refresh_from_db(fields=["round_lengths"])
    declared = None
    if pairing.draw is not None:
        declared = named_round(stage, declared_rounds(stage, pairing.draw), pairing.round)
    length = stage.lengths[-1] if declared is None else round_length(stage, declared)
    start = (0, 0) if before is None else (before.start_one, before.start_two)
    columns = {
        "one_id": series.one_id,
        "two_id": series.two_id,
        "length": length,
        "start_one": min(start[0], length - 1),
        "start_two": min(start[1], length - 1),
        "grace_minutes": event.grace_minutes,
        **event.cube_rules,
    }
    number = max((board.number for board in boards), default=0) + 1
    return _dropped(series, number, columns) or Board.objects.create(
        team_match=series, number=number, match=Match.objects.create(**columns)
    )


def _dropped(series: Match, number: int, columns: Mapping[str, Any]) -> Board | None:
    """Bring back the match of a series that was dropped before it began, if it would be made the same; None without."""
    dropped = Board.objects.filter(
        Exists(Match.objects.filter(pk=OuterRef("match"), final_at=None, started_at=None, **columns)),
        ~Exists(Report.objects.filter(match=OuterRef("match"))),
        team_match=series,
        number=number,
        cancelled_at__isnull=False,
    )
    board = dropped.select_related("match").order_by("-pk").first()
    if board is not None:
        board.cancelled_at = board.match.cancelled_at = None
        board.save(update_fields=["cancelled_at"])
        board.match.save(update_fields=["cancelled_at"])
    return board
