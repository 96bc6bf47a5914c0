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


class BoxShort(DomainError):
    """More cash would leave a box than lies in it; a director may let it (`is_short_allowed`)."""

    code = "box_short"
    message = _(
        "In %(box)s there is less than that. Choose another box or another way to pay; a director may book it all the same."
    )
    status = 409

    def __init__(self, *, box: str, total: int) -> None:
        super().__init__(box=box, total=total)
        self.total = total


class MoreThanPrize(DomainError):
    """More than the prizes of an entrant; `most` is what is left of them. A reason lets it pass."""

    code = "more_than_prize"
    message = _(
        "That is more than is left of the prizes of %(entrant)s. Type the amount again, or say why, as for a final that was split."
    )
    status = 409

    def __init__(self, *, most: int, entrant: str) -> None:
        super().__init__(most=most, entrant=entrant)
        self.most = most


class MoreThanPool(DomainError):
    """More than is left of the pool; a reason lets it pass."""

    code = "more_than_pool"
    message = _("That is more than is left of what is played for. Type the amount again, or say why.")
    status = 409

    def __init__(self, *, most: int) -> None:
        super().__init__(most=most)
        self.most = most


class NotASidePool(DomainError):
    """Prizes come from the entry fees or from a side pool of the event."""

    code = "not_a_side_pool"
    message = _("This is no side pool of the event. Choose one of its side pools, or the prizes.")
    status = 400
