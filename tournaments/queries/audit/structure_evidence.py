"""The content of events, stages, entrants, draws, rounds and open matches that the log proves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any

from django.db.models import QuerySet

from matches.models import Match, Player
from tournaments.models import (
    Announcement,
    Board,
    Claim,
    Consent,
    Draw,
    Entrant,
    Event,
    FinishRules,
    GameVariant,
    Pairing,
    Stage,
    Tournament,
)

from .evidence import ProvedRow, fields, plain, uid_of

_TOURNAMENT = (
    "zone",
    "visibility",
    "desk_enters_slips",
    "made_at",
    "currency",
    "calls_automatically",
    "waiting_limit",
    "appeal_days",
    "closed_at",
    "hours",
)
_EVENT = (
    "order",
    "registration",
    "capacity",
    "grace_minutes",
    "kind",
    "team_size",
    "boards",
    "starts_when_full",
    "opens_next",
    "reentry",
    "qualifying_places",
    "profile",
    "profile_settings",
    "minutes_per_point",
    "division",
    "scores",
    "scores_delay",
    "payout",
    "starts_at",
    "made_at",
)
_STAGE = (
    "order",
    "format",
    "options",
    "lengths",
    "round_lengths",
    "feeds",
    "is_held",
    "is_main",
    "completed_at",
    "standings",
)
_ENTRANT = (
    "via",
    "entered_at",
    "checked_in_at",
    "withdrawn_at",
    "is_alternate",
    "goes_on",
    "bye_lots",
)
_DRAW = (
    "purpose",
    "format",
    "format_version",
    "seed",
    "dice",
    "is_by_hand",
    "input",
    "placement",
    "at",
    "voided_at",
)
_PAIRING = ("uid", "round", "slot", "lot", "made_at", "cancelled_at")
# The terms of a match, fixed by its pairing.
_TERMS = (
    "uid",
    "length",
    "start_one",
    "start_two",
    "grace_minutes",
    "cube_cap",
    "dead_cube",
    "made_at",
    "cancelled_at",
)
_CLAIM = ("hash", "guardian_agrees", "made_at", "expires_at", "revoked_at", "claimed_at", "undone_at")
_CONSENT = ("place", "text_version", "by_guardian", "given_at", "withdrawn_at")
# The columns that are empty until the match begins.
_PROGRESS = ("started_at", "winner", "outcome", "settled", "final_at", "silence_at")
_SCOPE = 3
_SCOPE_OF_TOURNAMENTS = 4

_MATCH_COLUMNS = (*(f"match__{name}" for name in _TERMS), "match__one__uid", "match__two__uid")
# Columns that no log proved before a correction could set a pairing aside; proved where they are not empty.
_DECISION = ("is_set_aside", "decided_by__uid", "advances__uid", "drops__uid")
_ROUND_COLUMNS = (*_PAIRING, *_DECISION, "best_of", "stage__uid", "draw__uid", *_MATCH_COLUMNS)
_BOARD_COLUMNS = ("uid", "number", "cancelled_at", "team_match__uid", *_MATCH_COLUMNS)


def of_tournament(tournament: Tournament) -> ProvedRow:
    """Return the proved content of a tournament: its name and place, its days and its settings."""
    columns = fields(tournament, _TOURNAMENT) | {
        "starts_on": tournament.starts_on.isoformat(),
        "ends_on": tournament.ends_on.isoformat(),
    }
    words = fields(tournament, ("name", "venue", "city"))
    return ProvedRow("tournament", tournament.uid, words, columns, scope=_SCOPE_OF_TOURNAMENTS)


def of_event(event: Event) -> ProvedRow:
    """Return the proved content of an event: its name and its settings."""
    columns = fields(event, _EVENT) | {
        "tournament": event.tournament.uid,
        "qualifies_for": uid_of(event.qualifies_for),
    }
    # Logs that began before there was a choice prove no column for its default.
    later, usual = set(Event.SETTINGS).difference(_EVENT), Event()
    columns |= fields(event, (name for name in later if getattr(event, name) != getattr(usual, name)))
    if event.finish_rule != FinishRules.BY_FLIGHT:
        columns["finish_rule"] = event.finish_rule
    if event.pays_entry:
        columns["pays_entry"] = True
    if event.variant != GameVariant.BACKGAMMON:
        columns["variant"] = event.variant
    if event.is_unrated:
        columns["unrated_by"] = uid_of(event.unrated_by)
    if event.rating_list is not None:
        columns["rating_list"] = event.rating_list.uid
        columns["official_list"] = uid_of(event.official_list)
    if event.eligibility is not None:
        columns["eligibility"] = event.eligibility
    if event.last_round_at is not None:
        columns["last_round_at"] = plain(event.last_round_at)
    if event.closed_at is not None:
        columns["closed_at"] = plain(event.closed_at)
    return ProvedRow("event", event.uid, {"name": event.name}, columns, scope=_SCOPE)


def of_stage(stage: Stage) -> ProvedRow:
    """Return the proved content of a stage: its name, ties, settings and standings."""
    words = {"name": stage.name, "ties": stage.ties}
    columns = fields(stage, _STAGE) | {"event": stage.event.uid}
    # Logs that began before there was a series prove no column for it.
    if stage.best_of != [1]:
        columns["best_of"] = stage.best_of
    # Logs that began before a director could pair by hand prove no column for it.
    if stage.by_hand:
        columns["by_hand"] = stage.by_hand
    # Logs that began before rounds could have moments of their own prove no column for it.
    if stage.match_days:
        columns["match_days"] = stage.match_days
    return _with_words("stage", stage.uid, words, columns)


def of_entrant(entrant: Entrant) -> ProvedRow:
    """Return the proved content of an entrant: its status and the reason of a withdrawal."""
    columns = fields(entrant, _ENTRANT) | {"event": entrant.event.uid, "side": entrant.side.uid}
    return _with_words("entrant", entrant.uid, {"reason": entrant.withdrawn_reason}, columns)


def of_draw(draw: Draw) -> ProvedRow:
    """Return the proved content of a draw: its input, its placement, and the reason if it was voided."""
    columns = fields(draw, _DRAW) | {
        "stage": draw.stage.uid,
        "commitment": uid_of(draw.commitment),
        "by": uid_of(draw.by),
        "voided_by": uid_of(draw.voided_by),
    }
    return _with_words("draw", draw.uid, {"reason": draw.void_reason}, columns)


def of_open_match(match: Match) -> ProvedRow:
    """Return the proved columns of a match without a final result."""
    columns = fields(match, _PROGRESS) | {"report": uid_of(match.accepted_report)}
    return ProvedRow("open", match.uid, None, columns, scope=_SCOPE, is_new=not any(columns.values()))


def progress_of(match: Match) -> tuple[object, ...]:
    """Return the columns of a match that change during play, for comparison; no query."""
    return (*(getattr(match, name) for name in _PROGRESS), match.accepted_report_id)


def of_announcement(announcement: Announcement) -> ProvedRow:
    """Return the proved content of an announcement to the hall."""
    columns = fields(announcement, ("at", "until", "counts_down_to")) | {
        "tournament": announcement.tournament.uid,
        "by": uid_of(announcement.by),
    }
    return ProvedRow("announcement", announcement.uid, {"text": announcement.text}, columns, scope=_SCOPE)


def of_claim(claim: Claim) -> ProvedRow:
    """Return the proved content of a claim: its code as a hash, where it was mailed, and what became of it."""
    columns = fields(claim, _CLAIM) | {
        "tournament": claim.tournament.uid,
        "player": claim.player.uid,
        "made_by": uid_of(claim.made_by),
        "account": uid_of(claim.account),
    }
    words = fields(claim, ("address", "former"))
    return _with_words("claim", claim.uid, words, columns)


def of_consent(consent: Consent) -> ProvedRow:
    """Return the proved content of a consent: whose, to which text, when and until when."""
    columns = fields(consent, _CONSENT) | {
        "tournament": uid_of(consent.tournament),
        "player": consent.player.uid,
    }
    return ProvedRow("consent", consent.uid, None, columns, scope=_SCOPE)


def of_player(player: Player) -> ProvedRow:
    """Return the proved content of a player: name, club and country."""
    return ProvedRow("player", player.uid, fields(player, ("name", "club", "country")), scope=_SCOPE)


def rows_of_rounds(pairings: QuerySet[Pairing]) -> QuerySet[Pairing, dict[str, Any]]:
    """Return what `rounds` reads of these pairings."""
    rows: QuerySet[Pairing, dict[str, Any]] = pairings.order_by("stage_id", "round", "uid").values(
        *_ROUND_COLUMNS
    )
    return rows


def rounds(rows: Iterable[Mapping[str, Any]]) -> Iterator[ProvedRow]:
    """Yield each round of these rows as one proved row: the opponents and the terms."""
    for (stage, number), of_round in groupby(rows, key=lambda row: (row["stage__uid"], row["round"])):
        yield _group("round", f"{stage}.{number}", of_round)


def rows_of_boards(boards: QuerySet[Board]) -> QuerySet[Board, dict[str, Any]]:
    """Return what `team_boards` reads of these boards."""
    rows: QuerySet[Board, dict[str, Any]] = boards.order_by("team_match_id", "uid").values(*_BOARD_COLUMNS)
    return rows


def team_boards(rows: Iterable[Mapping[str, Any]]) -> Iterator[ProvedRow]:
    """Yield the boards of each team match as one proved row."""
    for team_match, of_match in groupby(rows, key=lambda row: row["team_match__uid"]):
        yield _group("boards", team_match, of_match)


def _group(kind: str, key: str, rows: Iterable[Mapping[str, Any]]) -> ProvedRow:
    content = [{name: plain(value) for name, value in row.items() if _is_proved(name, value)} for row in rows]
    return ProvedRow(kind, key, None, {"rows": content}, scope=_SCOPE)


def _is_proved(name: str, value: Any) -> bool:
    """Whether a column is proved: those that came later only where they differ from their default."""
    return value != 1 if name == "best_of" else bool(value) or name not in _DECISION


def _with_words(kind: str, key: str, words: Mapping[str, Any], columns: Mapping[str, Any]) -> ProvedRow:
    """Return a proved row with a column that says whether its words are empty."""
    has_words = any(words.values())
    return ProvedRow(
        kind, key, words if has_words else None, {**columns, "has_words": has_words}, scope=_SCOPE
    )
