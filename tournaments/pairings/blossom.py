"""A perfect matching of least cost, exact in whole numbers of any size.

Edmonds' method with dual numbers: while somebody is free, trees of tight edges grow from all free vertices, odd circles
become one vertex, and the dual numbers change until two trees meet. It begins with the cheapest edge of each vertex as
its dual number, so that few vertices are free where most cheapest edges fit together. O(n³) for n vertices.

J. Edmonds, "Maximum matching and a polyhedron with 0,1-vertices", 1965; Z. Galil, "Efficient algorithms for finding
maximum matching in graphs", 1986.
"""

from __future__ import annotations

from collections.abc import Mapping

Edge = tuple[int, int]
_OUTER, _INNER, _OUTSIDE = 0, 1, -1


def least_matching(count: int, costs: Mapping[Edge, int]) -> list[int] | None:
    """Return the partner of each vertex, None if there is no perfect matching.

    `costs` has each edge once, the smaller vertex first; an edge that is not in it does not exist.

    >>> least_matching(4, {(0, 1): 5, (0, 2): 1, (1, 3): 1, (2, 3): 1})
    [2, 3, 0, 1]
    """
    if count % 2:
        return None
    search = _Forest(count, costs)
    while any(not mate for mate in search.mate[1 : count + 1]):
        if not search.grow():
            return None
    return [search.mate[vertex] - 1 for vertex in range(1, count + 1)]


