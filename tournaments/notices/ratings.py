"""Notices about ratings: of an event that counts, and of what moved afterwards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from matches.models import Player
from tournaments.models import Notice, NoticeCode, RatingList, Recomputation, Submission

from .storing import store


@dataclass(frozen=True, slots=True)
class RatingOfEvent:
    """What an event has made of the rating of a person, in billionths, and of the place; None without one."""

    player: Player
    before: int
    after: int
    place_before: int | None
    place: int | None


def event_rated(submission: Submission, rating_list: RatingList, people: Iterable[RatingOfEvent]) -> None:
    """Notify each of these people what an accepted event has made of their rating in a list; once for each list."""
    about = {
        "event": submission.event_name,
        "list": rating_list.name,
        "list_uid": rating_list.uid,
    }
    store(
        Notice(
            recipient=one.player,
            code=NoticeCode.EVENT_RATED,
            occasion=f"{submission.event_uid} {rating_list.uid}",
            params={
                **about,
                "before": one.before,
                "rating": one.after,
                "place_before": one.place_before,
                "place": one.place,
                "player_uid": one.player.uid,
            },
        )
        for one in people
    )


def ratings_moved(recomputation: Recomputation, people: Iterable[tuple[Player, int, int]]) -> None:
    """Notify each of these people by how much their rating moved, and what it is now, in billionths."""
    row = recomputation.list
    about = {"list": row.name, "list_uid": row.uid, "number": recomputation.number}
    store(
        Notice(
            recipient=player,
            code=NoticeCode.RATING_MOVED,
            occasion=recomputation.uid,
            params={**about, "cause": recomputation.cause.value, "move": move, "rating": rating},
        )
        for player, move, rating in people
    )
