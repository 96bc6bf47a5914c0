"""Results, corrections, files and writers at the same moment: who follows `results/` by its cursor misses nothing."""

from __future__ import annotations

from functools import partial
from threading import Event as Flag
from typing import Any

import pytest
from django.test import Client

from tests import factories
from tests.api.client import ROOT
from tests.effort import is_long
from tests.races.at_once import at_once
from tests.tournaments.feed_twin import refreshed
from tests.tournaments.test_feed_files import results_elsewhere, submit
from tournaments.actions import results
from tournaments.actions.exchange import submissions
from tournaments.actions.feed import writing
from tournaments.models import FeedHead, FeedRow, Stage, Submission, Tournament

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]

ROUNDS = 12 if is_long() else 2


def play(stage: Stage, seed: int) -> None:
    """Report every open match of a stage and correct half of them, and write the feed after each."""
    for number, match in enumerate(factories.open_matches(stage)):
        director = factories.director_of(match)
        results.report(match, by=director, score=(7, seed % 7))
        writing.write(Tournament.objects.get(pk=stage.event.tournament_id))
        if number % 2:
            results.correct(refreshed(match), by=director, score=(seed % 7, 7), reason=f"Misread {number}.")
        writing.write_all()


def follow(is_over: Flag) -> list[int]:
    """Read by the cursor until the writers are done and nothing is left; return the numbers in order."""
    numbers: list[int] = []
    since = 0
    while True:
        was_over = is_over.is_set()
        page: dict[str, Any] = Client().get(f"{ROOT}results/?since={since}&page_size=3").json()
        numbers += [row["number"] for row in page["results"]]
        assert page["next_since"] >= since
        since = page["next_since"]
        if was_over and not page["has_more"] and not page["results"]:
            return numbers


def test_a_reader_misses_no_row_and_reads_none_twice_while_writers_run() -> None:
    federation = factories.federation()
    for seed in range(ROUNDS):
        stages = [factories.drawn_stage(8) for _ in range(2)]
        files = [submit(federation, results_elsewhere(federation)) for _ in range(2)]
        is_over = Flag()

        def work(seed: int, stages: list[Stage], files: list[Submission], is_over: Flag) -> list[Any]:
            accept = [partial(submissions.accept_results, file, by=None) for file in files]
            try:
                return at_once(*(partial(play, stage, seed) for stage in stages), *accept, writing.write_all)
            finally:
                is_over.set()

        order, refusals = at_once(partial(follow, is_over), partial(work, seed, stages, files, is_over))
        assert not any(isinstance(answer, Exception) for answer in refusals)
        numbers = list(FeedRow.objects.order_by("number").values_list("number", flat=True))
        assert order == numbers == list(range(1, FeedHead.objects.get().number + 1))


def test_two_officers_accept_a_file_once() -> None:
    federation = factories.federation()
    submission = submit(federation, results_elsewhere(federation))
    answers = at_once(*[partial(submissions.accept_results, submission, by=None)] * 3)
    assert sum(isinstance(answer, Submission) for answer in answers) == 1
    assert FeedRow.objects.filter(source=f"file:{submission.uid}").count() == 2
