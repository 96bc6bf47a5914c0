"""Rows that are written at once are those that are written one after the other, on each database."""

from __future__ import annotations

import numpy as np
import pytest

from matches.database.copying import copy_rows, copy_slices
from tests.lists import feeds
from tournaments.models import RatingHistory

pytestmark = pytest.mark.django_db

_NAMES = ("list", "bucket", "matches")


def test_slices_of_bytes_are_stored_as_rows_of_their_own() -> None:
    rating_list = feeds.rating_list()
    buckets = [7, 0, 2**31 - 1, 1]
    parts = [b"", b"PGCOPY", b"\xff\xff", bytes(range(256)) * 40]
    ends = np.cumsum([0, *(len(part) for part in parts)])
    numbers = np.array([[rating_list.pk] * 4, buckets], dtype=np.int64)
    copy_slices(RatingHistory, _NAMES, numbers, b"".join(parts), ends)
    rows = RatingHistory.objects.order_by("bucket").values_list("list_id", "bucket", "matches")
    assert [(*row[:2], bytes(row[2])) for row in rows] == [
        (rating_list.pk, bucket, part) for bucket, part in sorted(zip(buckets, parts, strict=True))
    ]


def test_both_ways_write_the_same_rows() -> None:
    rating_list = feeds.rating_list()
    copy_rows(RatingHistory, _NAMES, [(rating_list.pk, 1, b"packed")])
    numbers = np.array([[rating_list.pk], [2]], dtype=np.int64)
    copy_slices(RatingHistory, _NAMES, numbers, b"packed", np.array([0, 6]))
    one, two = RatingHistory.objects.order_by("bucket")
    assert (one.list_id, bytes(one.matches)) == (two.list_id, bytes(two.matches))
    assert (one.bucket, two.bucket) == (1, 2)


def test_nothing_is_written_of_no_rows() -> None:
    copy_slices(RatingHistory, _NAMES, np.zeros((2, 0), dtype=np.int64), b"", np.array([0]))
    assert not RatingHistory.objects.exists()
