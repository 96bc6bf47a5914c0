"""The texts of notices, in the reader's language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.urls import reverse
from django.utils import timezone, translation
from django.utils.dateparse import parse_datetime
from django.utils.formats import date_format, number_format
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from matches.models.match import OUTCOME_CHOICES
from rules.scoresheet import Outcome
from tournaments.models import Notice, NoticeCode
from tournaments.queries.draws.place_words import place_sentence
from tournaments.queries.money.amounts import amount_words
from tournaments.ratings import UNITS

from .mail_names import mailed_name


@dataclass(frozen=True, slots=True)
class RenderedNotice:
    """A notice as text: subject, body, and the path of its page."""

    subject: str
    text: str
    url: str


_Words = tuple[Any, Any]
_WORDS: Mapping[str, _Words] = {
    "next_opponent": (
        _("Your next opponent"),
        ngettext_lazy(
            "You play %(opponent)s next, to %(length)s point (%(event)s).",
            "You play %(opponent)s next, to %(length)s points (%(event)s).",
            "length",
        ),
    ),
    "next_team": (
        _("Your next opponent"),
        ngettext_lazy(
            "Your team plays %(opponent)s next, at %(boards)s board (%(event)s). The captain names the line-up.",
            "Your team plays %(opponent)s next, at %(boards)s boards (%(event)s). The captain names the line-up.",
            "boards",
        ),
    ),
    "next_board": (
        _("Your next opponent"),
        ngettext_lazy(
            "You play %(opponent)s at board %(board)s of %(team_match)s, to %(length)s point (%(event)s).",
            "You play %(opponent)s at board %(board)s of %(team_match)s, to %(length)s points (%(event)s).",
            "length",
        ),
    ),
    "substituted": (
        _("A substitute plays"),
        _("%(substitute)s plays for %(out)s from now on: %(entrant)s (%(event)s)."),
    ),
    "partnered": (
        _("You play doubles"),
        _(
            "%(partner)s has entered you as partner in %(event)s. You need do nothing; if you do not want to play, "
            "withdraw your pair on the page of the event."
        ),
    ),
    "partner_left": (
        _("Your entry is withdrawn"),
        _("%(partner)s has withdrawn your entry in %(event)s. Enter again with another partner."),
    ),
    "match_day_moved": (
        _("New date of your encounter"),
        _("Your encounter with %(opponent)s is now on %(due)s (%(event)s)."),
    ),
    "match_day_moved_venue": (
        _("New date or place of your encounter"),
        _("Your encounter with %(opponent)s is now on %(due)s, in %(venue)s (%(event)s)."),
    ),
    "match_day_moved_undated": (
        _("Your encounter has no date"),
        _("The date of your encounter with %(opponent)s is open again (%(event)s)."),
    ),
    "home_exchanged_home": (
        _("Home and away are exchanged"),
        _("You now play %(opponent)s at home (%(event)s)."),
    ),
    "home_exchanged_away": (
        _("Home and away are exchanged"),
        _("You now play %(opponent)s away (%(event)s)."),
    ),
    "lineup_missing": (
        _("Your line-up is missing"),
        _("Name your line-up against %(opponent)s: you play on %(due)s (%(event)s)."),
    ),
    "lineup_missing_venue": (
        _("Your line-up is missing"),
        _("Name your line-up against %(opponent)s: you play on %(due)s, in %(venue)s (%(event)s)."),
    ),
    "match_on": (
        _("Your match is on"),
        ngettext_lazy(
            "Your match against %(opponent)s to %(length)s point is on (%(event)s).",
            "Your match against %(opponent)s to %(length)s points is on (%(event)s).",
            "length",
        ),
    ),
    "match_on_table": (
        _("Your match is on"),
        ngettext_lazy(
            "Your match against %(opponent)s to %(length)s point is on, at table %(table)s (%(event)s).",
            "Your match against %(opponent)s to %(length)s points is on, at table %(table)s (%(event)s).",
            "length",
        ),
    ),
    "opponent_reported": (
        _("Your opponent reported the result"),
        _("%(reporter)s reported: %(result)s. This result counts. If it is wrong, tell the director."),
    ),
    "director_reported": (
        _("The director entered your result"),
        _("%(reporter)s reported: %(result)s. This result counts. If it is wrong, tell the director."),
    ),
    "slip_entered": (
        _("The desk entered your result"),
        _(
            "The desk entered a slip signed by both: %(result)s. This result counts. If it is wrong, tell the director."
        ),
    ),
    "reported_together": (
        _("Your result was reported for both of you"),
        _(
            "%(phone)s reported for both of you, on one phone: %(result)s. This result counts. If it is wrong, dispute it "
            "before %(deadline)s."
        ),
    ),
    "reported_together_for_good": (
        _("Your result was reported for both of you"),
        _(
            "%(phone)s reported for both of you, on one phone: %(result)s. This result counts. If it is wrong, tell the "
            "director."
        ),
    ),
    "reported_on_tablet": (
        _("Your result was reported on the tablet"),
        _(
            "On the tablet of the hall both of you reported: %(result)s. This result counts. If it is wrong, dispute it "
            "before %(deadline)s."
        ),
    ),
    "reported_on_tablet_for_good": (
        _("Your result was reported on the tablet"),
        _(
            "On the tablet of the hall both of you reported: %(result)s. This result counts. If it is wrong, tell the "
            "director."
        ),
    ),
    "please_confirm": (
        _("Please confirm the result"),
        _("%(reporter)s reported: %(result)s. Please confirm or dispute this before %(deadline)s."),
    ),
    "please_confirm_open": (
        _("Please confirm the result"),
        _("%(reporter)s reported: %(result)s. Please confirm or dispute this; it waits for your answer."),
    ),
    "report_differs": (
        _("Your opponent reported another result"),
        _(
            "%(reporter)s reported: %(result)s. This differs from your report. Agree with it, or the director will "
            "decide."
        ),
    ),
    "disputed": (
        _("Your result is disputed"),
        _(
            "The result of your match against %(opponent)s is disputed: “%(reason)s”. The director will decide."
        ),
    ),
    "disputed_director": (
        _("A result is disputed"),
        _("The result of %(sides)s is disputed: “%(reason)s”. Please rule."),
    ),
    "ruled": (
        _("The director has ruled"),
        _("The ruling on your match against %(opponent)s: %(result)s. Reason: %(reason)s"),
    ),
    "corrected": (
        _("A result was corrected"),
        _(
            "The director corrected the result of your match against %(opponent)s: %(result)s. Reason: %(reason)s"
        ),
    ),
    "set_aside": (
        _("Your match no longer counts"),
        _(
            "An earlier result was corrected. Your match against %(opponent)s stays your result, but no longer counts "
            "in the draw (%(event)s)."
        ),
    ),
    "set_aside_unplayed": (
        _("Stop your match"),
        _("An earlier result was corrected. Your match against %(opponent)s is not played on (%(event)s)."),
    ),
    "appealed": (
        _("There is an appeal"),
        _(
            "The ruling on your match against %(opponent)s is appealed against: “%(reason)s”. A committee will decide."
        ),
    ),
    "appealed_director": (
        _("There is an appeal"),
        _("The ruling on %(sides)s is appealed against: “%(reason)s”. Please name a committee."),
    ),
    "on_committee": (
        _("You are on a committee"),
        _("You judge the appeal over %(sides)s. Please read the file of the dispute and vote."),
    ),
    "appeal_decided": (
        _("The committee has decided"),
        _("The ruling on your match against %(opponent)s stands. The committee says: %(reason)s"),
    ),
    "appeal_overturned": (
        _("The committee has decided"),
        _("The ruling on your match against %(opponent)s is overturned. The committee says: %(reason)s"),
    ),
    "appeal_taken_back": (
        _("The appeal was withdrawn"),
        _("The appeal over your match against %(opponent)s was withdrawn: the ruling stands."),
    ),
    "final": (
        _("The result is final"),
        _("The result of your match against %(opponent)s is final: %(result)s."),
    ),
    "registered": (_("You are registered"), _("You are registered for %(event)s.")),
    "registered_alternate": (
        _("You are an alternate"),
        _("%(event)s is full. You are on the list of alternates and get a message when a place is free."),
    ),
    "alternate_in": (_("You have a place"), _("A place is free for you: you play in %(event)s.")),
    "forfeited": (
        _("Your match was decided without play"),
        _("Your match against %(opponent)s was not played out: %(result)s."),
    ),
    "match_again": (
        _("Your match is on again"),
        ngettext_lazy(
            "Walkover cancelled: you play %(opponent)s after all, to %(length)s point (%(event)s).",
            "Walkover cancelled: you play %(opponent)s after all, to %(length)s points (%(event)s).",
            "length",
        ),
    ),
    "challenged": (
        _("You are challenged"),
        ngettext_lazy(
            "%(opponent)s challenges you to a match to %(length)s point (%(event)s).",
            "%(opponent)s challenges you to a match to %(length)s points (%(event)s).",
            "length",
        ),
    ),
    "challenged_until": (
        _("You are challenged"),
        ngettext_lazy(
            "%(opponent)s challenges you to a match to %(length)s point, to be played before %(due)s (%(event)s).",
            "%(opponent)s challenges you to a match to %(length)s points, to be played before %(due)s (%(event)s).",
            "length",
        ),
    ),
    "challenge_taken_back": (
        _("A challenge is withdrawn"),
        _("%(entrant)s has withdrawn the challenge: no match (%(event)s)."),
    ),
    "challenge_due": (
        _("Your challenge is due"),
        _("Your match against %(opponent)s is to be played before %(due)s (%(event)s)."),
    ),
    "challenge_void": (
        _("A challenge is void"),
        _("%(challenger)s – %(challenged)s was not played in time: the challenge is void (%(event)s)."),
    ),
    "champion": (_("Congratulations!"), _("You have won %(event)s.")),
    "champion_director": (_("The event has a winner"), _("%(champion)s has won %(event)s.")),
    "event_started": (_("Your event has started"), _("%(event)s is full and has started.")),
    "event_started_director": (_("An event has started"), _("%(event)s is full and was drawn.")),
    "event_finished": (
        _("Your place"),
        _("%(event)s is over. %(place)s Its page has all places and winners."),
    ),
    "prizes_split": (
        _("Your prize is split"),
        _(
            "The director has entered that you share your prizes with %(entrant)s (%(event)s). If you have not agreed, "
            "tell the director."
        ),
    ),
    "split_offered": (
        _("Share your prizes?"),
        _("A split with %(entrant)s is proposed: you get %(prize)s (%(event)s). It counts once all agree."),
    ),
    "split_offered_agreed": (
        _("Share your prizes?"),
        _(
            "A split with %(entrant)s is proposed: you get %(prize)s (%(event)s). %(agreed)s has agreed. It counts "
            "once all agree."
        ),
    ),
    "split_agreed": (
        _("Your prize is split"),
        _("All have agreed: you share your prizes with %(entrant)s (%(event)s). The desk pays them out so."),
    ),
    "split_withdrawn": (
        _("No split of prizes"),
        _("The proposed split with %(entrant)s is withdrawn (%(event)s). The prizes stay as they are."),
    ),
    "message": (_("Message from the director"), _("%(message)s (%(tournament_name)s)")),
    "qualified": (
        _("You have qualified"),
        _("You have qualified for %(event)s by your place in %(qualifier)s."),
    ),
    "qualified_alternate": (
        _("You have qualified"),
        _(
            "You have qualified for %(event)s by your place in %(qualifier)s. No place is free there now: you are the "
            "next to get one."
        ),
    ),
    "qualifiers_open": (
        _("Who qualifies?"),
        _(
            "%(event)s is over, and it needs you to say who qualifies. The page of its entrants shows the choice."
        ),
    ),
    "entry_paid": (
        _("Your entry is paid"),
        _("%(prize)s of your entry in %(event)s is your prize: it was paid from the pool of %(qualifier)s."),
    ),
    "pool_short": (
        _("The pool is too small"),
        _(
            "The entries and prizes of %(event)s are %(prize)s more than its pool. Add money, or free a place in the other "
            "event. Its page of prizes shows the amounts."
        ),
    ),
    "clock_jumped": (
        _("The clock of the service jumped"),
        ngettext_lazy(
            "The clock of the service jumped by %(minutes)s minutes. %(count)s result that waits for the other side "
            "keeps the time that was really left (%(tournament_name)s). See that the clock is right; the jump stands in the log.",
            "The clock of the service jumped by %(minutes)s minutes. %(count)s results that wait for the other side "
            "keep the time that was really left (%(tournament_name)s). See that the clock is right; the jump stands in the log.",
            "count",
        ),
    ),
    "service_stood": (
        _("The service stood still"),
        ngettext_lazy(
            "The service stood still for %(minutes)s minutes. %(count)s result whose time was over by then waits for "
            "the other side once more (%(tournament_name)s).",
            "The service stood still for %(minutes)s minutes. %(count)s results whose time was over by then wait for "
            "the other side once more (%(tournament_name)s).",
            "count",
        ),
    ),
    "player_claimed": (
        _("You are one person now"),
        _(
            "%(player)s of %(tournament_name)s is you now: matches, results and ratings are those of your account. If "
            "that is not right, tell the desk, which undoes it."
        ),
    ),
    "claim_undone": (
        _("A claim was undone"),
        _(
            "%(player)s of %(tournament_name)s is no longer your account: the desk or a registrar has undone the claim."
        ),
    ),
    "merge_proposed": (
        _("Is this you too?"),
        _(
            "%(federation)s thinks that you are %(player)s too. Say whether that is right: if you agree, matches, results "
            "and ratings of both are those of your account."
        ),
    ),
    "merge_proposed_director": (
        _("Are they one person?"),
        _(
            "%(federation)s thinks that %(player)s and %(into)s are one person. If you agree, %(into)s may report and "
            "withdraw for %(player)s in %(tournament_name)s."
        ),
    ),
    "merge_declined": (
        _("Two people"),
        _("It was declined that %(player)s and %(into)s are one person."),
    ),
    "person_merged": (
        _("You are one person now"),
        _(
            "%(player)s and you are one person now: matches, results and ratings of both are those of your account. If "
            "that is not right, tell the federation, which undoes it."
        ),
    ),
    "person_merged_director": (
        _("They are one person now"),
        _("%(player)s and %(into)s are one person now (%(tournament_name)s). The log says who did it."),
    ),
    "person_parted": (
        _("A merge was undone"),
        _("%(player)s and you are two people again."),
    ),
    "person_parted_director": (
        _("A merge was undone"),
        _(
            "%(player)s and %(into)s are two people again. What was done for the other meanwhile stays, and the log of "
            "%(tournament_name)s lists it."
        ),
    ),
    "name_corrected": (
        _("Your name was corrected"),
        _("%(federation)s has corrected your name, club or country. You are %(player)s now."),
    ),
    "name_corrected_director": (
        _("A name was corrected"),
        _("%(federation)s has corrected name, club or country of %(player)s (%(tournament_name)s)."),
    ),
    "sanction_granted": (
        _("Your event is sanctioned"),
        _("%(federation)s has sanctioned %(event)s."),
    ),
    "sanction_changed": (
        _("A sanction was changed"),
        _("%(federation)s has changed the class or the weight of %(event)s."),
    ),
    "sanction_refused": (
        _("Your event is not sanctioned"),
        _("%(federation)s does not sanction %(event)s: %(reason)s"),
    ),
    "sanction_taken_away": (
        _("A sanction was taken away"),
        _("%(federation)s no longer sanctions %(event)s: %(reason)s"),
    ),
    "rating_stays": (
        _("Your rating stays"),
        _("A result of yours was corrected: your rating in %(list)s stays at %(rating)s."),
    ),
    "rating_moved_correction": (
        _("Your rating has moved"),
        _("A result was corrected: your rating in %(list)s moved by %(move)s and is %(rating)s now."),
    ),
    "rating_moved_late": (
        _("Your rating has moved"),
        _("A result came in late: your rating in %(list)s moved by %(move)s and is %(rating)s now."),
    ),
    "rating_moved_merge": (
        _("Your rating has moved"),
        _("Two entries became one person: your rating in %(list)s moved by %(move)s and is %(rating)s now."),
    ),
    "rating_moved_unmerge": (
        _("Your rating has moved"),
        _("A merge was undone: your rating in %(list)s moved by %(move)s and is %(rating)s now."),
    ),
    "rating_moved_verdicts": (
        _("Your rating has moved"),
        _("Other matches count now: your rating in %(list)s moved by %(move)s and is %(rating)s now."),
    ),
    "rating_moved_published": (
        _("Your rating has moved"),
        _("Late results count now: your rating in %(list)s moved by %(move)s and is %(rating)s now."),
    ),
}


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
        subject, text = _WORDS[_moved(notice.params) if is_moved else _variant(notice)]
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
    if notice.code == NoticeCode.RATING_MOVED:
        is_shown = round(Decimal(params["move"]) / UNITS, 2) != 0
        return f"rating_moved_{params['cause']}" if is_shown else "rating_stays"
    return f"{notice.code}_director" if _is_for_director(notice) else notice.code


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
    places["reason"] = places["reason"] or str(_("no reason given"))
    if match is not None:
        opponent = {"one": match.two.name, "two": match.one.name}.get(_own_side(notice), str(match))
        places |= {"opponent": opponent, "sides": str(match), "length": match.length}
    places |= {name: params.get(name, "") for name in _OF_SIDES}
    places |= {name: params.get(name, 0) for name in ("minutes", "count")}
    places["prize"] = amount_words(params.get("amount", 0), params.get("currency", ""))
    if "total" in params:
        places["place"] = place_sentence(params["first"], params["last"], params["total"])
    if "rating" in params:
        places |= {
            "list": params["list"],
            "rating": points_words(params["rating"]),
            "move": signed_points_words(params["move"]),
        }
    if match is not None and "outcome" in params:
        sides = {"one": match.one.name, "two": match.two.name}
        places |= {
            "reporter": sides.get(params["source"], str(_("The director"))),
            "result": _result(params, winner=sides.get(params["winner"], "")),
        }
    return places


def _result(params: Mapping[str, Any], *, winner: str) -> str:
    """Return a result in words: the winner, the score, and the outcome if it was not played out."""
    if not winner:
        return str(_("both sides forfeited"))
    score = params["score"] if params["winner"] == "one" else params["score"][::-1]
    places = {"winner": winner, "score": f"{score[0]}-{score[1]}"}
    if params["outcome"] == Outcome.PLAYED:
        return str(_("%(winner)s won %(score)s")) % places
    places["outcome"] = str(dict(OUTCOME_CHOICES)[params["outcome"]])
    if any(score):
        return str(_("%(winner)s goes on at %(score)s (%(outcome)s)")) % places
    return str(_("%(winner)s goes on (%(outcome)s)")) % places


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
    return date_format(timezone.localtime(moment, zone), form)


# Notices about an event that lead to another page than its first one.
_PAGES_OF_EVENT: Mapping[str, str] = {
    NoticeCode.EVENT_FINISHED: "finish",
    NoticeCode.SANCTION_GRANTED: "desk_sanctions",
    NoticeCode.SANCTION_REFUSED: "desk_sanctions",
}


def _path(notice: Notice) -> str:
    """Return the path of the page that a notice is about."""
    if "dispute_uid" in notice.params:
        return reverse("dispute", args=[notice.params["dispute_uid"]])
    if notice.match is not None:
        return reverse("match", args=[notice.match.uid])
    if "entrant_uid" in notice.params:
        return reverse("here", args=[notice.params["entrant_uid"]])
    if "split_uid" in notice.params:
        return reverse("split", args=[notice.params["split_uid"]])
    if notice.code in _PAGES_OF_EVENT:
        return reverse(_PAGES_OF_EVENT[notice.code], args=[notice.params["event_uid"]])
    if notice.code == NoticeCode.MESSAGE and notice.tournament:
        return reverse("tournament", args=[notice.tournament.uid])
    if "proposal_uid" in notice.params:
        return reverse("merge_proposal", args=[notice.params["proposal_uid"]])
    if notice.code in _OF_PERSONS and notice.tournament:
        return reverse("desk_log", args=[notice.tournament.uid])
    if "event_uid" in notice.params:
        return reverse("event", args=[notice.params["event_uid"]])
    if notice.code in (NoticeCode.CLOCK_JUMPED, NoticeCode.SERVICE_STOOD) and notice.tournament:
        return reverse("desk_board", args=[notice.tournament.uid])
    if "list_uid" in notice.params:
        return reverse("list_moves", args=[notice.params["list_uid"], notice.params["number"]])
    return reverse("home")
