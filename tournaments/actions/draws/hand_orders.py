"""What becomes of the orders of a director with a draw, and when it is voided."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from tournaments.formats import HandKind
from tournaments.models import Stage, stored_hand_order
from tournaments.queries.draws.draw_input import lasting_bans


def take_over(stage: Stage) -> None:
    """Give a stage that is drawn the orders that keep two apart in its whole event."""
    own = {order.members for order in stage.hand_orders if not order.is_seat and order.until is None}
    orders = [order for order in lasting_bans(stage) if order.everywhere and order.members not in own]
    if orders:
        stage.by_hand = [*stage.by_hand, *map(stored_hand_order, orders)]
        stage.save(update_fields=["by_hand"])


def forget_rounds(stages: Collection[int]) -> list[Stage]:
    """Remove all orders for rounds of these stages; who is kept apart from now on is so from round 1 of the next draw.

    The dates of rounds stay, those of single encounters go. Return the stages that have changed.
    """
    rows = Stage.objects.filter(pk__in=stages).select_related("event")
    changed = [stage for stage in rows if stage.by_hand or stage.match_days]
    for stage in changed:
        lasting = [one for one in stage.hand_orders if one.kind is HandKind.APART and one.until is None]
        stage.by_hand = [stored_hand_order(replace(one, round=1)) for one in lasting]
        stage.match_days = [day.to_dict() for day in stage.stored_match_days if day.slot is None]
        stage.save(update_fields=["by_hand", "match_days"])
    return changed
