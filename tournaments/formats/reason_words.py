"""The sentences of reasons for pairings and byes that several formats share, in each language."""

from collections.abc import Mapping

from tournaments.matching.rules import RuleCode
from tournaments.words import Words

# The sentence of each reason.
REASONS: Mapping[str, Words] = {
    "drawn": Words("The draw gave %(entrant)s line %(line)s by chance."),
    "seeded": Words("%(entrant)s stands on line %(line)s as seed %(seed)s."),
    "entered_late": Words("%(entrant)s came late and took the free line %(line)s."),
    "placed_by_director": Words("The director placed %(entrant)s on line %(line)s."),
    "bye": Words(
        "There are %(entrants)s entrants for a bracket of %(size)s lines, so some have no opponent in "
        "the first round."
    ),
    "bye_lots": Words(
        "Chances of a bye: %(entrant)s had %(lots)s of %(all)s in the draw. Players there in time came first."
    ),
    "winner_of": Words("%(entrant)s has won in %(round)s."),
    "loser_of": Words("%(entrant)s has lost in %(round)s and goes on here."),
    "advanced_by_bye": Words("%(entrant)s had a bye in %(round)s."),
    "sent_by_decision": Words("%(entrant)s comes from %(round)s by a decision of the director."),
    "nobody_left": Words("Nobody comes from %(round)s: there was nobody left to win there."),
    "recharge": Words("%(entrant)s was unbeaten and has lost the grand final, so one more match decides."),
    "not_out_yet": Words("%(entrant)s has lost the match before and has lives left, so they meet once more."),
    "first_meeting": Words("They have not met before."),
    "met_before": Words("They have met before in this event."),
    "same_family": Words("They are of the same family: otherwise %(rule)s."),
    "same_family_in_any_round": Words("They are of the same family; no round has fewer such pairs."),
    "same_club": Words("They are of the same club: otherwise %(rule)s."),
    "same_club_in_any_round": Words("They are of the same club; no round has fewer such pairs."),
    "same_country": Words("They are of the same country: otherwise %(rule)s."),
    "same_country_in_any_round": Words("They are of the same country; no round has fewer such pairs."),
    "odd_number": Words("The number to be paired, %(entrants)s, was odd, so one of them sits out."),
    "first_bye": Words("%(entrant)s has not had a bye before."),
    "second_bye": Words(
        "%(entrant)s has had %(byes)s bye before, and nobody here has had fewer.",
        "%(entrant)s has had %(byes)s byes before, and nobody here has had fewer.",
        count="byes",
    ),
    "another_bye": Words(
        "%(entrant)s has had %(byes)s bye before.", "%(entrant)s has had %(byes)s byes before.", count="byes"
    ),
    "equally_good": Words("Another round would have been as good; the order of the entrants decided."),
    "decided_by_lot": Words(
        "Another pairing would have been as good: %(entrant)s against %(instead)s. The lot decided."
    ),
    "berger": Words("The Berger table sets this match in round %(number)s."),
    "odd_group": Words("%(entrants)s players are an odd number, so in every round one of them sits out."),
    "no_longer_follows": Words(
        "This pairing was made before a change, and would not be made today. What has begun stands."
    ),
    # Rounds that are paired as a whole.
    "rematch": Words(
        "They have met %(times)s time before.", "They have met %(times)s times before.", count="times"
    ),
    "filled_in": Words(
        "This was paired while round %(number)s was under way, or before an earlier result was corrected."
    ),
    "on_the_list": Words(
        "On it %(one)s was number %(one_place)s and %(two)s number %(two_place)s: from the top each meets the "
        "next one not met yet."
    ),
}

# The alternative: the rule that another round breaks more.
RULES: Mapping[RuleCode, Words] = {
    RuleCode.SAME_PLAYER: Words("a player would have met his or her other entry"),
    RuleCode.KEPT_APART: Words("two players would have met whom the director keeps apart"),
    RuleCode.SECOND_BYE: Words("the bye would have gone to a player with more byes"),
    RuleCode.BYE_LOTS: Words("the bye would have gone to a player without a chance for it"),
    RuleCode.BYE_AFTER_UNPLAYED: Words(
        "the bye would have gone to a player with more rounds missed or won by walkover"
    ),
    RuleCode.BYE_POINTS: Words("the bye would have gone to a player with more points"),
    RuleCode.BYE_RECORD: Words("the bye would have gone to a player with a better record"),
    RuleCode.WAIT: Words("a player with fewer matches would have waited"),
    RuleCode.LIVES: Words("the lives of opponents would have been further apart"),
    RuleCode.SCORE: Words("the points of opponents would have been further apart"),
    RuleCode.FLOAT: Words("a player would have met opponents with more, or with fewer, points twice running"),
    RuleCode.REMATCH: Words("there would have been more second meetings"),
    RuleCode.FAMILY: Words("more members of a family would have met"),
    RuleCode.CLUB: Words("more members of a club would have met"),
    RuleCode.COUNTRY: Words("more players of a country would have met"),
    RuleCode.BYE_PLACE: Words("the bye would have gone to a player higher in the order"),
    RuleCode.FOLD: Words("players further from opposite each other would have met"),
    RuleCode.NEIGHBOUR: Words("players further apart in the order would have met"),
}

