"""Notices of what a federation makes of events: their sanctions, and the ratings of their players."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.utils import timezone

from matches.models import Player, is_same_person
from tournaments.models import Notice, NoticeCode, RatingList, Recomputation, Sanction, Submission

from .groups import about_event, directors_of
from .storing import store, tell


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


def sanction_granted(sanction: Sanction, *, by: Player | None, was_granted: bool) -> None:
    """Notify the directors that their event is sanctioned, or that its class or weight was changed."""
    _tell_directors(sanction, NoticeCode.SANCTION_GRANTED, by=by, was_granted=was_granted)


def sanction_refused(sanction: Sanction, *, by: Player | None, was_granted: bool, reason: str) -> None:
    """Notify the directors that their event was refused, or its sanction taken away, and why."""
    _tell_directors(sanction, NoticeCode.SANCTION_REFUSED, by=by, was_granted=was_granted, reason=reason)


def _tell_directors(sanction: Sanction, code: NoticeCode, *, by: Player | None, **params: Any) -> None:
    """Notify all directors but the one who decided; each decision is told, one back to an earlier state too."""
    event = sanction.event
    tell(
        [one for one in directors_of(event.tournament) if not is_same_person(one, by)],
        code,
        occasion=f"{sanction.uid} {timezone.now().isoformat()}",
        tournament=event.tournament,
        federation=sanction.federation.name,
        **about_event(event),
        **params,
    )
