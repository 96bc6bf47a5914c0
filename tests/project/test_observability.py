"""What the operator sees: ids, lines and figures, without names, addresses or tokens."""

from __future__ import annotations

import gzip
import io
import json
import logging
import re
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from logging.config import DictConfigurator
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import LazySettings
from django.test import Client
from django.utils import timezone
from prometheus_client import REGISTRY

from tests import factories
from tests.faults.service import Installation
from tournaments import queue, tasks
from tournaments.models import OutboxJob
from tournaments.project import pump
from tournaments.project.observability import logs
from tournaments.queue import Job

pytestmark = pytest.mark.django_db

_DOCKER = Path(__file__).parents[2] / "docker"


@contextmanager
def _log() -> Iterator[list[dict[str, Any]]]:
    """The lines that the collector of an installation gets meanwhile."""
    lines: list[dict[str, Any]] = []
    output = io.StringIO()
    settings = DictConfigurator(logs.configuration("json", "INFO"))
    handler = logging.StreamHandler(output)
    handler.setFormatter(settings.configure_formatter(settings.config["formatters"]["json"]))
    for name in settings.config["handlers"]["console"]["filters"]:
        handler.addFilter(settings.configure_filter(settings.config["filters"][name]))
    root = logging.getLogger()
    root.addHandler(handler)
    levels = {name: logging.getLogger(name).level for name in ("", "videau.request", "videau.job")}
    for name in levels:
        logging.getLogger(name).setLevel(logging.INFO)
    try:
        yield lines
    finally:
        root.removeHandler(handler)
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)
        lines += [json.loads(line) for line in output.getvalue().splitlines()]


class TestRequestIds:
    """Each answer has an id, by which its lines are found."""

    def test_an_answer_has_an_id_and_its_problem_names_it(self) -> None:
        answer = Client().get("/api/v1/tournaments/nothing/")
        assert answer.json()["request_id"] == answer.headers["X-Request-ID"]
        assert Client().get("/").headers["X-Request-ID"] != Client().get("/").headers["X-Request-ID"]

    @pytest.mark.parametrize(
        ("header", "is_taken"),
        [
            ("a1b2c3d4-e5f6", True),
            ("short", False),
            ("x" * 65, False),
            ("a b c d e f g", False),
            ("é" * 9, False),
        ],
    )
    def test_the_id_of_a_proxy_is_taken_over_where_it_is_one(self, header: str, is_taken: bool) -> None:
        answer = Client().get("/healthz", headers={"X-Request-ID": header})
        assert (answer.headers["X-Request-ID"] == header) is is_taken


