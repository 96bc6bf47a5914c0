"""Refusals about draws, pairings, shared places and challenges."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError


class StageIsOver(DomainError):
    """The stage is complete, or a director has closed it."""

    message = _(
        "%(stage)s is over. Correct a result if it ended wrongly; if a director closed it, undo that in the log."
    )


class StageIsFollowed(DomainError):
    """Another stage was drawn from the standings of this one."""

    message = _(
        "%(next)s was drawn from the standings of %(stage)s. Void that draw first, which is possible until a match of it "
        "has begun."
    )


class StageAlreadyDrawn(DomainError):
    """The stage has a valid draw."""

    message = _(
        "This stage is drawn already. Void the draw first, which is possible until a match has begun."
    )


class FeederNotComplete(DomainError):
    """A stage cannot be drawn before the entrants from the stage that feeds it are certain."""

    message = _(
        "It is not certain yet who comes from “%(stage)s”. Finish its matches first, or change where the entrants come from."
    )


class TiedAtTheCut(DomainError):
    """A tie in a stage reaches across the last place that goes on to the next stage."""

    message = _(
        "In “%(stage)s” %(count)s go on, and the places %(places)s are shared. Decide the tie by lot, by a playoff or by hand."
    )


class NoWildCards(DomainError):
    """A wild card is for a stage that takes entrants of earlier stages at its draw."""

    message = _(
        "Wild cards are for a stage that takes the best of an earlier one. Enter the player in the event, or enter late."
    )


class NotForWildCard(DomainError):
    """A wild card is for an entrant of the event who has a place and has not left."""

    message = _(
        "A wild card is for a player who has a place in this event and has not left. Enter or bring back the player first."
    )


class QualifiedAlready(DomainError):
    """An entrant with a wild card comes into the stage by its results."""

    message = _("%(entrant)s comes in by the results and needs no wild card. Leave the wild card out.")


class DrawnWithItsFeeder(DomainError):
    """A stage that is fed during play is drawn with its feeder and not by hand."""

    message = _("This stage is drawn together with the one that feeds it. Draw that one.")


class NotDrawn(DomainError):
    """The stage has no valid draw."""

    message = _("This stage is not drawn yet. Make the draw first.")


class DrawIsVoid(DomainError):
    """The draw was voided before."""

    message = _("This draw was voided already.")


class TooFewEntrants(DomainError):
    """Not enough entrants for the format."""

    message = _(
        "The draw needs at least %(fewest)s entrants, and it has %(entrants)s. Only those checked in count as soon "
        "as anybody is."
    )


class TooManyEntrants(DomainError):
    """More entrants than the format can take."""

    message = _("This format takes at most %(most)s entrants, and it has %(entrants)s. Split the event.")


class CannotBeDrawn(DomainError):
    """The setup of the stage does not fit its entrants; `details` lists the codes of what is wrong."""

    message = _("The draw cannot be made with this setup. %(problems)s")


class AlreadyCommitted(DomainError):
    """The draw of the stage is already announced."""

    message = _("This draw is announced already. Make it, or withdraw the announcement first.")


class NotCommitted(DomainError):
    """There is no announcement to take back."""

    message = _("This draw is not announced.")


class SeedIsAnnounced(DomainError):
    """A seed cannot be given for a draw whose secret was fixed by its announcement."""

    message = _(
        "The seed of this draw was fixed when it was announced. Draw without typing one, or withdraw "
        "the announcement."
    )


class CommitmentBroken(DomainError):
    """The input of the draw differs from the announced one; `came` and `left` name the entrants."""

    message = _(
        "The entrants differ from the announcement. Came since: %(came)s. Left since: %(left)s. "
        "Restore them - new players can enter late after the draw - or withdraw the announcement and "
        "announce the draw again."
    )


class InvalidSeeds(DomainError):
    """The seeds are invalid: given twice, not positive, or for an entrant who is not in the draw."""

    message = _("Seeds are the numbers 1, 2, 3 and so on, each given once, to entrants who are in the draw.")
    status = 400


class InvalidSeed(DomainError):
    """The text of the random seed is invalid."""

    message = _("The seed of a draw is one line of at most %(most)s characters.")
    status = 400


class MatchBegun(DomainError):
    """A match that would change has a start time or a report."""

    message = _("%(match)s has begun, so this can no longer be changed.")


class SequelMissing(MatchBegun):
    """A match that follows from a corrected result has begun, and nothing says which of the `ways` it goes."""

    code = "follow_missing"
    message = _(
        "%(match)s has begun. Choose what becomes of it: play again from here, take over the match, or correct places only."
    )


class NoneUnderWay(SequelMissing):
    """A match that follows has begun, and none is under way in which the rightful winner could take a place."""

    message = _(
        "%(match)s has begun. Choose what becomes of it: play again from here, or correct places only."
    )


class NobodyToReplace(DomainError):
    """No match under way follows from a corrected result in which its winner could take a place; `ways` remain."""

    message = _(
        "No match under way follows in which %(entrant)s could take over. Play again from here, or correct the places only."
    )


class NobodyHasWon(NobodyToReplace):
    """Nobody has won the corrected match, so nobody can take a place in a later one."""

    code = "nobody_has_won"
    message = _(
        "Nobody has won this match now, so nobody takes a place over. Play again from here, or correct the places only."
    )


class RoundBegun(DomainError):
    """Every match of the round has begun."""

    message = _("Every match of round %(round)s has begun, so its length stays.")


class RoundPaired(DomainError):
    """The pairings of the round exist already, so an absence from it can be neither set nor removed."""

    message = _(
        "Round %(round)s is paired already. Ask a director: the match can end as a forfeit, or be played later."
    )


class NoSuchRound(DomainError):
    """The stage has no round with this number."""

    message = _("There is no round %(round)s in this stage.")
    status = 400


class AlternateWaits(DomainError):
    """Another alternate has waited longer for a place; the desk may override this."""

    message = _(
        "%(alternate)s has waited for a place for longer. Give %(alternate)s the place, or let the newcomer in first."
    )


class OverCapacity(DomainError):
    """Every place of a drawn event is taken; the desk may override this."""

    message = _(
        "%(entrants)s of %(capacity)s places are taken. Let one more in, raise the number of places, or let the entry wait "
        "among the alternates."
    )


class NoFreeBye(DomainError):
    """The bracket has no free place: the opponents of its byes have begun their matches."""

    message = _(
        "There is no free place: the bracket is full, or the matches beside its byes have begun. %(entrant)s waits "
        "among the alternates."
    )


class NoByeToTake(DomainError):
    """Nobody has a bye in the current round."""

    message = _("Nobody has a bye in the round under way. %(entrant)s can come in from the next round on.")


class LineNotFree(DomainError):
    """The line for a late entry is taken, or its match has begun."""

    message = _("Line %(line)s is not free. Choose one of these: %(open)s.")


class NotInStage(DomainError):
    """The entrant has no place in this stage."""

    message = _("%(entrant)s has no place in this stage.")


class AlreadyInStage(DomainError):
    """The entrant has a place in this stage."""

    message = _("%(entrant)s has a place in this stage already.")


class SameEntrant(DomainError):
    """Two different entrants are needed."""

    message = _("Choose two different entrants.")
    status = 400


class NotALadder(DomainError):
    """Matches of this stage are not played by challenge."""

    message = _("Only in a ladder one challenges another. Here the pairings are made for everybody.")
    status = 400


class ChallengeRefused(DomainError):
    """The rules of the ladder do not allow this challenge; `details` lists their codes."""

    message = _("This challenge is not possible. %(problems)s")


class LadderBegun(DomainError):
    """The initial order of a ladder cannot change after its first match has begun."""

    message = _(
        "%(match)s has begun, so the first order of the ladder stays: every place since then rests on it. "
        "Places change by challenges now, or by a correction of their results."
    )


class TieNotOpen(DomainError):
    """These entrants share no place on which something depends."""

    message = _("These entrants share no place on which anything depends now. Look at the standings again.")


class TieOrderIncomplete(DomainError):
    """An order by hand must name each tied entrant once."""

    message = _("Order all players sharing the place, each once.")


class TieDecided(DomainError):
    """A playoff for this place is in progress."""

    code = "playoff_under_way"
    message = _("A playoff decides these places. Have it played, or cancel the decision first.")


class TieIsUsed(DomainError):
    """The decision on the tie cannot be taken back, because another stage was drawn after it."""

    message = _("“%(stage)s” was drawn with this decision. Void that draw first.")


class NoSuchDecision(DomainError):
    """There is no decision on these entrants."""

    code = "tie_not_decided"
    message = _("There is no decision on these entrants.")


class InvalidDice(DomainError):
    """What was typed are no dice, or too few."""

    message = _("Type %(fewest)s to %(most)s dice, each from 1 to 6, as in “64 31 52”.")
    status = 400


class DiceNeedAnnouncement(DomainError):
    """Dice join a secret that was announced before they were rolled."""

    message = _("Announce the draw first, then roll the dice: so nobody can have chosen them.")


class CardsAfterAnnouncement(DomainError):
    """A draw that was announced is made by its secret."""

    message = _("This draw is announced. Withdraw the announcement to draw with cards.")


class InvalidLines(DomainError):
    """A draw by hand gives each entrant one line, as many as the format has."""

    message = _(
        "Give each of the %(entrants)s entrants a line of its own, from 1 to %(lines)s. The lines left empty are byes, and "
        "never two in one match."
    )
    status = 400


class NoMatchDays(DomainError):
    """The rounds of the stage have no moments of their own."""

    message = _("Only a league has match days. Here a round begins when the one before it is over.")


class MatchDaysOutOfOrder(DomainError):
    """A round would begin before an earlier one."""

    message = _(
        "Match day %(round)s would not be after match day %(before)s. Give the dates in order, or move single encounters."
    )


class NoSuchEncounter(DomainError):
    """The round has no encounter with this slot."""

    message = _(
        "There is no such encounter on match day %(round)s. After the draw the list of match days has them all."
    )
    status = 400


class NoHomeRight(DomainError):
    """Nobody is at home in this stage, so there is no home right to exchange."""

    message = _("Nobody is at home here: only a league on match days has home and away.")


class UnlikelyMatchDay(DomainError):
    """The date is one on which nobody plays."""

    message = _("This is not a day on which anybody plays. Please check the year.")
    status = 400
