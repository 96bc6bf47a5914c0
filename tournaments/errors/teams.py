"""Refusals about pairs, teams and line-ups."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError


class OnePlayerNeeded(DomainError):
    """An entry in singles has exactly one player."""

    message = _("%(event)s is a singles event. Enter one player at a time.")


class ListOfSingles(DomainError):
    """A player list has one player in each row, which does not fit pairs or teams."""

    message = _(
        "A list has one player in a row, and %(event)s is no singles event. Enter each side at the desk."
    )


class PairNeeded(DomainError):
    """An entry in doubles has exactly two players."""

    message = _("%(event)s is played in pairs. Name two players; this side has %(found)s.")


class InvalidTeamSize(DomainError):
    """The number of players is less than the boards or more than the maximum of the event."""

    message = _("A team of %(event)s has from %(least)s to %(most)s players; this one has %(found)s.")


class SamePlayerTwice(DomainError):
    """A side names the same player twice."""

    message = _("%(player)s is named twice. Name different players.")


class NameMissing(DomainError):
    """A team must have a name."""

    code = "team_name_missing"
    message = _("A team needs a name. Give it one.")


class PlayedForAnother(DomainError):
    """The player has played for another side in the same event."""

    message = _("%(player)s has already played for %(entrant)s in this event. Choose another player.")


class NotInSide(DomainError):
    """The player is not a member of the side."""

    message = _("%(player)s does not play for %(entrant)s. Choose one of its players.")


class NoSubstitutes(DomainError):
    """A singles entrant cannot be substituted."""

    message = _(
        "Nobody stands in for a player in singles. Withdraw %(entrant)s, and let an alternate take the place."
    )


class PartnerUnclear(DomainError):
    """Several players have the name of the partner."""

    message = _("Several players are called %(name)s. Let the desk enter your pair.")


class PartnerUnknown(DomainError):
    """No player has the uid of the partner."""

    message = _("There is no player with the id %(id)s. Give the id or the name of the other player.")
    status = 400


class OwnPartner(DomainError):
    """A player cannot be their own partner."""

    message = _("You cannot be your own partner. Type the name of the other player.")


class TeamMatchByBoards(DomainError):
    """The result of a team match comes from its boards and cannot be reported."""

    message = _(
        "A team match is decided by its boards: do this at a board. A director can enter how many boards each team won."
    )


class NotATeamMatch(DomainError):
    """Only a team match has line-ups."""

    message = _("This match is not between two teams, so there is no line-up to name.")


class CaptainOnly(DomainError):
    """Only the captain acts for a team."""

    message = _("This is for the captain of the team, %(captain)s. Ask them, or the desk.")
    status = 403


class InvalidLineup(DomainError):
    """A line-up must name one player for each board."""

    message = _("Name %(boards)s different players of %(team)s, one for each board.")


class LineupOutOfOrder(DomainError):
    """The line-up breaks the order of the team's list, which the event demands."""

    message = _(
        "In this event a team sits in the order of its list. %(first)s comes before %(second)s there, so give %(first)s the "
        "earlier board."
    )


class LineupsFixed(DomainError):
    """Line-ups cannot change once both are published."""

    message = _("Both line-ups are known, so they stay. A director can change them until a board has begun.")


class InvalidBoardScore(DomainError):
    """The score counts more boards than the team match has."""

    message = _(
        "There are %(boards)s boards: give how many each team won, together no more than that, and who wins when equal."
    )


class TeamAgainstBoards(DomainError):
    """The result of a team match contradicts its final boards."""

    message = _(
        "The boards that are final are %(won)s, and the result of the teams never says otherwise. Correct the board that is "
        "wrong, and the result of the teams follows."
    )
    status = 409


class BoardsNotRecorded(DomainError):
    """A result for a whole team match without its boards requires a reason."""

    message = _(
        "The result follows from the boards. Enter it as a whole only where they were not recorded, and say why."
    )
    status = 400


class SeriesByMatches(DomainError):
    """The result of a series comes from its matches and cannot be reported."""

    message = _(
        "A series is decided by its matches: do this in the match under way. A director can enter how many matches each "
        "side won."
    )


class InvalidSeriesScore(DomainError):
    """The score does not end a series: nobody has more than half of the matches, or there are too many."""

    message = _(
        "It is a best of %(boards)s matches: give how many each side won. The winner has more than half, and stops there."
    )


class SeriesAgainstMatches(DomainError):
    """The result of a series contradicts its final matches."""

    message = _(
        "The matches that are final are %(won)s, and the result of the series never says otherwise. Correct the match that "
        "is wrong, and the series follows."
    )
    status = 409


class MatchesNotRecorded(DomainError):
    """A result for a whole series without its matches requires a reason."""

    message = _(
        "The result follows from the matches. Enter it as a whole only where they were not recorded, and say why."
    )
    status = 400


class NoSeriesOfTeams(DomainError):
    """Teams play boards, and no series of matches."""

    message = _("Teams play boards side by side, and no series. Set the number of boards instead.")


class InvalidBestOf(DomainError):
    """The number of matches of a series is even or too large."""

    message = _(
        "A series is best of an odd number of matches from 1 to %(most)s. Write them with the last round first, as in 3, 1."
    )


class NotASeries(DomainError):
    """Only a series has matches under it."""

    message = _("This is a single match, so there is no series to show.")
