"""The reasons that people wrote: with entries of a log, and with the refusal of an event."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.acts import ABSENT, Show, fields_of, readable
from tournaments.acts.federations import SanctionRefused
from tournaments.models import ChainEntry, FederationEntry, LogText, Sanction, SanctionState


def reasons_of_entries(entries: Iterable[ChainEntry]) -> dict[int, str]:
    """Return the reason of each of these entries of one log that has one, by its number; one query.

    Earlier releases stored the words themselves.
    """
    uids = {entry.seq: uid for entry in entries if (uid := _text_of(entry))}
    texts = dict(LogText.objects.filter(uid__in=uids.values()).values_list("uid", "text"))
    return {seq: texts.get(uid, uid) for seq, uid in uids.items()}


def _text_of(entry: ChainEntry) -> str:
    """Return the uid of the text of an entry; empty if it has none or cannot be read."""
    act = readable(entry)
    if act is None:
        return ""
    values = [getattr(act, field.name) for field in fields_of(type(act)) if field.show is Show.TEXT]
    return next((str(value) for value in values if value is not ABSENT), "")


def reasons_of_sanctions(sanctions: Iterable[Sanction]) -> dict[int, str]:
    """Return the last reason of each refused event, by the key of the sanction; two queries."""
    refusals = {row.uid: row for row in sanctions if row.state == SanctionState.REFUSED}
    entries = FederationEntry.objects.filter(
        federation__in={row.federation_id for row in refusals.values()},
        subject__in=refusals,
        code=SanctionRefused.code,
    )
    texts = {
        entry.subject: act.reason
        for entry in entries.order_by("seq")
        if isinstance(act := readable(entry), SanctionRefused)
    }
    words = dict(LogText.objects.filter(uid__in=texts.values()).values_list("uid", "text"))
    return {refusals[uid].pk: words.get(text, "") for uid, text in texts.items()}
