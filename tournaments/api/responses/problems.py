"""Problem details (RFC 9457), the response to every error."""

from __future__ import annotations

from typing import Any

from tournaments.api.errors import Kind
from tournaments.api.response import Maybe, Response, of


class FieldFaultResponse(Response):
    """A fault of one field; `field` is its dotted path, empty for the whole body."""

    field: str
    code: str
    detail: str


class ProblemResponse(Response):
    """An error: `code` is stable, `detail` is in the reader's language, `data` holds the values behind it."""

    type: str = of(words="The address that explains the code.")
    title: str
    status: int
    code: str
    detail: str
    # The names of fields stand in for attributes here, which the metaclass takes out of the class.
    data: Maybe[dict[str, Any]]
    errors: Maybe[list[FieldFaultResponse]]
    can_override: Maybe[bool] = of(words="A director may insist, with a reason (P7).")
    request_id: Maybe[str] = of(words="The id of the request, for a question to the operator.")


class ProblemKindResponse(Response, row=Kind):
    """A kind of error of the API."""

    code: str
    title: str
    status: int
    meaning: str
    can_override: bool
