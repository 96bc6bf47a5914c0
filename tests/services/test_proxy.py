"""The proxy that is shipped leaves alone whoever the service knows, and speaks the languages of the pages."""

from __future__ import annotations

import os
import re
import socket
import ssl
import subprocess
from contextlib import ExitStack, closing
from datetime import UTC, datetime, timedelta
from http.client import HTTPConnection, HTTPSConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from django.conf import settings

from tests.faults.service import wait_until
from tests.nginx import nginx
from tests.ports import free_port
from tests.web.caching_proxy import PERSONAL

_CONFIG = (Path(settings.BASE_DIR) / "docker" / "nginx.conf").read_text()


def test_it_passes_on_who_has_a_cookie_of_the_service_or_a_token() -> None:
    [known] = re.findall(r'map "(\S+)" \$videau_is_known', _CONFIG)
    assert set(re.findall(r"\$cookie_(\w+?)(?=\$|$)", known)) == PERSONAL
    assert {settings.SESSION_COOKIE_NAME, settings.LANGUAGE_COOKIE_NAME} < PERSONAL
    assert known.endswith("$http_authorization")
    assert "proxy_cache_bypass $videau_is_known" in _CONFIG
    assert "proxy_no_cache $videau_is_known" in _CONFIG


def test_browsers_that_ask_for_the_same_language_share_a_page() -> None:
    pattern, other = re.findall(r'"~\*(\^\S+.*?)" fr;\s+default\s+(\w+);', _CONFIG)[0]
    first = {
        header: "fr" if re.search(pattern, header, re.IGNORECASE) else other
        for header in ("fr", "fr-FR,fr;q=0.9,en;q=0.8", "de, fr;q=0.5", "en-GB,en;q=0.9,fr;q=0.8", "de", "")
    }
    assert list(first.values()) == ["fr", "fr", "fr", "en", "en", "en"]
    assert set(first.values()) == {code for code, _name in settings.LANGUAGES}


class _Web(BaseHTTPRequestHandler):
    """Answers with what the proxy says of the client."""

    has_files = True

    def do_GET(self) -> None:
        body = f"{self.path} {self.headers['Host']} {self.headers['X-Forwarded-Proto']}".encode()
        self.send_response(200 if self.has_files or not self.path.startswith("/static/") else 404)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_arguments: object) -> None:
        """Leave the terminal alone."""


class _LastWeb(_Web):
    """A process of the last release, which has other files."""

    has_files = False


def _certificate(folder: Path) -> None:
    """A certificate for localhost that it signs itself, in the files of the secrets."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    builder = x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
    builder = builder.not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
    builder = builder.add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
    pem = serialization.Encoding.PEM
    (folder / "tls_certificate").write_bytes(builder.sign(key, hashes.SHA256()).public_bytes(pem))
    form, nothing = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    (folder / "tls_key").write_bytes(key.private_bytes(pem, form, nothing))


@pytest.mark.nginx
def test_the_proxy_of_the_containers_speaks_https_and_asks_both_web_processes(tmp_path: Path) -> None:
    """Its three files as they are, but for ports, addresses and folders; one process lacks a file."""
    _certificate(tmp_path)
    webs = [ThreadingHTTPServer(("127.0.0.1", 0), kind) for kind in (_LastWeb, _Web)]
    secure, plain = free_port(), free_port()
    (tmp_path / "videau.d").mkdir()
    changes = {
        " /tmp/": f" {tmp_path}/",
        "443 ssl": f"127.0.0.1:{secure} ssl",
        "listen 80": f"listen 127.0.0.1:{plain}",
        "172.31.77.11:8000": f"127.0.0.1:{webs[0].server_port}",
        "172.31.77.12:8000": f"127.0.0.1:{webs[1].server_port}",
        "/run/secrets": str(tmp_path),
        "/var/cache/nginx": str(tmp_path),
        "/etc/nginx": str(tmp_path),
    }
    for shipped, own in (
        ("nginx_main.conf", "nginx.conf"),
        ("nginx.conf", "videau.d/site.conf"),
        ("compose_upstream.conf", "videau.d/upstream.conf"),
    ):
        text = (Path(settings.BASE_DIR) / "docker" / shipped).read_text()
        for there, here in changes.items():
            text = text.replace(there, here)
        user = "user root;\n" if os.getuid() == 0 and own == "nginx.conf" else ""
        (tmp_path / own).write_text(user + text)
    program = nginx()
    assert program is not None
    command = [program, "-e", str(tmp_path / "errors"), "-c", str(tmp_path / "nginx.conf")]
    trust = ssl.create_default_context(cafile=str(tmp_path / "tls_certificate"))
    with ExitStack() as stack:
        for web in webs:
            Thread(target=web.serve_forever, daemon=True).start()
            stack.callback(web.server_close)
            stack.callback(web.shutdown)
        process = stack.enter_context(
            subprocess.Popen(command, stderr=subprocess.DEVNULL)  # noqa: S603 - the program of this machine
        )
        stack.callback(process.terminate)
        wait_until(lambda: _answers(plain), what="the start of nginx")
        bodies = set()
        for path in ("/t/one/", "/static/a.css", "/static/a.css"):
            with closing(HTTPSConnection("localhost", secure, context=trust, timeout=30)) as connection:
                connection.request("GET", path)
                answer = connection.getresponse()
                assert answer.status == 200
                bodies.add(answer.read().decode())
        assert bodies == {"/t/one/ localhost https", "/static/a.css localhost https"}
        with closing(HTTPConnection("127.0.0.1", plain, timeout=30)) as other:
            other.request("GET", "/t/one/", headers={"Host": "localhost"})
            answer = other.getresponse()
            assert (answer.status, answer.headers["Location"]) == (301, "https://localhost/t/one/")


def _answers(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
