"""Template tags for words that depend on a state, one table of states each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import template
from django.urls import reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, gettext_lazy, ngettext, pgettext_lazy

from matches.models import GameRecord, Match, Report, Source
from matches.models.game_record import Verdict
from tournaments.actions.entrants.list_rows import RowStatus
from tournaments.models import Board, LedgerLine, pairing_of
from tournaments.queries.draws.bracket import Cell, RoundView, SlotState
from tournaments.queries.draws.round_words import round_words
from tournaments.queries.hall.desk import EntrantLine
from tournaments.queries.money.amounts import amount_words
from tournaments.queries.money.ledger import Balance
from tournaments.queries.money.prizes import PrizeLine
from tournaments.queries.next_steps.overview import DeskEventCard, NextStep
from tournaments.queries.results.matches import MatchLine
from tournaments.web.entrants import register_desk_page, suggestions
from tournaments.web.hall.quick_result import QuickResult
from tournaments.web.records.record_page import RecordPage
from tournaments.web.templatetags.videau import icon, pill

register = template.Library()


def _about(name: str, message: str) -> SafeString:
    """Return a translated sentence with markup, and the name escaped."""
    return mark_safe(message % {"name": conditional_escape(name)})  # noqa: S308


_BUTTONS: Mapping[register_desk_page.ButtonKind, Any] = {
    register_desk_page.ButtonKind.ENTER: gettext_lazy("Enter in %(event)s"),
    register_desk_page.ButtonKind.BACK: gettext_lazy("Bring back into %(event)s"),
    register_desk_page.ButtonKind.PAIR: gettext_lazy("Partner for %(event)s…"),
    register_desk_page.ButtonKind.PARTNER: gettext_lazy("This partner"),
    register_desk_page.ButtonKind.WALK_IN: gettext_lazy("New player in %(event)s"),
    register_desk_page.ButtonKind.HERE: gettext_lazy("Check in"),
    register_desk_page.ButtonKind.PAID: gettext_lazy("Paid %(amount)s"),
    register_desk_page.ButtonKind.WITHDRAW: gettext_lazy("Leave %(event)s"),
}


@register.simple_tag
def button_words(button: register_desk_page.Button, currency: str) -> str:
    """Return the words of a button of the registration desk."""
    event = button.event.name if button.event else ""
    values = {"event": event, "amount": amount_words(button.amount, currency)}
    return str(_BUTTONS[button.act]) % values


_REGISTERED: Mapping[str, Any] = {
    "undone": gettext_lazy("Undone: <strong>%(name)s</strong>."),
    "waits": gettext_lazy("<strong>%(name)s</strong> waits as an alternate."),
    register_desk_page.ButtonKind.PAID: gettext_lazy("<strong>%(name)s</strong> has paid."),
    register_desk_page.ButtonKind.WITHDRAW: gettext_lazy("<strong>%(name)s</strong> has left the event."),
    register_desk_page.ButtonKind.HERE: gettext_lazy("<strong>%(name)s</strong> is here."),
    register_desk_page.ButtonKind.POOL: gettext_lazy("<strong>%(name)s</strong> is in the side pool."),
    register_desk_page.ButtonKind.NO_POOL: gettext_lazy("<strong>%(name)s</strong> is out of the side pool."),
}
_ENTERED = gettext_lazy("<strong>%(name)s</strong> is entered.")


@register.simple_tag
def register_words(act: str, name: str) -> SafeString:
    """Return the last action of the registration desk in words."""
    return _about(name, str(_REGISTERED.get(act, _ENTERED)))


@register.simple_tag
def entered_words(line: EntrantLine) -> SafeString:
    """Return the state of the last changed entrant in words."""
    if line.entrant.is_asked:
        message = gettext("<strong>%(name)s</strong> waits for the answer of a partner.")
    elif line.has_withdrawn:
        message = gettext("<strong>%(name)s</strong> has left the event.")
    elif line.entrant.is_alternate:
        message = gettext("<strong>%(name)s</strong> waits as an alternate.")
    elif line.is_checked_in:
        message = gettext("<strong>%(name)s</strong> is entered and here.")
    else:
        message = gettext("<strong>%(name)s</strong> is entered, not checked in yet.")
    return _about(line.name, message)


_SUGGESTIONS: Mapping[suggestions.AnswerKind, Any] = {
    suggestions.AnswerKind.CHECK_IN: gettext_lazy("Check in"),
    suggestions.AnswerKind.WALK_IN: gettext_lazy("New player"),
    suggestions.AnswerKind.ENTER: pgettext_lazy("a player into an event", "Enter"),
}
_BACK = pgettext_lazy("an entrant who had left", "Bring back")


@register.simple_tag
def suggestion_words(suggestion: suggestions.Suggestion) -> str:
    """Return the action of an answer of the search box in words."""
    is_back = suggestion.act is suggestions.AnswerKind.ENTER and suggestion.has_withdrawn
    return str(_BACK if is_back else _SUGGESTIONS[suggestion.act])


@register.simple_tag
def missing_words(reading: QuickResult) -> str:
    """Return the words for input missing in the quick result line."""
    if reading.line.dispute:
        return gettext("Rule on it")
    values = {"points": reading.length}
    if reading.is_short:
        words = ngettext(
            "the winner needs %(points)s point", "the winner needs %(points)s points", reading.length
        )
        return words % values
    if reading.points is None:
        return gettext("add the loser's points")
    return gettext("the loser has fewer than %(points)s") % values


@register.simple_tag
def balance_words(balance: Balance, currency: str) -> str:
    """Return the amount that an entrant owes or gets back, in words."""
    if balance.due > 0:
        return gettext("%(amount)s due") % {"amount": amount_words(balance.due, currency)}
    if balance.due < 0:
        return gettext("%(amount)s to be paid back") % {"amount": amount_words(balance.credit, currency)}
    return gettext("Everything is paid.") if balance.owed else gettext("Nothing is due.")


@register.simple_tag
def seat_words(line: PrizeLine) -> str:
    """Return where the money of a prize is that is an entry in another event; empty for other prizes."""
    seat, entry = line.seat, None if line.seat is None else line.seat.entry
    if seat is None or entry is None:
        return ""
    if seat.is_waiting:
        words = gettext("waits for a place in %(event)s; the entry is paid with it")
    elif line.entry_to_pay:
        words = gettext("owes the entry in %(event)s; it can be paid from this pool")
    elif line.left > 0:
        words = gettext("has paid the entry in %(event)s: due in cash")
    elif seat.is_paid:
        words = gettext("the entry in %(event)s was paid from this pool")
    else:
        return ""
    return words % {"event": entry.event.name}


@register.simple_tag
def means_words(line: LedgerLine) -> str:
    """Return how a line was paid; for an entry that is a prize, where the money came from or went."""
    prize, payment = line.paid_from, getattr(line, "pays", None)
    if prize is not None:
        return gettext("paid from the pool of %(event)s") % {"event": prize.entrant.event.name}
    if payment is not None:
        return gettext("entry in %(event)s") % {"event": payment.entrant.event.name}
    return str(line.get_means_display())


_ROWS: Mapping[RowStatus, tuple[str, Any]] = {
    RowStatus.OK: ("go", gettext_lazy("new player")),
    RowStatus.EXISTS: ("go", gettext_lazy("known player")),
    RowStatus.SIMILAR: ("wait", gettext_lazy("similar name")),
    RowStatus.REFUSED: ("stop", gettext_lazy("left out")),
}


@register.simple_tag
def import_pill(status: RowStatus) -> SafeString:
    """Render the status of a row of an imported list as a pill."""
    return pill(*_ROWS[status])


_TO_DISPUTE, _TO_MATCH = gettext_lazy("To the dispute"), gettext_lazy("To the match")


@register.simple_tag
def match_link_words(line: MatchLine) -> str:
    """Return the words of the link to the visitor's own match, if it needs no result."""
    if line.state in {SlotState.DISPUTED, SlotState.SCORE_OPEN}:
        return str(_TO_DISPUTE)
    if line.state is SlotState.REPORTED:
        return gettext("See the report")
    if line.is_series:
        return gettext("To the series")
    return gettext("To the team match") if line.is_team_match else str(_TO_MATCH)


