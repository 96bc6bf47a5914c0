"""`./videau audit` finds a row of the feed that was changed, is missing or is there twice."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from matches.models import Player
from tests import factories
from tests.tournaments.feed_twin import refreshed
from tests.tournaments.test_feed_files import accept, later, results_elsewhere, turned_round
from tests.tournaments.whole_federation import larger_federation
from tests.tournaments.whole_tournament import larger_tournament
from tournaments.actions import results
from tournaments.actions.feed import writing
from tournaments.models import Federation, FeedCursor, FeedHead, FeedMember, FeedRow, Tournament
from tournaments.models.append_only import create_triggers, drop_triggers
from tournaments.queries.feed.checks import feed_findings, feed_findings_of_federation, findings_of_feed

pytestmark = pytest.mark.django_db


def all_findings() -> list[str]:
    findings = [one for tournament in Tournament.objects.all() for one in feed_findings(tournament)]
    findings += [
        one for federation in Federation.objects.all() for one in feed_findings_of_federation(federation)
    ]
    return sorted(one.code.value for one in [*findings, *findings_of_feed()])


def test_the_feed_of_whole_tournaments_and_federations_is_clean(capsys: pytest.CaptureFixture[str]) -> None:
    larger_tournament()
    federation = larger_federation()
    package = results_elsewhere(federation)
    accept(federation, package)
    accept(federation, turned_round(package))
    accept(federation, later(later(package), matches=package.matches[1:]))
    writing.write_all()
    assert FeedRow.objects.exclude(source="").count() > 4
    assert all_findings() == []


OTHER_VALUES: dict[str, Any] = {
    "change": "cancelled",
    "day": "2001-01-01",
    "event_uid": "another",
    "stage": 9,
    "round": 9,
    "slot": 9,
    "board": 9,
    "kind": "board",
    "length": 21,
    "score_one": 99,
    "score_two": 99,
    "winner": None,
    "ending": "settled",
    "facts": {"version": 1},
    "match_uid": "another",
    "at": "2001-01-01T00:00:00Z",
}


@pytest.mark.both_databases
def test_every_change_a_gap_and_a_second_row_are_found() -> None:
    federation = factories.federation()
    accept(federation, results_elsewhere(federation))
    game = factories.open_match(7)
    results.report(game.match, by=game.director, score=(7, 3))
    results.correct(refreshed(game.match), by=game.director, score=(3, 7), reason="Misread.")
    writing.write_all()
    assert all_findings() == []
    stranger = factories.player()
    own = FeedRow.objects.filter(match_uid=game.match.uid).latest("number")
    of_file = FeedRow.objects.filter(federation=federation).earliest("number")
    drop_triggers(connection)
    for row in (own, of_file):
        for name, value in {**OTHER_VALUES, "one": stranger, "supersedes": row.number - 1 or None}.items():
            values = FeedRow.objects.filter(pk=row.pk).values().get()
            if name == "supersedes" and values["supersedes"] == value:
                value = None
            if value == values.get(name):
                continue
            FeedRow.objects.filter(pk=row.pk).update(**{name: value})
            assert all_findings() != [], name
            FeedRow.objects.filter(pk=row.pk).update(**values)
    assert all_findings() == []
    FeedMember.objects.create(row=own, side=1, order=0, player=stranger)
    FeedMember.objects.all().delete()
    last = FeedRow.objects.latest("number")
    again = {**FeedRow.objects.filter(pk=own.pk).values().get(), "seq": (own.seq or 0) + 1}
    FeedRow.objects.bulk_create([FeedRow(**{**again, "number": last.number + 1, "supersedes": own.number})])
    FeedHead.objects.update(number=last.number + 1)
    assert all_findings() == ["feed_row_added"]
    FeedRow.objects.filter(pk=last.number + 1).delete()
    FeedHead.objects.update(number=last.number)
    FeedRow.objects.filter(pk=last.pk).delete()
    assert all_findings() == ["feed_numbers", "feed_row_missing"]
    with pytest.raises(CommandError, match="do not follow"):
        call_command("audit")
    create_triggers(connection)
    assert Player.objects.filter(pk=stranger.pk).exists()
    FeedCursor.objects.update(seq=10_000)
    assert "feed_numbers" in all_findings()