class TestLog:
    """A line says who did what where, by ids, and nothing about a person."""

    def test_a_refusal_is_one_line_with_its_code_and_actor(self) -> None:
        match = factories.open_match()
        client = Client()
        client.force_login(match.one)
        with _log() as lines:
            answer = client.get(f"/desk/t/{match.stage.event.tournament.uid}/")
        [line] = lines
        assert answer.status_code == line["status"] == 403
        assert line["code"] == "forbidden"
        assert line["actor"] == f"account:{match.one.uid}"
        assert line["object"] == match.stage.event.tournament.uid
        assert line["request_id"] == answer.headers["X-Request-ID"]
        assert line["level"] == "warning"

    def test_a_change_names_its_tournament_and_nobody(self) -> None:
        match = factories.open_match()
        client = Client()
        client.force_login(match.director)
        tournament = match.stage.event.tournament
        text = "Ada Almeida spilt coffee: ada@example.org"
        with _log() as lines:
            client.post(f"/desk/t/{tournament.uid}/hall/", {"text": text})
            client.post("/accounts/login/", {"login": "ada@example.org", "password": "Tr0ub4dor&3"})
        assert [line["method"] for line in lines] == ["POST", "POST"]
        assert lines[0]["tournament"] == tournament.uid
        printed = json.dumps(lines)
        for private in ("Ada", "coffee", "ada@example.org", "Tr0ub4dor", str(match.director.email)):
            assert private not in printed
        meta = {"event", "level", "logger", "timestamp"}
        assert {name for line in lines for name in line} <= {*logs.FIELDS, *meta}

    def test_the_token_of_a_private_link_is_in_no_line(self) -> None:
        with _log() as lines:
            Client().get("/l/aB3-x_9012345678/")
            Client().get("/l/aB3-x_9012345678/nothing")
        assert [line["status"] for line in lines] == [404, 404]
        assert "aB3-x" not in json.dumps(lines)

    def test_an_unknown_address_makes_no_line_of_its_own(self) -> None:
        with _log() as lines:
            Client().get("/nothing%0A2026-11-27 ERROR forged/" + "x" * 500)
        [line] = lines
        assert "\n" not in line["event"]
        assert len(line["event"]) < 300

    def test_a_traceback_has_no_token_either(self) -> None:
        with _log() as lines:
            try:
                int("/l/aB3-x_9012345678/")
            except ValueError:
                logging.getLogger("tournaments").exception("It failed")
        assert "ValueError" in lines[0]["exception"]
        assert "aB3-x" not in json.dumps(lines)

    def test_the_lines_of_a_job_name_it(self) -> None:
        job = OutboxJob.objects.create(name=Job.PAIR, args={"event_id": 0})
        with _log() as lines:
            tasks.run(queue.StartedJob(job.pk, 0))
        assert {(line["job"], line["job_id"], line["attempt"]) for line in lines} == {("pair", job.pk, 1)}
        assert "DoesNotExist" in lines[0]["exception"]
        assert lines[1]["event"] == "pair ended"

    def test_an_unknown_format_is_refused_at_the_start(self, tmp_path: Path) -> None:
        process = Installation(tmp_path / "data", {"LOG_FORMAT": "xml"}).run("manage.py", "check")
        assert process.returncode == 1
        assert process.stderr == "LOG_FORMAT cannot be read. Set it to one of: line, json.\n"


@pytest.fixture
def scrape(settings: LazySettings) -> Any:
    """The metrics as Prometheus gets them."""
    settings.METRICS_TOKEN = "for-prometheus"

    def read() -> str:
        answer = Client().get("/metrics", headers={"Authorization": "Bearer for-prometheus"})
        assert answer.status_code == 200
        return answer.content.decode()

    return read


def _figure(text: str, name: str) -> float:
    [figure] = re.findall(rf"^{re.escape(name)} (\S+)$", text, re.MULTILINE)
    return float(figure)


