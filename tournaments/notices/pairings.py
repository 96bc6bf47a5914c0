"""Notices about pairings: who meets whom next, and which matches are not played."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from matches.models import Match
from tournaments.models import Board, Event, Notice, NoticeCode, Pairing
from tournaments.queries.members import members_by_side

from .groups import about_event
from .storing import store, to_sides


def next_opponent(pairing: Pairing) -> None:
    """Notify both sides of a new pairing of their opponents."""
    next_opponents([pairing])


def next_opponents(pairings: Iterable[Pairing], *, back_at: datetime | None = None) -> None:
    """Notify both sides of each new pairing of their opponents; byes are skipped.

    Of a pairing that came back at a time they are told again.
    """
    moment = "" if back_at is None else back_at.isoformat()
    matches = [(pairing.match, pairing.stage.event) for pairing in pairings if pairing.match is not None]
    store(
        to_sides(
            (match.one_id, match.two_id),
            NoticeCode.NEXT_OPPONENT,
            occasion=f"{match.uid} {moment}".strip(),
            tournament=event.tournament,
            match=match,
            params=about_event(event) | ({"boards": event.boards} if event.boards else {}),
        )
        for match, event in matches
    )


def boards_made(boards: Iterable[Board], *, event: Event) -> None:
    """Notify the players of a team match of their boards and opponents."""
    boards = list(boards)
    members = members_by_side([side for board in boards for side in (board.match.one_id, board.match.two_id)])
    store(
        Notice(
            recipient=recipient,
            code=NoticeCode.NEXT_OPPONENT,
            occasion=board.match.uid,
            tournament=event.tournament,
            match=board.match,
            params=about_event(event) | {"board": board.number, "team_match": str(board.team_match)},
        )
        for board in boards
        for recipient in members[board.match.one_id] + members[board.match.two_id]
    )


def set_aside(matches: Mapping[Match, bool], *, event: Event, at: datetime) -> None:
    """Notify both sides of each begun match that it left the draw; the values say whether it has a report."""
    store(
        to_sides(
            (match.one_id, match.two_id),
            NoticeCode.SET_ASIDE,
            occasion=f"{match.uid} {at.isoformat()}",
            tournament=event.tournament,
            match=match,
            params=about_event(event) | {"has_report": has_report},
        )
        for match, has_report in matches.items()
    )


class SideWithoutMatch(NamedTuple):
    """The key of a side whose match in a pairing is cancelled, and whether it has a bye in its place."""

    side: int
    pairing: Pairing
    has_bye: bool


def matches_cancelled(sides: Iterable[SideWithoutMatch], *, event: Event, at: datetime) -> None:
    """Notify the players of these sides that their match is cancelled."""
    store(
        to_sides(
            (one.side,),
            NoticeCode.MATCH_CANCELLED,
            occasion=f"{one.pairing.uid} {at.isoformat()}",
            tournament=event.tournament,
            match=one.pairing.match,
            params=about_event(event) | {"has_bye": one.has_bye},
        )
        for one in sides
    )
