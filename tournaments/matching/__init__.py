"""The pairing engine: rules in an order, and the round that breaks them least, the first rule counting most.

It knows players by number only, from 0 in the order of their standing. What they have done, a format says by its rules.

A `PairingProblem` is what is asked:

| field | permitted values | meaning |
|---|---|---|
| `count` | 0 or more; tried up to 10,000 | how many players; in an odd field one has the bye |
| `rules` | `Rule`s that need at most 120 bits in all, else OverflowError | what counts, the most important rule first |
| `barred` | pairs with the smaller number first | pairs that no round may have |
| `no_bye` | numbers of players | who may not have the bye |
| `partners` | None, or the number of an ideal opponent for each player | whom each is looked for near in large fields |

A `Rule` is a line of that order:

| field | permitted values | meaning |
|---|---|---|
| `code` | a `RuleCode` | its name, under which costs are reported |
| `most` | 0 or more | no pair and no bye costs more |
| `pairs` | None, or a function of two columns of players | what each pair costs, from 0 to `most` |
| `byes` | None, or a number for each player, from 0 to `most` | what a bye costs each |
| `kinds` | None, or anything hashable for each player | pairs of equal kinds, equally far apart, cost the same |
| `crowd` | 0 to `count` | of how many players each is kept from all others by this rule |
| `levels` | None, or numbers that never rise | a pair costs the square of the difference of the levels |
| `partners` | None, or as above | a pair costs how far both are from their ideal opponents |

`by_difference`, `by_floats`, `by_meetings`, `by_key`, `by_partner` and `by_lot` make rules; they set these fields rightly.

An example: six players with 2, 2, 1, 1, 0 and 0 points. Number 0 has met number 1; 0 and 2 are of one club.

    >>> score = by_difference(RuleCode.SCORE, (2, 2, 1, 1, 0, 0))
    >>> club = by_key(RuleCode.CLUB, ("Lyon", "", "Lyon", "", "", ""))
    >>> problem = PairingProblem(6, (score, club), barred=frozenset({(0, 1)}))
    >>> round_ = problem.paired()
    >>> round_.pairs, list(round_.costs.values())
    (((0, 3), (1, 2), (4, 5)), [2, 0])

Each pair has one weight: a ceiling, less each cost times a factor that outweighs all later rules. Here club counts 1 and
score 5, because a round costs at most 4 by club; the ceiling is 5 * 4 + 1 * 1 + 1 = 22. So 0 and 2 have 22 - 5 - 1.

    >>> problem.edges()[:3]
    [(0, 2, 16), (0, 3, 17), (0, 4, 2)]

What another round would have cost, and why a pair is not one of the best:

    >>> list(problem.without(1, 2).costs.values()), [str(code) for code in problem.cost(0, 2)]
    ([2, 1], ['score', 'club'])

How the round is found, for n players, and in what time:

| way | when | module | time |
|---|---|---|---|
| blocks that no best round crosses | the points prove it | `blocks.py` | n |
| ideal pairs, exchanged where one is barred | a lower bound proves it | `ideal.py` | n |
| one matching of all pairs | up to 64 players | `solver.py` | n³ |
| one matching of pairs within reach | up to 1,024 | `solver.py`, `runs.py` | n³ at worst, with n times the reach as edges |
| windows over the standing | above | `solver.py` | n times the cube of a window |
| down a list | a format asks for it | `listed.py` | n² |

The first three are exact. `lookahead.py` says whether the rounds to come can be paired, `assignment.py` gives everybody a
place of their own at the least cost.

References: J. Edmonds, "Paths, trees, and flowers", 1965, and Z. Galil, "Efficient algorithms for finding maximum matching
in graphs", 1986, for the matching itself, which rustworkx computes; S. Ólafsson, "Weighted matching in chess
tournaments", 1990, for a round as a matching of least weight; FIDE Handbook C.04 for the rules of a Swiss. Decision 0008
says why one matching pairs a whole round.
"""

from tournaments.matching.rules import (
    Pair,
    Rule,
    RuleCode,
    by_difference,
    by_floats,
    by_key,
    by_lot,
    by_meetings,
    by_partner,
)
from tournaments.matching.solver import Matching, PairingProblem

__all__ = [
    "Matching",
    "Pair",
    "PairingProblem",
    "Rule",
    "RuleCode",
    "by_difference",
    "by_floats",
    "by_key",
    "by_lot",
    "by_meetings",
    "by_partner",
]
