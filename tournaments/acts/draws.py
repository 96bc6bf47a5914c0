"""Acts on draws: announced, made, voided, and changed afterwards."""

from __future__ import annotations

from enum import StrEnum

from django.utils.translation import gettext_lazy as _

from tournaments.models import NoticeCode

from . import _reasons
from ._base import ABSENT, Absent, Act, Form, Named, Sentence, Text, act

_ROLLED = _("The draw was made with %(entrants)s entrants and the dice %(dice)s, seed %(seed)s.")
_BY_HAND = _("A draw of %(entrants)s entrants made with cards was entered by hand.")


class RoundChoice(StrEnum):
    """What a director can choose where a round waits."""

    ALLOW_REMATCHES = "allow_rematches"
    """Whoever must may meet again, as few as possible, in this round and the later ones."""
    SIT_OUT = "sit_out"
    """Nobody meets again: whoever has nobody left to meet has a bye, as few as possible."""


@act(
    "draw_announced",
    _("The draw of %(entrants)s entrants was announced, SHA-256 %(digest)s."),
    lasting=_reasons.DRAW,
)
class DrawAnnounced(Act):
    """The draw of a stage was announced: the hash of its input and its secret was published."""

    digest: str
    entrants: int


@act(
    "announcement_taken_back",
    _("The announcement %(digest)s was taken back: %(reason)s"),
    lasting=_reasons.AGAIN,
)
class DrawAnnouncementTakenBack(Act):
    """The announcement of a draw was taken back, and its secret published."""

    digest: str
    reason: Text


@act(
    "drawn",
    _("The draw was made with %(entrants)s entrants, seed %(seed)s."),
    overwrites={Form.SETTINGS},
    lasting=_reasons.DRAW,
)
class StageDrawn(Act):
    """A stage was drawn; `dice` were rolled in the hall, `by_hand` is a draw made with cards."""

    draw: str
    seed: str
    entrants: int
    format: str
    dice: str | Absent = ABSENT
    by_hand: bool | Absent = ABSENT

    @property
    def sentence(self) -> Sentence:
        """Return the sentence, which mentions cards and dice."""
        if self.by_hand is True:
            return _BY_HAND
        return self.words if self.dice in (ABSENT, "") else _ROLLED


@act(
    "draw_voided",
    _("The draw with the seed %(seed)s was voided: %(reason)s"),
    overwrites={Form.SETTINGS},
    lasting=_reasons.AGAIN,
)
class DrawVoided(Act):
    """A draw was taken back, and with it those of the stages that it feeds."""

    draw: str
    seed: str
    reason: Text


@act("swapped", _("%(first)s and %(second)s changed places: %(reason)s"))
class Swapped(Act):
    """Two entrants of a stage changed places."""

    first: Named
    second: Named
    reason: Text


@act("entered_late", _("%(entrant)s entered late."), tells={NoticeCode.ALTERNATE_IN})
class EnteredLate(Act):
    """An entrant entered a stage after its draw; `line` is None in formats without a bracket."""

    entrant: Named
    line: int | None
    draw: str


@act(
    "late_entry_taken_back", _("%(subject)s, who had come late, was taken out again."), lasting=_reasons.AGAIN
)
class LateEntryTakenBack(Act):
    """A late entry was undone, and the entrant removed from the stage."""


@act(
    "replaced",
    _("%(alternate)s took the place of %(absent)s: %(reason)s"),
    lasting=_reasons.MOVED,
    tells={NoticeCode.ALTERNATE_IN},
)
class Replaced(Act):
    """An absent entrant was replaced by an alternate."""

    absent: Named
    alternate: Named
    line: int | None
    reason: Text


@act("obstacle_settled", _("The round that waited is paired: %(choice)s."), lasting=_reasons.DRAW)
class ObstacleSettled(Act):
    """A director chose how a waiting round continues."""

    choice: RoundChoice


@act("lots_announced", _("The chain of lots was announced, SHA-256 %(anchor)s."), lasting=_reasons.BY_ITSELF)
class LotsAnnounced(Act):
    """The anchor of a chain of lots was published with the draw of a stage."""

    draw: str
    chain: int
    anchor: str
    length: int
