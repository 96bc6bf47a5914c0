"""The former entrant of players who have re-entered the event."""

from __future__ import annotations

from tournaments.errors import PlaysElsewhere
from tournaments.models import Entrant, Pairing, Stage, StageEntry
from tournaments.queries.entrants.reentry import former_entrant
from tournaments.queries.state import begun_matches


def refuse_playing_elsewhere(former: Entrant, *, stage: Stage) -> None:
    """Raise PlaysElsewhere if a match of the entrant has begun in another stage of the event."""
    pairings = Pairing.objects.filter(
        seats__entrant=former, cancelled_at=None, match__isnull=False, stage__event=former.event_id
    ).exclude(stage=stage)
    rows = {pairing.match_id: pairing for pairing in pairings.select_related("stage")}
    for match in begun_matches(key for key in rows if key is not None):
        raise PlaysElsewhere(entrant=former.name, stage=str(rows[match].stage))


def with_former(entrant: Entrant) -> list[Entrant]:
    """Return the entrant and, if its players re-entered, their former entrant: the rows `let_go` changes."""
    former = former_entrant(entrant)
    return [entrant] if former is None else [entrant, former]


def let_go(entrant: Entrant, *, stage: Stage) -> None:
    """Remove the former entrant from its other stages when its players get a place again.

    Its entry in `stage` stays. The caller holds the event lock and calls `follow`.
    """
    former = former_entrant(entrant)
    if former is None:
        return
    refuse_playing_elsewhere(former, stage=stage)
    StageEntry.objects.filter(entrant=former).exclude(stage=stage).delete()
    if former.goes_on is not False:
        former.goes_on = False
        former.save(update_fields=["goes_on"])
