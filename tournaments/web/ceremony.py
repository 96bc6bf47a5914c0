"""The ceremony of a draw: what stands on the screen before it, what is revealed, and where to check it afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.models import Commitment, Draw, Entrant, Stage
from tournaments.queries.bracket import BracketView, SlotView, bracket


@dataclass(frozen=True, slots=True)
class Ceremony:
    """A stage around its draw; `draw` is None while it is still to come.

    `promise` is the announcement that the draw is to keep or has kept, if there was one. `entrants` is how many are
    drawn, None while other stages are still to say. `slots` are the pairings of the first round, the byes at the
    end; where a draw pairs nobody, `numbers` are the names in the order it gave.
    """

    stage: Stage
    draw: Draw | None
    promise: Commitment | None
    entrants: int | None
    bracket: BracketView | None = None
    slots: Sequence[SlotView] = ()
    numbers: Sequence[str] = ()


def ceremony_of(stage: Stage) -> Ceremony:
    """Gather what the ceremony of this stage shows now; two queries before the draw, else those of its bracket and two."""
    draw = Draw.objects.filter(stage=stage, voided_at=None).select_related("commitment").first()
    if draw is None:
        promise = Commitment.objects.filter(stage=stage, revealed_at=None).last()
        return Ceremony(stage, None, promise, _to_be_drawn(stage, promise))
    found = bracket(stage)
    slots = _revealed(found)
    return Ceremony(
        stage,
        draw,
        draw.commitment,
        len(draw.basis.entries),
        bracket=found,
        slots=slots,
        numbers=() if slots else _numbers(draw),
    )


def _to_be_drawn(stage: Stage, promise: Commitment | None) -> int | None:
    """How many are announced, else how many have a place in the event."""
    if promise is not None:
        return len(promise.basis.entries)
    if stage.feeds:
        return None
    return Entrant.objects.filter(event=stage.event_id, withdrawn_at=None, is_alternate=False).count()


def _revealed(found: BracketView | None) -> list[SlotView]:
    """The pairings of the first round as they stand on the wall, the byes at the end."""
    first = found.rounds[0].slots if found is not None and found.rounds else ()
    seated = [slot for slot in first if slot.one.entrant or slot.two.entrant]
    return sorted(seated, key=lambda slot: not (slot.one.entrant and slot.two.entrant))


def _numbers(draw: Draw) -> list[str]:
    uids = [uid for uid in draw.placement if uid]
    names = dict(Entrant.objects.filter(uid__in=uids).values_list("uid", "side__name"))
    return [names[uid] for uid in uids]
