"""Plays a small event of every format to its end in an installation: `python -m tests.browser.finished`.

It prints the uid of the stage to look at, by format.
"""

from __future__ import annotations

import json
import os
import sys
from datetime import timedelta
from random import Random

import django
from django.utils import timezone

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.project.settings")
django.setup()

from matches.errors import DomainError  # noqa: E402 - after Django is set up
from tests import factories  # noqa: E402
from tournaments.actions import results  # noqa: E402
from tournaments.actions.draws import attendance, draw, progress  # noqa: E402
from tournaments.actions.entrants import challenges  # noqa: E402
from tournaments.actions.events import lifecycle  # noqa: E402
from tournaments.formats import FORMATS, ByChallenge, Intake  # noqa: E402
from tournaments.models import Event, Stage  # noqa: E402

_ENTRANTS = 8
# A stepladder has a round for each of them.
_FEWER = {"stepladder": 5}
_OPTIONS: dict[str, dict[str, str | int]] = {
    "round_robin": {"groups": 2},
    "league": {"divisions": 2},
    "marathon": {"most_matches": 4},
}


def finish(code: str, *, chance: Random) -> Stage:
    """A stage of a format whose every match is played."""
    event = factories.event(
        factories.tournament(name="Coupe de Nantes"), name=code.replace("_", " ").capitalize()
    )
    event.starts_at = timezone.now() - timedelta(days=200)
    event.save(update_fields=["starts_at"])
    form = FORMATS[code]
    is_fed = form.intake is Intake.DROPS
    first = "single_elimination" if is_fed else code
    main = lifecycle.create_stage(event, by=None, format=first, lengths=[7], options=_OPTIONS.get(code, {}))
    stage = main
    if is_fed:
        feeds = [{"stage": 0, "take": "losers", "nearest": 1}]
        stage = lifecycle.create_stage(event, by=None, format=code, lengths=[5], feeds=feeds)
    factories.entrants(event, _FEWER.get(code, _ENTRANTS))
    draw.draw(main, by=None, seed=code)
    if isinstance(form, ByChallenge):
        challenge_all(stage, chance=chance)
    play(event, chance=chance)
    return stage


def play(event: Event, *, chance: Random) -> None:
    """Play every match that can be played until none is left."""
    while open_now := [match for stage in event.stages.all() for match in factories.open_matches(stage)]:
        for match in open_now:
            loser = chance.randrange(match.length)
            score = (match.length, loser) if chance.random() < 0.5 else (loser, match.length)
            results.report(match, by=factories.around(match).director, score=score)
        progress.advance(event)


def challenge_all(stage: Stage, *, chance: Random) -> None:
    """Let everybody challenge somebody who may be, twice, and then close the ladder."""
    for _ in range(2):
        entrants = list(stage.event.entrants.all())
        for one in chance.sample(entrants, k=len(entrants)):
            for other in chance.sample(entrants, k=len(entrants)):
                try:
                    challenges.challenge(stage, by=None, challenger=one, challenged=other)
                    break
                except DomainError:
                    continue
        play(stage.event, chance=chance)
    attendance.hold(stage, by=None, is_held=True)


if __name__ == "__main__":
    dice = Random(64)
    sys.stdout.write(json.dumps({code: finish(code, chance=dice).uid for code in sorted(FORMATS)}))
