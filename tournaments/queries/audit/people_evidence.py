"""The content of offices, sides, private links and appeals that the log proves: who may, plays and votes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.db.models import QuerySet

from matches.models import Appeal, Player, Side
from tournaments.models import AccessLink, Entrant, Invitation, Role

from .evidence import ProvedRow, fields, plain, uid_of
from .structure_evidence import of_entrant

_LINK = ("purpose", "hash", "made_at", "expires_at", "revoked_at")
_INVITATION = ("office", "number", "hash", "made_at", "expires_at", "accepted_at", "ended_at")
_APPEAL = ("at", "decision", "decided_at")
_SCOPE = 4

Columns = tuple[Any, ...]


def of_link(link: AccessLink) -> ProvedRow:
    """Return the proved columns of a private link: whose it is, for what, and for how long."""
    columns = fields(link, _LINK) | {
        "tournament": link.tournament.uid,
        "player": uid_of(link.player),
        "event": uid_of(link.event),
        "made_by": uid_of(link.made_by),
    }
    return ProvedRow("link", link.uid, None, columns, scope=_SCOPE)


def of_invitation(invitation: Invitation) -> ProvedRow:
    """Return the proved columns of an invitation: to what, by whom, and what became of it.

    The address to which it was mailed is none of them, because it is emptied after a while.
    """
    columns = fields(invitation, _INVITATION) | {
        "tournament": uid_of(invitation.tournament),
        "federation": uid_of(invitation.federation),
        "made_by": uid_of(invitation.made_by),
        "accepted_by": uid_of(invitation.accepted_by),
    }
    return ProvedRow("invitation", invitation.uid, None, columns, scope=_SCOPE)


def of_appeal(appeal: Appeal) -> ProvedRow:
    """Return the proved content of an appeal with its committee.

    The committee is among the words, because votes are secret until the decision and a digest without a salt can be
    guessed.
    """
    committee = [
        [seat.player.uid, seat.vote, plain(seat.voted_at), uid_of(seat.entered_by)]
        for seat in sorted(appeal.committee.all(), key=lambda seat: seat.player.uid)
    ]
    words = fields(appeal, ("reason", "decision_reason")) | {"committee": committee}
    columns = fields(appeal, _APPEAL) | {
        "dispute": appeal.dispute.uid,
        "ruling": appeal.ruling.uid,
        "by": uid_of(appeal.by),
        "named_by": uid_of(appeal.named_by),
        "decided_by": uid_of(appeal.decided_by),
    }
    return ProvedRow("appeal", appeal.uid, words, columns, scope=_SCOPE)


def of_new_entrant(entrant: Entrant, players: Sequence[Player]) -> tuple[ProvedRow, ProvedRow]:
    """Return what proves a new entrant and the players of its side, from memory."""
    return of_entrant(entrant), _side(entrant.side.uid, enumerate(player.uid for player in players))


def rows_of_roles(roles: QuerySet[Role]) -> QuerySet[Role, Columns]:
    """Return what `offices` reads of these roles."""
    rows: QuerySet[Role, Columns] = roles.order_by("tournament_id").values_list(
        "tournament__uid", "player__uid", "kind"
    )
    return rows


def offices(rows: Iterable[Columns]) -> Iterator[ProvedRow]:
    """Yield the offices of each tournament as one proved row."""
    for tournament, of_tournament in groupby(rows, key=itemgetter(0)):
        content = sorted([player, kind] for _tournament, player, kind in of_tournament)
        yield ProvedRow("offices", tournament, None, {"roles": content}, scope=_SCOPE)


def rows_of_sides(sides: QuerySet[Side]) -> QuerySet[Side, Columns]:
    """Return what `by_side` reads of these sides."""
    rows: QuerySet[Side, Columns] = sides.order_by("pk", "members__order").values_list(
        "uid", "members__order", "members__player__uid"
    )
    return rows


def by_side(rows: Iterable[Columns]) -> Iterator[ProvedRow]:
    """Yield each side with its players as one proved row, also a side without any."""
    for side, members in groupby(rows, key=itemgetter(0)):
        yield _side(side, ((order, player) for _uid, order, player in members if player is not None))


def _side(uid: str, players: Iterable[tuple[int, str]]) -> ProvedRow:
    return ProvedRow("side", uid, None, {"players": [list(one) for one in players]}, scope=_SCOPE)
