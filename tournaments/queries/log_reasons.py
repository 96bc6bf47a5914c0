"""The reasons that people wrote with entries of a log."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.acts import ABSENT, Show, fields_of, readable
from tournaments.models import ChainEntry, LogText


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
