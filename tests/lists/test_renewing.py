"""Live lists keep themselves up to date: after results, merges, rules and openings, whatever becomes of a job."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.core.management import call_command
from django.utils import timezone

from matches.models import Player
from tests import factories
from tests.api.client import Caller
from tests.lists import feeds
from tests.tournaments.team_matches import say
from tournaments.actions.federations import merging
from tournaments.actions.feed import judging
from tournaments.actions.lists import computing, keeping, renewing, uploading
from tournaments.models import (
    Federation,
    ListStanding,
    ListState,
    OpeningRating,
    OutboxJob,
    RatingHistory,
    RatingList,
)
from tournaments.queue import Job, waiting
from tournaments.ratings import UNITS

pytestmark = pytest.mark.django_db
RunJobs = Callable[[], int]


@pytest.fixture
def federation() -> Federation:
    """A federation whose rules rate every match."""
    federation = factories.federation()
    judging.set_counting_rules(federation, by=None, rules={"version": 1})
    return federation


def a_list(federation: Federation, name: str = "National", **values: Any) -> RatingList:
    return keeping.create_list(federation, by=None, name=name, formula="fibs", **values)


def later(run_jobs: RunJobs) -> None:
    """Run what is due now, and what waits a few seconds for more."""
    run_jobs()
    with time_machine.travel(timezone.now() + timedelta(seconds=10)):
        run_jobs()


def state(rating_list: RatingList) -> ListState:
    return ListState.objects.get(list=rating_list)


def test_a_result_is_in_every_list_a_few_seconds_later(federation: Federation, run_jobs: RunJobs) -> None:
    lists = [a_list(federation), a_list(federation, "By event", order="events")]
    later(run_jobs)
    assert [state(one).matches for one in lists] == [0, 0]
    say(factories.open_match(7).match, (7, 0))
    later(run_jobs)
    assert [state(one).matches for one in lists] == [1, 1]
    assert ListStanding.objects.filter(list=lists[0], wins=1).get().rating > 1500 * UNITS
    assert not OutboxJob.objects.exists()


def test_many_results_cost_one_computation_of_each_list(federation: Federation, run_jobs: RunJobs) -> None:
    rating_list = a_list(federation)
    later(run_jobs)
    stage = factories.drawn_stage(4)
    for _round in range(2):
        for match in factories.open_matches(stage):
            say(match, (7, 0))
        run_jobs()
    assert waiting(Job.COMPUTE_LIST, list_id=rating_list.pk).count() == 1
    later(run_jobs)
    assert state(rating_list).matches == 3


def test_a_merge_its_undo_new_rules_and_openings_renew_a_list(
    federation: Federation, run_jobs: RunJobs
) -> None:
    rating_list = a_list(federation)
    ann, anne = (factories.member(federation, factories.player(name)).player for name in ("Ann", "Anne"))
    feeds.add(feeds.season([anne, *feeds.players(4)], 30), rating_list)
    later(run_jobs)
    digest = state(rating_list).digest

    merge = factories.merge(federation, anne, into=ann)
    later(run_jobs)
    assert not ListStanding.objects.filter(player=anne).exists()
    merging.undo_merge(merge, by=None)
    later(run_jobs)
    assert state(rating_list).digest == digest

    [number] = federation.members.filter(player=ann).values_list("number", flat=True)
    data = f"number,rating\n{number},1700\n".encode()
    uploading.set_openings(rating_list, by=None, data=data, day=feeds.FIRST_DAY, source="Old")
    later(run_jobs)
    assert ListStanding.objects.get(player=ann).rating == 1700 * UNITS

    keeping.change_list(rating_list, by=None, formula="elo")
    later(run_jobs)
    elo = state(rating_list).digest
    judging.set_counting_rules(federation, by=None, rules={"version": 1, "shortest": 25})
    later(run_jobs)
    assert (state(rating_list).matches, state(rating_list).digest == elo) == (0, False)


def test_a_list_without_rules_says_so_and_stops_no_other(federation: Federation, run_jobs: RunJobs) -> None:
    trial = a_list(federation, "Trial", rules="without one step")
    whole = a_list(federation)
    say(factories.open_match(7).match, (7, 0))
    later(run_jobs)
    assert state(whole).matches == 1
    answer = Caller().get(f"lists/{trial.uid}/computation/")
    assert (answer.body["fault"], answer.body["computed_at"]) == ("no_counting_rules", None)
    assert answer.body["why"] == "no counting rules are in force"
    assert answer.body["fault_at"]
    judging.set_counting_rules(federation, by=None, rules={"version": 1}, name="without one step")
    later(run_jobs)
    body = Caller().get(f"lists/{trial.uid}/computation/").body
    assert (body["fault"], body["why"], body["fault_at"], body["matches"]) == ("", "", None, 1)


@pytest.mark.both_databases
def test_a_computation_that_fails_is_noted_and_tried_again(federation: Federation) -> None:
    rating_list = a_list(federation)
    OutboxJob.objects.all().delete()
    RatingList.objects.filter(pk=rating_list.pk).update(formula="a formula of a later release")
    with pytest.raises(KeyError):
        renewing.renew(rating_list.pk)
    assert (state(rating_list).fault, state(rating_list).computed_at) == ("failed", None)
    RatingList.objects.filter(pk=rating_list.pk).update(formula="fibs")
    assert renewing.ask_behind() == 1
    assert renewing.ask_behind() == 0


def test_a_sweep_heals_lists_whose_jobs_were_lost(federation: Federation) -> None:
    rating_list = a_list(federation)
    call_command("tick")
    ann, anne, ben = feeds.players(3)
    feeds.add([feeds.row(ann, ben, day=feeds.FIRST_DAY), feeds.row(anne, ben, day=None)], rating_list)
    assert not waiting(Job.COMPUTE_LIST).exists()
    call_command("tick")
    assert state(rating_list).players == 3
    Player.objects.filter(pk=anne.pk).update(merged_into=ann)
    call_command("tick")
    assert state(rating_list).players == 2
    OpeningRating.objects.create(list=rating_list, player=feeds.players(1)[0], rating=1600 * UNITS)
    call_command("tick")
    assert state(rating_list).players == 3
    computed_at = state(rating_list).computed_at
    call_command("tick")
    assert state(rating_list).computed_at == computed_at


def test_a_list_keeps_what_it_has_until_new_rules_have_judged_it(federation: Federation) -> None:
    rating_list = a_list(federation)
    feeds.add(feeds.season(feeds.players(4), 20), rating_list)
    before = computing.compute(rating_list).digest
    judging.set_counting_rules(federation, by=None, rules={"version": 1, "shortest": 3})
    assert computing.compute(rating_list).digest == before
    assert RatingHistory.objects.filter(list=rating_list).exists()
    judging.judge_all()
    computing.compute(rating_list)
    assert (state(rating_list).matches, state(rating_list).digest) == (20, before)
