"""The stored orders of a director for the rounds of a stage, in every version of their JSON."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tournaments.formats import HandKind, HandOrder

# Increased when the stored format changes; earlier versions stay readable.
_VERSION = 1


def hand_order_of(data: Mapping[str, Any]) -> HandOrder:
    """Return the order that `stored_hand_order` has made plain."""
    return HandOrder(
        HandKind(data["kind"]),
        data["round"],
        tuple(data["entrants"]),
        half_points=data.get("half_points", 0),
        until=data.get("until"),
        everywhere=data.get("everywhere", False),
    )


def stored_hand_order(order: HandOrder) -> dict[str, Any]:
    """Return an order as plain JSON values, without fields that say nothing."""
    data: dict[str, Any] = {
        "version": _VERSION,
        "kind": order.kind.value,
        "round": order.round,
        "entrants": list(order.entrants),
    }
    if order.half_points:
        data["half_points"] = order.half_points
    if order.until is not None:
        data["until"] = order.until
    if order.everywhere:
        data["everywhere"] = True
    return data
