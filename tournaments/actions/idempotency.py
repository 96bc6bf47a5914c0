"""Keys that let a request have one effect: claimed in the same transaction as the effect, so there is never one alone."""

from __future__ import annotations

from django.db import IntegrityError, OperationalError

from tournaments.models import IdempotencyKey


class Taken(Exception):
    """An earlier request has this key."""


def claim(*, owner: str, key: str, request: str, digest: str) -> IdempotencyKey:
    """Claim a key as the first thing in its transaction, which ends with Taken when somebody has it.

    The unique constraint makes a second request wait here until the first one has committed, and then lose. `digest`
    is the SHA-256 of what is asked.
    """
    try:
        return IdempotencyKey.objects.create(
            owner=owner, key=key, request=request[:200], body_hash=digest, status=0, response={}
        )
    except IntegrityError as error:
        raise Taken from error
    except OperationalError as error:
        # Waiting for the first request took longer than the lock timeout (SQLSTATE 55P03);
        # anything else is trouble with the database and not with the key.
        if getattr(error.__cause__, "sqlstate", None) == "55P03":
            raise Taken from error
        raise
