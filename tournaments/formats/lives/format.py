"""Lives: every loss costs one, and who has one left plays on."""

from collections import Counter
from collections.abc import Sequence

from tournaments.formats.base import Format, Outline, Pairing, Reason, Round, RoundName, Standing, State
from tournaments.formats.by_rounds import Rounds
from tournaments.formats.errors import FormatError, Problem
from tournaments.formats.lives.finals import Finals, finals_of
from tournaments.formats.lives.options import LastTwo, LivesOptions, Mode
from tournaments.formats.lives.queue import free_pairs
from tournaments.formats.lives.reasons import reasons
from tournaments.formats.lives.rounds import next_round, stale_of_rounds
from tournaments.formats.lives.standings import standings_of
from tournaments.formats.lives.table import LivesTable, table_of
from tournaments.formats.options import Options
from tournaments.formats.rounds import next_line, outline_of
from tournaments.formats.ties import apply_decisions


class Lives(Rounds):
    """An event in which everybody has a number of lives and a loss costs one.

    Opponents have as similar lives as possible; then they have met as rarely as possible, and are of different
    families, clubs and countries; what is left open goes by the lot of the seed. A bye costs no life: nobody has a
    second one before all who are left have had one, then it goes to the worst record. A double forfeit costs both a
    life. It ends when one has lives left, or as the options say for the last two, for three who are level, for a
    bracket, and for the places paid (More Swiss: four lives, a bye a win, `max_places`, `has_three_playoff`).

    Fresh-draw double elimination is two lives by rounds with `odd_one` SIT_OUT: the unbeaten are drawn against each
    other and so are those with one loss, until the last unbeaten entrant meets the last of the others, twice where that
    is lost; without `avoids_rematches` and `separates_clubs` by nothing but the lot.

    Where there are no rounds, the round of a match is one more than the last round of either entrant, so who put
    somebody out always stands above, and who waits has no bye.
    """

    code = "lives"
    options: type[Options] = LivesOptions

    def has_rematches(self, options: Options) -> bool:
        """The last ones left meet again."""
        return True

    def pairs_by_rounds(self, options: Options) -> bool:
        """Say so by rounds, where no bracket can follow; the other knock-outs have one match at a time."""
        lives_options = LivesOptions.of(options)
        return lives_options.mode is Mode.ROUNDS and not lives_options.bracket_slots

    def pairs_at_once(self, options: Options) -> bool:
        """Say so of play by rounds; else a match follows as soon as two are free."""
        return LivesOptions.of(options).mode is Mode.ROUNDS

    def plans_ahead(self, options: Options) -> bool:
        """Only a knock-out at the end is planned."""
        return LivesOptions.of(options).finals_rounds > 0

    def check_draw(self, options: Options, present: int, *, feeders: Sequence[Sequence[int]]) -> None:
        """Check whether there is something to play for.

        FormatError: `nothing_to_play` where the last two share and two are all (with `fewest`), `too_many_places` where
        everybody would be paid at once (with `places` and `most`).
        """
        lives_options = LivesOptions.of(options)
        problems = []
        if lives_options.last_two is LastTwo.SHARE and present == 2:
            problems.append(Problem("nothing_to_play", {"entrants": 2, "fewest": 3}))
        if lives_options.max_places >= present:
            data: dict[str, str | int] = {"places": lives_options.max_places, "most": present - 1}
            problems.append(Problem("too_many_places", data))
        if problems:
            raise FormatError(*problems)

    def rounds(self, state: State) -> tuple[Round, ...]:
        """Return the rounds begun and the next one, and all rounds of a knock-out at the end."""
        if not state.size:
            return ()
        table = table_of(state)
        finals = finals_of(table)
        if finals is not None:
            return (*_ordinary(table, finals.start - 1), *finals.board.plan.rounds)
        return _ordinary(table, max(1, table.newest if table.is_over else table.newest + 1))

    def likely_rounds(self, options: Options, entrants: int) -> list[tuple[int, int]]:
        """Return the matches and byes of each round where of every group with equal lives one half loses."""
        lives = LivesOptions.of(options).lives
        groups = [0] * lives + [entrants]
        rounds = []
        while (players := sum(groups[1:])) > 1:
            rounds.append((players // 2, players % 2))
            losers = [0] * (lives + 1)
            spare = 0
            for life in range(lives, 0, -1):
                # Whoever is odd in a group meets somebody of the next one, and the stronger record wins.
                playing = groups[life] + spare
                losers[life] = min(groups[life], playing // 2)
                spare = playing % 2
            for life in range(1, lives + 1):
                groups[life] -= losers[life]
                groups[life - 1] += losers[life]
        return rounds

    def most_matches(self, options: Options, entrants: int) -> int:
        """Return how many matches there can be: all lives but one are lost, each in a match."""
        return LivesOptions.of(options).lives * entrants - 1

    def outline(self, state: State) -> Outline:
        """Return the rounds as they are paired, and the knock-out at the end as it is planned."""
        if not state.size:
            return Outline(())
        table = table_of(state)
        finals = finals_of(table)
        count = len(self.rounds(state)) if finals is None else finals.start - 1
        rounds = outline_of(state, rounds=count).rounds
        return Outline(rounds if finals is None else (*rounds, *finals.board.outline().rounds))

    def next_pairings(self, state: State) -> tuple[Pairing, ...]:
        """Return the matches and byes that follow from the results, and in timed batches from the time."""
        if not state.size or state.is_held:
            return ()
        table = table_of(state)
        finals = finals_of(table)
        if finals is not None:
            return finals.board.next_pairings(_from_round(state, finals.start))
        if table.is_over:
            return ()
        return next_round(table) if table.options.mode is Mode.ROUNDS else free_pairs(table)

    def stale_pairings(self, state: State) -> tuple[Pairing, ...]:
        """Return the pairings that a change has overtaken.

        In a knock-out those that do not follow; of the newest round all, while none has begun and it would be paired
        otherwise today; without rounds only those whose entrants have no line or no life any more.
        """
        table = table_of(state)
        finals = finals_of(table)
        if finals is not None:
            return _gone(table, before=finals) + finals.board.stale_pairings(
                _from_round(state, finals.start).pairings
            )
        return stale_of_rounds(state) if table.options.mode is Mode.ROUNDS else _gone(table)

    def open_lines(self, state: State) -> tuple[int, ...]:
        """Return the line of the next late entrant while one who begins in the next round has a life to begin with."""
        if not state.size:
            return ()
        table = table_of(state)
        joins = table.newest + 1
        is_late = joins > table.options.last_entry or table.options.lives_of(joins) < 1
        if is_late or table.is_over or table.playoff is not None or finals_of(table) is not None:
            return ()
        return (next_line(state),)

    def standings(self, state: State) -> tuple[Standing, ...]:
        """Return the entrants: those in by lives and wins, then by the round that put them out and the record at it.

        Tiebreaks: `paid` (1 for the places paid, once that is certain), `out_in`, `lives`, `wins`.
        """
        if not state.size:
            return ()
        table = table_of(state)
        ranking = standings_of(table, finals_of(table), champion=self.champion(state))
        return apply_decisions(ranking, state.decisions)

    def is_complete(self, state: State) -> bool:
        """Say whether the knock-out is decided, or not even two have lives to play for."""
        if not state.size:
            return False
        table = table_of(state)
        finals = finals_of(table)
        return table.is_over if finals is None else finals.is_over

    def champion(self, state: State) -> str | None:
        """Return who is left; None where both of the last two are out, or share."""
        if not state.size:
            return None
        table = table_of(state)
        finals = finals_of(table)
        return table.champion if finals is None else finals.champion

    def explain(self, state: State, pairing: Pairing) -> tuple[Reason, ...]:
        """Say why these two meet, or why somebody has a bye, and what the next best would have cost.

        The codes are those of `reasons.reasons`.
        """
        return reasons(state, pairing)


FORMAT: Format = Lives()


def _ordinary(table: LivesTable, last: int) -> tuple[Round, ...]:
    """The rounds before any knock-out; the lengths count back through the longest one there can be."""
    pairings = table.state.pairings
    seats = Counter([pairing.round for pairing in pairings])
    seats.update([pairing.round for pairing in pairings if pairing.two is not None])
    to_final, waiting = table.options.finals_rounds, len(table.contenders)
    return tuple(
        Round(number, RoundName.ROUND, to_final, seats.get(number, waiting)) for number in range(1, last + 1)
    )


def _from_round(state: State, start: int) -> State:
    return state.without(pairing for pairing in state.pairings if pairing.round < start)


def _gone(table: LivesTable, *, before: Finals | None = None) -> tuple[Pairing, ...]:
    """The pairings of somebody without a line, and the matches not played of somebody without a life.

    Where there are no rounds, a bye is left of a knock-out that a correction has taken back.
    """
    last = table.newest if before is None else before.start - 1
    has_byes = table.options.mode is Mode.ROUNDS
    to_come = {pairing.place for pairing in table.open}
    walkovers = {result.place for result in table.state.results if result.is_given}
    stale = []
    for pairing in table.state.pairings:
        parts = [table.lives.get(uid) for uid in pairing.entrants]
        # What is given costs whoever left a life itself, so only those left before it count.
        lives = [
            part.lives_after(pairing.round - 1) if pairing.place in walkovers else part.lives
            for part in parts
            if part is not None
        ]
        is_overtaken = None in parts or (pairing.place in to_come | walkovers and 0 in lives)
        if pairing.round <= last and (is_overtaken or (pairing.is_bye and not has_byes)):
            stale.append(pairing)
    return tuple(sorted(stale, key=lambda pairing: pairing.place))


__all__ = ["FORMAT", "Lives", "LivesOptions"]
