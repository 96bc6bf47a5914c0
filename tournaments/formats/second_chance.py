"""The base of brackets in which a first loss leads to another bracket: the lines for late entrants."""

from tournaments.formats.base import State
from tournaments.formats.brackets import Bracket
from tournaments.formats.chance import by_chance


class SecondChance(Bracket):
    """A knock-out of several brackets, drawn as a single elimination, in which only a later loss eliminates."""

    # With few matches in the first round, early losers find few opponents.
    has_second_byes = True

    def open_lines(self, state: State) -> tuple[int, ...]:
        """Return the empty lines that a late entrant can take without changing a begun slot, in random order.

        Lines with a neighbour come first, because they give a match; in an empty slot the late entrant would have the
        bye.
        """
        if not state.size:
            return ()
        places = [pairing.place for pairing in state.pairings if pairing.is_begun]
        places += [result.place for result in state.results if not result.is_given]
        by_name = {str(line): line for line in self.board(state).open_lines(places)}
        order = by_chance(by_name, seed=state.seed, round_number=1, purpose="late")
        lines_in_use = {entry.line for entry in state.entries}
        return tuple(sorted((by_name[name] for name in order), key=lambda line: line ^ 1 not in lines_in_use))
