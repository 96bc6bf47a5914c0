"""Checkpoints of the logs."""

from __future__ import annotations

from datetime import datetime

from tournaments.api.response import Response, of
from tournaments.models import TreeHead
from tournaments.queries.audit.trees import LogInTree, TreeGrowth


class CheckpointResponse(Response, row=TreeHead):
    """A checkpoint: the signed root of the tree over the heads of all logs."""

    id: str = of("uid")
    at: datetime
    size: int = of(words="How many heads of logs the tree has.")
    root: str = of(words="In hexadecimal digits.")
    note: str = of(words="The signed text.")
    key: str = of(words="The public key in base64.")


class LogPlaceResponse(Response, row=LogInTree):
    """The newest checkpoint with a head of this log; `verify.py` reads it as `--checkpoint`."""

    note: str
    key: str
    log: str = of(words="The id of the tournament.")
    seq: int = of(words="The number of the entry that was the head of the log.")
    hash: str
    index: int = of(words="The number of the leaf, from 0.")
    path: list[str] = of(words="The hashes from the leaf to the root.")


class TreeGrowthResponse(Response, row=TreeGrowth):
    """Two checkpoints, and the path that proves the first to be the beginning of the second, as `verify.py --growth` reads it."""

    first: str = of(words="The note of the older checkpoint.")
    first_key: str
    second: str = of(words="The note of the newer one.")
    second_key: str
    path: list[str]
