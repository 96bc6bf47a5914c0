"""The pairing engine: an ordered list of rules, and the round that breaks them least, the first rule weighing most.

It knows players by number only, from 0 in the order of the standings. A format turns their history into rules.

A `PairingProblem` is the input:

| field | permitted values | meaning |
|---|---|---|
| `count` | 0 or more; tested up to 10,000 | number of players; in an odd field one player has the bye |
| `rules` | `Rule`s that need at most 120 bits in all, else OverflowError | what counts, the most important rule first |
| `barred` | pairs with the smaller number first | pairs that are forbidden |
| `no_bye` | numbers of players | players who must not have the bye |
| `partners` | None, or the number of an ideal opponent for each player | near whom large fields look for opponents |

A `Rule` is a line of that order:

| field | permitted values | meaning |
|---|---|---|
| `code` | a `RuleCode` | its name, under which costs are reported |
| `most` | 0 or more | the highest cost of one pair or one bye |
| `pairs` | None, or a function of two columns of players | the cost of each pair, from 0 to `most` |
| `byes` | None, or a number for each player, from 0 to `most` | the cost of a bye for each player |
| `kinds` | None, or a hashable value for each player | pairs of equal kinds at an equal distance cost the same |
| `crowd` | 0 to `count` | the largest number of players whom this rule keeps away from one player |
| `levels` | None, or numbers that never rise | a pair costs the square of the difference of its levels |
| `partners` | None, or as above | a pair costs the distance of both players from their ideal opponents |

`by_difference`, `by_floats`, `by_meetings`, `by_pairs`, `by_key`, `by_partner` and `by_lot` make rules with consistent fields.

An example: six players with 2, 2, 1, 1, 0 and 0 points. Numbers 0 and 1 have met; 0 and 2 are of one club.

    >>> score = by_difference(RuleCode.SCORE, (2, 2, 1, 1, 0, 0))
    >>> club = by_key(RuleCode.CLUB, ("Lyon", "", "Lyon", "", "", ""))
    >>> problem = PairingProblem(6, (score, club), barred=frozenset({(0, 1)}))
    >>> round_ = problem.solve()
    >>> round_.pairs, list(round_.costs.values())
    (((0, 3), (1, 2), (4, 5)), [2, 0])

Each pair has one weight: a ceiling, less each cost times a factor that outweighs all later rules. Here club counts 1
and score 5, because a round costs at most 4 by club; the ceiling is 5 * 4 + 1 * 1 + 1 = 22. So 0 and 2 have 22 - 5 - 1.

    >>> problem.edges()[:3]
    [(0, 2, 16), (0, 3, 17), (0, 4, 2)]

The costs of the best round without a pair, and the costs of one pair:

    >>> list(problem.without(1, 2).costs.values()), [str(code) for code in problem.cost(0, 2)]
    ([2, 1], ['score', 'club'])

Algorithms, for n players:

| algorithm | used when | module | time |
|---|---|---|---|
| blocks that no best round crosses | the points prove it | `blocks.py` | n |
| ideal pairs, exchanged where one is barred | a lower bound proves it | `ideal.py` | n |
| one matching of all pairs | up to 64 players | `solver.py` | n³ |
| one matching of pairs within reach | up to 1,024 players | `solver.py`, `runs.py` | n³ at worst, with n times the reach as edges |
| windows over the standings | more than 1,024 players | `solver.py` | n times the cube of a window |
| down a list | a format asks for it | `listed.py` | n² |

The first three are exact. `lookahead.py` says whether the rounds to come can be paired; `assignment.py` solves the
assignment problem.

References: J. Edmonds, "Paths, trees, and flowers", 1965, and Z. Galil, "Efficient algorithms for finding maximum
matching in graphs", 1986, for the matching itself, which rustworkx computes; S. Ólafsson, "Weighted matching in chess
tournaments", 1990, for a round as a matching of least weight; FIDE Handbook C.04 for the rules of a Swiss. Decision
0008 says why one matching pairs a whole round.
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
    by_pairs,
    by_partner,
)
from tournaments.matching.solver import Matching, PairingProblem