@register.simple_tag
def board_words(line: MatchLine) -> str:
    """Return the board and the teams of a match in a team match; empty for other matches."""
    return "" if line.board is None else board_of_words(line.board) + " · "


@register.simple_tag
def board_of_words(board: Board) -> str:
    """Return which board of which team match, or which match of a series, this is."""
    if pairing_of(board.team_match).best_of > 1:
        most = pairing_of(board.team_match).best_of
        return gettext("Match %(number)s, best of %(most)s") % {"number": board.number, "most": most}
    teams = board.team_match
    values = {"number": board.number, "one": teams.one.name, "two": teams.two.name}
    return gettext("Board %(number)s of %(one)s – %(two)s") % values


@register.simple_tag
def best_of_words(matches: int) -> str:
    """Return the number of matches of a series in words."""
    return gettext("best of %(matches)s matches") % {"matches": matches}


@register.simple_tag
def line_round(line: MatchLine) -> str:
    """Return the round of a match in words: as the format names it, else its number."""
    if line.declared is not None:
        return round_words(line.declared)
    return gettext("Round %(number)s") % {"number": line.round}


@register.simple_tag
def places_words(first: int, last: int) -> str:
    """Return a place, or a range of shared places, in words."""
    if first == last:
        return gettext("place %(place)s") % {"place": first}
    return gettext("places %(first)s to %(last)s") % {"first": first, "last": last}


