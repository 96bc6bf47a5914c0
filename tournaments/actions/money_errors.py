"""What the cash desk refuses."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError


class NothingDue(DomainError):
    """There is nothing to be paid, or nothing to be paid back."""

    code = "nothing_due"
    message = _("Nothing is due for %(entrant)s. Look at the lines below the balance.")
    status = 409


class BookedMeanwhile(DomainError):
    """Something else was due when the desk looked: another tap or another desk has booked."""

    code = "booked_meanwhile"
    message = _(
        "Something was booked for %(entrant)s meanwhile. Look at the lines, and book again what is missing."
    )
    status = 409


class TooMuch(DomainError):
    """More than is due; `most` is in the smallest unit of the currency."""

    code = "too_much"
    message = _("That is more than is due for %(entrant)s. Type the amount again.")
    status = 400

    def __init__(self, *, most: int, entrant: str) -> None:
        super().__init__(most=most, entrant=entrant)
        self.most = most


class BoxNeeded(DomainError):
    """Cash lies in a box, and there are several or none."""

    code = "box_needed"
    message = _("Which cash box does it go into? Choose one, or add the first one.")
    status = 400


class WrongBox(DomainError):
    """The cash box belongs to another tournament."""

    code = "wrong_box"
    message = _("This cash box belongs to another tournament. Choose one of this one.")
    status = 400


class AlreadyTakenBack(DomainError):
    """A line is taken back once."""

    code = "already_taken_back"
    message = _("This line was taken back already, or takes back another one. Book a new one.")
    status = 409


class NotTakenBack(DomainError):
    """Only a line that was taken back can be booked again."""

    code = "not_taken_back"
    message = _("This line still stands. Take it back first, or book another one.")
    status = 409


class CurrencyInUse(DomainError):
    """Amounts are in the currency already; none is ever converted."""

    code = "currency_in_use"
    message = _(
        "There are amounts in %(currency)s already, and none is ever converted. Another currency needs another tournament."
    )
    status = 409


class InvalidPayout(DomainError):
    """Prizes that cannot be; `field` says what is wrong: structure, percent, added or unit."""

    code = "invalid_payout"
    message = _("The prizes cannot be made so. Please correct: %(field)s.")
    status = 400
