"""The texts of notices: subject and body by their key, with places for names and numbers.

`words.py` chooses the key and fills the places.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

TEXTS: Mapping[str, tuple[Any, Any]] = {
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
    "partner_asked": (
        _("Will you play together?"),
        _(
            "%(partner)s wants to play %(event)s with you. Agree or decline: you are entered once all have agreed."
        ),
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
            "The pairings have changed. Your match against %(opponent)s stays your result, but no longer counts in the "
            "draw (%(event)s)."
        ),
    ),
    "set_aside_unplayed": (
        _("Stop your match"),
        _("The pairings have changed. Your match against %(opponent)s is not played on (%(event)s)."),
    ),
    "match_cancelled": (
        _("Your match is cancelled"),
        _("The pairings have changed. Your match against %(opponent)s is not played (%(event)s)."),
    ),
    "match_cancelled_bye": (
        _("Your match is cancelled"),
        _(
            "The pairings have changed. Your match against %(opponent)s is not played: you have a bye (%(event)s)."
        ),
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
    "event_rated": (
        _("Your rating after an event"),
        _("%(event)s counts: your rating in %(list)s went from %(before)s to %(rating)s."),
    ),
    "event_rated_placed": (
        _("Your rating after an event"),
        _(
            "%(event)s counts: your rating in %(list)s went from %(before)s to %(rating)s, and your place from "
            "%(place_before)s to %(place)s."
        ),
    ),
    "event_rated_same_place": (
        _("Your rating after an event"),
        _(
            "%(event)s counts: your rating in %(list)s went from %(before)s to %(rating)s, and you keep place "
            "%(place)s."
        ),
    ),
    "event_rated_new_place": (
        _("Your rating after an event"),
        _("%(event)s counts: your rating in %(list)s is %(rating)s, and you have place %(place)s."),
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
