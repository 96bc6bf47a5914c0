"""The pairing engine: rules in an order, and the round that breaks them least."""

from tournaments.matching.rules import Rule, RuleCode
from tournaments.matching.solver import Field, Matching

__all__ = [
    "Field",
    "Matching",
    "Rule",
    "RuleCode",
]
