"""How long a hall waits while clients and mail servers misbehave, and for a call: `./videau bench troubles`.

First 250 clients that drip, stay silent or stop halfway, while `/healthz` and the page of a tournament are asked all the
time. Promised: 1 s for the first, 2 s for the second. Then a final whose round is reported behind 48 mails to a server
that says nothing. Promised: paired in 2 s. At last calls, from the desk to a push service on the same machine. Promised: 3 s.
"""

from __future__ import annotations

import os
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from tests.faults.mail_server import MailServer, dripping, silent
from tests.faults.push_service import PushService
from tests.faults.service import Installation, Service, wait_until
from tests.faults.test_slow_clients import hold_out, poll_of
from tests.faults.test_slow_mail import NOTICES, WORKER

_ROUNDS = 3


def main() -> None:
    """Print what was measured, with the load of the machine."""
    print(f"load {os.getloadavg()[0]:.1f}")
    with TemporaryDirectory(prefix="videau-bench-") as folder:
        service = Service(Installation(Path(folder) / "clients"))
        try:
            for path, seconds in hold_out(service.port, poll_of(service.installation)).items():
                print(
                    f"under attack, {path}: {len(seconds)} answers, "
                    f"median {median(seconds):.3f} s, longest {max(seconds):.3f} s"
                )
        finally:
            service.stop()
        with MailServer(silent, dripping, silent) as server:
            installation = Installation(Path(folder) / "mails", {"EMAIL_URL": server.url}).migrate()
            worker = installation.start(*WORKER)
            try:
                for _round in range(_ROUNDS):
                    seconds = installation.drive("rush", NOTICES)["seconds"]
                    print(f"a final behind {NOTICES} mails: paired in {seconds:.2f} s")
            finally:
                worker.terminate()
                worker.wait(60)
        _measure_calls(Installation(Path(folder) / "calls", {"PUSH_TO_LOCALHOST": "1"}))


def _measure_calls(installation: Installation) -> None:
    """Print how long calls take to a phone."""
    service = Service(installation)
    try:
        with PushService() as push_service:
            port = urlsplit(push_service.url).port
            assert port is not None
            for number in range(_ROUNDS):
                start = installation.drive("call", port)["at"]
                wait_until(lambda: len(push_service.pushed) > number, what="the call")  # noqa: B023 - waits here
                print(f"a call: on the phone after {push_service.pushed[-1].at - start:.2f} s")
    finally:
        service.stop()


if __name__ == "__main__":
    main()
