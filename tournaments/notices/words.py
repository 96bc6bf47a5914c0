"""The texts of notices, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.urls import reverse
from django.utils import timezone, translation
from django.utils.dateparse import parse_datetime
from django.utils.formats import number_format
from django.utils.translation import gettext as _

from matches.models.match import OUTCOME_CHOICES
from rules.scoresheet import Outcome
from tournaments.models import Notice, NoticeCode
from tournaments.models.dates import date_words
from tournaments.queries.draws.standing_words import place_sentence
from tournaments.queries.money.amounts import amount_words
from tournaments.ratings import UNITS

from .mail_names import mailed_name
from .texts import TEXTS


@dataclass(frozen=True, slots=True)
class RenderedNotice:
    """A notice as text: subject, body, and the path of its page."""

    subject: str
    text: str
    url: str


# Words that somebody has written to the recipient; all other texts are names.
_WRITTEN = frozenset({"reason", "message"})
# The parameters of the texts about pairs, teams and boards.
_OF_SIDES = (
    "boards",
    "board",
    "team_match",
    "out",
    "substitute",
    "entrant",
    "partner",
    "challenger",
    "challenged",
    "phone",
    "player",
    "into",
    "federation",
    "message",
    "agreed",
    "venue",
)


def render(notice: Notice, language: str, *, is_mailed: bool = False) -> RenderedNotice:
    """Return the notice as text in a language, for its recipient; `url` is a path of this service.

    In a mail names that hold a web address are left out.
    """
    with translation.override(language):
        is_moved = notice.code == NoticeCode.MATCH_DAY_MOVED
        subject, text = TEXTS[_moved(notice.params) if is_moved else _variant(notice)]
        places = _places(notice)
        if is_mailed:
            places = {key: _mailed(key, value) for key, value in places.items()}
        return RenderedNotice(subject=str(subject), text=str(text % places), url=_path(notice))


def _mailed(key: str, value: str | int) -> str | int:
    """Return the value of a place as a mail has it: what somebody has written as words stays."""
    return value if key in _WRITTEN or isinstance(value, int) else mailed_name(value)


def _own_side(notice: Notice) -> str:
    """Return the side of the match on which the recipient plays, empty for neither.

    It iterates over prefetched members, so that a page of notices needs no query per notice.
    """
    match = notice.match
    if match is None:
        return ""
    for name, side in (("one", match.one), ("two", match.two)):
        if any(member.player_id == notice.recipient_id for member in side.members.all()):
            return name
    return ""


# The parameter with which a code has other words, and their key.
_WITH: Mapping[str, tuple[str, str]] = {
    NoticeCode.CHALLENGED: ("due", "challenged_until"),
    NoticeCode.MATCH_CANCELLED: ("has_bye", "match_cancelled_bye"),
    NoticeCode.REGISTERED: ("is_alternate", "registered_alternate"),
    NoticeCode.QUALIFIED: ("is_alternate", "qualified_alternate"),
    NoticeCode.SPLIT_OFFERED: ("agreed", "split_offered_agreed"),
    NoticeCode.LINEUP_MISSING: ("venue", "lineup_missing_venue"),
    NoticeCode.SANCTION_GRANTED: ("was_granted", "sanction_changed"),
    NoticeCode.SANCTION_REFUSED: ("was_granted", "sanction_taken_away"),
}


# The notices that a director gets for a tournament, and the person for none.
_OF_PERSONS = frozenset(
    {
        NoticeCode.MERGE_PROPOSED,
        NoticeCode.PERSON_MERGED,
        NoticeCode.PERSON_PARTED,
        NoticeCode.NAME_CORRECTED,
    }
)


def _variant(notice: Notice) -> str:
    """Return the key of the words: the code, with the variant for its circumstances."""
    params = notice.params
    if notice.code == NoticeCode.NEXT_OPPONENT and "boards" in params:
        return "next_team"
    if notice.code == NoticeCode.NEXT_OPPONENT and "board" in params:
        return "next_board"
    if notice.code == NoticeCode.MATCH_ON and params.get("table"):
        return "match_on_table"
    if notice.code == NoticeCode.PLEASE_CONFIRM and not params.get("deadline"):
        return "please_confirm_open"
    if notice.code == NoticeCode.OPPONENT_REPORTED:
        return _reported(params)
    if notice.code == NoticeCode.APPEAL_DECIDED and params.get("decision") in ("overturned", "taken_back"):
        return f"appeal_{params['decision']}"
    if notice.code in _WITH and params.get(_WITH[notice.code][0]):
        return _WITH[notice.code][1]
    if notice.code == NoticeCode.HOME_EXCHANGED:
        return f"home_exchanged_{'home' if _own_side(notice) == 'one' else 'away'}"
    if notice.code == NoticeCode.SET_ASIDE and not params.get("has_report"):
        return "set_aside_unplayed"
    if notice.code == NoticeCode.EVENT_RATED:
        return _event_rated(params)
    if notice.code == NoticeCode.RATING_MOVED:
        is_shown = round(Decimal(params["move"]) / UNITS, 2) != 0
        return f"rating_moved_{params['cause']}" if is_shown else "rating_stays"
    return f"{notice.code}_director" if _is_for_director(notice) else notice.code


def _event_rated(params: Mapping[str, Any]) -> str:
    before, place = params.get("place_before"), params.get("place")
    if place is None:
        return "event_rated"
    if before is None:
        return "event_rated_new_place"
    return "event_rated_same_place" if before == place else "event_rated_placed"


# The words of a result that is final at once, by who spoke.
_SPEAKERS: Mapping[str, str] = {
    "one": "opponent_reported",
    "two": "opponent_reported",
    "signed": "slip_entered",
}


def _reported(params: Mapping[str, Any]) -> str:
    """Return the variant for a result that is final at once, by its source."""
    if "phone" in params:
        words = "reported_together" if params["phone"] else "reported_on_tablet"
        return words if params["deadline"] else f"{words}_for_good"
    return _SPEAKERS.get(params["source"], "director_reported")


def _moved(params: Mapping[str, Any]) -> str:
    """Return the variant for an encounter with another moment or place."""
    if not params["due"]:
        return "match_day_moved_undated"
    return "match_day_moved_venue" if params["venue"] else "match_day_moved"


def _is_for_director(notice: Notice) -> bool:
    """Whether the notice informs its recipient as a director."""
    if notice.code in (NoticeCode.DISPUTED, NoticeCode.APPEALED):
        return not _own_side(notice)
    if notice.code in _OF_PERSONS:
        return notice.tournament_id is not None
    if notice.code == NoticeCode.EVENT_STARTED:
        return notice.recipient.uid not in notice.params.get("players", ())
    return notice.code == NoticeCode.CHAMPION and notice.recipient.uid not in notice.params.get("winners", ())


def _places(notice: Notice) -> dict[str, str | int]:
    """Return the values for all placeholders of the words, as text in the active language."""
    params, match = notice.params, notice.match
    places: dict[str, str | int] = {
        "deadline": _moment(notice, "deadline", "TIME_FORMAT"),
        "due": _moment(notice, "due", "DATETIME_FORMAT"),
    }
    places |= {
        name: str(params.get(name, ""))
        for name in ("event", "table", "reason", "champion", "qualifier", "tournament_name")
    }
    # A disputing report may have no reason.
    places["reason"] = places["reason"] or _("no reason given")
    if match is not None:
        opponent = {"one": match.two.name, "two": match.one.name}.get(_own_side(notice), str(match))
        places |= {"opponent": opponent, "sides": str(match), "length": match.length}
    places |= {name: params.get(name, "") for name in _OF_SIDES}
    places |= {name: params.get(name, 0) for name in ("minutes", "count")}
    places["prize"] = amount_words(params.get("amount", 0), params.get("currency", ""))
    if "total" in params:
        places["place"] = place_sentence(params["first"], params["last"], params["total"])
    if "rating" in params:
        places |= {"list": params["list"], "rating": points_words(params["rating"])}
    if "move" in params:
        places["move"] = signed_points_words(params["move"])
    if "before" in params:
        places |= {
            "before": points_words(params["before"]),
            "place": params.get("place") or "",
            "place_before": params.get("place_before") or "",
        }
    if match is not None and "outcome" in params:
        sides = {"one": match.one.name, "two": match.two.name}
        places |= {
            "reporter": sides.get(params["source"], _("The director")),
            "result": _result(params, winner=sides.get(params["winner"], "")),
        }
    return places


def _result(params: Mapping[str, Any], *, winner: str) -> str:
    """Return a result in words: the winner, the score, and the outcome if it was not played out."""
    if not winner:
        return _("both sides forfeited")
    score = params["score"] if params["winner"] == "one" else params["score"][::-1]
    places = {"winner": winner, "score": f"{score[0]}–{score[1]}"}
    if params["outcome"] == Outcome.PLAYED:
        return _("%(winner)s won %(score)s") % places
    places["outcome"] = str(dict(OUTCOME_CHOICES)[params["outcome"]])
    if any(score):
        return _("%(winner)s goes on at %(score)s (%(outcome)s)") % places
    return _("%(winner)s goes on (%(outcome)s)") % places


def points_words(billionths: int) -> str:
    """Return a rating with the digits that lists show."""
    return number_format(round(Decimal(billionths) / UNITS, 2), decimal_pos=2)


def signed_points_words(billionths: int) -> str:
    """Return a move with its sign; one too small to be shown has none."""
    points = round(Decimal(billionths) / UNITS, 2)
    sign = "\N{MINUS SIGN}" if points < 0 else "+" if points > 0 else ""
    return f"{sign}{points_words(abs(billionths))}"


def _moment(notice: Notice, name: str, form: str) -> str:
    """Return a time from the parameters, formatted in the time zone of the tournament."""
    moment = parse_datetime(notice.params.get(name) or "")
    if moment is None:
        return ""
    zone = notice.tournament.time_zone if notice.tournament else timezone.get_current_timezone()
    return date_words(timezone.localtime(moment, zone), form)


# Notices about an event that lead to another page than its first one.
_PAGES_OF_EVENT: Mapping[str, str] = {
    NoticeCode.EVENT_FINISHED: "finish",
    NoticeCode.SANCTION_GRANTED: "desk_sanctions",
    NoticeCode.SANCTION_REFUSED: "desk_sanctions",
}


# The pages of what a parameter names.
_PAGES_OF_PARAMS: Mapping[str, str] = {
    "entrant_uid": "here",
    "answer_uid": "answer",
    "split_uid": "split",
    "proposal_uid": "merge_proposal",
}


def _path(notice: Notice) -> str:
    """Return the path of the page that a notice is about."""
    if "dispute_uid" in notice.params:
        return reverse("dispute", args=[notice.params["dispute_uid"]])
    if notice.match is not None:
        return reverse("match", args=[notice.match.uid])
    for name, page in _PAGES_OF_PARAMS.items():
        if name in notice.params:
            return reverse(page, args=[notice.params[name]])
    if notice.code in _PAGES_OF_EVENT:
        return reverse(_PAGES_OF_EVENT[notice.code], args=[notice.params["event_uid"]])
    if notice.code == NoticeCode.MESSAGE and notice.tournament:
        return reverse("tournament", args=[notice.tournament.uid])
    if notice.code in _OF_PERSONS and notice.tournament:
        return reverse("desk_log", args=[notice.tournament.uid])
    if "event_uid" in notice.params:
        return reverse("event", args=[notice.params["event_uid"]])
    if notice.code in (NoticeCode.CLOCK_JUMPED, NoticeCode.SERVICE_STOOD) and notice.tournament:
        return reverse("desk_board", args=[notice.tournament.uid])
    if "list_uid" in notice.params:
        return _path_in_list(notice.params)
    return reverse("home")


def _path_in_list(params: Mapping[str, Any]) -> str:
    """Return the path of the own rating in a list, or of who moved in it."""
    if "player_uid" in params:
        return reverse("person_rating", args=[params["list_uid"], params["player_uid"]])
    return reverse("list_moves", args=[params["list_uid"], params["number"]])
