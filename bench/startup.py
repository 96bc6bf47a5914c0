"""Benchmark the start of the service on an empty directory: `python -m bench.startup`.

`./videau run` includes making the database. The floor, measured in the same run, is an interpreter that only
loads Django and the models. Memory is the resident set of the web process after a few hundred pages.
"""

from __future__ import annotations

import http.client
import os
import re
import signal
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RUNS = 5
PAGES = 300
LOAD = "import django; django.setup()"


def floor() -> float:
    """Return the seconds in which an interpreter imports Django and the models."""
    with tempfile.TemporaryDirectory(prefix="videau-bench-") as data:
        env = os.environ | {"VIDEAU_DATA": data, "DJANGO_SETTINGS_MODULE": "tournaments.project.settings"}
        start = time.perf_counter()
        subprocess.run([sys.executable, "-c", LOAD], check=True, env=env, cwd=ROOT)
        return time.perf_counter() - start


def first_page() -> tuple[float, float]:
    """Return the seconds from the command to the first page, and the MiB of the web process after many pages."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    with tempfile.TemporaryDirectory(prefix="videau-bench-") as data:
        start = time.perf_counter()
        process = subprocess.Popen(
            [ROOT / "videau", "run", "--port", str(port)],
            env=os.environ | {"VIDEAU_DATA": data, "LOG_LEVEL": "WARNING"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            while not _answers(port):
                if time.perf_counter() - start > 60:
                    raise TimeoutError
                time.sleep(0.02)
            seconds = time.perf_counter() - start
            for _ in range(PAGES):
                _answers(port)
            return seconds, max(_memory(pid) for pid in _family(process.pid) if _is_web(pid))
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(30)


def _answers(port: int) -> bool:
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        connection.request("GET", "/setup/")
        return connection.getresponse().status == 200
    except OSError:
        return False
    finally:
        connection.close()


def _family(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [pid, *(relative for child in children for relative in _family(int(child)))]


def _is_web(pid: int) -> bool:
    return b"gunicorn" in Path(f"/proc/{pid}/cmdline").read_bytes()


def _memory(pid: int) -> float:
    match = re.search(r"^VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)
    assert match is not None
    return int(match.group(1)) / 1024


def main() -> None:
    """Measure and print."""
    floors = [floor() for _ in range(RUNS)]
    starts = [first_page() for _ in range(RUNS)]
    seconds = statistics.median(start for start, _ in starts)
    base = statistics.median(floors)
    print(f"an interpreter with Django and the models: {base:.2f} s (median of {RUNS})")
    print(f"./videau run to the first page:            {seconds:.2f} s, {seconds / base:.1f} times as long")
    print(
        f"the web process after {PAGES} pages:          {max(memory for _, memory in starts):.0f} MiB resident"
    )


if __name__ == "__main__":
    main()
