"""Sessions in the database with a copy in the shared cache for a minute, because every poll of a page reads one."""

from __future__ import annotations

from typing import Any

from django.core.cache import cache

from .steady_sessions import SessionStore as SteadyStore

# Whoever signs out while Redis is away is out after so many seconds at the latest, even where the copy has survived.
_COPY_LIVES = 60


class SessionStore(SteadyStore):
    """A session whose row is authoritative; it is read without a query while its copy is cached."""

    def load(self) -> dict[str, Any]:
        """Return the data of the session; empty, with the key removed, if it has ended."""
        copy: dict[str, Any] | None = cache.get(_key_of(self.session_key))
        if copy is not None:
            return copy
        session: dict[str, Any] = super().load()
        if self.session_key is not None:
            cache.set(_key_of(self.session_key), session, _COPY_LIVES)
        return session

    def save(self, must_create: bool = False) -> None:  # noqa: FBT001, FBT002 - as Django calls it
        """Write the row, then the copy."""
        super().save(must_create=must_create)
        cache.set(_key_of(self.session_key), dict(self.items()), _COPY_LIVES)

    def delete(self, session_key: str | None = None) -> None:
        """End the session: the row, then the copy."""
        key = session_key or self.session_key
        super().delete(session_key)
        cache.delete(_key_of(key))


def _key_of(session_key: str | None) -> str:
    return f"session:{session_key}"
