"""What the tests of the API share."""

from __future__ import annotations

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def nothing_counted() -> None:
    """Reset the request limits before every test."""
    cache.clear()
