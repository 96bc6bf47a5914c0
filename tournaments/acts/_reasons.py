"""The reasons why an act cannot be undone, as sentences for the user."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

SETTING = _("What it was before is not kept in the log. Set it anew on its own page.")
BY_ITSELF = _("It followed by itself. Undo the act that it followed from.")
FILE = _("What is put into the file of a dispute stays in it.")
RULED = _("A result that was agreed on or ruled stays until a director corrects it, and both are kept.")
DRAW = _("A draw is made void on its own page, with a reason, while no match has begun.")
OFFICE = _("Offices are given and taken on their own page.")
RECORD = _("A game record stays with its match.")
EXISTS = _("What has been made can be left unused, and nothing that refers to it is lost.")
AGAIN = _("It is an undoing itself: do it again instead.")
TOLD = _("What was said to the players cannot be unsaid.")
QUALIFIERS = _("The page of the entrants of the qualifier keeps them again.")
MOVED = _("Somebody has left by it. Let them change places again, or void the draw.")
SEATED = _("Name the players anew on the page of the entrant or of the match.")
CLUBS = _("Part the clubs again on the page of the club.")
MEMBERSHIP = _("End the membership on the page of the member.")
SANCTION = _("Decide anew on the page of the sanction; every decision stays in the log.")
MERGE = _("Undo the merge, or merge them, on the page of the player.")
