"""What is asked of the tree over all logs: new heads, the place of a log in it, and whether it only grew."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

from django.db.models import Exists, OuterRef, Q, QuerySet

from tournaments.models import Federation, LogStream, Tournament, TreeHead, TreeLeaf, TreeNode
from tournaments.proof import tree

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class LogInTree:
    """A checkpoint with the newest entry of one log that its tree has, and the path from there to the root."""

    note: str
    key: str
    log: str
    seq: int
    hash: str
    index: int
    path: Sequence[str]


@dataclass(frozen=True, slots=True)
class TreeGrowth:
    """Two checkpoints, and the path that proves the tree of the first to be the beginning of that of the second."""

    first: str
    first_key: str
    second: str
    second_key: str
    path: Sequence[str]


def newest_head() -> TreeHead | None:
    """Return the newest checkpoint."""
    return TreeHead.objects.order_by("-pk").first()


def place_of(stream: LogStream) -> LogInTree | None:
    """Return the newest place of a log in the tree of the newest checkpoint; None before it has one."""
    head = newest_head()
    size = 0 if head is None else head.size
    leaf = TreeLeaf.objects.filter(log=stream.uid, number__lt=size).order_by("-number").first()
    if head is None or leaf is None:
        return None
    path = ask(partial(tree.inclusion, leaf.number, head.size))
    steps = [step.hex() for step in path]
    return LogInTree(head.note, head.key, leaf.log, leaf.seq, leaf.hash, leaf.number, steps)


def growth_between(first: TreeHead, second: TreeHead) -> TreeGrowth:
    """Return the proof that the tree has only grown between two checkpoints, the smaller one first."""
    path = ask(partial(tree.consistency, first.size, second.size)) if first.size else []
    return TreeGrowth(first.note, first.key, second.note, second.key, [step.hex() for step in path])


def heads_to_add() -> Iterator[tuple[str, int, str]]:
    """Yield the heads of logs that are no leaves yet, as the uid of the log, the number and the hash of its newest entry."""
    same = TreeLeaf.objects.filter(log=OuterRef("uid"), seq=OuterRef("log_seq"))
    for streams in (Tournament.objects, Federation.objects):
        rows = streams.filter(~Exists(same), log_seq__gt=0).order_by("pk")
        yield from rows.values_list("uid", "log_seq", "log_hash").iterator(chunk_size=1000)


def changed_leaves(stream: LogStream, entries: QuerySet[Any]) -> list[int]:
    """Return the entries of a log, by number, whose hash is not the one that the tree has."""
    leaves = dict(TreeLeaf.objects.filter(log=stream.uid).values_list("seq", "hash"))
    now = dict(entries.filter(seq__in=leaves).order_by().values_list("seq", "hash")) if leaves else {}
    return sorted(seq for seq, value in leaves.items() if now.get(seq) != value)


def ask(question: Callable[[tree.Node], Answer]) -> Answer:
    """Return the answer of the stored tree; one query."""
    return question(nodes_at(tree.places_of(question)))


def nodes_at(places: Iterable[tree.Place]) -> tree.Node:
    """Return the stored whole parts at these places; one query."""
    by_level: dict[int, list[int]] = {}
    for level, place in places:
        by_level.setdefault(level, []).append(place)
    condition = Q(pk__in=[])
    for level, numbers in by_level.items():
        condition |= Q(level=level, place__in=numbers)
    rows = TreeNode.objects.filter(condition).order_by().values_list("level", "place", "hash")
    return tree.by_place({(level, place): bytes.fromhex(value) for level, place, value in rows})
