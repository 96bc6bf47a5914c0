"""Traces by OpenTelemetry, where OTEL_EXPORTER_OTLP_ENDPOINT names a collector. Imports no model, and the library on demand alone."""

from __future__ import annotations

import os

from django.core.exceptions import ImproperlyConfigured

# The middleware and the function that make the spans of requests and of jobs.
REQUEST_SPANS = "tournaments.project.observability.spans.RequestSpans"
JOB_SPAN = "tournaments.project.observability.spans.job_span"


def begin(*, release: str) -> None:
    """Send the spans of this process from now on; raise ImproperlyConfigured without the libraries.

    The standard variables of OpenTelemetry say where to, with which headers, and how many.
    """
    try:
        from opentelemetry import trace
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError as error:
        raise ImproperlyConfigured(
            "OTEL_EXPORTER_OTLP_ENDPOINT is set, and OpenTelemetry is not installed. Install it (pip install "
            "opentelemetry-sdk==1.45.2 opentelemetry-exporter-otlp-proto-http==1.45.2), or take the variable out of "
            "the environment."
        ) from error
    names = {} if os.environ.get("OTEL_SERVICE_NAME") else {"service.name": "videau"}
    provider = TracerProvider(resource=Resource.create({"service.version": release, **names}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    trace.set_tracer_provider(provider)