# The best other round, if another bye makes it cost more.
OTHER_BYES: Mapping[RuleCode, Words] = {
    RuleCode.SECOND_BYE: Words(
        "Otherwise %(other_bye)s would have sat out, who has had more byes than %(bye)s."
    ),
    RuleCode.BYE_LOTS: Words("Otherwise %(other_bye)s would have had the bye, without a chance in its draw."),
    RuleCode.BYE_AFTER_UNPLAYED: Words(
        "Otherwise %(other_bye)s would have had the bye, with more rounds missed, or won by "
        "walkover, than %(bye)s."
    ),
    RuleCode.BYE_POINTS: Words(
        "Otherwise %(other_bye)s would have sat out, who counts more points than %(bye)s."
    ),
    RuleCode.BYE_RECORD: Words(
        "Otherwise %(other_bye)s would have sat out, who has a better record than %(bye)s."
    ),
    RuleCode.BYE_PLACE: Words(
        "Otherwise %(other_bye)s would have sat out, who stands above %(bye)s in the order."
    ),
    RuleCode.WAIT: Words("Otherwise %(other_bye)s would have waited, who has played less than %(bye)s."),
}

# The best other round, if the entrant's opponent makes it cost more; points and lives have texts for more and
# less.
OTHER_OPPONENTS: Mapping[str, Words] = {
    RuleCode.SAME_PLAYER: Words(
        "Otherwise %(entrant)s would have met %(instead)s, another entry of the same player."
    ),
    RuleCode.KEPT_APART: Words(
        "Otherwise %(entrant)s would have met %(instead)s: the director keeps them apart."
    ),
    RuleCode.REMATCH: Words(
        "Otherwise %(entrant)s would have met %(instead)s, whom %(entrant)s has met before."
    ),
    RuleCode.FLOAT: Words(
        "Otherwise %(entrant)s would have met %(instead)s, and one of them an opponent with "
        "more, or with fewer, points twice running."
    ),
    RuleCode.FAMILY: Words("Otherwise %(entrant)s would have met %(instead)s, who is of the same family."),
    RuleCode.CLUB: Words("Otherwise %(entrant)s would have met %(instead)s, who is of the same club."),
    RuleCode.COUNTRY: Words("Otherwise %(entrant)s would have met %(instead)s, who is of the same country."),
    RuleCode.FOLD: Words(
        "Otherwise %(entrant)s would have met %(instead)s, further from opposite each other."
    ),
    RuleCode.NEIGHBOUR: Words(
        "Otherwise %(entrant)s would have met %(instead)s, who stands further away in the order."
    ),
    "half_points_more": Words(
        "Otherwise %(entrant)s would have met %(instead)s, who has %(half_points_more)s point more.",
        "Otherwise %(entrant)s would have met %(instead)s, who has %(half_points_more)s points more.",
        count="count",
    ),
    "half_points_less": Words(
        "Otherwise %(entrant)s would have met %(instead)s, who has %(half_points_less)s point less.",
        "Otherwise %(entrant)s would have met %(instead)s, who has %(half_points_less)s points less.",
        count="count",
    ),
    "counted_half_points_more": Words(
        "Otherwise %(entrant)s would have met %(instead)s, who counts %(counted_half_points_more)s point "
        "more.",
        "Otherwise %(entrant)s would have met %(instead)s, who counts %(counted_half_points_more)s "
        "points more.",
        count="count",
    ),
    "counted_half_points_less": Words(
        "Otherwise %(entrant)s would have met %(instead)s, who counts %(counted_half_points_less)s point "
        "less.",
        "Otherwise %(entrant)s would have met %(instead)s, who counts %(counted_half_points_less)s "
        "points less.",
        count="count",
    ),
    "lives_more": Words(
        "Otherwise %(entrant)s would have met %(instead)s, who has %(lives_more)s life more.",
        "Otherwise %(entrant)s would have met %(instead)s, who has %(lives_more)s lives more.",
        count="count",
    ),
    "lives_less": Words(
        "Otherwise %(entrant)s would have met %(instead)s, who has %(lives_less)s life less.",
        "Otherwise %(entrant)s would have met %(instead)s, who has %(lives_less)s lives less.",
        count="count",
    ),
}

ELSEWHERE = Words("Otherwise %(entrant)s would have met %(instead)s, and %(rule)s.")
ELSEWHERE_ALONE = Words("Otherwise %(entrant)s would have had no opponent, and %(rule)s.")
LOT_ALONE = Words(
    "Another pairing would have been as good, with no opponent for %(entrant)s. The lot decided."
)
