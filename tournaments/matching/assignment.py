"""The assignment problem: give each row a column of its own at the least total cost."""

from collections.abc import Sequence


def assign(costs: Sequence[Sequence[int]]) -> list[int]:
    """Return the column of each row so that the sum of the costs is least; there are at least as many columns as rows.

    Kuhn's method with potentials and shortest augmenting paths, in O(rows² × columns).
    """
    width = len(costs[0]) if costs else 0
    row_potential = [0] * len(costs)
    column_potential = [0] * width
    # The row to which each column is assigned, None while it is free.
    row_of: list[int | None] = [None] * width
    for row in range(len(costs)):
        distances, before, end = _shortest(costs, row, row_of, row_potential, column_potential)
        length = distances[end]
        for column, distance in enumerate(distances):
            if distance < length and (owner := row_of[column]) is not None:
                row_potential[owner] += length - distance
                column_potential[column] -= length - distance
        row_potential[row] += length
        step: int | None = end
        while step is not None:
            previous = before[step]
            row_of[step] = row if previous is None else row_of[previous]
            step = previous
    columns = [0] * len(costs)
    for column, owner in enumerate(row_of):
        if owner is not None:
            columns[owner] = column
    return columns


def _shortest(
    costs: Sequence[Sequence[int]],
    row: int,
    row_of: Sequence[int | None],
    row_potential: Sequence[int],
    column_potential: Sequence[int],
) -> tuple[list[int], list[int | None], int]:
    """Return the distance of each column from a row, the previous column on that path, and the nearest free column.

    Only columns that are nearer than the free one have their final distance.
    """
    distances = [
        cost - row_potential[row] - potential
        for cost, potential in zip(costs[row], column_potential, strict=True)
    ]
    before: list[int | None] = [None] * len(distances)
    waiting = list(range(len(distances)))
    while True:
        # Among columns at equal distance, the first one.
        nearest = min(waiting, key=distances.__getitem__)
        owner = row_of[nearest]
        if owner is None:
            return distances, before, nearest
        waiting.remove(nearest)
        for column in waiting:
            step = costs[owner][column] - row_potential[owner] - column_potential[column]
            if distances[nearest] + step < distances[column]:
                distances[column], before[column] = distances[nearest] + step, nearest
