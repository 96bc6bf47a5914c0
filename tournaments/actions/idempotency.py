"""Idempotency keys, stored in the same transaction as the effect of their request."""

from __future__ import annotations

from django.db import IntegrityError, OperationalError

from matches.database.prepared import insert_rows
from tournaments.models import IdempotencyKey


class Taken(Exception):
    """An earlier request holds this key."""


def claim(*, owner: str, key: str, request: str, digest: str) -> IdempotencyKey:
    """Store a key at the start of its transaction; raise Taken if it exists.

    The unique constraint makes a second request wait until the first has committed, and then fail. `digest`
    is the SHA-256 of the request.
    """
    row = IdempotencyKey(owner=owner, key=key, request=request[:200], body_hash=digest, status=0, response={})
    try:
        insert_rows([row])
    except IntegrityError as error:
        raise Taken from error
    except OperationalError as error:
        # Waiting for the first request took longer than the lock timeout (SQLSTATE 55P03);
        # anything else is trouble with the database and not with the key.
        if getattr(error.__cause__, "sqlstate", None) == "55P03":
            raise Taken from error
        raise
    return row
