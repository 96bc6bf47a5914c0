"""Sessions in the database that survive a clock set forward by mistake."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.models import Session
from django.db import OperationalError
from django.db.models import QuerySet
from django.utils import timezone

from matches.database.prepared import prepared
from tournaments.models import boot_time

# What the clock said when this process began, and for how long the machine had run then.
_BEGUN_AT = datetime.now(UTC)
_BEGUN = boot_time().seconds


class SessionStore(DatabaseStore):
    """A session that ends after its real lifetime; the sweep moves its end if the clock jumped."""

    def save(self, must_create: bool = False) -> None:  # noqa: FBT001, FBT002 - as Django calls it
        """Write the row; raise OperationalError on an outage, which Django would take for an ended session."""
        try:
            super().save(must_create=must_create)
        except UpdateError as error:
            if isinstance(error.__context__, OperationalError):
                raise error.__context__ from None
            raise

    def _get_session_from_db(self) -> Session | None:
        """Return the row of the session; None, with the key removed, if it has ended."""
        for session in _sessions_of(self.session_key or ""):
            if session.expire_date > _now():
                return session
        self._session_key = None
        return None


@prepared
def _sessions_of(key: str) -> QuerySet[Session]:
    return Session.objects.filter(session_key=key)


def _now() -> datetime:
    """Return the clock's time, without jumps forward since this process started."""
    return min(timezone.now(), _BEGUN_AT + timedelta(seconds=boot_time().seconds - _BEGUN))
