"""Draws a bracket in an installation, or plays one match of it: `python -m tests.browser.sheets draw 64`, `play STAGE`."""

from __future__ import annotations

import json
import os
import sys

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournaments.project.settings")
django.setup()

from tests import factories  # noqa: E402 - after Django is set up
from tournaments.actions import results  # noqa: E402
from tournaments.actions.draws import progress  # noqa: E402
from tournaments.models import Stage  # noqa: E402


def drawn(entrants: int) -> dict[str, str]:
    """A drawn bracket of so many entrants."""
    event = factories.event(factories.tournament(name="Coupe des tableaux"), name=f"Open {entrants}")
    stage = factories.drawn_stage(entrants, of=event)
    return {"event": event.uid, "stage": stage.uid}


def played(stage: Stage) -> dict[str, str]:
    """The place of the first open match, which side one has won."""
    match = factories.open_matches(stage)[0]
    results.report(match, by=factories.owner(stage.event.tournament), score=(match.length, 3))
    progress.advance(stage.event)
    return {"slot": f"{match.pairing.round}-{match.pairing.slot}", "winner": match.one.name}


if __name__ == "__main__":
    what, of = sys.argv[1:]
    sys.stdout.write(json.dumps(drawn(int(of)) if what == "draw" else played(Stage.objects.get(uid=of))))
