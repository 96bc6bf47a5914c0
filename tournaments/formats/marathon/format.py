"""Marathon: all comers play short matches until the time is over, and most wins come first."""

from collections import Counter
from datetime import datetime

from tournaments.formats.base import Format, Pairing, Reason, Round, RoundName, Standing, State
from tournaments.formats.by_rounds import Rounds
from tournaments.formats.marathon.options import Again, MarathonOptions
from tournaments.formats.marathon.reasons import reasons
from tournaments.formats.marathon.table import table_of
from tournaments.formats.no_shows import no_shows
from tournaments.formats.options import Options
from tournaments.formats.rounds import next_line, too_early
from tournaments.formats.ties import apply_decisions

# The minutes that a match of one point takes on average.
_MINUTES = 8


class Marathon(Rounds):
    """Short matches for all comers until the time is over; most wins come first, then fewest losses.

    As soon as two players are free they are paired: the longest wait comes first, and meets the free player it has met least
    often. The time begins with the first pairing, so draw the stage when play begins; what is paired in time is played.
    Until then newcomers come in at any moment, and players who have left come back. There are no byes, and a match that
    has not begun is cancelled when one of its players leaves.
    """

    code = "marathon"
    options: type[Options] = MarathonOptions
    has_second_byes = False

    def has_rematches(self, options: Options) -> bool:
        """Say whether the options let two players meet again."""
        return MarathonOptions.of(options).again is not Again.NEVER

    def pairs_by_rounds(self, options: Options) -> bool:
        """Return False: a match follows as soon as two players are free."""
        return False

    def rounds(self, state: State) -> tuple[Round, ...]:
        """Return the rounds so far, and the next one while it goes on; all have one length."""
        if not state.size:
            return ()
        newest = table_of(state).newest
        last = max(1, newest if self.is_complete(state) else newest + 1)
        places = Counter(pairing.round for pairing in state.pairings)
        return tuple(
            Round(number, RoundName.ROUND, 0, 2 * places[number] or state.size)
            for number in range(1, last + 1)
        )

    def likely_rounds(self, options: Options, entrants: int) -> list[tuple[int, int]]:
        """Return the expected matches of each round if a match takes eight minutes and everybody stays."""
        marathon_options = MarathonOptions.of(options)
        rounds = max(
            1, min(marathon_options.minutes // _MINUTES, self._most_each(marathon_options, entrants))
        )
        return [(entrants // 2, 0)] * rounds

    def most_matches(self, options: Options, entrants: int) -> int:
        """Return the largest number of matches of these entrants."""
        return entrants * self._most_each(MarathonOptions.of(options), entrants) // 2

    def next_pairings(self, state: State) -> tuple[Pairing, ...]:
        """Return the matches of the players free now, while there is time."""
        if not state.size or state.is_held:
            return ()
        table = table_of(state)
        return () if table.is_over_time else table.pairings()

    def stale_pairings(self, state: State) -> tuple[Pairing, ...]:
        """Return the pairings with an entrant without a line, and those that have not begun of leavers and too early."""
        early = too_early(table_of(state).open)
        entries = {entry.uid: entry for entry in state.entries if entry.line is not None}
        places = {result.place for result in state.results}
        stale = [
            pairing
            for pairing in state.pairings
            if not all(uid in entries for uid in pairing.entrants)
            or pairing in early
            or (
                not pairing.is_begun
                and pairing.place not in places
                and any(entries[uid].is_withdrawn for uid in pairing.entrants)
            )
        ]
        return tuple(sorted(stale, key=lambda pairing: pairing.place))

    def open_lines(self, state: State) -> tuple[int, ...]:
        """Return the line after all others until the time is over."""
        if not state.size or table_of(state).is_over_time:
            return ()
        line = next_line(state)
        return (line,) if line < self.most else ()

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Return the entrants by wins, then by losses; who is level in both shares the place, and no-shows come last."""
        if not state.size:
            return ()
        records, is_complete = table_of(state).records, self.is_complete(state)
        leavers = {entry.uid for entry in state.entries if entry.is_withdrawn}
        behind = no_shows(state, records)
        keys = {uid: (uid in behind, -record.wins, record.losses) for uid, record in records.items()}
        order = sorted(records.values(), key=lambda record: (keys[record.entrant], record.line))
        shared = Counter(keys.values())
        standings = []
        for record in order:
            key = keys[record.entrant]
            above = sum(count for other, count in shared.items() if other < key)
            standings.append(
                Standing(
                    record.entrant,
                    above + 1,
                    above + shared[key],
                    wins=record.wins,
                    losses=record.losses,
                    reached=max(record.rounds, default=0),
                    is_in=not is_complete and record.entrant not in leavers,
                    is_behind=record.entrant in behind,
                )
            )
        return apply_decisions(standings, state.decisions)

    def pairs_until(self, state: State) -> datetime | None:
        """Return the moment at which the time is over; None before the first pairing."""
        return table_of(state).bell if state.size else None

    def is_complete(self, state: State) -> bool:
        """Say whether all matches are played and none can follow: the time is over, or nobody can be paired."""
        if not state.size:
            return False
        table = table_of(state)
        return not table.open and (table.is_over_time or not table.meetings)

    def explain(self, state: State, pairing: Pairing) -> tuple[Reason, ...]:
        """Return why these two meet; the codes are those of `reasons.reasons`."""
        return reasons(state, pairing)

    def _most_each(self, options: MarathonOptions, entrants: int) -> int:
        return (
            options.most_matches if self.has_rematches(options) else min(options.most_matches, entrants - 1)
        )


FORMAT: Format = Marathon()
