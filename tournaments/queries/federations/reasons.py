"""The reasons for which federations refused events."""

from __future__ import annotations

from collections.abc import Iterable

from tournaments.acts import readable
from tournaments.acts.federations import SanctionRefused
from tournaments.models import FederationEntry, LogText, Sanction, SanctionState


def reasons_of(sanctions: Iterable[Sanction]) -> dict[int, str]:
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
