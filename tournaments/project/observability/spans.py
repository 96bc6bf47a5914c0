"""The spans of requests, jobs and statements, named by route, job and operation; their attributes are ids and no personal data.

Imported only where traces are sent: the library is optional.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from django.db import connection
from django.http import HttpRequest, HttpResponse
from opentelemetry import trace
from opentelemetry.trace import Span, SpanKind, Status, StatusCode
from structlog.contextvars import get_contextvars

from tournaments.models import OutboxJob
from tournaments.project.observability import metrics
from tournaments.project.observability.requests import route_of

_tracer = trace.get_tracer("videau")
# Of the ids that the log has, those that name no person and no token.
_IDS = ("request_id", "tournament")
_LONGEST_STATEMENT = 2000
# The words of an error quote what somebody typed, or values of rows.
_WITHOUT_WORDS: dict[str, Any] = {"record_exception": False, "set_status_on_exception": False}


class RequestSpans:
    """Makes a span for each request, with one for each of its statements.

    A trace begins here: whoever sends a request cannot choose its id, nor that it is kept.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer the request within its span."""
        method = metrics.known_method(request.method or "")
        with (
            _tracer.start_as_current_span(method, kind=SpanKind.SERVER, **_WITHOUT_WORDS) as span,
            _traced_statements(),
        ):
            response = self.get_response(request)
            route = route_of(request)
            span.update_name(f"{method} {route}")
            span.set_attributes(
                {
                    "http.request.method": method,
                    "http.route": route,
                    "http.response.status_code": response.status_code,
                }
            )
            _add_ids(span)
            if response.status_code >= 500:
                span.set_status(Status(StatusCode.ERROR))
        return response


def job_span(job: OutboxJob, do: Callable[[OutboxJob], bool]) -> bool:
    """Do a job within its span, with one for each of its statements; return whether it succeeded."""
    attributes: dict[str, str | int] = {
        "videau.job": job.name,
        "videau.job_id": job.pk,
        "videau.attempt": job.attempts,
    }
    with (
        _tracer.start_as_current_span(
            f"job {job.name}", kind=SpanKind.CONSUMER, attributes=attributes, **_WITHOUT_WORDS
        ) as span,
        _traced_statements(),
    ):
        is_done = do(job)
        _add_ids(span)
        if not is_done:
            span.set_status(Status(StatusCode.ERROR))
    return is_done


@contextmanager
def _traced_statements() -> Iterator[None]:
    with connection.execute_wrapper(_statement):
        yield


def _statement(execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:  # noqa: FBT001 - Django calls it so
    """Execute a statement within a span, which has its text with placeholders and no value."""
    text = sql if isinstance(sql, str) else ""
    operation = (text.split(maxsplit=1) or ["statement"])[0].upper()
    attributes = {
        "db.system.name": connection.vendor,
        "db.operation.name": operation,
        "db.query.text": text[:_LONGEST_STATEMENT],
    }
    with _tracer.start_as_current_span(
        operation, kind=SpanKind.CLIENT, attributes=attributes, **_WITHOUT_WORDS
    ) as span:
        try:
            return execute(sql, params, many, context)
        except Exception as error:
            span.set_status(Status(StatusCode.ERROR, type(error).__name__))
            raise


def _add_ids(span: Span) -> None:
    ids = get_contextvars()
    span.set_attributes({f"videau.{name}": str(ids[name]) for name in _IDS if name in ids})
