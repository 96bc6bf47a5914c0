"""The sentences of reasons for pairings and byes that several formats share, in each language."""

from collections.abc import Iterator, Mapping

from tournaments.matching.rules import RuleCode
from tournaments.words import Words

# The sentence of each reason.
REASONS: Mapping[str, Words] = {
    "drawn": Words(
        en="The draw gave %(entrant)s line %(line)s by chance.",
        fr="Le tirage a donné au hasard la ligne %(line)s à %(entrant)s.",
    ),
    "seeded": Words(
        en="%(entrant)s stands on line %(line)s as seed %(seed)s.",
        fr="%(entrant)s occupe la ligne %(line)s comme tête de série %(seed)s.",
    ),
    "entered_late": Words(
        en="%(entrant)s came late and took the free line %(line)s.",
        fr="%(entrant)s s’est inscrit tard et a pris la ligne libre %(line)s.",
    ),
    "placed_by_director": Words(
        en="The director placed %(entrant)s on line %(line)s.",
        fr="Le directeur a placé %(entrant)s sur la ligne %(line)s.",
    ),
    "bye": Words(
        en=(
            "There are %(entrants)s entrants for a bracket of %(size)s lines, so some have no opponent in "
            "the first round."
        ),
        fr=(
            "Il y a %(entrants)s inscrits pour un tableau de %(size)s lignes\u00a0: certains n’ont pas "
            "d’adversaire au premier tour."
        ),
    ),
    "bye_lots": Words(
        en=(
            "Chances of a bye: %(entrant)s had %(lots)s of %(all)s in the draw. Players there in "
            "time came first."
        ),
        fr=(
            "Chances d’être exempt\u00a0: %(entrant)s en avait %(lots)s sur %(all)s au tirage. Les "
            "joueurs arrivés à l’heure passaient d’abord."
        ),
    ),
    "winner_of": Words(en="%(entrant)s has won in %(round)s.", fr="%(entrant)s a gagné (%(round)s)."),
    "loser_of": Words(
        en="%(entrant)s has lost in %(round)s and goes on here.",
        fr="%(entrant)s a perdu (%(round)s) et continue ici.",
    ),
    "advanced_by_bye": Words(
        en="%(entrant)s had a bye in %(round)s.", fr="%(entrant)s a été exempt (%(round)s)."
    ),
    "sent_by_decision": Words(
        en="%(entrant)s comes from %(round)s by a decision of the director.",
        fr="%(entrant)s vient de ce match (%(round)s) par décision du directeur.",
    ),
    "nobody_left": Words(
        en="Nobody comes from %(round)s: there was nobody left to win there.",
        fr="Personne ne vient de ce match (%(round)s)\u00a0: il n’y restait personne pour gagner.",
    ),
    "recharge": Words(
        en="%(entrant)s was unbeaten and has lost the grand final, so one more match decides.",
        fr="%(entrant)s était sans défaite et a perdu la grande finale\u00a0: un match de plus décide.",
    ),
    "not_out_yet": Words(
        en="%(entrant)s has lost the match before and has lives left, so they meet once more.",
        fr="%(entrant)s a perdu le match précédent et n’a pas encore trois défaites\u00a0: ils se rencontrent encore.",
    ),
    "first_meeting": Words(en="They have not met before.", fr="Ils ne se sont pas encore rencontrés."),
    "met_before": Words(
        en="They have met before in this event.", fr="Ils se sont déjà rencontrés dans cette épreuve."
    ),
    "same_family": Words(
        en="They are of the same family: otherwise %(rule)s.",
        fr="Ils sont de la même famille\u202f: sinon, %(rule)s.",
    ),
    "same_family_in_any_round": Words(
        en="They are of the same family; no round has fewer such pairs.",
        fr="Ils sont de la même famille\u202f; aucun tour ne compte moins de telles rencontres.",
    ),
    "same_club": Words(
        en="They are of the same club: otherwise %(rule)s.",
        fr="Ils sont du même club\u202f: sinon, %(rule)s.",
    ),
    "same_club_in_any_round": Words(
        en="They are of the same club; no round has fewer such pairs.",
        fr="Ils sont du même club\u202f; aucun tour ne compte moins de telles rencontres.",
    ),
    "same_country": Words(
        en="They are of the same country: otherwise %(rule)s.",
        fr="Ils sont du même pays\u202f: sinon, %(rule)s.",
    ),
    "same_country_in_any_round": Words(
        en="They are of the same country; no round has fewer such pairs.",
        fr="Ils sont du même pays\u202f; aucun tour ne compte moins de telles rencontres.",
    ),
    "odd_number": Words(
        en="The number to be paired, %(entrants)s, was odd, so one of them sits out.",
        fr="Le nombre de joueurs à apparier, %(entrants)s, était impair\u202f: l’un d’eux est exempt.",
    ),
    "first_bye": Words(
        en="%(entrant)s has not had a bye before.", fr="%(entrant)s n’a pas encore été exempt."
    ),
    "second_bye": Words(
        count="byes",
        en=(
            "%(entrant)s has had %(byes)s bye before, and nobody here has had fewer.",
            "%(entrant)s has had %(byes)s byes before, and nobody here has had fewer.",
        ),
        fr=(
            "%(entrant)s a déjà été exempt %(byes)s fois, et personne ici ne l’a été moins souvent.",
            "%(entrant)s a déjà été exempt %(byes)s fois, et personne ici ne l’a été moins souvent.",
        ),
    ),
    "another_bye": Words(
        count="byes",
        en=("%(entrant)s has had %(byes)s bye before.", "%(entrant)s has had %(byes)s byes before."),
        fr=("%(entrant)s a déjà été exempt %(byes)s fois.", "%(entrant)s a déjà été exempt %(byes)s fois."),
    ),
    "equally_good": Words(
        en="Another round would have been as good; the order of the entrants decided.",
        fr="Un autre tour aurait été aussi bon\u202f; l’ordre des inscrits a décidé.",
    ),
    "decided_by_lot": Words(
        en="Another pairing would have been as good: %(entrant)s against %(instead)s. The lot decided.",
        fr=(
            "Un autre appariement aurait été aussi bon\u202f: %(entrant)s contre %(instead)s. Le sort a "
            "décidé."
        ),
    ),
    "berger": Words(
        en="The Berger table sets this match in round %(number)s.",
        fr="La table de Berger place ce match au tour %(number)s.",
    ),
    "odd_group": Words(
        en="%(entrants)s players are an odd number, so in every round one of them sits out.",
        fr="%(entrants)s joueurs font un nombre impair\u00a0: à chaque tour, l’un d’eux est exempt.",
    ),
    "no_longer_follows": Words(
        en="This pairing was made before a change, and would not be made today. What has begun stands.",
        fr=(
            "Cet appariement date d’avant un changement et ne se ferait plus aujourd’hui. Ce qui a commencé "
            "reste."
        ),
    ),
    # Rounds that are paired as a whole.
    "rematch": Words(
        count="times",
        en=("They have met %(times)s time before.", "They have met %(times)s times before."),
        fr=("Ils se sont déjà rencontrés %(times)s fois.", "Ils se sont déjà rencontrés %(times)s fois."),
    ),
    "filled_in": Words(
        en="This was paired while round %(number)s was under way, or before an earlier result was corrected.",
        fr=(
            "Cet appariement a été fait pendant le tour %(number)s, ou avant la correction d’un résultat "
            "antérieur."
        ),
    ),
    "on_the_list": Words(
        en=(
            "On it %(one)s was number %(one_place)s and %(two)s number %(two_place)s: from the top each meets the "
            "next one not met yet."
        ),
        fr=(
            "%(one)s y était numéro %(one_place)s et %(two)s numéro %(two_place)s\u00a0: à partir du haut, chacun "
            "rencontre le suivant qu’il n’a pas encore rencontré."
        ),
    ),
}

