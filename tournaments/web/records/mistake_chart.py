"""The mistakes of a game as bars along its steps: how much each cost, of the side above and of that below."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.formats import number_format
from django.utils.translation import gettext as _

from rules import Side

from .analysis_words import MistakeInWords
from .replay import GameReplay

# Units of the drawing: the width of a step, and how high a bar may be.
STEP_WIDTH, HIGHEST = 10, 40
_LEAST = 4
# What costs more than this is drawn as this.
_MOST_LOST = 0.4


@dataclass(frozen=True, slots=True)
class MistakeBar:
    """The bar of a mistake, in units of the drawing; `top` counts from its upper edge."""

    mistake: MistakeInWords
    left: int
    top: int
    height: int


@dataclass(frozen=True, slots=True)
class MistakeChart:
    """The bars of a game, and in words what they cost each player."""

    bars: tuple[MistakeBar, ...]
    width: int
    height: int
    words: str


def mistake_chart(replay: GameReplay) -> MistakeChart | None:
    """Return the chart of a game, with the sides where the reader looks at them; None for a game without mistakes."""
    mistakes = [(moment.number, moment.mistake) for moment in replay.moments if moment.mistake is not None]
    if not mistakes:
        return None
    return MistakeChart(
        tuple(_bar(number, mistake, below=replay.view.bottom) for number, mistake in mistakes),
        width=replay.last * STEP_WIDTH,
        height=2 * HIGHEST,
        words=_words(replay, [mistake for _number, mistake in mistakes]),
    )


def _bar(number: int, mistake: MistakeInWords, *, below: Side) -> MistakeBar:
    lost = min(mistake.mistake.lost, _MOST_LOST)
    height = max(round(HIGHEST * lost / _MOST_LOST), _LEAST)
    top = HIGHEST if Side(mistake.mistake.side) is below else HIGHEST - height
    return MistakeBar(mistake, (number - 1) * STEP_WIDTH, top, height)


def _words(replay: GameReplay, mistakes: Sequence[MistakeInWords]) -> str:
    below = replay.view.bottom
    one, two = (
        sum(mistake.mistake.lost for mistake in mistakes if Side(mistake.mistake.side) is side)
        for side in (below.other, below)
    )
    names = dict(zip(Side, replay.game.players, strict=True))
    return _("Mistakes in this game: %(above)s −%(lost_above)s above, %(below)s −%(lost_below)s below") % {
        "above": names[below.other],
        "lost_above": number_format(one, 3),
        "below": names[below],
        "lost_below": number_format(two, 3),
    }
