"""The words for each reason, which also say before the event what will not count."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.ratings.counting.reasons import UnratedReason
from tournaments.ratings.counting.rules import CombinedRules, CountingRules
from tournaments.words import Words


def reason_places(body: str, rules: CountingRules | CombinedRules) -> dict[str, int | None]:
    """Return the values for the placeholders of the words of a reason, from the rules of the body that gave it."""
    part = next((part for part in rules.parts if part.body == body), None)
    return {} if part is None else {"shortest": part.shortest, "longest": part.longest}


REASON_WORDS: Mapping[UnratedReason, Words] = {
    UnratedReason.CANCELLED: Words(
        en="A cancelled match does not count.", fr="Un match annulé ne compte pas."
    ),
    UnratedReason.NOT_FINAL: Words(
        en="A match counts once its result is final.",
        fr="Un match compte une fois son résultat définitif.",
    ),
    UnratedReason.BYE: Words(
        en="A bye does not count, because there is no opponent.",
        fr="Un exempt ne compte pas, faute d’adversaire.",
    ),
    UnratedReason.DOUBLE_FORFEIT: Words(
        en="A match that both sides forfeit does not count.",
        fr="Un match que les deux camps perdent par forfait ne compte pas.",
    ),
    UnratedReason.TEAM_MATCH: Words(
        en="Between teams the boards count, not the match as a whole.",
        fr="Entre équipes, les tables comptent, et non la rencontre entière.",
    ),
    UnratedReason.SERIES: Words(
        en="Of a series its matches count, not the series as a whole.",
        fr="D’une série, ce sont les matchs qui comptent, et non la série entière.",
    ),
    UnratedReason.REPEATED: Words(
        en="The match is played on this installation, and counts there.",
        fr="Le match se joue sur cette installation, et c’est là qu’il compte.",
    ),
    UnratedReason.NOT_ACCEPTED: Words(
        en="Results that the federation has not accepted do not count.",
        fr="Les résultats que la fédération n’a pas acceptés ne comptent pas.",
    ),
    UnratedReason.DECLARED_UNRATED: Words(
        en="Matches declared unrated do not count.",
        fr="Les matchs déclarés hors classement ne comptent pas.",
    ),
    UnratedReason.TOO_EARLY: Words(
        en="Matches played before these rules began do not count.",
        fr="Les matchs joués avant l’entrée en vigueur de ces règles ne comptent pas.",
    ),
    UnratedReason.UNSANCTIONED: Words(
        en="Only matches of sanctioned events count.",
        fr="Seuls les matchs des épreuves homologuées comptent.",
    ),
    UnratedReason.SANCTION_CLASS: Words(
        en="Matches of events of this class do not count.",
        fr="Les matchs des épreuves de cette classe ne comptent pas.",
    ),
    UnratedReason.VARIANT: Words(
        en="Matches in this variant do not count.", fr="Les matchs dans cette variante ne comptent pas."
    ),
    UnratedReason.DOUBLES: Words(
        en="Matches of doubles do not count.", fr="Les matchs en double ne comptent pas."
    ),
    UnratedReason.BOARD: Words(
        en="Boards of team matches do not count.",
        fr="Les tables des rencontres par équipes ne comptent pas.",
    ),
    UnratedReason.PROFILE: Words(
        en="Matches played by these rules of the game do not count.",
        fr="Les matchs joués selon ce règlement ne comptent pas.",
    ),
    UnratedReason.CLOCK: Words(
        en="Matches count only where the event asks for clocks.",
        fr="Les matchs ne comptent que si l’épreuve demande des pendules.",
    ),
    UnratedReason.TOO_SHORT: Words(
        count="shortest",
        en=(
            "Matches under %(shortest)s point do not count.",
            "Matches under %(shortest)s points do not count.",
        ),
        fr=(
            "Les matchs de moins de %(shortest)s point ne comptent pas.",
            "Les matchs de moins de %(shortest)s points ne comptent pas.",
        ),
    ),
    UnratedReason.TOO_LONG: Words(
        count="longest",
        en=(
            "Matches over %(longest)s point do not count.",
            "Matches over %(longest)s points do not count.",
        ),
        fr=(
            "Les matchs de plus de %(longest)s point ne comptent pas.",
            "Les matchs de plus de %(longest)s points ne comptent pas.",
        ),
    ),
    UnratedReason.SELF_CHOSEN: Words(
        en="Matches against an opponent of one’s own choice do not count.",
        fr="Les matchs contre un adversaire que l’on choisit ne comptent pas.",
    ),
    UnratedReason.BY_HAND: Words(
        en="Matches of a draw made by hand do not count.",
        fr="Les matchs d’un tirage fait à la main ne comptent pas.",
    ),
    UnratedReason.BY_DECISION: Words(
        en="Matches of a player placed by the director do not count.",
        fr="Les matchs d’un joueur placé par la direction ne comptent pas.",
    ),
    UnratedReason.NOT_A_MEMBER: Words(
        en="Matches count only between members.", fr="Les matchs ne comptent qu’entre membres."
    ),
    UnratedReason.LAPSED: Words(
        en="Matches count only between members whose membership is valid on the day.",
        fr="Les matchs ne comptent qu’entre membres à jour de leur adhésion.",
    ),
    UnratedReason.MEMBERSHIP_KIND: Words(
        en="Matches do not count with a membership of this kind.",
        fr="Les matchs ne comptent pas avec une adhésion de ce type.",
    ),
    UnratedReason.NO_MEMBER: Words(
        en="Matches without any member do not count.", fr="Les matchs sans aucun membre ne comptent pas."
    ),
    UnratedReason.WALKOVER: Words(
        en="A walkover does not count.", fr="Un forfait (sans jouer) ne compte pas."
    ),
    UnratedReason.FORFEIT: Words(en="A forfeit does not count.", fr="Un forfait ne compte pas."),
    UnratedReason.DISQUALIFIED: Words(
        en="A match that ends by a disqualification does not count.",
        fr="Un match qui finit par une disqualification ne compte pas.",
    ),
    UnratedReason.SETTLED: Words(
        en="A settled match does not count.", fr="Un match réglé par accord amiable ne compte pas."
    ),
    UnratedReason.RETIRED: Words(
        en="A match that a side gives up does not count.",
        fr="Un match qu’un camp abandonne ne compte pas.",
    ),
    UnratedReason.BEFORE_BOTH_MOVED: Words(
        en="A match that ends before both sides have moved does not count.",
        fr="Un match qui finit avant que les deux camps aient joué un coup ne compte pas.",
    ),
    UnratedReason.START_SCORE: Words(
        en="Matches with a head start do not count.",
        fr="Les matchs avec une avance au départ ne comptent pas.",
    ),
    UnratedReason.PENALTY_POINTS: Words(
        en="Matches with penalty points do not count.",
        fr="Les matchs avec des points de pénalité ne comptent pas.",
    ),
    UnratedReason.DECIDED_BY_PENALTIES: Words(
        en="Matches that penalty points decide do not count.",
        fr="Les matchs que des points de pénalité décident ne comptent pas.",
    ),
}
