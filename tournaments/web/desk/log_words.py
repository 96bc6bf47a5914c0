"""The log of a tournament in words: what each code says, with the names behind its uids."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F, Value
from django.db.models.functions import Concat
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext_lazy, pgettext_lazy

from matches.models import Decision, Match, Player, Source
from matches.models.match import OUTCOME_CHOICES
from rules.match import Side
from tournaments.actions.obstacles import Choice
from tournaments.models import (
    Actor,
    Entrant,
    Event,
    FeeKind,
    LineKind,
    LogEntry,
    LogText,
    Registration,
    RoleKind,
    Stage,
    Table,
    Visibility,
)
from tournaments.queries.winners import main_stage
from tournaments.web.templatetags.videau import stage_name
from tournaments.web.tie_words import HOW_WORDS

# What each code says. Places are filled with names and numbers; `subject` is what was acted on.
_WORDS: Mapping[str, Any] = {
    "tournament_created": gettext_lazy("The tournament was opened."),
    "tournament_copied": gettext_lazy("The tournament was opened as a copy of another one."),
    "tournament_changed": gettext_lazy("The tournament was changed."),
    "appointed": gettext_lazy("%(subject)s was appointed: %(kind)s."),
    "dismissed": gettext_lazy("%(subject)s was dismissed: %(kind)s."),
    "tables_added": gettext_lazy("Tables were added: %(tables)s."),
    "table_assigned": gettext_lazy("%(subject)s was called to table %(table)s."),
    "table_freed": gettext_lazy("Table %(table)s was freed (%(subject)s)."),
    "table_changed": gettext_lazy("What table %(subject)s is for was changed."),
    "calls_set": gettext_lazy("It was set whether tables are given automatically."),
    "called_again": gettext_lazy("%(subject)s was called to table %(table)s for the second time."),
    "noted_absent": gettext_lazy("%(subject)s: a side is missing at table %(table)s."),
    "has_come": gettext_lazy("%(subject)s: the side that was missing has come."),
    "availability_set": gettext_lazy("It was said when %(subject)s can be called."),
    "suspended": gettext_lazy("%(subject)s was suspended at %(score)s."),
    "resumed": gettext_lazy("%(subject)s goes on."),
    "result_taken_back": gettext_lazy("%(subject)s: the result %(score)s was taken back."),
    "announced": gettext_lazy("Something was announced to the hall."),
    "announcement_ended": gettext_lazy("An announcement was taken down."),
    "event_created": gettext_lazy("The event %(subject)s was added."),
    "event_changed": gettext_lazy("The event %(subject)s was changed."),
    "registration_set": gettext_lazy("Registration for %(subject)s: %(registration)s."),
    "capacity_set": gettext_lazy("Places in %(subject)s: %(capacity)s."),
    "stage_created": gettext_lazy("A stage was added, match lengths %(lengths)s."),
    "stage_changed": gettext_lazy("The match lengths are %(lengths)s."),
    "feeds_changed": gettext_lazy("Where the entrants of the stage come from was changed."),
    "stage_removed": gettext_lazy("A stage was taken out of the event."),
    "options_changed": gettext_lazy("The options of the stage were changed."),
    "reentry_set": gettext_lazy("The rule for coming back after a loss in %(subject)s was set."),
    "reentered": gettext_lazy("%(former)s came back as %(subject)s."),
    "player_corrected": gettext_lazy("Name, club or country of %(subject)s was corrected."),
    "bye_lots_set": gettext_lazy("Lots for a bye of %(subject)s: %(lots)s."),
    "obstacle_settled": gettext_lazy("The round that waited is paired: %(choice)s."),
    "draw_announced": gettext_lazy("The draw of %(entrants)s entrants was announced, SHA-256 %(digest)s."),
    "announcement_taken_back": gettext_lazy("The announcement %(digest)s was taken back: %(reason)s"),
    "round_length_changed": ngettext_lazy(
        "Round %(round)s is to %(length)s point.", "Round %(round)s is to %(length)s points.", "length"
    ),
    "entered": gettext_lazy("%(subject)s entered."),
    "list_imported": gettext_lazy("A list was imported: %(entrants)s entered, %(refused)s rows left out."),
    "alternate_in": gettext_lazy("%(subject)s moved up from the alternates."),
    "waits_again": gettext_lazy("%(subject)s waits for a place again."),
    "checked_in": gettext_lazy("%(subject)s checked in."),
    "check_in_undone": gettext_lazy("The check-in of %(subject)s was taken back."),
    "withdrawn": gettext_lazy("%(subject)s withdrew."),
    "returned": gettext_lazy("%(subject)s came back."),
    "link_made": gettext_lazy("A private link was made."),
    "link_revoked": gettext_lazy("A private link was revoked."),
    "drawn": gettext_lazy("The draw was made with %(entrants)s entrants, seed %(seed)s."),
    "draw_voided": gettext_lazy("The draw with the seed %(seed)s was voided: %(reason)s"),
    "swapped": gettext_lazy("%(first)s and %(second)s changed places: %(reason)s"),
    "entered_late": gettext_lazy("%(entrant)s entered late."),
    "late_entry_taken_back": gettext_lazy("%(subject)s, who had come late, was taken out again."),
    "replaced": gettext_lazy("%(alternate)s took the place of %(absent)s: %(reason)s"),
    "plays_on": gettext_lazy("%(subject)s said whether to play on after a loss."),
    "absence_set": gettext_lazy("%(subject)s will miss these rounds: %(rounds)s."),
    "challenged": gettext_lazy("%(challenger)s challenged %(challenged)s."),
    "challenge_void": gettext_lazy("Challenge %(number)s was not played in time and is void."),
    "challenge_taken_back": gettext_lazy("Challenge %(number)s was taken back."),
    "season_begun": gettext_lazy("The next season was made with %(order)s entrants."),
    "round_held": gettext_lazy("The next round waits for the director."),
    "round_released": gettext_lazy("The next round may be paired."),
    "paired": gettext_lazy("New pairings: %(made)s, cancelled: %(cancelled)s."),
    "sealed": gettext_lazy("What earlier releases stored was sealed in the log."),
    "walkover": gettext_lazy("%(subject)s: %(outcome)s, because somebody left."),
    "match_started": gettext_lazy("%(subject)s began."),
    "start_taken_back": gettext_lazy("%(subject)s has not begun: the start was taken back."),
    "undone": gettext_lazy("Undone: entry %(seq)s."),
    "fee_set": gettext_lazy("A fee was set: %(kind)s."),
    "fee_ended": gettext_lazy("A fee was taken off the list."),
    "list_charged": gettext_lazy("Fees were charged to %(entrants)s entrants of the list."),
    "line_booked": gettext_lazy("%(subject)s: booked as %(kind)s."),
    "line_taken_back": gettext_lazy("%(subject)s: taken back what was booked as %(kind)s."),
    "cash_box_added": gettext_lazy("A cash box was added."),
    "currency_set": gettext_lazy("Amounts are in %(currency)s."),
    "payout_set": gettext_lazy("The prizes of %(subject)s were set."),
    "reported": gettext_lazy("%(subject)s: %(score)s reported."),
    "confirmed": gettext_lazy("%(subject)s: %(score)s confirmed."),
    "overdue": gettext_lazy("%(subject)s: %(score)s counts, because nobody objected in time."),
    "clock_jumped": ngettext_lazy(
        "The clock of the service jumped by %(minutes)s minutes: %(count)s result keeps the time that was left to "
        "object to it.",
        "The clock of the service jumped by %(minutes)s minutes: %(count)s results keep the time that was left to "
        "object to them.",
        "count",
    ),
    "service_stood": ngettext_lazy(
        "The service stood still for %(minutes)s minutes: there is time again to object to %(count)s result.",
        "The service stood still for %(minutes)s minutes: there is time again to object to %(count)s results.",
        "count",
    ),
    "disputed": gettext_lazy("%(subject)s: the result is disputed."),
    "stated": gettext_lazy("%(subject)s: a statement was added to the dispute."),
    "exhibit_added": gettext_lazy("%(subject)s: something was put into the file of the dispute."),
    "appealed": gettext_lazy("%(subject)s: an appeal against the ruling."),
    "committee_named": gettext_lazy("%(subject)s: the committee was named: %(members)s."),
    "vote_cast": gettext_lazy("%(subject)s: %(member)s has voted."),
    "appeal_decided": gettext_lazy("%(subject)s: the committee has decided: %(decision)s."),
    "appeal_taken_back": gettext_lazy("%(subject)s: the appeal was taken back."),
    "ruled": gettext_lazy("%(subject)s: ruled %(score)s."),
    "corrected": gettext_lazy("%(subject)s: corrected to %(score)s."),
    "forfeited": gettext_lazy("%(subject)s: %(outcome)s."),
    "penalised": ngettext_lazy(
        "%(subject)s: a penalty of %(points)s point.",
        "%(subject)s: a penalty of %(points)s points.",
        "points",
    ),
    "penalty_taken_back": gettext_lazy("%(subject)s: a penalty was taken back."),
    "length_changed": ngettext_lazy(
        "%(subject)s: to %(length)s point instead of %(before)s.",
        "%(subject)s: to %(length)s points instead of %(before)s.",
        "length",
    ),
    "record_uploaded": gettext_lazy("%(subject)s: a game record was added."),
    "record_checked": gettext_lazy("%(subject)s: a game record was checked."),
    "record_analysed": gettext_lazy("%(subject)s: a game record was analysed."),
    "record_check_failed": gettext_lazy("%(subject)s: the check of a game record failed."),
    "record_check_asked": gettext_lazy("%(subject)s: a game record is to be checked again."),
    "start_set": gettext_lazy("It was set whether %(subject)s starts when it is full."),
    "event_started": gettext_lazy("%(subject)s was full and has started."),
    "next_opened": gettext_lazy("%(subject)s was opened as the next one."),
    "moved_on": gettext_lazy("%(subject)s moved on to %(event)s."),
    "qualifier_set": ngettext_lazy(
        "%(subject)s qualifies for %(target)s, with %(places)s place.",
        "%(subject)s qualifies for %(target)s, with %(places)s places.",
        "places",
    ),
    "qualified": gettext_lazy("%(subject)s has qualified for %(event)s."),
    "qualifier_refused": gettext_lazy(
        "%(subject)s qualifies for %(event)s and was not entered: a director decides."
    ),
    "qualifier_places_freed": ngettext_lazy(
        "%(subject)s has given up %(places)s place in %(target)s.",
        "%(subject)s has given up %(places)s places in %(target)s.",
        "places",
    ),
    "qualifiers_open": gettext_lazy("Who qualifies from %(subject)s is for a director to decide."),
    "substituted": gettext_lazy("%(in)s plays for %(out)s: %(subject)s."),
    "team_joined": gettext_lazy("%(in)s joined %(subject)s."),
    "lineup_named": gettext_lazy("%(subject)s: a line-up was named."),
    "boards_opened": gettext_lazy("%(subject)s: the boards were opened."),
    "boards_made": gettext_lazy("%(subject)s: the boards were made."),
    "boards_dropped": gettext_lazy("%(subject)s: boards that were open are not played."),
    "team_settled": gettext_lazy("%(subject)s: %(score)s by its boards."),
    "lots_announced": gettext_lazy("The chain of lots was announced, SHA-256 %(anchor)s."),
    "tie_decided": gettext_lazy("A shared place was decided – %(how)s – between %(tied)s."),
    "tie_settled": gettext_lazy("A playoff has decided a shared place: %(decided)s."),
    "tie_taken_back": gettext_lazy("The decision between %(tied)s was taken back."),
    "stage_completed": gettext_lazy("%(subject)s is complete."),
    "stage_reopened": gettext_lazy("%(subject)s goes on again."),
    "main_stage_named": gettext_lazy("Main stage of %(subject)s: %(stage)s."),
}
# What tells more of an entry than the words for its code.
_ROLLED = gettext_lazy("The draw was made with %(entrants)s entrants and the dice %(dice)s, seed %(seed)s.")
_BY_HAND = gettext_lazy("A draw of %(entrants)s entrants made with cards was entered by hand.")
_SEEN_BY = gettext_lazy("Who sees the tournament – %(visibility)s.")
_FORFEITED_TO = gettext_lazy("%(subject)s: %(outcome)s, %(winner)s wins.")
_WON = gettext_lazy("%(subject)s is complete. %(champion)s has won it.")
_DECIDED = gettext_lazy("%(subject)s is complete. %(champion)s is the champion.")
_OF_STAGES = frozenset({"stage_completed", "stage_reopened", "main_stage_named"})
# What a director can choose where a round waits.
CHOICE_WORDS: Mapping[str, Any] = {
    Choice.ALLOW_REMATCHES.value: gettext_lazy("second meetings are allowed, as few as possible"),
    Choice.SIT_OUT.value: gettext_lazy("nobody meets again, as few as possible sit out"),
}
_CHOICES: Mapping[str, Mapping[str, Any]] = {
    "how": HOW_WORDS,
    "outcome": dict(OUTCOME_CHOICES),
    "choice": CHOICE_WORDS,
    "decision": dict(Decision.choices),
    "source": dict(Source.choices),
    "registration": dict(Registration.choices),
    "visibility": dict(Visibility.choices),
    "kind": {**dict(RoleKind.choices), **dict(FeeKind.choices), **dict(LineKind.choices)},
}
_COUNTED = ("made", "cancelled", "entrants", "order")
_NAMED = (
    "challenger",
    "challenged",
    "first",
    "second",
    "entrant",
    "absent",
    "member",
    "alternate",
    "former",
    "champion",
    "stage",
    "table",
    "event",
    "target",
    "in",
    "out",
)
_NOBODY = pgettext_lazy("a name that is not known", "somebody")


@dataclass(frozen=True, slots=True)
class LogLine:
    """An entry in words; `actor` is who acted."""

    entry: LogEntry
    actor: str
    text: str


def log_lines(entries: Sequence[LogEntry]) -> list[LogLine]:
    """These entries in words; one query each for the names, the stages and what was undone, whatever their number."""
    undone = _undone(entries)
    everything = [*entries, *undone.values()]
    stages = _stages(everything)
    names = _names(everything) | {uid: stage_name(stage) for uid, stage in stages.items()}
    lines = []
    for entry in entries:
        text = _text(entry, names, stages)
        if entry.pk in undone:
            text = _("Undone: %(entry)s") % {"entry": _text(undone[entry.pk], names, stages)}
        lines.append(LogLine(entry, _actor(entry), text))
    return lines


def _undone(entries: Sequence[LogEntry]) -> dict[int, LogEntry]:
    """What each entry that undoes another one has undone, by its key."""
    undoing = [entry for entry in entries if entry.code == "undone"]
    if not undoing:
        return {}
    seqs = [entry.data["seq"] for entry in undoing]
    found = LogEntry.objects.filter(tournament=undoing[0].tournament_id, seq__in=seqs)
    by_seq = {one.seq: one for one in found}
    return {entry.pk: by_seq[entry.data["seq"]] for entry in undoing if entry.data["seq"] in by_seq}


def _stages(entries: Sequence[LogEntry]) -> dict[str, Stage]:
    """The stages of the events in which a stage was completed, reopened or named, by uid."""
    events = {entry.event_id for entry in entries if entry.code in _OF_STAGES}
    if not events:
        return {}
    return {stage.uid: stage for stage in Stage.objects.filter(event__in=events).order_by("order")}


def _completion(stage: Stage | None, stages: Mapping[str, Stage]) -> Any:
    """Who has won is the champion where the stage is the main one; divisions have a winner each, and so no words here."""
    if stage is None or stage.options.get("divisions", 1) > 1:
        return _WORDS["stage_completed"]
    of_event = [other for other in stages.values() if other.event_id == stage.event_id]
    return _DECIDED if main_stage(of_event) == stage else _WON


def _text(entry: LogEntry, names: Mapping[str, str], stages: Mapping[str, Stage]) -> str:
    words = _WORDS.get(entry.code)
    if words is None:
        return entry.code.replace("_", " ")
    if entry.code == "drawn" and entry.data.get("dice"):
        words = _ROLLED
    if entry.code == "drawn" and entry.data.get("by_hand"):
        words = _BY_HAND
    if entry.code == "forfeited" and entry.data.get("winner"):
        words = _FORFEITED_TO
    if entry.code == "tournament_changed" and entry.data.get("changed") == ["visibility"]:
        words = _SEEN_BY
    if entry.code == "stage_completed" and entry.data.get("champion"):
        words = _completion(stages.get(entry.subject), stages)
    return str(words % _Places(entry, names))


class _Places(dict[str, str | int]):
    """What fills the places of a sentence; a value that the entry lacks reads as nothing."""

    def __init__(self, entry: LogEntry, names: Mapping[str, str]) -> None:
        super().__init__(subject=names.get(entry.subject) or str(_NOBODY))
        for key, value in entry.data.items():
            self[key] = _value(key, value, names)
        if entry.data.get("winner") in tuple(Side):
            self["winner"] = names.get(f"{entry.subject}.{entry.data['winner']}") or str(_NOBODY)

    def __missing__(self, key: str) -> str:
        return "–"


def _value(key: str, value: Any, names: Mapping[str, str]) -> str | int:
    if value is None:
        return _("no limit") if key == "capacity" else "–"
    if key in _NAMED:
        return names.get(value) or str(_NOBODY)
    if key == "reason":
        # Earlier releases wrote the words themselves.
        return str(names.get(value, value))
    if key in _CHOICES:
        return str(_CHOICES[key].get(value, value))
    if key == "score":
        return "–".join(str(points) for points in value)
    if key in _COUNTED and isinstance(value, list):
        return str(len(value))
    if isinstance(value, int):
        # A number stays one: it chooses the singular or the plural.
        return value
    if isinstance(value, list):
        return ", ".join(names.get(str(one), str(one)) for one in value)
    return str(value)


def _actor(entry: LogEntry) -> str:
    if entry.by is not None and entry.actor == Actor.LINK:
        return _("%(name)s, by a private link") % {"name": entry.by.name}
    return entry.by.name if entry.by is not None else str(Actor(entry.actor).label)


def _names(entries: Sequence[LogEntry]) -> dict[str, str]:
    """The names behind the uids of these entries."""
    uids = {entry.subject for entry in entries}
    for entry in entries:
        for value in entry.data.values():
            uids.update(str(one) for one in (value if isinstance(value, list) else [value]))
    named: list[tuple[Any, Any, Any]] = [
        (Player, F("uid"), F("name")),
        (Entrant, F("uid"), F("side__name")),
        (Event, F("uid"), F("name")),
        (Table, F("uid"), F("name")),
        (LogText, F("uid"), F("text")),
        (Match, F("uid"), Concat("one__name", Value(" – "), "two__name")),
        (Match, Concat("uid", Value(f".{Side.ONE}")), F("one__name")),
        (Match, Concat("uid", Value(f".{Side.TWO}")), F("two__name")),
    ]
    first, *others = (
        kind.objects.filter(uid__in=uids).order_by().values_list(uid, name) for kind, uid, name in named
    )
    return dict(first.union(*others, all=True))
