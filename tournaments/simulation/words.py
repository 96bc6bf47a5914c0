"""The words for problems of a simulation, in each language."""

from collections.abc import Mapping

from tournaments.words import Words

PROBLEMS: Mapping[str, Words] = {
    "stands_still": Words(
        en="It goes by the calendar or by challenges, so that nobody can say when it is over.",
        fr="Cela se joue au calendrier ou par défis\u00a0: personne ne peut dire quand c’est fini.",
    ),
    "no_time_left": Words(
        en="Too large to be worked out while you wait. The command “manage.py simulate” takes its time.",
        fr=(
            "Trop grand pour être calculé pendant que vous attendez. La commande «\u00a0manage.py "
            "simulate\u00a0» prend son temps."
        ),
    ),
}
