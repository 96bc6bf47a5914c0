"""The reasons why an act cannot be undone, as sentences for the user."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

SETTING = _("The log does not keep the earlier value. Set it again on its page.")
BY_ITSELF = _("This followed automatically. Undo the act that caused it.")
FILE = _("What is put into the file of a dispute stays in it.")
RULED = _("A result that was agreed on or ruled stays until a director corrects it, and both are kept.")
CHOSEN = _("Each player chooses how they are named in public, and can change it at any time.")
ASKED = _("Only the players answer. The desk can enter them at once.")
CONSENT = _("Only the person agrees and withdraws, on the page of consents.")
ERASED = _("A person who was erased stays erased: nothing is kept by which to bring them back.")
DRAW = _("A draw is made void on its own page, with a reason, while no match has begun.")
OFFICE = _("Offices are given and taken on their own page.")
RECORD = _("A game record stays with its match.")
EXISTS = _("It can stay unused, and nothing that refers to it is lost.")
LIST = _("Import the list again: the same players come back.")
ENTRY = _("Enter the same players again: they come back as they were.")
AGAIN = _("It is an undoing itself: do it again instead.")
TOLD = _("Players have been notified; a notice cannot be recalled.")
QUALIFIERS = _("The page of the entrants of the qualifier keeps them again.")
MOVED = _("A player has left the draw by it. Swap the players again, or void the draw.")
SEATED = _("Name the players anew on the page of the entrant or of the match.")
CLUBS = _("Part the clubs again on the page of the club.")
MEMBERSHIP = _("End the membership on the page of the member.")
SANCTION = _("Decide anew on the page of the sanction; every decision stays in the log.")
MERGE = _("Undo the merge, or merge them, on the page of the player.")
SENT = _("Sent files stay unchanged. Correct the result, and send the next file.")
DECIDED = _("A later file of the event is decided on anew; every decision stays in the log.")
OFFICIAL = _("An official list stays as it was published. What was wrong is corrected in the next one.")
LET_IN = _("Withdraw the entrant instead. The reason for the admission stays in the log.")
SEASON = _("A final table is published once, and stays as it is.")
AGREED = _(
    "Players agree to a split themselves. Propose it again, or cancel the split on the page of the prizes."
)
CLAIM = _("Make a new code on the page of the entrant, with which the right person claims the player.")
