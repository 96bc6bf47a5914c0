"""The words for problems of a simulation, in each language."""

from collections.abc import Mapping

from tournaments.words import Words

PROBLEMS: Mapping[str, Words] = {
    "stands_still": Words(
        "It goes by the calendar or by challenges, so that nobody can say when it is over."
    ),
    "no_time_left": Words(
        "Too large to be worked out while you wait. The command “manage.py simulate” takes its time."
    ),
}
