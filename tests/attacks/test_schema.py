"""The API answers requests made from its own schema as the schema says: the short form of `./videau bench schema`."""

from __future__ import annotations

import pytest
from django.conf import LazySettings

from tests.attacks.schema_cases import make_walk

_CASES = 220
_OFTEN = 10


@pytest.mark.django_db
@pytest.mark.decided_above
@pytest.mark.usefixtures("without_limits")
def test_no_case_meets_a_server_error_or_an_answer_beside_the_schema() -> None:
    walk = make_walk(15, is_whole=False)
    walk.walk(_CASES)
    assert [str(fault) for fault in walk.faults] == []
    # It would prove nothing if everybody was turned away at the door.
    assert sum(number for status, number in walk.statuses.items() if status < 300) > _CASES // 8
    # Of who asked a few times only, all questions may by chance be those of others.
    often = [statuses for statuses in walk.by_caller.values() if sum(statuses.values()) >= _OFTEN]
    assert len(often) > len(walk.by_caller) // 2
    assert all(len(statuses) > 1 for statuses in often)


@pytest.fixture
def without_limits(settings: LazySettings) -> None:
    """Let everybody ask as often as they like."""
    settings.API_RATES = dict.fromkeys(settings.API_RATES)