# The alternative: the rule that another round breaks more.
RULES: Mapping[RuleCode, Words] = {
    RuleCode.SAME_PLAYER: Words(
        en="a player would have met his or her other entry",
        fr="un joueur aurait rencontré sa propre autre inscription",
    ),
    RuleCode.KEPT_APART: Words(
        en="two players would have met whom the director keeps apart",
        fr="deux joueurs que le directeur sépare se seraient rencontrés",
    ),
    RuleCode.SECOND_BYE: Words(
        en="the bye would have gone to a player with more byes",
        fr="l’exempt aurait été un joueur plus souvent exempt",
    ),
    RuleCode.BYE_LOTS: Words(
        en="the bye would have gone to a player without a chance for it",
        fr="l’exempt aurait été un joueur sans chance au tirage de l’exempt",
    ),
    RuleCode.BYE_AFTER_UNPLAYED: Words(
        en="the bye would have gone to a player with more rounds missed or won by walkover",
        fr="l’exempt aurait été un joueur avec plus de rondes manquées ou gagnées par forfait",
    ),
    RuleCode.BYE_POINTS: Words(
        en="the bye would have gone to a player with more points",
        fr="l’exempt aurait été un joueur avec plus de points",
    ),
    RuleCode.BYE_RECORD: Words(
        en="the bye would have gone to a player with a better record",
        fr="l’exempt aurait été un joueur avec de meilleurs résultats",
    ),
    RuleCode.WAIT: Words(
        en="a player with fewer matches would have waited", fr="un joueur avec moins de matchs aurait attendu"
    ),
    RuleCode.LIVES: Words(
        en="the lives of opponents would have been further apart",
        fr="les vies des adversaires auraient été plus éloignées",
    ),
    RuleCode.SCORE: Words(
        en="the points of opponents would have been further apart",
        fr="les points des adversaires auraient été plus éloignés",
    ),
    RuleCode.FLOAT: Words(
        en="a player would have met opponents with more, or with fewer, points twice running",
        fr="un joueur aurait rencontré deux fois de suite des adversaires avec plus, ou moins, de points",
    ),
    RuleCode.REMATCH: Words(
        en="there would have been more second meetings", fr="il y aurait eu plus de revanches"
    ),
    RuleCode.FAMILY: Words(
        en="more members of a family would have met",
        fr="plus de membres d’une même famille se seraient rencontrés",
    ),
    RuleCode.CLUB: Words(
        en="more members of a club would have met", fr="plus de membres d’un même club se seraient rencontrés"
    ),
    RuleCode.COUNTRY: Words(
        en="more players of a country would have met",
        fr="plus de joueurs d’un même pays se seraient rencontrés",
    ),
    RuleCode.BYE_PLACE: Words(
        en="the bye would have gone to a player higher in the order",
        fr="l’exempt aurait été un joueur plus haut dans l’ordre",
    ),
    RuleCode.FOLD: Words(
        en="players further from opposite each other would have met",
        fr="des joueurs moins bien en vis-à-vis se seraient rencontrés",
    ),
    RuleCode.NEIGHBOUR: Words(
        en="players further apart in the order would have met",
        fr="des joueurs plus éloignés dans l’ordre se seraient rencontrés",
    ),
}

