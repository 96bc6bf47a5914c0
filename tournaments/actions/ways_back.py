"""The ways back of the acts that set something, and why the acts that have none have none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

from django.shortcuts import get_object_or_404
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from matches.models import LengthChange, Match, Penalty, Player, Report, Suspension
from matches.queries import games_of
from tournaments.models import (
    Availability,
    Challenge,
    Entrant,
    Event,
    LogEntry,
    Stage,
    StageEntry,
)
from tournaments.queries.state import is_drawn

from . import (
    attendance,
    byes,
    challenges,
    draw,
    hall,
    lifecycle,
    log,
    main_stage,
    money,
    results,
    suspending,
    ties,
)
from .undo_errors import CannotBeUndone

Inverse = Callable[[LogEntry, Player | None], Any]


def changed() -> CannotBeUndone:
    """The refusal of undoing what is no longer as the act left it."""
    return CannotBeUndone.since(gettext_lazy("It was changed since, so look at how it stands now."))


def _before(entry: LogEntry, **same: Any) -> Mapping[str, Any]:
    """What the entry before said about the same subject, by the same code; empty where it is the first."""
    earlier = LogEntry.objects.filter(
        tournament=entry.tournament, code=entry.code, subject=entry.subject, seq__lt=entry.seq
    )
    for name, value in same.items():
        earlier = earlier.filter(**{f"data__{name}": value})
    found = earlier.order_by("-seq").first()
    return {} if found is None else found.data


def _made(entry: LogEntry, code: str) -> Mapping[str, Any]:
    """What the entry that made the subject said."""
    made = LogEntry.objects.filter(tournament=entry.tournament, code=code, subject=entry.subject)
    found = made.order_by("seq").first()
    return {} if found is None else found.data


def _entrant(entry: LogEntry, uid: str = "") -> Entrant:
    rows = Entrant.objects.select_related("side", "event__tournament")
    return get_object_or_404(rows, uid=uid or entry.subject)


def _stage(entry: LogEntry, uid: str = "") -> Stage:
    return get_object_or_404(Stage.objects.select_related("event__tournament"), uid=uid or entry.subject)


def _match(entry: LogEntry) -> Match:
    return get_object_or_404(Match.objects.select_related("one", "two"), uid=entry.subject)


def _set_registration_back(entry: LogEntry, by: Player | None) -> None:
    event = get_object_or_404(Event.objects.select_related("tournament"), uid=entry.subject)
    before = (_before(entry) or _made(entry, "event_created")).get("registration")
    if event.registration != entry.data["registration"] or before is None:
        raise changed()
    lifecycle.set_registration(event, by=by, registration=before)


def _main_stage_as_before(entry: LogEntry, by: Player | None) -> None:
    event = get_object_or_404(Event.objects.select_related("tournament"), uid=entry.subject)
    main_uid = Stage.objects.filter(event=event, is_main=True).values_list("uid", flat=True).first()
    before = entry.data["before"]
    stage = Stage.objects.filter(event=event, uid=before or "").first()
    if main_uid != entry.data["stage"] or (before is not None and stage is None):
        raise changed()
    main_stage.name_main_stage(event, by=by, stage=stage)


def _play_on_as_before(entry: LogEntry, by: Player | None) -> None:
    entrant = _entrant(entry)
    if entrant.goes_on != entry.data["goes_on"]:
        raise changed()
    attendance.play_on(entrant, by=by, goes_on=_before(entry).get("goes_on"))


def _miss_as_before(entry: LogEntry, by: Player | None) -> None:
    stage, entrant = _stage(entry, entry.data["stage"]), _entrant(entry)
    row = StageEntry.objects.filter(stage=stage, entrant=entrant).first()
    if row is None or row.absent != entry.data["rounds"]:
        raise changed()
    attendance.miss(stage, entrant=entrant, by=by, rounds=_before(entry, stage=stage.uid).get("rounds", []))


def _lots_as_before(entry: LogEntry, by: Player | None) -> None:
    entrant = _entrant(entry)
    if entrant.bye_lots != entry.data["lots"]:
        raise changed()
    byes.set_lots(entrant, by=by, lots=_before(entry).get("lots", 1))


def _can_be_called_as_before(entry: LogEntry, by: Player | None) -> None:
    player = get_object_or_404(Player, uid=entry.subject)
    row = get_object_or_404(Availability, tournament=entry.tournament, player=player)
    names = ("away_until", "leaves_at", "not_before")
    if any(_moment(entry.data.get(name)) != getattr(row, name) for name in names):
        raise changed()
    before = _before(entry)
    hall.set_availability(
        entry.tournament,
        player,
        by=by,
        note=row.note,
        away_until=_moment(before.get("away_until")),
        leaves_at=_moment(before.get("leaves_at")),
        not_before=_moment(before.get("not_before")),
    )


def _moment(text: str | None) -> datetime | None:
    return None if text is None else datetime.fromisoformat(text)


def _wait_again(entry: LogEntry, by: Player | None) -> None:
    """Who was given a place waits again, until the draw."""
    entrant = _entrant(entry)
    event = entrant.event
    if entrant.withdrawn_at is not None or entrant.is_alternate:
        raise changed()
    if is_drawn(event):
        raise CannotBeUndone.since(
            gettext_lazy(
                "The draw is made: let the entrant leave instead, or void the draw while no match has begun."
            )
        )
    entrant.is_alternate = True
    entrant.save(update_fields=["is_alternate"])
    log.append(event.tournament, "waits_again", by=by, event=event, subject=entrant.uid)
    money.release_entry(entrant, by=by)


def _lengths_as_before(entry: LogEntry, by: Player | None) -> None:
    stage = _stage(entry)
    before = (_before(entry) or _made(entry, "stage_created")).get("lengths")
    if stage.lengths != entry.data["lengths"] or before is None:
        raise changed()
    lifecycle.change_lengths(stage, by=by, lengths=before)


def _options_as_before(entry: LogEntry, by: Player | None) -> None:
    stage = _stage(entry)
    before = (_before(entry) or _made(entry, "stage_created")).get("options")
    if stage.options != entry.data["options"] or before is None:
        raise changed()
    lifecycle.change_options(stage, by=by, options=before)


def _swap_back(entry: LogEntry, by: Player | None) -> None:
    first, second = (_entrant(entry, entry.data[name]) for name in ("first", "second"))
    draw.swap(_stage(entry), first=first, second=second, by=by, reason=_reason(entry))


def _withdraw_challenge(entry: LogEntry, by: Player | None) -> None:
    challenge = get_object_or_404(
        Challenge.objects.select_related("stage__event__tournament", "challenger"),
        stage__uid=entry.subject,
        number=entry.data["number"],
    )
    challenges.take_back(challenge, by=by)


def _begin_again(entry: LogEntry, by: Player | None) -> None:
    results.start(_match(entry), by=by)


def _enter_again(entry: LogEntry, by: Player | None) -> None:
    """The result that was taken back counts again, while the match is open."""
    match = _match(entry)
    said = get_object_or_404(Report, uid=entry.data["report"], match=match)
    if match.is_final:
        raise changed()
    games = games_of(said) if said.has_games else None
    results.report(
        match,
        by=by,
        source=said.source,
        games=games,
        score=None if games is not None else said.score,
        outcome=said.outcome,
        winner=said.winner or None,
        overrides=[override["code"] for override in said.overrides],
        reason=said.reason or (_reason(entry) if said.overrides else ""),
    )


def _penalise_again(entry: LogEntry, by: Player | None) -> None:
    given = get_object_or_404(Penalty, uid=entry.data["penalty"])
    results.penalise(
        _match(entry),
        by=by,
        to=given.to,
        points=given.points,
        before_game=given.before_game,
        reason=given.reason,
    )


def _length_as_before(entry: LogEntry, by: Player | None) -> None:
    match, game = _match(entry), entry.data["before_game"]
    last = LengthChange.objects.filter(match=match).order_by("pk").last()
    if last is None or (last.length, last.before_game) != (entry.data["length"], game):
        raise changed()
    results.change_length(match, by=by, length=entry.data["before"], before_game=game, reason=_reason(entry))


def _suspend_again(entry: LogEntry, by: Player | None) -> None:
    stood = get_object_or_404(Suspension, uid=entry.data["suspension"])
    suspending.suspend(
        _match(entry),
        by=by,
        score=(stood.score_one, stood.score_two),
        cube=stood.cube,
        cube_owner=stood.cube_owner,
        clocks=(stood.clock_one, stood.clock_two),
        xgid=stood.xgid,
        note=stood.note,
    )


def _tied_again(entry: LogEntry, by: Player | None) -> None:
    ties.take_back(_stage(entry), by=by, entrants=entry.data["tied"])


def _reason(entry: LogEntry) -> str:
    """The reason of what undoes an act, where its inverse needs one."""
    return _("Entry %(seq)s of the log was undone.") % {"seq": entry.seq}


OF_SETTINGS: Mapping[str, Inverse] = {
    "registration_set": _set_registration_back,
    "main_stage_named": _main_stage_as_before,
    "plays_on": _play_on_as_before,
    "absence_set": _miss_as_before,
    "bye_lots_set": _lots_as_before,
    "availability_set": _can_be_called_as_before,
    "alternate_in": _wait_again,
    "stage_changed": _lengths_as_before,
    "options_changed": _options_as_before,
    "swapped": _swap_back,
    "challenged": _withdraw_challenge,
    "start_taken_back": _begin_again,
    "result_taken_back": _enter_again,
    "penalty_taken_back": _penalise_again,
    "length_changed": _length_as_before,
    "resumed": _suspend_again,
    "tie_decided": _tied_again,
}

_SETTING = gettext_lazy("What it was before is not kept in the log. Set it anew on its own page.")
_BY_ITSELF = gettext_lazy("It followed by itself. Undo the act that it followed from.")
_FILE = gettext_lazy("What is put into the file of a dispute stays in it.")
_RULED = gettext_lazy(
    "A result that was agreed on or ruled stays until a director corrects it, and both are kept."
)
_DRAW = gettext_lazy("A draw is made void on its own page, with a reason, while no match has begun.")
_OFFICE = gettext_lazy("Offices are given and taken on their own page.")
_RECORD = gettext_lazy("A game record stays with its match.")
_EXISTS = gettext_lazy("What has been made can be left unused, and nothing that refers to it is lost.")
_AGAIN = gettext_lazy("It is an undoing itself: do it again instead.")
_SAID = gettext_lazy("What was said to the players cannot be unsaid.")
_KEEP = gettext_lazy("The page of the entrants of the qualifier keeps them again.")
_MOVED = gettext_lazy("Somebody has left by it. Let them change places again, or void the draw.")
_SEATED = gettext_lazy("Name the players anew on the page of the entrant or of the match.")

WHY_NOT: Mapping[str, Promise] = {
    **dict.fromkeys(("tournament_created", "tournament_copied", "event_created", "stage_created"), _EXISTS),
    **dict.fromkeys(
        ("tables_added", "cash_box_added", "season_begun", "reentered", "list_imported"), _EXISTS
    ),
    **dict.fromkeys(
        ("tournament_changed", "event_changed", "feeds_changed", "round_length_changed"), _SETTING
    ),
    **dict.fromkeys(
        ("reentry_set", "start_set", "qualifier_set", "currency_set", "payout_set", "player_corrected"),
        _SETTING,
    ),
    **dict.fromkeys(
        ("qualifier_places_freed",),
        _KEEP,
    ),
    **dict.fromkeys(("appointed", "dismissed"), _OFFICE),
    **dict.fromkeys(("drawn", "draw_announced", "obstacle_settled"), _DRAW),
    **dict.fromkeys(("draw_voided", "announcement_taken_back", "link_revoked", "stage_removed"), _AGAIN),
    **dict.fromkeys(("challenge_taken_back", "undone", "waits_again", "announcement_ended"), _AGAIN),
    **dict.fromkeys(("late_entry_taken_back",), _AGAIN),
    **dict.fromkeys(("replaced",), _MOVED),
    **dict.fromkeys(("substituted", "team_joined", "lineup_named"), _SEATED),
    **dict.fromkeys(("called_again",), _SAID),
    **dict.fromkeys(("overdue", "ruled", "corrected"), _RULED),
    **dict.fromkeys(("disputed", "stated", "exhibit_added", "appealed", "committee_named"), _FILE),
    **dict.fromkeys(("vote_cast", "appeal_decided", "appeal_taken_back"), _FILE),
    **dict.fromkeys(("record_uploaded", "record_checked", "record_analysed"), _RECORD),
    **dict.fromkeys(("record_check_failed", "record_check_asked"), _RECORD),
    **dict.fromkeys(
        ("paired", "walkover", "stage_completed", "stage_reopened", "list_charged", "sealed"), _BY_ITSELF
    ),
    **dict.fromkeys(
        ("event_started", "next_opened", "moved_on", "qualified", "qualifier_refused"), _BY_ITSELF
    ),
    **dict.fromkeys(("qualifiers_open", "boards_opened", "boards_made", "boards_dropped"), _BY_ITSELF),
    **dict.fromkeys(("team_settled", "tie_settled", "challenge_void", "lots_announced"), _BY_ITSELF),
    **dict.fromkeys(("clock_jumped", "service_stood"), _BY_ITSELF),
    **dict.fromkeys(("tie_taken_back",), _AGAIN),
}
"""Why an act of this code has no way back; every code of the log has one or is named here."""
