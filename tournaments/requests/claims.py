"""Codes with which a person claims the player whom a desk typed."""

from __future__ import annotations

from .fields import Maybe, Request, email, flag, number, text, uid

_MOST_DAYS = 90


class ClaimMailRequest(Request):
    """The player to whom a code is mailed."""

    player: Maybe[str] = uid("Which player of a pair or team; the only one when absent.")
    guardian_agrees: Maybe[bool] = flag("That the guardian of a minor agrees, as the desk was told.")


class ClaimCodeRequest(ClaimMailRequest):
    """The values of a new code."""

    days: Maybe[int] = number("How long it is valid; 14 when absent.", min_value=1, max_value=_MOST_DAYS)


class NewAccountRequest(Request):
    """How the player signs in from now on."""

    email: Maybe[str] = email("The address; that of the mail when absent, where the code was mailed.")
    password: str = text(
        "At least eight characters, and not a common one.", max_length=200, trim_whitespace=False
    )
    agrees: Maybe[bool] = flag(
        "That the person, or the guardian of a minor, agrees to be shown as the page on privacy says. Needed."
    )


class ClaimUndoRequest(Request):
    """The claim to be undone."""

    claim: str = uid("The id of the claim.")
