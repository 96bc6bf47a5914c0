"""The kinds of signals and their words."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from tournaments.words import Words


class SignalKind(StrEnum):
    """What a signal is about."""

    FREQUENT_PAIR = "frequent_pair"
    LOSS_BEFORE_CAP = "loss_before_cap"
    FAST_MATCH = "fast_match"
    BATCH = "batch"
    BYE_ON_RETURN = "bye_on_return"


SIGNAL_WORDS: Mapping[SignalKind, Words] = {
    SignalKind.FREQUENT_PAIR: Words(
        count="value",
        en=(
            "These two had %(value)s meeting beyond one for each event that both played.",
            "These two had %(value)s meetings beyond one for each event that both played.",
        ),
        fr=(
            "Ces deux joueurs ont eu %(value)s rencontre de plus qu’une par épreuve commune.",
            "Ces deux joueurs ont eu %(value)s rencontres de plus qu’une par épreuve commune.",
        ),
    ),
    SignalKind.LOSS_BEFORE_CAP: Words(
        en="The rating fell by %(value)s points or more before an event with a cap, and rose by as much after it.",
        fr="La cote a baissé d’au moins %(value)s points avant une épreuve à plafond, puis est remontée d’autant.",
    ),
    SignalKind.FAST_MATCH: Words(
        en="The match was over %(value)s times as fast as the usual match of its length.",
        fr="Le match s’est terminé %(value)s fois plus vite qu’un match ordinaire de cette longueur.",
    ),
    SignalKind.BATCH: Words(
        count="value",
        en=(
            "The player reported %(value)s result within an hour.",
            "The player reported %(value)s results within an hour.",
        ),
        fr=(
            "Ce joueur a saisi %(value)s résultat en une heure.",
            "Ce joueur a saisi %(value)s résultats en une heure.",
        ),
    ),
    SignalKind.BYE_ON_RETURN: Words(
        count="value",
        en=(
            "The player left and came back, and had %(value)s bye after that.",
            "The player left and came back, and had %(value)s byes after that.",
        ),
        fr=(
            "Ce joueur est parti puis revenu, et a été %(value)s fois exempt ensuite.",
            "Ce joueur est parti puis revenu, et a été %(value)s fois exempt ensuite.",
        ),
    ),
}
