"""Sessions in the database that a clock put forward by mistake does not end."""

from __future__ import annotations

import logging
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.core.exceptions import SuspiciousOperation
from django.db import OperationalError
from django.utils import timezone

from tournaments.models import boot_time

if TYPE_CHECKING:
    from django.contrib.sessions.base_session import AbstractBaseSession

logger = logging.getLogger(__name__)

# What the clock said when this process began, and for how long the machine had run then.
_BEGUN_AT = datetime.now(UTC)
_BEGUN = boot_time().seconds


class SessionStore(DatabaseStore):
    """A session that ends when its time is really over; the sweep moves its end where the clock jumped."""

    def save(self, must_create: bool = False) -> None:  # noqa: FBT001, FBT002 - as Django calls it
        """Write the row; OperationalError where the database cannot now, which Django takes for an ended session."""
        try:
            super().save(must_create=must_create)
        except UpdateError as error:
            if isinstance(error.__context__, OperationalError):
                raise error.__context__ from None
            raise

    def _get_session_from_db(self) -> AbstractBaseSession | None:
        """The row of the session; None, and no key any more, where it has ended."""
        try:
            session: AbstractBaseSession = self.model.objects.get(
                session_key=self.session_key, expire_date__gt=_now()
            )
        except (self.model.DoesNotExist, SuspiciousOperation) as error:
            if isinstance(error, SuspiciousOperation):
                logger.warning("A session cannot be read: %s", error)
            self._session_key = None
            return None
        return session


def _now() -> datetime:
    """The time by the clock, without what it was put forward while this process ran."""
    return min(timezone.now(), _BEGUN_AT + timedelta(seconds=boot_time().seconds - _BEGUN))
