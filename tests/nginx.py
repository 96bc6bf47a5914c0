"""A real nginx with the shipped configuration, without HTTPS, for tests and benchmarks."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.ports import free_port

_SHIPPED = Path(__file__).resolve().parents[1] / "docker"
_TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
_PATIENCE = 60.0


def nginx() -> str | None:
    """The program; Debian puts it where only root looks."""
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")


@contextmanager
def nginx_before(port: int, *, program: str, second: int | None = None) -> Iterator[int]:
    """Run nginx before the service at this port of 127.0.0.1, or at two of them, and yield its own port."""
    with TemporaryDirectory(prefix="videau-nginx-") as folder:
        command, own = configured(Path(folder), program=program, port=port, second=second)
        with (Path(folder) / "output").open("wb") as output:
            process = subprocess.Popen(  # noqa: S603 - the program of this machine
                command, stdout=output, stderr=subprocess.STDOUT
            )
        try:
            _wait_for(own, process)
            yield own
        finally:
            process.terminate()
            process.wait(_PATIENCE)


def configured(folder: Path, *, program: str, port: int, second: int | None = None) -> tuple[list[str], int]:
    """Write the configuration of an nginx before one service or two into a folder; return its command and its port."""
    own, other = free_port(), free_port()
    folder.mkdir(exist_ok=True)
    config = folder / "nginx.conf"
    site = _site(str(folder), port=port, second=second, own=own, other=other)
    config.write_text(_configuration(str(folder), site))
    return [program, "-e", f"{folder}/error.log", "-c", str(config)], own


def _site(folder: str, *, port: int, second: int | None, own: int, other: int) -> str:
    """The shipped files with ports and a folder of this run in place of those of a machine."""
    text = "".join((_SHIPPED / name).read_text() for name in ("nginx_upstream.conf", "nginx.conf"))
    site = re.sub(r"\n *ssl_\S+ .*;", "", text).replace("desk.example.org", "localhost")
    beside = "    server 127.0.0.1:8010 max_fails=0;\n"
    for shipped, ours in (
        ("/var/cache/nginx/videau", f"{folder}/cache"),
        ("443 ssl http2", f"127.0.0.1:{own}"),
        ("listen 80", f"listen 127.0.0.1:{other}"),
        ("127.0.0.1:8000", f"127.0.0.1:{port}"),
        (beside, "" if second is None else beside.replace("8010", str(second))),
    ):
        assert shipped in site, f"the shipped configuration no longer has {shipped}"
        site = site.replace(shipped, ours)
    return site


def _configuration(folder: str, site: str) -> str:
    # The processes of a master that is root belong to another user, who may not look into the folder.
    user = "user root;\n" if os.getuid() == 0 else ""
    places = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in _TEMPORARY)
    return (
        f"{user}pid {folder}/pid;\nerror_log {folder}/error.log;\ndaemon off;\nworker_processes 2;\n"
        f"events {{ worker_connections 512; }}\nhttp {{\naccess_log off;\nkeepalive_requests 1000000;\n{places}{site}\n}}\n"
    )


def _wait_for(port: int, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline and process.poll() is None:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)
    raise AssertionError("nginx does not start")
