"""How notices are stored: once per recipient, code and occasion, and those of one act together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from matches.database.one_act import put_off
from matches.database.prepared import insert_new, prepared
from matches.models import Match, Player, rows_of_persons
from tournaments.models import Notice, NoticeCode, PushSubscription, Tournament
from tournaments.queries.members import members_by_side
from tournaments.queue import Job, enqueue_each

from .phones import MATTERS, is_on

# When an act writes its notices: first, because their mails are jobs.
_TURN = 0


def tell(
    recipients: Iterable[Player],
    code: NoticeCode,
    *,
    occasion: str,
    tournament: Tournament | None = None,
    match: Match | None = None,
    **params: Any,
) -> None:
    """Notify each recipient once per occasion, and enqueue mail to those with an address."""
    store(
        Notice(
            recipient=recipient,
            code=code,
            occasion=occasion,
            tournament=tournament,
            match=match,
            params=params,
        )
        for recipient in recipients
    )


def store(rows: Iterable[Notice | ToSides]) -> None:
    """Insert the notices that are new, and queue their mail."""
    put_off(_insert, list(rows), turn=_TURN)


@dataclass(frozen=True, slots=True)
class ToSides:
    """A notice to every player of these sides, who are read with those of other notices."""

    sides: tuple[int, ...]
    notice: Mapping[str, Any]


def to_sides(sides: Iterable[int], code: NoticeCode, *, occasion: str, **columns: Any) -> ToSides:
    """Return a notice to every player of these sides, for `store`."""
    return ToSides(tuple(sides), {"code": code, "occasion": occasion, **columns})


def _insert(rows: Sequence[Notice | ToSides]) -> None:
    """Insert the notices that are new in one statement, and queue their mail."""
    sides = {side for row in rows if isinstance(row, ToSides) for side in row.sides}
    members = members_by_side(sorted(sides)) if sides else {}
    notices: list[Notice] = []
    for row in rows:
        if isinstance(row, Notice):
            notices.append(row)
        else:
            notices += [Notice(recipient=one, **row.notice) for side in row.sides for one in members[side]]
    new = insert_new(notices)
    by_mail = [notice for notice in new if notice.recipient.current.notice_address]
    if by_mail:
        enqueue_each(Job.SEND_NOTICE, [{"notice_id": notice.pk} for notice in by_mail])
    _tell_phones([notice for notice in new if notice.code in MATTERS])


def _tell_phones(notices: Sequence[Notice]) -> None:
    """Queue what the phones of the recipients are told; one query where nobody has one."""
    if not notices or not is_on():
        return
    persons = tuple(sorted({notice.recipient.current.pk for notice in notices}))
    of_person: dict[int, list[int]] = {}
    for key, player, merged in _phones_of(persons):
        of_person.setdefault(merged or player, []).append(key)
    enqueue_each(
        Job.TELL_PHONE,
        [
            {"notice_id": notice.pk, "subscription_id": phone}
            for notice in notices
            for phone in of_person.get(notice.recipient.current.pk, ())
        ],
    )


@prepared
def _phones_of(persons: tuple[int, ...]) -> QuerySet[PushSubscription, tuple[int, int, int | None]]:
    """Return each subscription of these persons, with its player and whom that one was merged into."""
    phones = PushSubscription.objects.filter(player__in=rows_of_persons(persons))
    return phones.order_by("pk").values_list("pk", "player", "player__merged_into")
