"""Notices at the end of an event: the place of each entrant, prizes that were split, and entries that are prizes."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from matches.models import Player
from tournaments.models import Entrant, Event, Notice, NoticeCode
from tournaments.queries.draws.finish import FinishLine
from tournaments.queries.members import members_by_side

from .groups import about_event, directors_of_event
from .storing import store, tell


def event_finished(event: Event, lines: Iterable[FinishLine]) -> int:
    """Tell the players of each entrant their place in an event; return the number of entrants.

    Who was told the same place before is not told again.
    """
    positions = {line.entrant: line for line in lines}
    entrants = list(Entrant.objects.filter(event=event, uid__in=positions))
    members = members_by_side([entrant.side_id for entrant in entrants])
    notices = []
    for entrant in entrants:
        line = positions[entrant.uid]
        place = {"first": line.first, "last": line.last, "total": len(positions)}
        notices += [
            Notice(
                recipient=player,
                code=NoticeCode.EVENT_FINISHED,
                occasion=f"{entrant.uid} {line.first} {line.last} {len(positions)}",
                tournament=event.tournament,
                params=about_event(event) | place,
            )
            for player in members[entrant.side_id]
        ]
    store(notices)
    return len(entrants)


def entry_paid(entry: Entrant, *, qualifier: Event, amount: int) -> None:
    """Tell the players of an entrant that the pool of a qualifier has paid their entry."""
    event = entry.event
    tell(
        entry.side.players.all(),
        NoticeCode.ENTRY_PAID,
        occasion=_occasion(entry, event),
        tournament=event.tournament,
        qualifier=qualifier.name,
        amount=amount,
        currency=event.tournament.currency,
        **about_event(event),
    )


def pool_short(event: Event, *, amount: int) -> None:
    """Tell the directors that the entries and prizes of an event are more than its pool."""
    tell(
        directors_of_event(event),
        NoticeCode.POOL_SHORT,
        occasion=f"{event.uid} {amount}",
        tournament=event.tournament,
        amount=amount,
        currency=event.tournament.currency,
        **about_event(event),
    )


def prizes_split(event: Event, entrants: Iterable[Entrant]) -> None:
    """Tell those who share prizes that a director has entered their split."""
    rows = list(entrants)
    for entrant in rows:
        others = ", ".join(other.name for other in rows if other != entrant)
        tell(
            entrant.side.players.all(),
            NoticeCode.PRIZES_SPLIT,
            occasion=_occasion(entrant, event),
            tournament=event.tournament,
            entrant=others,
            **about_event(event),
        )


def split_offered(
    event: Event, entrants: Iterable[Entrant], *, amounts: Mapping[str, int], agreed: Collection[str]
) -> None:
    """Ask those who have not agreed to a split yet, each with the own amount and who agrees already."""
    rows = list(entrants)
    by_uid = {entrant.uid: entrant for entrant in rows}
    for entrant in rows:
        if entrant.uid in agreed:
            continue
        tell(
            entrant.side.players.all(),
            NoticeCode.SPLIT_OFFERED,
            occasion=_occasion(entrant, event),
            tournament=event.tournament,
            entrant=", ".join(other.name for other in rows if other != entrant),
            agreed=", ".join(by_uid[uid].name for uid in agreed if uid in by_uid),
            amount=amounts[entrant.uid],
            currency=event.tournament.currency,
            split_uid=entrant.uid,
            **about_event(event),
        )


def split_agreed(event: Event, entrants: Iterable[Entrant]) -> None:
    """Tell those who share prizes that all of them have agreed."""
    _tell_of_split(event, list(entrants), NoticeCode.SPLIT_AGREED)


def split_withdrawn(event: Event, entrants: Iterable[Entrant], *, by: Player | None) -> None:
    """Tell those to whom a split was proposed that it is withdrawn, but for the player who did it."""
    _tell_of_split(event, list(entrants), NoticeCode.SPLIT_WITHDRAWN, but=by)


def _tell_of_split(
    event: Event, entrants: list[Entrant], code: NoticeCode, *, but: Player | None = None
) -> None:
    for entrant in entrants:
        players = entrant.side.players.all()
        tell(
            [player for player in players if but is None or player.pk != but.pk],
            code,
            occasion=_occasion(entrant, event),
            tournament=event.tournament,
            entrant=", ".join(other.name for other in entrants if other != entrant),
            split_uid=entrant.uid,
            **about_event(event),
        )


def _occasion(entrant: Entrant, event: Event) -> str:
    """Return the occasion of a notice on prizes: the state of the log in which it is told."""
    return f"{entrant.uid} {event.tournament.log_seq}"
