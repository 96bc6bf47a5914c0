"""The analysis of a game record in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from rules import Side
from tournaments.engine import MistakeKind
from tournaments.queries.records.analyses import RecordedMistake, ShownAnalysis

# The number of mistakes shown at first; a button shows the others.
_SHOWN = 10
_AT_THE_CUBE = {
    MistakeKind.MISSED_DOUBLE: gettext_lazy("did not double"),
    MistakeKind.WRONG_DOUBLE: gettext_lazy("doubled, and should have waited"),
    MistakeKind.WRONG_TAKE: gettext_lazy("took, and should have dropped"),
    MistakeKind.WRONG_DROP: gettext_lazy("dropped, and should have taken"),
}


@dataclass(frozen=True, slots=True)
class MistakeInWords:
    """A mistake with the player's name and a description."""

    mistake: RecordedMistake
    player: str
    text: str


@dataclass(frozen=True, slots=True)
class AnalysisPage:
    """An analysis with its mistakes in words, the costliest first.

    `worst` holds the first ten mistakes, `others` the rest.
    """

    analysis: ShownAnalysis
    worst: tuple[MistakeInWords, ...]
    others: tuple[MistakeInWords, ...]


def analysis_page(analysis: ShownAnalysis, *, players: Sequence[str]) -> AnalysisPage:
    """Return an analysis in the reader's language; `players` are the names in the file."""
    names = dict(zip(Side, players, strict=True))
    mistakes = tuple(
        MistakeInWords(mistake, names[Side(mistake.side)], _text(mistake)) for mistake in analysis.worst
    )
    return AnalysisPage(analysis, mistakes[:_SHOWN], mistakes[_SHOWN:])


def _text(mistake: RecordedMistake) -> str:
    if mistake.kind == MistakeKind.PLAY:
        return _("%(played)s instead of %(best)s") % {"played": mistake.played, "best": mistake.best}
    return str(_AT_THE_CUBE[MistakeKind(mistake.kind)])
