"""Idempotency-Key: a request that is repeated with the same key takes effect once.

The key is reserved in the same transaction as the effect, so neither exists without the other. A refused
request stores nothing, so its key can be used again. The sweep deletes keys after 24 hours.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.http import QueryDict
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from matches.database.prepared import store_columns
from tournaments.access import Visitor
from tournaments.actions import idempotency as keys
from tournaments.actions.idempotency import Taken
from tournaments.errors.common import NotSignedIn
from tournaments.models import IdempotencyKey

from .errors import InvalidIdempotencyKey, KeyReused, RequestInProgress

HEADER = "Idempotency-Key"
REPLAYED = "Idempotency-Replayed"
LONGEST_KEY = 80

_KEY = re.compile(r"[\x21-\x7e]+")
# The headers of an answer that belong to it as much as its body.
_KEPT_HEADERS = ("Location",)


@dataclass(frozen=True, slots=True)
class _ReservedKey:
    """The key of a caller for one request; `digest` is the SHA-256 of the request."""

    owner: str
    key: str
    request: str
    digest: str


def idempotent(
    request: Request, visitor: Visitor, effect: Callable[[], Response], *, secrets: Collection[str] = ()
) -> Response:
    """Return the response of `effect`, or the stored response if the key was used for the same request before.

    Without the header `effect` is called directly. Raise NotSignedIn for a key of an anonymous visitor,
    InvalidIdempotencyKey, KeyReused for a key of another request, and RequestInProgress if the first request has not
    finished in time. The response fields named in `secrets` are not stored.
    """
    if HEADER not in request.headers:
        return effect()
    claim = _claim(request, visitor)
    try:
        return _claimed(claim, effect, secrets=secrets)
    except Taken:
        answer = _stored(claim)
        if answer is None:
            raise RequestInProgress from None
        return answer


def key_of(request: Request) -> str:
    """Return the key of a request, empty without one; raise InvalidIdempotencyKey."""
    key = request.headers.get(HEADER)
    if key is not None and (not _KEY.fullmatch(key) or len(key) > LONGEST_KEY):
        raise InvalidIdempotencyKey(longest=LONGEST_KEY)
    return key or ""


def _claim(request: Request, visitor: Visitor) -> _ReservedKey:
    text = json.dumps(_content(request.data), sort_keys=True, separators=(",", ":"))
    return _ReservedKey(
        owner=_owner(visitor),
        key=key_of(request),
        request=f"{request.method} {request.path}"[:200],
        digest=sha256(text.encode()).hexdigest(),
    )


def _owner(visitor: Visitor) -> str:
    if visitor.account is not None:
        return visitor.account.uid
    if visitor.link is not None:
        return f"link:{visitor.link.uid}"
    raise NotSignedIn


def _content(data: Any) -> Any:
    """Return the content of a body for its digest: JSON as it is, a form by its fields."""
    if isinstance(data, QueryDict):
        return {name: _told(data.getlist(name)) for name in data}
    return data


def _told(values: list[Any]) -> list[str]:
    """Return the value of a form field for the digest; a file as its name and SHA-256."""
    return [_file_told(value) if isinstance(value, UploadedFile) else str(value) for value in values]


def _file_told(file: UploadedFile[bytes]) -> str:
    digest = sha256(b"".join(file.chunks())).hexdigest()
    file.seek(0)
    return f"{file.name} {digest}"


def _stored(claim: _ReservedKey) -> Response | None:
    """Return the stored response of the key; raise KeyReused if it belongs to another request."""
    row = IdempotencyKey.objects.filter(owner=claim.owner, key=claim.key).first()
    if row is None:
        return None
    if (row.request, row.body_hash) != (claim.request, claim.digest):
        raise KeyReused
    answer = Response(row.response["body"], status=row.status, headers=row.response["headers"])
    answer[REPLAYED] = "true"
    return answer


def _claimed(claim: _ReservedKey, effect: Callable[[], Response], *, secrets: Collection[str]) -> Response:
    """Reserve the key and run the effect in one transaction."""
    with transaction.atomic():
        row = keys.claim(owner=claim.owner, key=claim.key, request=claim.request, digest=claim.digest)
        answer = effect()
        row.status = answer.status_code
        body = json.loads(JSONRenderer().render(answer.data) or b"null")
        row.response = {
            "body": body | dict.fromkeys(secrets) if secrets else body,
            "headers": {name: answer[name] for name in _KEPT_HEADERS if name in answer},
        }
        store_columns(row, "status", "response")
    return answer
