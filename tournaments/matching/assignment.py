"""Minimum-cost assignment: everybody gets a place of their own, at the least cost in all."""

from collections.abc import Sequence


def assigned(costs: Sequence[Sequence[int]]) -> list[int]:
    """Return the column of every row so that the sum of the costs is least; there are as many columns or more.

    The shortest augmenting paths of Kuhn's method with potentials, in O(rows² × columns).
    """
    width = len(costs[0]) if costs else 0
    row_potential = [0] * len(costs)
    column_potential = [0] * width
    # The row that has each column; one column more stands for the row that looks for its own.
    row_of: list[int | None] = [None] * width
    for row in range(len(costs)):
        distances, before, end = _shortest(costs, row, row_of, row_potential, column_potential)
        reached = distances[end]
        for column, distance in enumerate(distances):
            if distance < reached and (owner := row_of[column]) is not None:
                row_potential[owner] += reached - distance
                column_potential[column] -= reached - distance
        row_potential[row] += reached
        step: int | None = end
        while step is not None:
            previous = before[step]
            row_of[step] = row if previous is None else row_of[previous]
            step = previous
    found = [0] * len(costs)
    for column, owner in enumerate(row_of):
        if owner is not None:
            found[owner] = column
    return found


def _shortest(
    costs: Sequence[Sequence[int]],
    row: int,
    row_of: Sequence[int | None],
    row_potential: Sequence[int],
    column_potential: Sequence[int],
) -> tuple[list[int], list[int | None], int]:
    """Return how far each column is from a row, the column before it on that way, and the nearest free column.

    Only the columns that are nearer than the free one have their final distance.
    """
    distances = [
        cost - row_potential[row] - potential
        for cost, potential in zip(costs[row], column_potential, strict=True)
    ]
    before: list[int | None] = [None] * len(distances)
    waiting = list(range(len(distances)))
    while True:
        # Of columns as near as each other the first one.
        nearest = min(waiting, key=distances.__getitem__)
        owner = row_of[nearest]
        if owner is None:
            return distances, before, nearest
        waiting.remove(nearest)
        for column in waiting:
            step = costs[owner][column] - row_potential[owner] - column_potential[column]
            if distances[nearest] + step < distances[column]:
                distances[column], before[column] = distances[nearest] + step, nearest