# The best other round, if another bye makes it cost more.
OTHER_BYES: Mapping[RuleCode, Words] = {
    RuleCode.SECOND_BYE: Words(
        en="Otherwise %(other_bye)s would have sat out, who has had more byes than %(bye)s.",
        fr="Sinon, %(other_bye)s aurait été exempt, qui l’a été plus souvent que %(bye)s.",
    ),
    RuleCode.BYE_LOTS: Words(
        en="Otherwise %(other_bye)s would have had the bye, without a chance in its draw.",
        fr="Sinon, %(other_bye)s aurait été exempt, sans chance au tirage de l’exempt.",
    ),
    RuleCode.BYE_AFTER_UNPLAYED: Words(
        en=(
            "Otherwise %(other_bye)s would have had the bye, with more rounds missed, or won by "
            "walkover, than %(bye)s."
        ),
        fr=(
            "Sinon, %(other_bye)s aurait été exempt, avec plus de rondes manquées, ou gagnées par "
            "forfait, que %(bye)s."
        ),
    ),
    RuleCode.BYE_POINTS: Words(
        en="Otherwise %(other_bye)s would have sat out, who counts more points than %(bye)s.",
        fr="Sinon, %(other_bye)s aurait été exempt, qui compte plus de points que %(bye)s.",
    ),
    RuleCode.BYE_RECORD: Words(
        en="Otherwise %(other_bye)s would have sat out, who has a better record than %(bye)s.",
        fr="Sinon, %(other_bye)s aurait été exempt, qui a de meilleurs résultats que %(bye)s.",
    ),
    RuleCode.BYE_PLACE: Words(
        en="Otherwise %(other_bye)s would have sat out, who stands above %(bye)s in the order.",
        fr="Sinon, %(other_bye)s aurait été exempt, qui est avant %(bye)s dans l’ordre.",
    ),
    RuleCode.WAIT: Words(
        en="Otherwise %(other_bye)s would have waited, who has played less than %(bye)s.",
        fr="Sinon, %(other_bye)s aurait attendu, qui a moins joué que %(bye)s.",
    ),
}

