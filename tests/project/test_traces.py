"""Traces reach a collector with the ids of requests and jobs, and with nothing of a person."""

from __future__ import annotations

import gzip
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status

from tests.faults.service import ROOT, Installation
from tournaments.project.observability import tracing

_ACTS = """
import django; django.setup()
from django.db import OperationalError
from django.test import Client
from django.urls import path
from matches.models import Player
from tests import factories
from tournaments import queue, tasks
from tournaments.models import OutboxJob
from tournaments.project import urls
def broken(request, token):
    Player.objects.filter(email="ada@example.org").exists()
    try:
        Player.objects.raw("SELECT no_such_column FROM matches_player WHERE name = %s", ["Quasta"])[0]
    except OperationalError as error:
        raise ValueError("It fails for Quasta") from error
urls.urlpatterns.insert(0, path("l/<str:token>/broken/", broken))
client = Client(raise_request_exception=False)
headers = {"Host": "localhost", "X-Request-ID": "request-of-ada", "traceparent": f"00-{'ab' * 16}-{'cd' * 8}-01"}
stage = factories.drawn_stage(4)
tournament = stage.event.tournament
assert client.get(f"/t/{tournament.uid}/?name=Ada", headers=headers).status_code == 200
assert client.post("/l/aB3-x_9012345678/broken/", {"password": "Tr0ub4dor"}, headers=headers).status_code == 500
assert client.generic("ADA", "/no/such/ada/", headers=headers).status_code >= 400
OutboxJob.objects.all().delete()
queue.enqueue(queue.Job.PAIR, event_id=stage.event.pk)
queue.enqueue(queue.Job.PAIR, event_id=0)
tasks.run_due()
print(tournament.uid)
"""


class _Collector(BaseHTTPRequestHandler):
    """A collector of OTLP over HTTP that keeps what is sent to it."""

    spans: list[Span] = []
    about: list[str] = []

    def do_POST(self) -> None:
        """Keep the spans, and answer that they were taken."""
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.headers.get("Content-Encoding") == "gzip":
            body = gzip.decompress(body)
        for resource in ExportTraceServiceRequest.FromString(body).resource_spans:
            self.about.append(str(resource.resource))
            self.spans += [span for scope in resource.scope_spans for span in scope.spans]
        self.send_response(200 if self.path == "/v1/traces" else 404)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - its name there
        """Print nothing."""


@contextmanager
def _collector() -> Iterator[str]:
    """The address of a collector that listens meanwhile."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Collector)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()


def _values(span: Span) -> dict[str, Any]:
    return {
        one.key: getattr(one.value, one.value.WhichOneof("value") or "string_value")
        for one in span.attributes
    }


def _named(name: str) -> Span:
    [span] = [span for span in _Collector.spans if span.name == name]
    return span


def test_no_library_of_traces_is_imported_unless_a_collector_is_named() -> None:
    """The module of spans, which nothing imports by name, and the start of tracing alone know the library."""
    importing = {
        path.name
        for path in (ROOT / "tournaments").rglob("*.py")
        if re.search(r"^ *(from|import) (opentelemetry|.*spans)", path.read_text(), re.MULTILINE)
    }
    assert importing == {"spans.py", "tracing.py"}
    assert not re.search(r"^(from|import) opentelemetry", Path(tracing.__file__).read_text(), re.MULTILINE)


def test_requests_jobs_and_statements_are_traced_by_route_and_id_and_nothing_of_a_person(
    tmp_path: Path,
) -> None:
    """The service, the exporter and what it sends are real; only the collector is ours."""
    with _collector() as address:
        extra = {
            "OTEL_EXPORTER_OTLP_ENDPOINT": address,
            "DJANGO_SETTINGS_MODULE": "tournaments.project.settings",
        }
        process = Installation(tmp_path / "data", extra).migrate().run("-c", _ACTS)
    assert process.returncode == 0, process.stderr
    uid = process.stdout.split()[-1]
    page = _named("GET /t/<str:uid>/")
    assert _values(page) == {
        "http.request.method": "GET",
        "http.route": "/t/<str:uid>/",
        "http.response.status_code": 200,
        "videau.request_id": "request-of-ada",
    }
    # Who asks chooses no trace.
    assert page.trace_id.hex() != "ab" * 16
    statements = [span for span in _Collector.spans if span.parent_span_id == page.span_id]
    assert {span.name for span in statements} >= {"SELECT"}
    assert all(_values(span)["db.system.name"] == "sqlite" for span in statements)
    assert any("%s" in _values(span)["db.query.text"] for span in statements)
    assert [
        span.status.message
        for span in _Collector.spans
        if span.kind == Span.SPAN_KIND_CLIENT and span.status.code
    ] == ["OperationalError"]
    broken = _named("POST /l/<str:token>/broken/")
    assert (broken.status.code, broken.events[:]) == (Status.STATUS_CODE_ERROR, [])
    assert "other unknown" in {span.name for span in _Collector.spans}
    jobs = [span for span in _Collector.spans if span.name == "job pair"]
    assert {job.status.code for job in jobs} == {Status.STATUS_CODE_UNSET, Status.STATUS_CODE_ERROR}
    assert all({"videau.job", "videau.job_id", "videau.attempt"} <= _values(job).keys() for job in jobs)
    assert uid not in {_values(job).get("videau.job_id") for job in jobs}
    words = " ".join([*map(str, _Collector.spans), *_Collector.about])
    assert 'string_value: "videau"' in _Collector.about[0]
    for private in (
        "ada@example.org",
        "name=Ada",
        "Tr0ub4dor",
        "aB3-x",
        "Quasta",
        "such/ada",
        "ADA",
        "Director",
    ):
        assert private not in words, private
