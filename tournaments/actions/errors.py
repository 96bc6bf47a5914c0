"""What the competition refuses: each error names the rule broken and the way out."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError


class NotSignedIn(DomainError):
    """Nobody is signed in, and the action needs to know who acts."""

    code = "not_signed_in"
    message = _("Please sign in first, or open your private link.")
    status = 401


class Forbidden(DomainError):
    """The person is known, and this is not theirs to do."""

    code = "forbidden"
    message = _("You may not do this. Ask the director of the tournament.")
    status = 403


class TooManyRequests(DomainError):
    """One visitor asks more often than the limits allow."""

    code = "too_many_requests"
    message = _("Too many requests. Try again in %(seconds)s seconds.")
    status = 429


class TooManyDrafts(DomainError):
    """Somebody owns as many unpublished tournaments as anybody can use."""

    code = "too_many_drafts"
    message = _(
        "You own %(most)s drafts already. Publish one of them, or change one that is not needed into the new one."
    )


class OwnMatchRuling(DomainError):
    """Nobody rules on their own match."""

    code = "own_match_ruling"
    message = _("Nobody rules on their own match. Ask another director.")
    status = 403


class InvalidFields(DomainError):
    """A value does not fit its field; `fields` maps each field to what is wrong with it.

    `names` are the fields in the reader's language.
    """

    code = "invalid"
    message = _("Please correct: %(names)s. %(faults)s")
    status = 400

    def __init__(self, fields: dict[str, list[str]], *, names: Sequence[str]) -> None:
        faults = " ".join(fault for messages in fields.values() for fault in messages)
        super().__init__(fields=fields, names=", ".join(names), faults=faults)


class UnknownFormat(DomainError):
    """There is no format with this code."""

    code = "unknown_format"
    message = _("There is no format called %(format)s. Choose one of: %(known)s.")
    status = 400


class InvalidOptions(DomainError):
    """The options do not fit the format; `details` lists the codes of what is wrong."""

    code = "invalid_options"
    message = _("The options do not fit this format. %(problems)s")
    status = 400


class InvalidFeeds(DomainError):
    """Where the entrants of a stage come from cannot be; `details` lists the codes of what is wrong."""

    code = "invalid_feeds"
    message = _("The entrants cannot come from there. %(problems)s")
    status = 400


class InvalidPlan(DomainError):
    """An event that cannot be played so; `details` lists what is wrong, each with the path of its field."""

    code = "invalid_plan"
    message = _("The event cannot be played so. %(problems)s")
    status = 400


class StageIsNeeded(DomainError):
    """A stage from which entrants come into another one cannot be taken out."""

    code = "stage_is_needed"
    message = _("Entrants come from this stage into “%(stage)s”. Change that first, or take that stage out.")
    status = 409


class InvalidLengths(DomainError):
    """A match length that cannot be (M1)."""

    code = "invalid_lengths"
    message = _(
        "A match is to an odd number of points from 1 to %(longest)s (M1). Give one length, or several with the "
        "final first."
    )
    status = 400


class WrongCode(DomainError):
    """Not the one-time code on the terminal, or ten wrong ones were tried before."""

    code = "wrong_code"
    message = _(
        "This is not the code shown on the terminal. Check it there; after ten wrong ones, start the service again for "
        "a new code."
    )
    status = 403


class NotFirstRun(DomainError):
    """Somebody directs this installation already."""

    code = "not_first_run"
    message = _("This installation has its director already. Sign in instead.")


class RegistrationClosed(DomainError):
    """The event takes no entrants this way now."""

    code = "registration_closed"
    message = _("Registration for %(event)s is closed. Ask at the desk.")


class AlreadyEntered(DomainError):
    """A player enters an event once."""

    code = "already_entered"
    message = _("%(player)s is entered in this event already.")


class SimilarPlayers(DomainError):
    """There are players with nearly this name; `candidates` holds them, the closest first."""

    code = "similar_players"
    message = _(
        "There are players with a similar name: %(names)s. Choose one of them, or say that this is another person."
    )


class HasWithdrawn(DomainError):
    """The entrant has left the event."""

    code = "has_withdrawn"
    message = _("%(entrant)s has withdrawn from this event. Before the draw an entrant may return.")


class NotWithdrawn(DomainError):
    """Only who has withdrawn can return."""

    code = "not_withdrawn"
    message = _("%(entrant)s has not withdrawn.")


class NotAnAlternate(DomainError):
    """Only an alternate can take a place."""

    code = "not_an_alternate"
    message = _("%(entrant)s is not waiting for a place. Choose an alternate.")


class EventIsFull(DomainError):
    """Every place of the event is taken."""

    code = "event_is_full"
    message = _(
        "All %(capacity)s places are taken. Raise their number, or leave the player among the alternates."
    )


class CapacityTooSmall(DomainError):
    """More entrants have a place already."""

    code = "capacity_too_small"
    message = _("%(entrants)s entrants have a place already. Give at least that many places.")


class ListTooLarge(DomainError):
    """A player list beyond the limits."""

    code = "list_too_large"
    message = _("A list has at most %(rows)s rows and %(kib)s KiB. Split it into several.")
    status = 413


class ListUnreadable(DomainError):
    """A player list in which no column of names can be found."""

    code = "list_unreadable"
    message = _(
        "No names can be found in this list. It needs a heading line with a column called name, and commas, "
        "semicolons or tabs between the columns."
    )
    status = 400


class StageAlreadyDrawn(DomainError):
    """The stage has a valid draw."""

    code = "stage_already_drawn"
    message = _(
        "This stage is drawn already. Void the draw first, which is possible until a match has begun."
    )


class FeederNotComplete(DomainError):
    """A stage is drawn before it is certain who comes from the stage that feeds it."""

    code = "feeder_not_complete"
    message = _(
        "It is not certain yet who comes from “%(stage)s”. Finish its matches first, or change where the entrants come from."
    )


class TiedAtTheCut(DomainError):
    """Those who stand level in a stage are not all among those who go on from it."""

    code = "tied_at_the_cut"
    message = _(
        "In “%(stage)s” %(count)s go on, and the places %(places)s are shared. Decide the tie by lot, by a playoff or by hand."
    )


class DrawnWithItsFeeder(DomainError):
    """A stage that is fed during play is drawn by hand."""

    code = "drawn_with_its_feeder"
    message = _("This stage is drawn together with the one that feeds it. Draw that one.")


class NotDrawn(DomainError):
    """The stage has no valid draw."""

    code = "not_drawn"
    message = _("This stage is not drawn yet. Make the draw first.")


class DrawIsVoid(DomainError):
    """The draw was voided before."""

    code = "draw_is_void"
    message = _("This draw was voided already.")


class TooFewEntrants(DomainError):
    """Not enough entrants for the format."""

    code = "too_few_entrants"
    message = _(
        "The draw needs at least %(fewest)s entrants, and there are %(entrants)s. Only those checked in count as soon "
        "as anybody is."
    )


class TooManyEntrants(DomainError):
    """More entrants than the format can take."""

    code = "too_many_entrants"
    message = _("This format takes at most %(most)s entrants, and there are %(entrants)s. Split the event.")


class CannotBeDrawn(DomainError):
    """The setup of the stage does not fit its entrants; `details` lists the codes of what is wrong."""

    code = "cannot_be_drawn"
    message = _("The draw cannot be made with this setup. %(problems)s")


class AlreadyCommitted(DomainError):
    """The draw of the stage is announced already."""

    code = "already_committed"
    message = _("This draw is announced already. Make it, or take the announcement back first.")


class NotCommitted(DomainError):
    """There is no announcement to take back."""

    code = "not_committed"
    message = _("This draw is not announced.")


class SeedIsAnnounced(DomainError):
    """A seed is given for a draw whose secret was fixed by its announcement."""

    code = "seed_is_announced"
    message = _(
        "The seed of this draw was fixed when it was announced. Make the draw without one, or take the announcement back."
    )


class CommitmentBroken(DomainError):
    """The draw would see something else than was announced; `came` and `left` name the entrants."""

    code = "commitment_broken"
    message = _(
        "This is not what was announced. Came since: %(came)s. Left since: %(left)s. Put it back as it was - whoever came "
        "can enter late after the draw - or take the announcement back and announce the draw again."
    )


class InvalidSeeds(DomainError):
    """Seeds that cannot be: given twice, not positive, or to somebody who is not in the draw."""

    code = "invalid_seeds"
    message = _("Seeds are the numbers 1, 2, 3 and so on, each given once, to entrants who are in the draw.")
    status = 400


class InvalidSeed(DomainError):
    """The text that decides chance does not fit."""

    code = "invalid_seed"
    message = _("The seed of a draw is one line of at most %(most)s characters.")
    status = 400


class MatchBegun(DomainError):
    """A match in the way has a start stamp or a report."""

    code = "match_begun"
    message = _("%(match)s has begun, so this can no longer be changed.")


class RoundBegun(DomainError):
    """Every match of the round has begun."""

    code = "round_begun"
    message = _("Every match of round %(round)s has begun, so its length stays.")


class RoundPaired(DomainError):
    """An absence is asked for a round that has its pairings, or taken back for one."""

    code = "round_paired"
    message = _(
        "Round %(round)s is paired already. Ask a director: the match can end as a forfeit, or be played later."
    )


class NoSuchRound(DomainError):
    """The stage has no round with this number."""

    code = "no_such_round"
    message = _("There is no round %(round)s in this stage.")
    status = 400


class AlternateWaits(DomainError):
    """Somebody has waited for a place for longer; the desk may let another one come in first."""

    code = "alternate_waits"
    message = _(
        "%(alternate)s has waited for a place for longer. Give %(alternate)s the place, or let the newcomer in first."
    )


class OverCapacity(DomainError):
    """Every place of a drawn event is taken; the desk may let somebody in all the same."""

    code = "over_capacity"
    message = _(
        "%(entrants)s of %(capacity)s places are taken. Let one more in, raise the number of places, or let the entry wait "
        "among the alternates."
    )


class NoFreeBye(DomainError):
    """No bye is left whose match has not begun."""

    code = "no_free_bye"
    message = _(
        "There is no free place: the bracket is full, or the matches beside its byes have begun. %(entrant)s waits "
        "among the alternates."
    )


class NoByeToTake(DomainError):
    """No bye is left in the round under way."""

    code = "no_bye_to_take"
    message = _("Nobody has a bye in the round under way. %(entrant)s can come in from the next round on.")


class LineNotFree(DomainError):
    """The line chosen for a late entry is taken, or its match has begun."""

    code = "line_not_free"
    message = _("Line %(line)s is not free. Choose one of these: %(open)s.")


class NotInStage(DomainError):
    """The entrant has no place in this stage."""

    code = "not_in_stage"
    message = _("%(entrant)s has no place in this stage.")


class AlreadyInStage(DomainError):
    """The entrant has a place in this stage."""

    code = "already_in_stage"
    message = _("%(entrant)s has a place in this stage already.")


class SameEntrant(DomainError):
    """Two different entrants are needed."""

    code = "same_entrant"
    message = _("Choose two different entrants.")
    status = 400


class TableTaken(DomainError):
    """Another match is on at this table."""

    code = "table_taken"
    message = _("Another match is being played at table %(table)s. Choose a free table.")


class WrongTournament(DomainError):
    """Two things that belong to different tournaments or events."""

    code = "wrong_tournament"
    message = _("These do not belong together: they are of different tournaments or events.")
    status = 400


class MatchNotOpen(DomainError):
    """The match is final or cancelled."""

    code = "match_not_open"
    message = _("This match is over or was cancelled.")


class ResultStands(DomainError):
    """A result that the sides agreed on, or that was ruled, is not taken back like a slip of the finger."""

    code = "result_stands"
    message = _(
        "This result was not entered by a director alone, so it is not taken back. A director can correct it."
    )


class OwnerStays(DomainError):
    """A tournament has one owner, who hands over before leaving."""

    code = "owner_stays"
    message = _("A tournament always has an owner. Make somebody else the owner first.")


class LinkNotValid(DomainError):
    """A private link that is unknown, revoked or too old."""

    code = "link_not_valid"
    message = _("This private link is no longer valid. Ask the desk for a new one.")
    status = 404


class ReasonMissing(DomainError):
    """A reason is needed where a director overrules."""

    code = "reason_missing"
    message = _("Please give a reason. It is kept in the log.")
    status = 400


class Contention(DomainError):
    """Too many writers at once; the same call later does it."""

    code = "try_again"
    message = _("Somebody else changed this at the same moment. Please try again.")
    status = 503
