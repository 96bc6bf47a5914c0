"""Refusals of the cash desk."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError


class NothingDue(DomainError):
    """There is nothing to be paid, or nothing to be paid back."""

    message = _("Nothing is due for %(entrant)s. Look at the lines below the balance.")
    status = 409


class NoEntryToPay(DomainError):
    """The entrant has no place in another event that this one pays for."""

    message = _(
        "%(entrant)s has no entry in another event to be paid from this pool. Look at who has qualified, or pay the "
        "prize out."
    )
    status = 409


class BookedMeanwhile(DomainError):
    """The amount due has changed since the page was loaded, by a double click or another desk."""

    message = _(
        "Something was booked for %(entrant)s meanwhile. Look at the lines, and book again what is missing."
    )
    status = 409


class TooMuch(DomainError):
    """The amount exceeds the amount due; `most` is in the smallest unit of the currency."""

    message = _("That is more than is due for %(entrant)s. Type the amount again.")
    status = 400

    def __init__(self, *, most: int, entrant: str) -> None:
        super().__init__(most=most, entrant=entrant)
        self.most = most


class BoxNeeded(DomainError):
    """A cash payment must name a cash box, because there are several or none."""

    message = _("Which cash box does it go into? Choose one, or add the first one.")
    status = 400


class WrongBox(DomainError):
    """The cash box belongs to another tournament."""

    message = _("This cash box belongs to another tournament. Choose one of this one.")
    status = 400


class AlreadyTakenBack(DomainError):
    """The line has been reversed already."""

    message = _("This line is cancelled already, or cancels another one. Book a new one.")
    status = 409


class NotTakenBack(DomainError):
    """Only a reversed line can be booked again."""

    message = _("This line still stands. Cancel it first, or book another one.")
    status = 409


class CurrencyInUse(DomainError):
    """The currency cannot change once amounts are booked; nothing is converted."""

    message = _(
        "There are amounts in %(currency)s already, and none is ever converted. Another currency needs another tournament."
    )
    status = 409


class InvalidPayout(DomainError):
    """The prize structure is invalid; `field` is the faulty field: structure, percent, added, unit or own."""

    message = _("The prizes cannot be made so. Please correct: %(field)s.")
    status = 400


class BoxShort(DomainError):
    """The box holds less cash than would be paid out; a director may override this (`is_short_allowed`)."""

    message = _(
        "%(box)s holds less than that. Choose another box or another way to pay; a director may book "
        "it anyway."
    )
    status = 409

    def __init__(self, *, box: str, total: int) -> None:
        super().__init__(box=box, total=total)
        self.total = total


class MoreThanPrize(DomainError):
    """The amount exceeds the remaining prizes of the entrant, `most`; a reason overrides this."""

    message = _(
        "That is more than is left of the prizes of %(entrant)s. Type the amount again, or say why, as for a final that was split."
    )
    status = 409

    def __init__(self, *, most: int, entrant: str) -> None:
        super().__init__(most=most, entrant=entrant)
        self.most = most


class MoreThanPool(DomainError):
    """The amount exceeds the rest of the pool; a reason overrides this."""

    message = _("That is more than is left of what is played for. Type the amount again, or say why.")
    status = 409

    def __init__(self, *, most: int) -> None:
        super().__init__(most=most)
        self.most = most


class NotASidePool(DomainError):
    """The fee is not a side pool of the event, so no prize is paid from it."""

    message = _("This is no side pool of the event. Choose one of its side pools, or the prizes.")
    status = 400


class NotTheirPrizes(DomainError):
    """The amounts of a split are not what its entrants have won together; `won` is that sum."""

    message = _(
        "A split hands out what these entrants have won together, no more and no less. Each has a prize of a stage that "
        "is over, or the two play a final. Please correct the amounts."
    )

    @property
    def won(self) -> int:
        """What they have won together, in the smallest unit."""
        amount = self.data["won"]
        return amount if isinstance(amount, int) else 0


class NoSuchOffer(DomainError):
    """No split with these entrants and amounts is proposed."""

    message = _(
        "This split is not proposed any more, or another one is. Look at the page of the split again, and propose one."
    )
    status = 409


class NoSuchSplit(DomainError):
    """There is no split among these entrants."""

    message = _("There is no split of prizes among these entrants. Look at the prizes of the event.")
