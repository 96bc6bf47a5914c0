"""The texts of the scoresheet's script, with placeholders in braces."""

from __future__ import annotations

from django.utils.translation import gettext, pgettext


def words() -> dict[str, str]:
    """Return the texts by key in the reader's language."""
    result = {"result": "{result}"}
    return {
        "game": gettext("Game %(number)s") % {"number": "{number}"},
        "remove": gettext("Remove game %(number)s") % {"number": "{number}"},
        "crawford": gettext("Crawford: no cube"),
        "at": gettext("at %(one)s–%(two)s") % {"one": "{one}", "two": "{two}"},
        "won": gettext("%(winner)s has won the match. Check the games, then send.") % {"winner": "{winner}"},
        "single": pgettext("result of a game", "single"),
        "gammon": pgettext("result of a game", "gammon"),
        "backgammon": pgettext("result of a game", "backgammon"),
        "cube": gettext("%(result)s, cube %(cube)s") % {**result, "cube": "{cube}"},
        "drop": gettext("%(result)s, double dropped") % result,
        "resigned": gettext("%(result)s, resigned") % result,
        "other": gettext("Other values"),
        "gap": gettext("A line is not complete. Say who won that game, or remove the line."),
        "kept": gettext("Kept on this phone, not sent yet."),
        "unchecked": gettext(
            "Kept on this phone, not sent yet. No connection: the score is not checked yet."
        ),
        "unkept": gettext(
            "This browser keeps nothing: what you type is lost with the page, so send it first."
        ),
        "sent": gettext("Sent."),
        "begin_anew": gettext("Start over"),
        "sure": gettext("Forget every game on this sheet?"),
    }
