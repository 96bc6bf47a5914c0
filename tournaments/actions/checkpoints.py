"""Checkpoints: every hour the heads of all logs join the tree, and its root is signed."""

from __future__ import annotations

from base64 import b64decode
from datetime import datetime, timedelta
from functools import partial

from django.conf import settings
from django.db import transaction

from tournaments.models import TreeHead, TreeLeaf, TreeNode
from tournaments.proof import tree
from tournaments.proof.tree import public_key, signed_note
from tournaments.proof.verify import leaf_hash
from tournaments.queries.audit import trees

EVERY = timedelta(hours=1)
_AT_ONCE = 1000


def publish_due(now: datetime) -> TreeHead | None:
    """Publish a checkpoint if the last one is an hour old; None before. A jump of the clock backwards publishes one too."""
    last = trees.newest_head()
    if last is not None and last.at <= now < last.at + EVERY:
        return None
    return publish(now)


@transaction.atomic
def publish(now: datetime) -> TreeHead:
    """Add the new head of every log to the tree, and publish its signed root.

    Two at once: the second waits for the first one's row, or finds its leaf taken at the very first checkpoint.
    """
    last = TreeHead.objects.select_for_update().order_by("-pk").first()
    size = 0 if last is None else last.size
    leaves = [
        TreeLeaf(number=number, log=log, seq=seq, hash=value)
        for number, (log, seq, value) in enumerate(trees.heads_to_add(), start=size)
    ]
    TreeLeaf.objects.bulk_create(leaves, batch_size=_AT_ONCE)
    hashes = (leaf_hash(leaf.log, leaf.seq, leaf.hash) for leaf in leaves)
    growth = tree.growth(size, hashes, trees.nodes_at(tree.edge(size)))
    nodes = [TreeNode(level=level, place=place, hash=value.hex()) for (level, place), value in growth]
    TreeNode.objects.bulk_create(nodes, batch_size=_AT_ONCE)
    size += len(leaves)
    root = trees.ask(partial(tree.root, size))
    secret = b64decode(settings.CHECKPOINT_KEY)
    note = signed_note(size, root, at=now, secret=secret)
    return TreeHead.objects.create(size=size, root=root.hex(), at=now, note=note, key=public_key(secret))
