"""Refusals of the cash desk."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError


class NothingDue(DomainError):
    """There is nothing to be paid, or nothing to be paid back."""

    code = "nothing_due"
    message = _("Nothing is due for %(entrant)s. Look at the lines below the balance.")
    status = 409


class BookedMeanwhile(DomainError):
    """The amount due has changed since the page was loaded, by a double click or another desk."""

    code = "booked_meanwhile"
    message = _(
        "Something was booked for %(entrant)s meanwhile. Look at the lines, and book again what is missing."
    )
    status = 409


class TooMuch(DomainError):
    """The amount exceeds the amount due; `most` is in the smallest unit of the currency."""

    code = "too_much"
    message = _("That is more than is due for %(entrant)s. Type the amount again.")
    status = 400

    def __init__(self, *, most: int, entrant: str) -> None:
        super().__init__(most=most, entrant=entrant)
        self.most = most


class BoxNeeded(DomainError):
    """A cash payment must name a cash box, because there are several or none."""

    code = "box_needed"
    message = _("Which cash box does it go into? Choose one, or add the first one.")
    status = 400


class WrongBox(DomainError):
    """The cash box belongs to another tournament."""

    code = "wrong_box"
    message = _("This cash box belongs to another tournament. Choose one of this one.")
    status = 400


class AlreadyTakenBack(DomainError):
    """The line has been reversed already."""

    code = "already_taken_back"
    message = _("This line was taken back already, or takes back another one. Book a new one.")
    status = 409


class NotTakenBack(DomainError):
    """Only a reversed line can be booked again."""

    code = "not_taken_back"
    message = _("This line still stands. Take it back first, or book another one.")
    status = 409


class CurrencyInUse(DomainError):
    """The currency cannot change once amounts are booked; nothing is converted."""

    code = "currency_in_use"
    message = _(
        "There are amounts in %(currency)s already, and none is ever converted. Another currency needs another tournament."
    )
    status = 409


class InvalidPayout(DomainError):
    """The prize structure is invalid; `field` is the faulty field: structure, percent, added or unit."""

    code = "invalid_payout"
    message = _("The prizes cannot be made so. Please correct: %(field)s.")
    status = 400


class BoxShort(DomainError):
    """The box holds less cash than would be paid out; a director may override this (`is_short_allowed`)."""

    code = "box_short"
    message = _(
        "In %(box)s there is less than that. Choose another box or another way to pay; a director may book it all the same."
    )
    status = 409

    def __init__(self, *, box: str, total: int) -> None:
        super().__init__(box=box, total=total)
        self.total = total


class MoreThanPrize(DomainError):
    """The amount exceeds the remaining prizes of the entrant, `most`; a reason overrides this."""

    code = "more_than_prize"
    message = _(
        "That is more than is left of the prizes of %(entrant)s. Type the amount again, or say why, as for a final that was split."
    )
    status = 409

    def __init__(self, *, most: int, entrant: str) -> None:
        super().__init__(most=most, entrant=entrant)
        self.most = most


class MoreThanPool(DomainError):
    """The amount exceeds the rest of the pool; a reason overrides this."""

    code = "more_than_pool"
    message = _("That is more than is left of what is played for. Type the amount again, or say why.")
    status = 409

    def __init__(self, *, most: int) -> None:
        super().__init__(most=most)
        self.most = most


class NotASidePool(DomainError):
    """The fee is not a side pool of the event, so no prize is paid from it."""

    code = "not_a_side_pool"
    message = _("This is no side pool of the event. Choose one of its side pools, or the prizes.")
    status = 400
