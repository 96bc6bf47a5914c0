"""What the cash desk refuses."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError


class NothingDue(DomainError):
    """There is nothing to be paid, or nothing to be paid back."""

    code = "nothing_due"
    message = _("Nothing is due for %(entrant)s. Look at the lines below the balance.")
    status = 409


class TooMuch(DomainError):
    """More than is due; `most` is in the smallest unit of the currency."""

    code = "too_much"
    message = _("That is more than is due for %(entrant)s. Type the amount again.")
    status = 400


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
