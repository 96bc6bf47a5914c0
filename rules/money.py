"""The settings of money play, which no match knows (V4, E5)."""

from __future__ import annotations

from typing import NamedTuple


class Money(NamedTuple):
    """The optional rules of money play, all off by default (V4).

    `jacoby`: gammons and backgammons count as singles unless a double was taken. `beavers`: who is doubled
    may turn the cube once more and keep it; `raccoons`: and who doubled may turn it again after that.
    `automatic_doubles`: how often in a game equal dice for the opening roll turn the cube.

    >>> Game.start(money=Money(jacoby=True)).money.jacoby
    True
    """

    jacoby: bool = False
    beavers: bool = False
    automatic_doubles: int = 0
    raccoons: bool = False
