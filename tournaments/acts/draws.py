"""Acts on draws: announced, made, voided, and changed afterwards."""

from __future__ import annotations

from enum import StrEnum

from django.utils.translation import gettext_lazy as _

from tournaments.models import NoticeCode

from . import _reasons
from ._base import ABSENT, Absent, Act, Counted, EditedForm, Json, Named, Sentence, Text, act

_ROLLED = _("The draw was made with %(entrants)s entrants and the dice %(dice)s, seed %(seed)s.")
_WITH_WILD_CARDS = _(
    "The draw was made with %(entrants)s entrants, of these by wild card %(wild_cards)s, seed %(seed)s."
)
_BY_HAND = _("A draw of %(entrants)s entrants made with cards was entered by hand.")
_BY_HAND_WITH_WILD_CARDS = _(
    "A draw of %(entrants)s entrants made with cards was entered by hand, of these by wild card %(wild_cards)s."
)

_BY_RULES_AGAIN = _("Nothing of round %(round)s is paired by hand any more: %(reason)s")
_APART_EVERYWHERE = _("%(first)s and %(second)s are kept apart in the whole event.")
_APART_ONCE = _("%(first)s and %(second)s are kept apart in round %(round)s.")
_APART_BECAUSE = _("%(first)s and %(second)s are kept apart from round %(round)s on: %(reason)s")
_APART_EVERYWHERE_BECAUSE = _("%(first)s and %(second)s are kept apart in the whole event: %(reason)s")
_APART_ONCE_BECAUSE = _("%(first)s and %(second)s are kept apart in round %(round)s: %(reason)s")


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
    _("The announcement %(digest)s was withdrawn: %(reason)s"),
    lasting=_reasons.AGAIN,
)
class DrawAnnouncementTakenBack(Act):
    """The announcement of a draw was taken back, and its secret published."""

    digest: str
    reason: Text


@act(
    "drawn",
    _("The draw was made with %(entrants)s entrants, seed %(seed)s."),
    overwrites={EditedForm.SETTINGS},
    lasting=_reasons.DRAW,
)
class StageDrawn(Act):
    """A stage was drawn; `dice` were rolled in the hall, `by_hand` is a draw made with cards.

    `wild_cards` are the entrants whom the director let in beside those who came by results. `public` is the digest of
    what strangers read of the draw (`queries.audit.public_draws`).
    """

    draw: str
    seed: str
    entrants: int
    format: str
    dice: str | Absent = ABSENT
    by_hand: bool | Absent = ABSENT
    wild_cards: Counted | Absent = ABSENT
    public: str | Absent = ABSENT

    @property
    def sentence(self) -> Sentence:
        """Return the sentence, which mentions cards, dice and wild cards."""
        if self.by_hand is True:
            return _BY_HAND if self.wild_cards is ABSENT else _BY_HAND_WITH_WILD_CARDS
        if self.wild_cards is not ABSENT:
            return _WITH_WILD_CARDS
        return self.words if self.dice in (ABSENT, "") else _ROLLED


@act(
    "draw_voided",
    _("The draw with the seed %(seed)s was voided: %(reason)s"),
    overwrites={EditedForm.SETTINGS},
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


@act("paired_by_hand", _("Round %(round)s was paired by hand – %(entrants)s: %(reason)s"))
class PairedByHand(Act):
    """A director set pairs, byes and rounds missed of a round by hand; `orders` are all of that round then."""

    round: int
    entrants: tuple[str, ...]
    orders: tuple[Json, ...]
    before: tuple[Json, ...]
    reason: Text

    @property
    def sentence(self) -> Sentence:
        """Return the sentence, which says if nothing is left by hand."""
        return self.words if self.orders else _BY_RULES_AGAIN


@act("moved_to_line", _("%(entrant)s was moved to line %(number)s: %(reason)s"))
class MovedToLine(Act):
    """An entrant was moved to an empty line of a bracket; `number` counts from 1, `before` is the line left."""

    entrant: Named
    number: int
    before: int
    reason: Text


@act("kept_apart", _("%(first)s and %(second)s are kept apart from round %(round)s on."))
class KeptApart(Act):
    """A director keeps two entrants apart, in one round if `until` is that round; the reason is for the desk alone."""

    first: Named
    second: Named
    round: int
    until: int | None
    reason: Text | Absent = ABSENT
    everywhere: bool | Absent = ABSENT

    @property
    def sentence(self) -> Sentence:
        """Return the sentence, which says if it is for one round alone or for the whole event, and the reason."""
        has_reason = self.reason is not ABSENT
        if self.everywhere is True:
            return _APART_EVERYWHERE_BECAUSE if has_reason else _APART_EVERYWHERE
        if self.until is not None:
            return _APART_ONCE_BECAUSE if has_reason else _APART_ONCE
        return _APART_BECAUSE if has_reason else self.words


@act("apart_ended", _("%(first)s and %(second)s may meet again from round %(round)s on."))
class ApartEnded(Act):
    """A director lets two entrants meet again; `orders` are the orders that ended, as they were."""

    first: Named
    second: Named
    round: int
    orders: tuple[Json, ...]


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
    """A late entry was undone, and the entrant removed from the stage; `is_undone` where it came by that entry alone."""

    is_undone: bool | Absent = ABSENT


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
