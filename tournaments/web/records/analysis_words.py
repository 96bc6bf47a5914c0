"""The analysis of a game record in the reader's language."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.formats import number_format
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
class LuckInWords:
    """The luck of each side in per cent, and the result of each without it."""

    of_sides: tuple[str, str]
    without: tuple[str, str]


@dataclass(frozen=True, slots=True)
class AnalysisPage:
    """An analysis with its mistakes in words, the costliest first.

    `luck` is None where it was not asked for. `worst` holds the first ten mistakes, `others` the rest.
    """

    analysis: ShownAnalysis
    worst: tuple[MistakeInWords, ...]
    others: tuple[MistakeInWords, ...]
    luck: LuckInWords | None = None


def analysis_page(analysis: ShownAnalysis, *, players: Sequence[str]) -> AnalysisPage:
    """Return an analysis in the reader's language; `players` are the names in the file."""
    mistakes = costliest(analysis, players=players)
    luck = analysis.luck
    words = None
    if luck is not None:
        results = (luck.result_without, -luck.result_without)
        words = LuckInWords(
            (per_cent(luck.one), per_cent(luck.two)), (per_cent(results[0]), per_cent(results[1]))
        )
    return AnalysisPage(analysis, mistakes[:_SHOWN], mistakes[_SHOWN:], words)


def costliest(analysis: ShownAnalysis, *, players: Sequence[str]) -> tuple[MistakeInWords, ...]:
    """Return the mistakes of an analysis in words, the costliest first; `players` are the names in the file."""
    names = dict(zip(Side, players, strict=True))
    return tuple(
        MistakeInWords(mistake, names[Side(mistake.side)], _text(mistake)) for mistake in analysis.worst
    )


def per_cent(chance: float) -> str:
    """Return a change of the chance of winning in per cent with its sign."""
    number = round(chance * 100, 1) + 0.0
    return f"{'+' if number > 0 else ''}{number_format(number, 1)}\u00a0%"


def _text(mistake: RecordedMistake) -> str:
    if mistake.kind == MistakeKind.PLAY:
        return _("%(played)s instead of %(best)s") % {"played": mistake.played, "best": mistake.best}
    return str(_AT_THE_CUBE[MistakeKind(mistake.kind)])
