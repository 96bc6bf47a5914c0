"""The figures of docs/architecture.md are as the contracts and the code are; a failure shows what they should be."""

from __future__ import annotations

import pytest
from django.test import Client

from tests import factories
from tests.house import figures


def test_the_figure_of_the_rooms_is_that_of_the_contracts() -> None:
    assert "\n".join(figures.figure("The rooms of the competition")) == "\n".join(figures.rooms())


@pytest.mark.django_db
def test_the_figure_of_a_result_is_the_way_that_a_report_takes(client: Client) -> None:
    match = factories.open_match()
    client.force_login(match.two)
    address = f"/m/{match.match.uid}/report/"
    # What is imported and cached on the first visit is no part of the way.
    client.get(address)
    with figures.way() as steps:
        answer = client.post(address, {"winner": "one", "loser_points": "3"})
    assert answer.status_code == 302
    match.match.refresh_from_db()
    assert match.match.final_at is not None
    assert "\n".join(figures.figure("The way of a result")) == "\n".join(steps)
