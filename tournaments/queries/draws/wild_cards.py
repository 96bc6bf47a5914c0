"""Wild cards: entrants let into a stage beside those who come from earlier stages."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from tournaments.errors.draws import NotForWildCard, NoWildCards, QualifiedAlready
from tournaments.formats import FORMATS, Intake
from tournaments.models import Commitment, Entrant, Stage


def takes_wild_cards(stage: Stage) -> bool:
    """Whether a stage takes entrants of earlier stages at its draw, so that others can be let in beside them."""
    return bool(stage.feeds) and not stage.is_playoff and FORMATS[stage.format].intake is Intake.DRAW


def announced_wild_cards(announced: Commitment | None) -> list[str]:
    """Return the wild cards of an announced draw, which keeps to them; none without an announcement."""
    return [] if announced is None else [entry.uid for entry in announced.basis.entries if entry.is_wild_card]


def let_in(stage: Stage, fed: Sequence[Entrant] | None, uids: Collection[str]) -> list[Entrant]:
    """Return the entrants with a wild card, in the order of their uids as given.

    Raise NoWildCards if the stage takes none, NotForWildCard for an entrant who is not in the event, has left it or
    waits for a place, and QualifiedAlready for one who comes by the results.
    """
    if not uids:
        return []
    if fed is None or not takes_wild_cards(stage):
        raise NoWildCards
    rows = Entrant.objects.filter(event=stage.event_id, uid__in=uids, withdrawn_at=None, is_alternate=False)
    by_uid = {entrant.uid: entrant for entrant in rows.select_related("side")}
    coming = {entrant.uid for entrant in fed}
    for uid in uids:
        if uid not in by_uid:
            raise NotForWildCard(entrant=uid)
        if uid in coming:
            raise QualifiedAlready(entrant=by_uid[uid].name)
    return [by_uid[uid] for uid in dict.fromkeys(uids)]