class _Forest:
    """The matching so far. Vertices count from 1, blossoms from `count` + 1; 0 is nobody.

    Costs are counted four times, so that dual numbers and halves of slacks stay whole. The dual number of a vertex is at
    most its share: those of both ends of an edge, and of the blossoms around both, are at most its cost.
    """

    def __init__(self, count: int, costs: Mapping[Edge, int]) -> None:
        size = 2 * count + 1
        self.count, self.top = count, count
        # The edge by which two vertices or blossoms touch with least slack, as two vertices.
        self.edge: list[list[Edge | None]] = [[None] * size for _ in range(size)]
        self.cost = [[0] * (count + 1) for _ in range(count + 1)]
        self.neighbours: list[list[int]] = [[] for _ in range(count + 1)]
        for (one, two), cost in costs.items():
            first, second = one + 1, two + 1
            self.edge[first][second], self.edge[second][first] = (first, second), (second, first)
            self.cost[first][second] = self.cost[second][first] = 4 * cost
            self.neighbours[first].append(second)
            self.neighbours[second].append(first)
        self.dual = [0] * size
        self.mate = [0] * size
        self.root = [*range(count + 1), *([0] * count)]
        self.parent = [0] * size
        self.side = [_OUTSIDE] * size
        self.near = [0] * size
        self.seen = [0] * size
        self.turn = 0
        self.circle: list[list[int]] = [[] for _ in range(size)]
        self.member_of: list[list[int]] = [[0] * (count + 1) for _ in range(size)]
        for vertex in range(1, count + 1):
            self.member_of[vertex][vertex] = vertex
        self.queue: list[int] = []
        self._begin()

    def _begin(self) -> None:
        """Give each vertex half of its cheapest edge, then raise it while it can, and match what is tight."""
        dual, cost = self.dual, self.cost
        for vertex in range(1, self.count + 1):
            dual[vertex] = min((cost[vertex][other] for other in self.neighbours[vertex]), default=0) // 2
        for vertex in range(1, self.count + 1):
            spare = min((self._slack(vertex, other) for other in self.neighbours[vertex]), default=0)
            # Dual numbers of free vertices stay even, so that the slack of two outer ones has a half.
            dual[vertex] += spare - spare % 2
            for other in self.neighbours[vertex]:
                if not self.mate[vertex] and not self.mate[other] and not self._slack(vertex, other):
                    self.mate[vertex], self.mate[other] = other, vertex

    def _slack(self, one: int, two: int) -> int:
        return self.cost[one][two] - self.dual[one] - self.dual[two]

    def _slack_of(self, edge: Edge | None) -> int:
        return 0 if edge is None else self.cost[edge[0]][edge[1]] - self.dual[edge[0]] - self.dual[edge[1]]

    def grow(self) -> bool:
        """FileMatch two more vertices; return False if that is impossible."""
        for vertex in range(1, self.top + 1):
            self.side[vertex], self.near[vertex] = _OUTSIDE, 0
        self.queue = []
        for vertex in range(1, self.top + 1):
            if self.root[vertex] == vertex and not self.mate[vertex]:
                self.parent[vertex], self.side[vertex] = 0, _OUTER
                self._put(vertex)
        while True:
            if self._search():
                return True
            step = self._step()
            if step is None:
                return False
            self._change(step)
            if self._take_tight():
                return True
            for blossom in range(self.count + 1, self.top + 1):
                is_empty = self.root[blossom] == blossom and not self.dual[blossom]
                if is_empty and self.side[blossom] == _INNER:
                    self._open(blossom)

    def _search(self) -> bool:
        """Follow the tight edges of outer vertices; return True if two trees met."""
        root, side, dual = self.root, self.side, self.dual
        while self.queue:
            vertex = self.queue.pop()
            if side[root[vertex]] == _INNER:
                continue
            own, costs = dual[vertex], self.cost[vertex]
            for other in self.neighbours[vertex]:
                if root[vertex] == root[other]:
                    continue
                if costs[other] == own + dual[other]:
                    if self._found(vertex, other):
                        return True
                else:
                    self._come_near(vertex, root[other])
        return False

    def _step(self) -> int | None:
        """Return by how much the dual numbers can change; None if nothing bounds it, and there is no matching."""
        steps = [
            self.dual[blossom] // 2
            for blossom in range(self.count + 1, self.top + 1)
            if self.root[blossom] == blossom and self.side[blossom] == _INNER
        ]
        for vertex in range(1, self.top + 1):
            if self.root[vertex] == vertex and self.near[vertex] and self.side[vertex] != _INNER:
                slack = self._slack_of(self.edge[self.near[vertex]][vertex])
                steps.append(slack if self.side[vertex] == _OUTSIDE else slack // 2)
        return min(steps, default=None)

    def _change(self, step: int) -> None:
        root, side, dual = self.root, self.side, self.dual
        for vertex in range(1, self.count + 1):
            if side[root[vertex]] == _OUTER:
                dual[vertex] += step
            elif side[root[vertex]] == _INNER:
                dual[vertex] -= step
        for blossom in range(self.count + 1, self.top + 1):
            if root[blossom] == blossom and side[blossom] != _OUTSIDE:
                dual[blossom] += 2 * step if side[blossom] == _OUTER else -2 * step
        self.queue = []

    def _take_tight(self) -> bool:
        """Take the edges that became tight; return True if two trees met."""
        for vertex in range(1, self.top + 1):
            near = self.near[vertex]
            if self.root[vertex] == vertex and near and self.root[near] != vertex:
                edge = self.edge[near][vertex]
                if edge is not None and not self._slack_of(edge) and self._found(*edge):
                    return True
        return False

    def _come_near(self, vertex: int, blossom: int) -> None:
        near = self.near[blossom]
        if not near or self._slack_of(self.edge[vertex][blossom]) < self._slack_of(self.edge[near][blossom]):
            self.near[blossom] = vertex

    def _look_near(self, blossom: int) -> None:
        self.near[blossom] = 0
        row = self.edge[blossom]
        for vertex in range(1, self.count + 1):
            outer = self.root[vertex]
            if row[vertex] is not None and outer != blossom and self.side[outer] == _OUTER:
                self._come_near(vertex, blossom)

    def _put(self, vertex: int) -> None:
        if vertex <= self.count:
            self.queue.append(vertex)
        else:
            for member in self.circle[vertex]:
                self._put(member)

    def _set_root(self, vertex: int, root: int) -> None:
        self.root[vertex] = root
        for member in self.circle[vertex] if vertex > self.count else ():
            self._set_root(member, root)

    def _found(self, one: int, two: int) -> bool:
        """Take a tight edge from an outer vertex: the tree grows, a circle closes, or two trees meet (True)."""
        first, second = self.root[one], self.root[two]
        if self.side[second] == _OUTSIDE:
            self.parent[second], self.side[second] = one, _INNER
            after = self.root[self.mate[second]]
            self.near[second] = self.near[after] = 0
            self.side[after] = _OUTER
            self._put(after)
        elif self.side[second] == _OUTER:
            join = self._join(first, second)
            if not join:
                self._augment(first, second)
                self._augment(second, first)
                return True
            self._close(first, join, second)
        return False

    def _join(self, one: int, two: int) -> int:
        """Return where the ways of two outer vertices to their roots join, 0 if nowhere."""
        self.turn += 1
        while one or two:
            if one:
                if self.seen[one] == self.turn:
                    return one
                self.seen[one] = self.turn
                before = self.root[self.mate[one]]
                one = self.root[self.parent[before]] if before else 0
            one, two = two, one
        return 0

    def _way(self, vertex: int, join: int) -> list[int]:
        """Return the vertices from an outer one to the join of a circle, without the join."""
        way = []
        while vertex != join:
            inner = self.root[self.mate[vertex]]
            way += [vertex, inner]
            self._put(inner)
            vertex = self.root[self.parent[inner]]
        return way

    def _close(self, one: int, join: int, two: int) -> None:
        """Make a blossom of a circle."""
        blossom = self.count + 1
        while blossom <= self.top and self.root[blossom]:
            blossom += 1
        self.top = max(self.top, blossom)
        self.dual[blossom], self.side[blossom] = 0, _OUTER
        self.mate[blossom] = self.mate[join]
        circle = [join, *reversed(self._way(one, join)), *self._way(two, join)]
        self.circle[blossom] = circle
        self.parent[blossom] = self.parent[join]
        self._set_root(blossom, blossom)
        row, member_of = self.edge[blossom], self.member_of[blossom]
        for other in range(1, self.top + 1):
            row[other] = self.edge[other][blossom] = None
        for vertex in range(1, self.count + 1):
            member_of[vertex] = 0
        for member in circle:
            own = self.edge[member]
            for other in range(1, self.top + 1):
                edge = own[other]
                if edge is not None and (
                    row[other] is None or self._slack_of(edge) < self._slack_of(row[other])
                ):
                    row[other], self.edge[other][blossom] = edge, (edge[1], edge[0])
            for vertex in range(1, self.count + 1):
                if self.member_of[member][vertex]:
                    member_of[vertex] = member
        self._look_near(blossom)

    def _open(self, blossom: int) -> None:
        """Take an inner blossom apart: its even way stays in the tree, the rest is outside again."""
        circle = self.circle[blossom]
        for member in circle:
            self._set_root(member, member)
        entry = self.edge[blossom][self.parent[blossom]]
        base = self.member_of[blossom][entry[0] if entry else 0]
        place = self._even(blossom, base)
        circle = self.circle[blossom]
        for number in range(0, place, 2):
            inner, outer = circle[number], circle[number + 1]
            touch = self.edge[outer][inner]
            self.parent[inner] = touch[0] if touch else 0
            self.side[inner], self.side[outer] = _INNER, _OUTER
            self.near[inner] = 0
            self._look_near(outer)
            self._put(outer)
        self.side[base], self.parent[base] = _INNER, self.parent[blossom]
        for member in circle[place + 1 :]:
            self.side[member] = _OUTSIDE
            self._look_near(member)
        self.root[blossom] = 0

    def _even(self, blossom: int, member: int) -> int:
        """Return the place of a member on the even way round the circle, which is turned for it."""
        circle = self.circle[blossom]
        place = circle.index(member)
        if place % 2:
            circle[1:] = reversed(circle[1:])
            return len(circle) - place
        return place

    def _match(self, one: int, two: int) -> None:
        edge = self.edge[one][two]
        if edge is None:
            raise AssertionError("two who are matched touch")
        self.mate[one] = edge[1]
        if one > self.count:
            base = self.member_of[one][edge[0]]
            place = self._even(one, base)
            circle = self.circle[one]
            for number in range(place):
                self._match(circle[number], circle[number ^ 1])
            self._match(base, two)
            circle[:] = circle[place:] + circle[:place]

    def _augment(self, one: int, two: int) -> None:
        while True:
            before = self.root[self.mate[one]]
            self._match(one, two)
            if not before:
                return
            after = self.root[self.parent[before]]
            self._match(before, after)
            one, two = after, before
