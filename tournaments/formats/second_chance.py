"""What brackets share in which a first loss leads on: where latecomers stand."""

from tournaments.formats.base import State
from tournaments.formats.brackets import Bracket
from tournaments.formats.chance import by_chance


class SecondChance(Bracket):
    """A knock-out of several brackets, drawn as a single elimination, in which only a later loss puts out."""

    # With few matches in the first round those who lose soon find few to meet.
    has_second_byes = True

    def open_lines(self, state: State) -> tuple[int, ...]:
        """Return the empty lines on which a late entrant takes back nothing that has begun, in the order of chance.

        A line whose neighbour is there comes first, because it gives a match; in an empty slot the late entrant would
        have the bye.
        """
        if not state.size:
            return ()
        begun = [pairing.place for pairing in state.pairings if pairing.is_begun]
        begun += [result.place for result in state.results if not result.is_given]
        by_name = {str(line): line for line in self.board(state).open_lines(begun)}
        ordered = by_chance(by_name, seed=state.seed, round_number=1, purpose="late")
        taken = {entry.line for entry in state.entries}
        return tuple(sorted((by_name[name] for name in ordered), key=lambda line: line ^ 1 not in taken))