class TestMetrics:
    """Figures for Prometheus, to the holder of the token alone."""

    @pytest.mark.parametrize("header", ["", "Bearer ", "Bearer wrong", "Token for-prometheus", "Bearer é"])
    def test_without_the_token_there_is_nothing(self, scrape: Any, header: str) -> None:
        assert Client().get("/metrics", headers={"Authorization": header}).status_code == 404

    @pytest.mark.parametrize("header", ["", "Bearer "])
    def test_without_a_token_in_the_settings_there_is_nothing(self, header: str) -> None:
        assert Client().get("/metrics", headers={"Authorization": header}).status_code == 404

    def test_requests_are_counted_by_route_and_unknown_addresses_are_one(self, scrape: Any) -> None:
        for address in ("/t/one/", "/t/two/", "/nothing/1/", "/nothing/2/"):
            Client().get(address)
        text = scrape()
        assert _figure(text, 'videau_requests_total{method="GET",route="/t/<str:uid>/",status="404"}') >= 2
        assert _figure(text, 'videau_requests_total{method="GET",route="unknown",status="404"}') >= 2
        assert "nothing" not in text
        Client().get("/")
        assert re.search(r'^videau_requests_total{method="GET",route="/",', scrape(), re.MULTILINE)
        Client().generic("SPAM", "/")
        assert "SPAM" not in scrape()

    @pytest.mark.both_databases
    def test_backlog_is_by_lane_with_the_age_of_its_oldest_job(self, scrape: Any) -> None:
        with_age = timezone.now() - timedelta(minutes=5)
        OutboxJob.objects.create(name=Job.PAIR, args={"event_id": 0}, due_at=with_age)
        OutboxJob.objects.create(name=Job.PAIR, args={"event_id": 1}, due_at=with_age, is_dead=True)
        OutboxJob.objects.create(name=Job.SEND_NOTICE, args={"notice_id": 0})
        text = scrape()
        assert _figure(text, 'videau_jobs_due{lane="pairings"}') == 1
        assert 300 <= _figure(text, 'videau_jobs_oldest_seconds{lane="pairings"}') < 400
        assert _figure(text, 'videau_jobs_dead{lane="pairings"}') == 1
        assert _figure(text, 'videau_jobs_due{lane="mail"}') == 1
        assert _figure(text, "videau_database_up") == 1

    def test_a_port_that_is_taken_stops_no_job(self, caplog: pytest.LogCaptureFixture) -> None:
        with socket.create_server(("", 0)) as listener:
            pump._report_metrics(listener.getsockname()[1])
        assert "Jobs run without metrics" in caplog.text

    def test_acts_are_counted_and_dashboard_and_alerts_ask_for_figures_that_exist(
        self, scrape: Any, django_capture_on_commit_callbacks: Any
    ) -> None:
        before = REGISTRY.get_sample_value("videau_acts_total", {"act": "announced"}) or 0
        match = factories.open_match()
        client = Client()
        client.force_login(match.director)
        with django_capture_on_commit_callbacks(execute=True):
            client.post(f"/desk/t/{match.stage.event.tournament.uid}/hall/", {"text": "Coffee is ready."})
        assert _figure(scrape(), 'videau_acts_total{act="announced"}') == before + 1
        tasks.run(queue.StartedJob(OutboxJob.objects.create(name=Job.PAIR, args={"event_id": 0}).pk, 0))
        board = json.loads((_DOCKER / "grafana/videau.json").read_text())
        rules = yaml.safe_load((_DOCKER / "prometheus/alerts.yml").read_text())
        expressions = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
        expressions += [rule["expr"] for group in rules["groups"] for rule in group["rules"]]
        text = scrape()
        # These two are of PostgreSQL and Redis alone.
        elsewhere = {"videau_database_connections", "videau_cache_up"}
        names = {name for words in expressions for name in re.findall(r"videau_\w+", words)} - elsewhere
        assert {name for name in names if not re.search(rf"^{name}[{{ ]", text, re.MULTILINE)} == set()
        assert elsewhere <= set(re.findall(r'"(videau_\w+)"', _source()))


def _source() -> str:
    return (Path(__file__).parents[2] / "tournaments/project/observability/metrics.py").read_text()


class _Sentry(BaseHTTPRequestHandler):
    """A server that keeps what is sent to it."""

    bodies: list[bytes] = []

    def do_POST(self) -> None:
        """Keep the body, and answer as Sentry does."""
        self.bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"{}")

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - its name there
        """Print nothing."""


_FAULT = """
import django; django.setup()
import sentry_sdk
from django.test import Client
from django.utils import timezone
from tournaments.web.people import home
from tournaments.project import urls
def broken(request, token):
    mail = "ada@example.org"
    raise ValueError(f"It fails for {mail}")
from django.urls import path
urls.urlpatterns.insert(0, path("l/<str:token>/broken/", broken))
client = Client(raise_request_exception=False)
answer = client.post("/l/aB3-x_9012345678/broken/?name=Ada", {"password": "Tr0ub4dor"}, headers={"Host": "localhost"})
assert answer.status_code == 500, answer.status_code
sentry_sdk.flush()
# Nobody asked for traces.
import sys
assert "tournaments.project.observability.spans" not in sys.modules
"""


def test_a_report_of_an_error_has_its_place_and_id_and_nothing_of_a_person(tmp_path: Path) -> None:
    """The fault is real, and so is the library; only the server is ours."""
    _Sentry.bodies.clear()
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Sentry)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        extra = {
            "SENTRY_DSN": f"http://key@127.0.0.1:{server.server_port}/1",
            "DJANGO_SETTINGS_MODULE": "tournaments.project.settings",
        }
        process = Installation(tmp_path / "data", extra).migrate().run("-c", _FAULT)
        assert process.returncode == 0, process.stderr
    finally:
        server.shutdown()
        server.server_close()
    report = b"".join(gzip.decompress(body) for body in _Sentry.bodies).decode()
    assert '"ValueError"' in report
    assert '"broken"' in report
    assert '"request_id"' in report
    for private in ("ada@example.org", "name=Ada", "Tr0ub4dor", "aB3-x"):
        assert private not in report
