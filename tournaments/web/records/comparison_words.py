"""The differences between a game record and a report in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from matches.models import Match
from matches.models.report import RESULT_CHOICES
from matches.queries import Mismatch, MismatchKind
from rules.match import Side

_SENTENCES: Mapping[MismatchKind, Any] = {
    MismatchKind.PLAYERS: _("The record names %(record)s where %(report)s plays."),
    MismatchKind.LENGTH: _("Length by the record: %(record)s, by the match: %(report)s."),
    MismatchKind.SCORE: _("The record ends %(record)s, the report says %(report)s."),
    MismatchKind.WINNER: _("In the record %(record)s wins, in the report %(report)s."),
    MismatchKind.GAMES: _("Finished games by the record: %(record)s, by the report: %(report)s."),
    MismatchKind.GAME_WINNER: _("Game %(game)s: %(record)s wins in the record, %(report)s in the report."),
    MismatchKind.GAME_RESULT: _("Game %(game)s: %(record)s in the record, %(report)s in the report."),
    MismatchKind.GAME_CUBE: _(
        "Game %(game)s: the cube is at %(record)s in the record, at %(report)s in the report."
    ),
}
_NO_LENGTH = _("not known")


def mismatch_in_words(mismatch: Mismatch, match: Match) -> str:
    """Return one difference in the reader's language."""
    values = {
        "record": _value(mismatch.kind, mismatch.record, match),
        "report": _value(mismatch.kind, mismatch.report, match),
        "game": mismatch.game,
    }
    return str(_SENTENCES[mismatch.kind]) % values


def _value(kind: MismatchKind, value: str, match: Match) -> str:
    if kind in (MismatchKind.WINNER, MismatchKind.GAME_WINNER):
        return match.side(value).name if value in tuple(Side) else str(_("nobody"))
    if kind is MismatchKind.GAME_RESULT:
        return str(dict(RESULT_CHOICES).get(value, value))
    if kind is MismatchKind.SCORE:
        return value.replace("-", "–")
    if kind is MismatchKind.LENGTH and not value:
        return str(_NO_LENGTH)
    return value
