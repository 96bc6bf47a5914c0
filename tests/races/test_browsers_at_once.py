"""Two taps on sign-in at the same moment: one browser of the account, and no error.

SQLite lets one writer in at a time and would hide it, so this runs on PostgreSQL only.
"""

from __future__ import annotations

from functools import partial

import pytest

from tests import factories
from tests.races.at_once import at_once
from tournaments.actions.people import browsers
from tournaments.models import AccountBrowser, AccountMail

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def test_two_sign_ins_with_one_cookie_are_one_browser_and_one_mail() -> None:
    account, cookie = factories.player("Ann", email="ann@example.org"), browsers.new_cookie()
    rows = at_once(
        *[partial(browsers.note, account, cookie=cookie, agent="Firefox Linux") for _tap in range(3)]
    )
    assert {row.pk for row in rows} == {AccountBrowser.objects.get().pk}
    assert AccountMail.objects.filter(to="ann@example.org").count() == 1