# The best other round, if the entrant's opponent makes it cost more; points and lives have texts for more and
# less.
OTHER_OPPONENTS: Mapping[str, Words] = {
    RuleCode.SAME_PLAYER: Words(
        en="Otherwise %(entrant)s would have met %(instead)s, another entry of the same player.",
        fr="Sinon, %(entrant)s aurait rencontré %(instead)s, sa propre autre inscription.",
    ),
    RuleCode.KEPT_APART: Words(
        en="Otherwise %(entrant)s would have met %(instead)s: the director keeps them apart.",
        fr="Sinon, %(entrant)s aurait rencontré %(instead)s\u00a0: le directeur les sépare.",
    ),
    RuleCode.REMATCH: Words(
        en="Otherwise %(entrant)s would have met %(instead)s, whom %(entrant)s has met before.",
        fr="Sinon, %(entrant)s aurait rencontré %(instead)s, déjà rencontré auparavant.",
    ),
    RuleCode.FLOAT: Words(
        en=(
            "Otherwise %(entrant)s would have met %(instead)s, and one of them an opponent with "
            "more, or with fewer, points twice running."
        ),
        fr=(
            "Sinon, %(entrant)s aurait rencontré %(instead)s, et l’un des deux, deux fois de suite, "
            "un adversaire avec plus, ou moins, de points."
        ),
    ),
    RuleCode.FAMILY: Words(
        en="Otherwise %(entrant)s would have met %(instead)s, who is of the same family.",
        fr="Sinon, %(entrant)s aurait rencontré %(instead)s, de la même famille.",
    ),
    RuleCode.CLUB: Words(
        en="Otherwise %(entrant)s would have met %(instead)s, who is of the same club.",
        fr="Sinon, %(entrant)s aurait rencontré %(instead)s, du même club.",
    ),
    RuleCode.COUNTRY: Words(
        en="Otherwise %(entrant)s would have met %(instead)s, who is of the same country.",
        fr="Sinon, %(entrant)s aurait rencontré %(instead)s, du même pays.",
    ),
    RuleCode.FOLD: Words(
        en="Otherwise %(entrant)s would have met %(instead)s, further from opposite each other.",
        fr="Sinon, %(entrant)s aurait rencontré %(instead)s, moins bien en vis-à-vis.",
    ),
    RuleCode.NEIGHBOUR: Words(
        en="Otherwise %(entrant)s would have met %(instead)s, who stands further away in the order.",
        fr="Sinon, %(entrant)s aurait rencontré %(instead)s, plus éloigné dans l’ordre.",
    ),
    "half_points_more": Words(
        count="count",
        en=(
            "Otherwise %(entrant)s would have met %(instead)s, who has %(half_points_more)s point more.",
            "Otherwise %(entrant)s would have met %(instead)s, who has %(half_points_more)s points more.",
        ),
        fr=(
            "Sinon, %(entrant)s aurait rencontré %(instead)s, qui a %(half_points_more)s point de plus.",
            "Sinon, %(entrant)s aurait rencontré %(instead)s, qui a %(half_points_more)s points de plus.",
        ),
    ),
    "half_points_less": Words(
        count="count",
        en=(
            "Otherwise %(entrant)s would have met %(instead)s, who has %(half_points_less)s point less.",
            "Otherwise %(entrant)s would have met %(instead)s, who has %(half_points_less)s points less.",
        ),
        fr=(
            "Sinon, %(entrant)s aurait rencontré %(instead)s, qui a %(half_points_less)s point de moins.",
            "Sinon, %(entrant)s aurait rencontré %(instead)s, qui a %(half_points_less)s points de moins.",
        ),
    ),
    "counted_half_points_more": Words(
        count="count",
        en=(
            (
                "Otherwise %(entrant)s would have met %(instead)s, who counts %(counted_half_points_more)s point "
                "more."
            ),
            (
                "Otherwise %(entrant)s would have met %(instead)s, who counts %(counted_half_points_more)s "
                "points more."
            ),
        ),
        fr=(
            (
                "Sinon, %(entrant)s aurait rencontré %(instead)s, qui compte %(counted_half_points_more)s point "
                "de plus."
            ),
            (
                "Sinon, %(entrant)s aurait rencontré %(instead)s, qui compte %(counted_half_points_more)s points "
                "de plus."
            ),
        ),
    ),
    "counted_half_points_less": Words(
        count="count",
        en=(
            (
                "Otherwise %(entrant)s would have met %(instead)s, who counts %(counted_half_points_less)s point "
                "less."
            ),
            (
                "Otherwise %(entrant)s would have met %(instead)s, who counts %(counted_half_points_less)s "
                "points less."
            ),
        ),
        fr=(
            (
                "Sinon, %(entrant)s aurait rencontré %(instead)s, qui compte %(counted_half_points_less)s point "
                "de moins."
            ),
            (
                "Sinon, %(entrant)s aurait rencontré %(instead)s, qui compte %(counted_half_points_less)s points "
                "de moins."
            ),
        ),
    ),
    "lives_more": Words(
        count="count",
        en=(
            "Otherwise %(entrant)s would have met %(instead)s, who has %(lives_more)s life more.",
            "Otherwise %(entrant)s would have met %(instead)s, who has %(lives_more)s lives more.",
        ),
        fr=(
            "Sinon, %(entrant)s aurait rencontré %(instead)s, qui a %(lives_more)s vie de plus.",
            "Sinon, %(entrant)s aurait rencontré %(instead)s, qui a %(lives_more)s vies de plus.",
        ),
    ),
    "lives_less": Words(
        count="count",
        en=(
            "Otherwise %(entrant)s would have met %(instead)s, who has %(lives_less)s life less.",
            "Otherwise %(entrant)s would have met %(instead)s, who has %(lives_less)s lives less.",
        ),
        fr=(
            "Sinon, %(entrant)s aurait rencontré %(instead)s, qui a %(lives_less)s vie de moins.",
            "Sinon, %(entrant)s aurait rencontré %(instead)s, qui a %(lives_less)s vies de moins.",
        ),
    ),
}

ELSEWHERE = Words(
    en="Otherwise %(entrant)s would have met %(instead)s, and %(rule)s.",
    fr="Sinon, %(entrant)s aurait rencontré %(instead)s, et %(rule)s.",
)
ELSEWHERE_ALONE = Words(
    en="Otherwise %(entrant)s would have had no opponent, and %(rule)s.",
    fr="Sinon, %(entrant)s n’aurait pas eu d’adversaire, et %(rule)s.",
)
LOT_ALONE = Words(
    en="Another pairing would have been as good, with no opponent for %(entrant)s. The lot decided.",
    fr="Un autre appariement aurait été aussi bon, sans adversaire pour %(entrant)s. Le sort a décidé.",
)


def every() -> Iterator[Words]:
    """Yield every text."""
    for table in (REASONS, RULES, OTHER_BYES, OTHER_OPPONENTS):
        yield from table.values()
    yield from (ELSEWHERE, ELSEWHERE_ALONE, LOT_ALONE)
