"""The rules of an event: validation, and updates of matches that have not begun."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from django.db.models import Model

from matches.models import Match
from rules.profile import PROFILES
from tournaments.actions.locks import lock_matches
from tournaments.errors import InvalidRules, UnknownProfile
from tournaments.models import Board, Event, Pairing, played_for, wrong_settings
from tournaments.queries.events.head_starts import matches_with_head_starts
from tournaments.queries.state import begun_matches


def checked_rules(profile: str, settings: Mapping[str, object]) -> dict[str, Any]:
    """Return the changed settings of a profile in stored form; None means the default of the profile.

    Raise UnknownProfile or InvalidRules.
    """
    if profile not in PROFILES:
        raise UnknownProfile(profile=profile, known=", ".join(PROFILES))
    values = {name: value for name, value in settings.items() if value is not None}
    wrong = wrong_settings(values)
    if wrong:
        raise InvalidRules(names=", ".join(wrong), settings=wrong)
    return values


def give_to_open_matches(event: Event) -> list[Model]:
    """Update the matches not begun to the current rules of the event; the caller holds its lock.

    Return the rows that the log proves.
    """
    still_open = Match.objects.filter(played_for(stage__event=event), final_at=None, cancelled_at=None)
    keys = [match.pk for match in lock_matches(still_open.values_list("pk", flat=True))]
    begun_keys = begun_matches(keys)
    open_keys = [key for key in keys if key not in begun_keys]
    Match.objects.filter(pk__in=open_keys).update(**event.cube_rules)
    Match.objects.bulk_update(matches_with_head_starts(event, open_keys), ["start_one", "start_two"])
    return terms_of(open_keys)


def terms_of(matches: Collection[int]) -> list[Model]:
    """Return the pairings and boards of these matches, by which the log proves their rules."""
    pairings = Pairing.objects.filter(match__in=matches)
    return [*pairings, *Board.objects.filter(match__in=matches)] if matches else []
