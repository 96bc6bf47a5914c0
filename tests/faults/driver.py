"""What a fault test does to a real installation, in a process of its own: `python -m tests.faults.driver ACT`.

The test process is bound to its test database; this one opens the database of the
service under test, writes through the actions, and answers in JSON. Without an act it
reads one from each line, and does it in a new process that has everything loaded.
"""

from __future__ import annotations

import json
import os
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from datetime import timedelta
from pathlib import Path
from random import Random

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.project.settings")
django.setup()

from django.conf import settings  # noqa: E402 - models can be imported once Django is set up
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY  # noqa: E402
from django.contrib.sessions.backends.db import SessionStore  # noqa: E402
from django.db import connection, transaction  # noqa: E402
from django.test import Client  # noqa: E402
from django.utils import timezone  # noqa: E402

from matches.models import GameRecord, Match, Player, new_uid  # noqa: E402
from rules.match import Side  # noqa: E402
from tests import factories  # noqa: E402
from tests.faults.push_service import PushBrowser  # noqa: E402
from tests.flows.season_lists import Lists, another_arrival  # noqa: E402
from tournaments import notices, queue  # noqa: E402
from tournaments.actions import results  # noqa: E402
from tournaments.actions.draws import draw  # noqa: E402
from tournaments.actions.entrants import registration  # noqa: E402
from tournaments.actions.events import lifecycle  # noqa: E402
from tournaments.actions.feed import judging  # noqa: E402
from tournaments.actions.hall import calling  # noqa: E402
from tournaments.actions.lists import keeping  # noqa: E402
from tournaments.actions.people import phones, tokens  # noqa: E402
from tournaments.actions.records import uploads  # noqa: E402
from tournaments.models import (  # noqa: E402
    FeedRow,
    FeedVerdict,
    ListState,
    LogEntry,
    Notice,
    OutboxJob,
    Pairing,
    RatingList,
    Stage,
    Tournament,
    Visibility,
)
from tournaments.notices import NoticeCode  # noqa: E402
from tournaments.queries.feed.checks import feed_findings, findings_of_feed  # noqa: E402
from tournaments.queries.feed.rows import tournaments_behind  # noqa: E402
from tournaments.queue import Job  # noqa: E402

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
    records = set()
    for number in range(count):
        match = matches[number % len(matches)]
        data = _RECORD % (number, match.one.name.encode(), match.two.name.encode())
        by = match.one.players.get()
        records.add(uploads.upload(match, by=by, file_name=f"{number}.mat", data=data).uid)
    return {"uploaded": len(records)}


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
    token = tokens.make_for_operator(director, name="Driver")
    return {"token": token, "matches": [match.uid for match in factories.open_matches(stage)]}


def rush(count: int) -> object:
    """Report a first round behind so many queued notices; return how long its final took to be paired.

    A first tournament goes before it, so that the worker is there and knows its way. `ended` says how many conversations
    with the mail server were over by then, well or badly.
    """
    _until_paired(_stage_with_mail())
    stage = _stage_with_mail()
    others = [factories.player(email=f"{new_uid()}@example.org") for _number in range(count)]
    notices.tell(others, NoticeCode.EVENT_STARTED, occasion=stage.uid, tournament=stage.event.tournament)
    seconds = _until_paired(stage)
    mailed = Notice.objects.exclude(mailed_at=None).count()
    return {"seconds": seconds, "ended": mailed + queue.postponed().count()}


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


def call(port: int) -> object:
    """Call a match to a table; its first player has a phone at the push service of this port. Return when it was called."""
    match = factories.open_matches(_stage(2, length=7))[0]
    tournament = match.pairing.stage.event.tournament
    browser = PushBrowser(f"http://127.0.0.1:{port}/phone")
    subscription = json.loads(browser.subscription)
    keys = notices.BrowserKeys(endpoint=browser.endpoint, **subscription["keys"])
    phones.subscribe(match.side(Side.ONE).players.get(), keys=keys, language="en")
    lifecycle.add_tables(tournament, by=None, names=["7"])
    start = time.monotonic()
    calling.assign_lowest(match, by=factories.owner(tournament))
    return {"at": start}


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


