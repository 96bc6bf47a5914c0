"""The final page of an event, mailed to its players and to an address of the director's choice."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.db import transaction

from matches.models import Player
from tournaments.actions import log
from tournaments.actions.locks import lock_event
from tournaments.actions.permissions import require_director
from tournaments.acts.closing import FinalPageMailed
from tournaments.errors.events import NobodyToMail, NotClosed
from tournaments.models import UNLISTED, Entrant, Event, FinalPageMail
from tournaments.queries.closing.final_page import final_page_state
from tournaments.queries.members import members_by_side
from tournaments.queue import Job, enqueue_each


@dataclass(frozen=True, slots=True)
class FinalPageRound:
    """How many mails with the final page are under way, and how many have had just this page before."""

    mails: int
    earlier: int


@transaction.atomic
def mail_final_page(
    event: Event, *, by: Player | None, to_players: bool = True, address: str = "", language: str = ""
) -> FinalPageRound:
    """Mail the final page of a closed event to its players with an address, each in the own language, and to an address.

    Whoever had just this page before gets it no second time. Raise NotClosed, or NobodyToMail where nobody has an address.
    """
    require_director(event.tournament, by)
    event = lock_event(event)
    if event.closed_at is None:
        raise NotClosed(event=event.name)
    mails = _to_players(event) if to_players else {}
    if address:
        mails[address.lower()] = (None, language or settings.LANGUAGE_CODE)
    if not mails:
        raise NobodyToMail(event=event.name)
    state = final_page_state(event)
    earlier = set(FinalPageMail.objects.filter(event=event, state=state).values_list("to", flat=True))
    rows = FinalPageMail.objects.bulk_create(
        FinalPageMail(event=event, player=player, to=to, language=of, state=state)
        for to, (player, of) in mails.items()
        if to not in earlier
    )
    if rows:
        enqueue_each(Job.SEND_FINAL_PAGE, [{"mail_id": row.pk} for row in rows])
        players = sum(row.player_id is not None for row in rows)
        act = FinalPageMailed(event.uid, players=players, addresses=len(rows) - players)
        log.append(act, of=event.tournament, by=by, event=event)
    return FinalPageRound(len(rows), len(mails) - len(rows))


def _to_players(event: Event) -> dict[str, tuple[Player | None, str]]:
    """Return the players of the entrants with their languages, by address."""
    entrants = Entrant.objects.filter(event=event, is_alternate=False).exclude(via__in=UNLISTED)
    sides = entrants.values_list("side", flat=True)
    mails: dict[str, tuple[Player | None, str]] = {}
    for members in members_by_side(list(sides)).values():
        for member in members:
            player = member.current
            if player.notice_address:
                to = player.notice_address.lower()
                mails.setdefault(to, (player, player.language or settings.LANGUAGE_CODE))
    return mails
