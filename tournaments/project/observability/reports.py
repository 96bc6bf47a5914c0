"""Reports of unexpected errors to Sentry, without names, addresses, bodies or tokens. Imports no model."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ImproperlyConfigured
from structlog.contextvars import get_contextvars

from tournaments.project.log_filters import without_private_links

# Sentry adds more where it finds it: only these parts of a request leave the machine.
_OF_REQUEST = ("method", "url")


def begin(dsn: str, *, release: str) -> None:
    """Report the unexpected errors of this process from now on; raise ImproperlyConfigured without the library."""
    try:
        import sentry_sdk
    except ImportError as error:
        raise ImproperlyConfigured(
            "SENTRY_DSN is set, and sentry-sdk is not installed. Install it (pip install sentry-sdk==2.75.0), or take "
            "SENTRY_DSN out of the environment."
        ) from error
    sentry_sdk.init(
        dsn=dsn,
        release=release,
        before_send=_scrubbed,
        send_default_pii=False,
        include_local_variables=False,
        max_request_body_size="never",
        max_breadcrumbs=0,
    )


def _scrubbed(event: Any, _hint: object) -> Any:
    """Return the event with the ids of the log, and without what may be personal data or a token."""
    event["tags"] = {**event.get("tags", {}), **get_contextvars()}
    event.pop("user", None)
    event.pop("extra", None)
    event.pop("server_name", None)
    if "request" in event:
        event["request"] = {
            name: without_private_links(event["request"][name].partition("?")[0])
            for name in _OF_REQUEST
            if name in event["request"]
        }
    for exception in event.get("exception", {}).get("values", []):
        # The words of an error may quote what somebody typed; its class and its place say what went wrong.
        exception["value"] = ""
    event.pop("logentry", None)
    return event