def arrive(count: int) -> object:
    """Report so many results of people who meet again and again, and correct one of twenty, for two lists.

    Where the environment names a file by ARRIVALS, results wait until the number in it is reached.
    """
    gate = os.environ.get("ARRIVALS")
    federation = factories.federation()
    judging.set_counting_rules(federation, by=None, rules={"version": 1})
    keeping.create_list(federation, by=None, name="National", formula="fibs", uncertainty="months")
    keeping.create_list(federation, by=None, name="By event", formula="fibs-no-ramp", order="events")
    people, chance = [factories.player() for _ in range(40)], Random(30)
    matches: list[Match] = []
    for number in range(count):
        while gate is not None and int(Path(gate).read_text()) <= number:
            time.sleep(0.02)
        if not matches:
            matches = _table(chance.sample(people, 10))
        match = matches.pop()
        director = factories.director_of(match)
        score = (7, number % 7) if chance.random() < 0.5 else (number % 7, 7)
        results.report(match, by=director, score=score)
        if number % 20 == 0:
            match.refresh_from_db()
            results.correct(match, by=director, score=score[::-1], reason="Misread.")
    return {"results": count, "corrections": -(-count // 20)}


def _table(players: Sequence[Player]) -> list[Match]:
    """The matches of everybody against everybody in a new tournament, all rounds at once."""
    director = factories.player(email=f"{new_uid()}@example.org")
    event = factories.event(factories.tournament(by=director))
    stage = factories.stage(event, format="round_robin", options={"pace": "free"})
    for player in players:
        registration.enter(stage.event, by=None, players=[player])
    draw.draw(stage, by=None, seed="videau")
    return factories.open_matches(stage)


def feed(_count: int) -> object:
    """What is in the feed and in the lists, and how it differs from what is written when nobody dies.

    The sweep of the worker may enqueue jobs at any time, so the worker writes nothing while this looks.
    """
    start = time.monotonic()
    while True:
        with transaction.atomic():
            if not OutboxJob.objects.filter(is_dead=False).exists():
                return _feed()
        assert time.monotonic() - start < _LONGEST_WAIT, "the worker does not come to rest"
        time.sleep(0.1)


def _feed() -> object:
    every = [one for tournament in Tournament.objects.all() for one in feed_findings(tournament)]
    lists = Lists.known(RatingList.objects.order_by("pk"))
    digests = list(ListState.objects.order_by("pk").values_list("digest", flat=True))
    lists.require_the_twin()
    with transaction.atomic():
        undisturbed = another_arrival(lists, Random(31))
        transaction.set_rollback(True)
    return {
        "rows": FeedRow.objects.count(),
        "superseded": FeedRow.objects.exclude(supersedes=None).count(),
        "verdicts": FeedVerdict.objects.count(),
        "behind": len(tournaments_behind()),
        "findings": [f"{one.code} {one.subject}" for one in [*every, *findings_of_feed()]],
        "lists": digests,
        "undisturbed": undisturbed,
        "matches": list(ListState.objects.order_by("pk").values_list("matches", flat=True)),
    }


def pile(count: int) -> object:
    """Enqueue so many pairings of events that do not need them, and so many changes of public names."""
    events = [factories.event() for _number in range(2)]
    with transaction.atomic():
        queue.enqueue_each(Job.PAIR, [{"event_id": events[number % 2].pk} for number in range(count)])
        owner = factories.owner(events[0].tournament)
        queue.enqueue_each(Job.PUBLIC_NAME, [{"player_id": owner.pk}] * count)
    return {"enqueued": OutboxJob.objects.filter(name__in=[Job.PAIR, Job.PUBLIC_NAME]).count()}


def relay(_count: int) -> object:
    """Relay as beat does, a minute after whatever was published."""
    since = timezone.now() - timedelta(minutes=1)
    OutboxJob.objects.filter(claimed_at__isnull=False).update(claimed_at=since)
    queue.relay()
    return {}


def state(_count: int) -> object:
    """What the service has done so far."""
    records = list(LogEntry.objects.filter(code="record_checked").values_list("data__record", flat=True))
    return {
        "dead": OutboxJob.objects.filter(is_dead=True).count(),
        # Sweeps come again and again, and a paper is due a minute after the last pairing.
        "jobs": OutboxJob.objects.filter(is_dead=False)
        .exclude(name__in=(Job.SWEEP, Job.EMERGENCY_PAPER))
        .count(),
        "checked": len(records),
        "checked_once": len(records) == len(set(records)),
        "records": GameRecord.objects.exclude(verdict="").count(),
        "second_round": Pairing.objects.filter(round=2, cancelled_at=None).count(),
    }


_ACTS: dict[str, Callable[[int], object]] = {
    "upload": upload,
    "play": play,
    "invite": invite,
    "call": call,
    "limits": limits,
    "rush": rush,
    "mail_away": mail_away,
    "listen": listen,
    "result": result,
    "arrive": arrive,
    "feed": feed,
    "pile": pile,
    "relay": relay,
    "state": state,
}


def _serve() -> None:
    """Do the act of each line in a process that knows nothing of the last one; a line answers, an empty one fails."""
    for line in sys.stdin:
        act, count = json.loads(line)
        child = os.fork()
        if not child:
            _do_and_leave(act, count)
        _pid, status = os.waitpid(child, 0)
        if status:
            sys.stdout.write("\n")
            sys.stdout.flush()


def _do_and_leave(act: str, count: int) -> None:
    """Do an act, answer, and end this process."""
    status = 1
    try:
        answer = json.dumps(_ACTS[act](count))
        sys.stdout.write(f"{answer}\n")
        sys.stdout.flush()
        status = 0
    finally:
        if status:
            traceback.print_exc()
            sys.stderr.flush()
        os._exit(status)


if __name__ == "__main__":
    if len(sys.argv) > 1:
        json.dump(_ACTS[sys.argv[1]](int(sys.argv[2]) if len(sys.argv) > 2 else 0), sys.stdout)
    else:
        _serve()
