"""Signals of fair play: what is rare in the matches of a federation, each with how rare it is. Nothing is judged here."""

from tournaments.fair_play.facts import MatchFact, RatingWindow, ReportFact, StayFact
from tournaments.fair_play.kinds import SIGNAL_WORDS, SignalKind
from tournaments.fair_play.observations import (
    batches,
    byes_on_return,
    fast_matches,
    frequent_pairs,
    losses_before_caps,
)
from tournaments.fair_play.signals import RARITIES, Observation, Rarity, Signal, signals
