"""One effect for a request however often it arrives: the promise behind the Idempotency-Key header.

The key is claimed in the same transaction as the effect, so there is never one
without the other. What is refused leaves no trace: the same key may try again.
The sweep forgets keys after 24 hours.
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

from tournaments.access import Visitor
from tournaments.actions import idempotency as keys
from tournaments.actions.idempotency import Taken
from tournaments.errors import NotSignedIn
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
    """A key of somebody for one request; `digest` is the SHA-256 of what was asked."""

    owner: str
    key: str
    request: str
    digest: str


def once(
    request: Request, visitor: Visitor, effect: Callable[[], Response], *, secrets: Collection[str] = ()
) -> Response:
    """The answer of `effect`, or the one it gave the first time this key arrived.

    Without the header `effect` is simply called. Raises NotSignedIn for a key
    of a stranger, InvalidIdempotencyKey, KeyReused for a key with another
    request behind it, RequestInProgress when the first one takes too long. The fields of the answer called `secrets`
    are not stored.
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
    """The key of a request, empty without one; InvalidIdempotencyKey."""
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
    """What a body says: JSON as it is, a form by its fields."""
    if isinstance(data, QueryDict):
        return {name: _told(data.getlist(name)) for name in data}
    return data


def _told(values: list[Any]) -> list[str]:
    """What a form says in one field; a file by its name and the SHA-256 of its bytes."""
    return [_file_told(value) if isinstance(value, UploadedFile) else str(value) for value in values]


def _file_told(file: UploadedFile[bytes]) -> str:
    digest = sha256(b"".join(file.chunks())).hexdigest()
    file.seek(0)
    return f"{file.name} {digest}"


def _stored(claim: _ReservedKey) -> Response | None:
    """The answer this key got before; KeyReused when it was for another request."""
    row = IdempotencyKey.objects.filter(owner=claim.owner, key=claim.key).first()
    if row is None:
        return None
    if (row.request, row.body_hash) != (claim.request, claim.digest):
        raise KeyReused
    answer = Response(row.response["body"], status=row.status, headers=row.response["headers"])
    answer[REPLAYED] = "true"
    return answer


def _claimed(claim: _ReservedKey, effect: Callable[[], Response], *, secrets: Collection[str]) -> Response:
    """Claim the key, then have the effect, in one transaction."""
    with transaction.atomic():
        row = keys.claim(owner=claim.owner, key=claim.key, request=claim.request, digest=claim.digest)
        answer = effect()
        row.status = answer.status_code
        body = json.loads(JSONRenderer().render(answer.data) or b"null")
        row.response = {
            "body": body | dict.fromkeys(secrets) if secrets else body,
            "headers": {name: answer[name] for name in _KEPT_HEADERS if name in answer},
        }
        row.save(update_fields=["status", "response"])
    return answer
