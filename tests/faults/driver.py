"""What a fault test does to a real installation, in a process of its own: `python -m tests.faults.driver ACT`.

The test process is bound to its test database; this one opens the database of the
service under test, writes through the actions, and answers in JSON.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Callable

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.project.settings")
django.setup()

from django.conf import settings  # noqa: E402 - models can be imported once Django is set up
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from rest_framework.authtoken.models import Token  # noqa: E402

from matches.models import GameRecord, new_uid  # noqa: E402
from rules.match import Side  # noqa: E402
from tests import factories  # noqa: E402
from tournaments import notices  # noqa: E402
from tournaments.actions import results  # noqa: E402
from tournaments.actions.records import uploads  # noqa: E402
from tournaments.models import LogEntry, OutboxJob, Pairing, Stage, Tournament, Visibility  # noqa: E402
from tournaments.notices import NoticeCode  # noqa: E402

# Far beyond what is promised, so that a failure says how long it took.
_LONGEST_WAIT = 60
_RECORD = b"""; copy %d
 1 point match

 Game 1
 %s : 0 %s : 0
  1) 31: 8/5 6/5                 64: 24/14
"""


def _stage(count: int, *, length: int) -> Stage:
    """A drawn stage in a tournament of a new director: the driver runs several times on one database."""
    director = factories.player(email=f"{new_uid()}@example.org")
    event = factories.event(factories.tournament(by=director))
    return factories.drawn_stage(count, length=length, of=event)


def upload(count: int) -> object:
    """Upload so many different records to the four matches of a first round; each is a job."""
    matches = factories.open_matches(_stage(8, length=1))
    uploaded = set()
    for number in range(count):
        match = matches[number % len(matches)]
        data = _RECORD % (number, match.one.name.encode(), match.two.name.encode())
        by = match.one.players.get()
        uploaded.add(uploads.upload(match, by=by, file_name=f"{number}.mat", data=data).uid)
    return {"uploaded": len(uploaded)}


def play(count: int) -> object:
    """Report the first round of a bracket of so many players, each loser their own; answers the slowest report."""
    stage = _stage(count, length=7)
    slowest = 0.0
    for match in factories.open_matches(stage):
        start = time.monotonic()
        results.report(match, by=match.side(Side.TWO).players.get(), score=(7, 3))
        slowest = max(slowest, time.monotonic() - start)
    return {"stage": stage.uid, "reported": count // 2, "slowest": slowest}


def invite(count: int) -> object:
    """A director with a token of the API, and the matches of a first round of so many players."""
    stage = _stage(count, length=7)
    director = factories.owner(stage.event.tournament)
    token = Token.objects.create(user=director)
    return {"token": token.key, "matches": [match.uid for match in factories.open_matches(stage)]}


def rush(count: int) -> object:
    """Report a first round behind so many queued notices; return the seconds until the final is paired.

    A first tournament goes before it, so that the worker is there and knows its way.
    """
    _until_paired(_stage_with_mail())
    stage = _stage_with_mail()
    others = [factories.player(email=f"{new_uid()}@example.org") for _number in range(count)]
    notices.tell(others, NoticeCode.EVENT_STARTED, occasion=stage.uid, tournament=stage.event.tournament)
    return {"seconds": _until_paired(stage)}


def mail_away(_count: int) -> object:
    """What `/readyz` says once it sees that the mail server takes nothing."""
    start = time.monotonic()
    while (ready := Client().get("/readyz", headers={"host": "localhost"}).json())["mail"] == "ok":
        assert time.monotonic() - start < _LONGEST_WAIT, "the probe does not name the mail server"
        time.sleep(0.1)
    return ready


def _stage_with_mail() -> Stage:
    """A drawn stage of four whose players are mailed."""
    stage = _stage(4, length=7)
    for match in factories.open_matches(stage):
        for player in (*match.one.players.all(), *match.two.players.all()):
            player.contact_email = f"{player.uid}@example.org"
            player.save()
    return stage


def _until_paired(stage: Stage) -> float:
    """Report the first round; answers the seconds until the final is paired."""
    for match in factories.open_matches(stage):
        results.report(match, by=match.side(Side.TWO).players.get(), score=(7, 3))
    start = time.monotonic()
    while not stage.pairings.filter(round=2, cancelled_at=None).exists():
        assert time.monotonic() - start < _LONGEST_WAIT, "the final is not paired"
        time.sleep(0.02)
    return time.monotonic() - start


def limits(_count: int) -> object:
    """How long a statement may wait and run on a connection to PostgreSQL."""
    values = {}
    with connection.cursor() as cursor:
        for name in ("lock_timeout", "statement_timeout"):
            cursor.execute(f"SHOW {name}")
            [values[name]] = cursor.fetchone() or [""]
    return values


def listen(_count: int) -> object:
    """A public tournament with four players in a drawn stage, and a draft with a session of its director."""
    stage = _stage(4, length=7)
    director = factories.player(email=f"{new_uid()}@example.org")
    draft = factories.tournament(by=director, visibility=Visibility.DRAFT)
    session = SessionStore()
    session[SESSION_KEY] = str(director.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = director.get_session_auth_hash()
    session.save()
    return {
        "tournament": stage.event.tournament.uid,
        "stage": stage.uid,
        "draft": draft.uid,
        "session": session.session_key,
    }


def result(_count: int) -> object:
    """The first open match of the newest stage is over; answers the number of the log."""
    stage = Stage.objects.latest("pk")
    match = factories.open_matches(stage)[0]
    results.report(match, by=match.side(Side.TWO).players.get(), score=(7, 3))
    return {"number": Tournament.objects.get(events__stages=stage).log_seq}


def state(_count: int) -> object:
    """What the service has done so far."""
    records = list(LogEntry.objects.filter(code="record_checked").values_list("data__record", flat=True))
    return {
        "dead": OutboxJob.objects.filter(is_dead=True).count(),
        "checked": len(records),
        "checked_once": len(records) == len(set(records)),
        "records": GameRecord.objects.exclude(verdict="").count(),
        "second_round": Pairing.objects.filter(round=2, cancelled_at=None).count(),
    }


_ACTS: dict[str, Callable[[int], object]] = {
    "upload": upload,
    "play": play,
    "invite": invite,
    "limits": limits,
    "rush": rush,
    "mail_away": mail_away,
    "listen": listen,
    "result": result,
    "state": state,
}

if __name__ == "__main__":
    act, count = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 0
    json.dump(_ACTS[act](count), sys.stdout)
