"""What is refused about pairs, teams and their line-ups."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from matches.errors import DomainError


class OnePlayerNeeded(DomainError):
    """A side of several players cannot play singles."""

    code = "one_player_needed"
    message = _("%(event)s is a singles event. Enter one player at a time.")


class ListOfSingles(DomainError):
    """A list has one player in a row, and this event is played in pairs or teams."""

    code = "list_of_singles"
    message = _(
        "A list has one player in a row, and %(event)s is no singles event. Enter each side at the desk."
    )


class PairNeeded(DomainError):
    """Doubles are played by two."""

    code = "pair_needed"
    message = _("%(event)s is played in pairs. Name two players; this side has %(found)s.")


class InvalidTeamSize(DomainError):
    """A team fills its boards and has no more players than the event allows."""

    code = "invalid_team_size"
    message = _("A team of %(event)s has from %(least)s to %(most)s players; this one has %(found)s.")


class SamePlayerTwice(DomainError):
    """Nobody is a side with themselves."""

    code = "same_player_twice"
    message = _("%(player)s is named twice. Name different players.")


class NameMissing(DomainError):
    """A team has a name of its own."""

    code = "team_name_missing"
    message = _("A team needs a name. Give it one.")


class PlayedForAnother(DomainError):
    """Who has played for one side plays for no other in the same event."""

    code = "played_for_another"
    message = _("%(player)s has played for %(entrant)s in this event already. Choose somebody else.")


class NotInSide(DomainError):
    """Only who is in a side can leave it."""

    code = "not_in_side"
    message = _("%(player)s does not play for %(entrant)s. Choose one of its players.")


class NoSubstitutes(DomainError):
    """A singles entrant is its player."""

    code = "no_substitutes"
    message = _(
        "Nobody stands in for a player in singles. Withdraw %(entrant)s, and let an alternate take the place."
    )


class PartnerUnclear(DomainError):
    """Several players have the name of the partner."""

    code = "partner_unclear"
    message = _("Several players are called %(name)s. Let the desk enter your pair.")


class PartnerUnknown(DomainError):
    """Nobody has the id of the partner."""

    code = "partner_unknown"
    message = _("There is no player with the id %(id)s. Give the id or the name of the other player.")
    status = 400


class OwnPartner(DomainError):
    """Nobody is their own partner."""

    code = "own_partner"
    message = _("Your partner is somebody else than you. Give the name of the other player.")


class TeamMatchByBoards(DomainError):
    """A team match has the result of its boards."""

    code = "team_match_by_boards"
    message = _(
        "A team match is decided by its boards: do this at a board. A director can enter how many boards each team won."
    )


class NotATeamMatch(DomainError):
    """Only a team match has line-ups."""

    code = "not_a_team_match"
    message = _("This match is not between two teams, so there is no line-up to name.")


class CaptainOnly(DomainError):
    """A captain speaks for a team."""

    code = "captain_only"
    message = _("This is for the captain of the team, %(captain)s. Ask them, or the desk.")
    status = 403


class InvalidLineup(DomainError):
    """A line-up names one player for each board."""

    code = "invalid_lineup"
    message = _("Name %(boards)s different players of %(team)s, one for each board.")


class LineupsFixed(DomainError):
    """Line-ups stay once both are known."""

    code = "lineups_fixed"
    message = _("Both line-ups are known, so they stay. A director can change them until a board has begun.")


class InvalidBoardScore(DomainError):
    """Each board is won by one team at most."""

    code = "invalid_board_score"
    message = _(
        "There are %(boards)s boards: give how many each team won, together no more than that, and who wins when equal."
    )


class TeamAgainstBoards(DomainError):
    """The result of a team match never contradicts boards that are final."""

    code = "team_against_boards"
    message = _(
        "The boards that are final are %(won)s, and the result of the teams never says otherwise. Correct the board that is "
        "wrong, and the result of the teams follows."
    )
    status = 409


class BoardsNotRecorded(DomainError):
    """A result of a whole team match stands in the place of its boards, for a reason."""

    code = "boards_not_recorded"
    message = _(
        "The result follows from the boards. Enter it as a whole only where they were not recorded, and say why."
    )
    status = 400
