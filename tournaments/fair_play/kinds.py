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
        "These two had %(value)s meeting beyond one for each event that both played.",
        "These two had %(value)s meetings beyond one for each event that both played.",
        count="value",
    ),
    SignalKind.LOSS_BEFORE_CAP: Words(
        "The rating fell by %(value)s points or more before an event with a cap, and rose by as much after it."
    ),
    SignalKind.FAST_MATCH: Words(
        "The match was over %(value)s times as fast as the usual match of its length."
    ),
    SignalKind.BATCH: Words(
        "The player reported %(value)s result within an hour.",
        "The player reported %(value)s results within an hour.",
        count="value",
    ),
    SignalKind.BYE_ON_RETURN: Words(
        "The player left and came back, and had %(value)s bye after that.",
        "The player left and came back, and had %(value)s byes after that.",
        count="value",
    ),
}
