"""The settings of stages by which it is known before play which of their matches will be rated."""

from __future__ import annotations

from collections.abc import Collection

from tournaments.formats import FORMATS, ByChallenge
from tournaments.models import Draw, EventKind, Stage
from tournaments.ratings.counting import MatchKind, PairedBy, StageSettings

from .bodies import sanctions_of

_KINDS = {
    EventKind.SINGLES: MatchKind.SINGLES,
    EventKind.DOUBLES: MatchKind.DOUBLES,
    EventKind.TEAMS: MatchKind.BOARD,
}


def settings_of_stages(stages: Collection[Stage]) -> dict[int, StageSettings]:
    """Return the settings of stages by primary key; two queries. Their events and tournaments are loaded.

    The lengths are those of the list of the stage and of the rounds that a director fixed.
    """
    draws = Draw.objects.filter(stage__in=stages, voided_at=None, is_by_hand=True)
    by_hand = set(draws.values_list("stage_id", flat=True))
    sanctions = sanctions_of({stage.event_id for stage in stages})
    return {
        stage.pk: StageSettings(
            lengths=tuple(dict.fromkeys([*stage.lengths, *stage.round_lengths.values()])),
            kind=_KINDS[EventKind(stage.event.kind)],
            clock=stage.event.rule_profile.clock,
            profile=stage.event.rule_profile.code,
            paired_by=_paired_by(stage, is_by_hand=stage.pk in by_hand),
            variant=stage.event.variant,
            is_declared_unrated=stage.event.is_unrated,
            sanctions=sanctions.get(stage.event_id, ()),
            day=stage.event.tournament.starts_on,
        )
        for stage in stages
    }


def _paired_by(stage: Stage, *, is_by_hand: bool) -> PairedBy:
    if isinstance(FORMATS[stage.format], ByChallenge):
        return PairedBy.CHOICE
    return PairedBy.HAND if is_by_hand else PairedBy.FORMAT
