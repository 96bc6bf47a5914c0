"""The log of a federation, to which every action of its officers appends last."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Model
from django.utils import timezone

from matches.models import Player
from tournaments.actions import chain
from tournaments.actions.proving import proofs_of_rows
from tournaments.acts import Act, stored
from tournaments.models import Actor, Federation, FederationEntry


def lock(federation: Federation) -> Federation:
    """Lock and return the head of the log, after every lock of a tournament.

    Actions of officers take it first: they are few, and one lock orders them all.
    """
    return Federation.objects.select_for_update(no_key=True).get(pk=federation.pk)


def append(act: Act, *, of: Federation, by: Player | None, rows: Iterable[Model] = ()) -> FederationEntry:
    """Append the entry of an act; `rows` are the changed rows, which are read again and proved by it."""
    head = lock(of)
    [act_with_proof] = chain.with_proofs([act], proofs_of_rows(rows))
    entry = FederationEntry(
        federation=head,
        at=timezone.now(),
        actor=Actor.SYSTEM if by is None else Actor.PLAYER,
        by=by,
        code=act.code,
        subject=act.subject,
        data=stored(act_with_proof),
    )
    chain.extend(head, [entry])
    of.log_seq, of.log_hash = head.log_seq, head.log_hash
    return entry


def verify(federation: Federation) -> list[str]:
    """Return the faults of the chain as codes with entry numbers (`chain.faults`); empty if it is intact."""
    entries = FederationEntry.objects.filter(federation=federation).select_related("by").order_by("seq")
    return chain.faults(Federation.objects.get(pk=federation.pk), entries.iterator(chunk_size=500))