@register.simple_tag
def desk_match_address(line: MatchLine, may_direct: object) -> str:
    """Return the desk page of a match: its dispute for a director, else the match."""
    if line.dispute and may_direct:
        return reverse("desk_dispute", args=[line.dispute])
    return reverse("desk_match", args=[line.uid])


@register.simple_tag
def reporter_words(report: Report, match: Match) -> str:
    """Return the reporter in words: the side and a player of another name, else the source."""
    is_of_side = report.source in {Source.ONE, Source.TWO}
    words = match.side(report.source).name if is_of_side else str(report.get_source_display())
    if report.by is None or report.by.shown_name == words:
        return words
    return f"{words}, {report.by.shown_name}"


@register.simple_tag
def cross_score(cell: Cell) -> str:
    """Return the cell of a cross table: the score, else the winner, else a dot."""
    if cell.own.score is not None:
        return f"{cell.own.score}–{cell.other.score}"
    if cell.own.is_winner:
        return "+"
    return "−" if cell.other.is_winner else "·"


@register.simple_tag
def verdict_note(record: GameRecord, findings: RecordPage) -> SafeString:
    """Render the verdict on a game record as a paragraph."""
    if record.verdict == Verdict.CLEAN:
        words = gettext("Complete, and every play follows the rules.")
        return format_html('<p class="message">{} {}</p>', icon("check"), words)
    if record.verdict == Verdict.INCOMPLETE:
        words = gettext("Nothing in it is wrong, but something is missing.")
        return format_html('<p class="note">{}</p>', words)
    if record.verdict == Verdict.PROBLEMS:
        words = ngettext(
            "%(number)s problem, shown at its place below.",
            "%(number)s problems, each shown at its place below.",
            findings.problem_count,
        )
        return format_html('<p class="refusal">{}</p>', words % {"number": findings.problem_count})
    words = gettext(
        "This file could not be read as a record of a match. It is kept for the director to look at."
    )
    return format_html('<p class="refusal">{}</p>', words)


@dataclass(frozen=True, slots=True)
class StepLink:
    """The link to the next step of an event; `look` are its classes."""

    address: str
    words: str
    look: str = "button small"


@register.simple_tag
def next_step(card: DeskEventCard, may_direct: object) -> StepLink:
    """Return the link to the next step of an event; officers who may not direct get its entrants instead."""
    event = reverse("desk_event", args=[card.event.uid])
    entrants = reverse("desk_entrants", args=[card.event.uid])
    match card.step:
        case NextStep.RULE:
            words = ngettext("Rule on %(number)s dispute", "Rule on %(number)s disputes", card.disputed)
            return StepLink(event, words % {"number": card.disputed}, "button danger small")
        case NextStep.STAGE:
            new_stage = reverse("desk_new_stage", args=[card.event.uid])
            return StepLink(new_stage if may_direct else entrants, gettext("Choose the format"))
        case NextStep.ENTRANTS:
            return StepLink(entrants, gettext("Enter players"))
        case NextStep.DRAW:
            page = reverse("desk_draw", args=[card.undrawn.uid]) if may_direct and card.undrawn else entrants
            return StepLink(page, gettext("Make the draw"))
        case NextStep.CALL:
            words = ngettext("Call %(number)s match", "Call %(number)s matches", card.to_call)
            return StepLink(event, words % {"number": card.to_call})
        case NextStep.CONFIRM:
            words = ngettext(
                "%(number)s result to be confirmed", "%(number)s results to be confirmed", card.reported_count
            )
            return StepLink(event, words % {"number": card.reported_count}, "button small outline")
        case NextStep.CLOSE if may_direct:
            return StepLink(reverse("desk_close_event", args=[card.event.uid]), gettext("Prizes and closing"))
        case NextStep.DONE:
            words = gettext("Final standings")
            return StepLink(reverse("finish", args=[card.event.uid]), words, "button small outline")
    return StepLink(event, gettext("See the matches"), "button small outline")


@register.simple_tag
def best_of_note(round: RoundView) -> str:  # noqa: A002 - the field's word
    """Return how many matches the pairings of a round have at most, after the length; empty for a single match."""
    if round.best_of == 1:
        return ""
    return ", " + gettext("best of %(matches)s") % {"matches": round.best_of}
