"""A Swiss whose players are called by their start numbers: "1" is on the first line."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tests.formats.tournament import Tournament
from tournaments.formats import Entry, Pairing, Result
from tournaments.formats.swiss.options import SwissOptions

Pairs = list[tuple[int, int | None]]


@dataclass
class Swiss:
    """A seeded Swiss with what happens in a hall."""

    tournament: Tournament

    @classmethod
    def of(cls, count: int, *entries: Entry, **options: str | int) -> Swiss:
        """Draw so many players; those given by hand come in place of the ones with their names."""
        by_hand = {entry.uid: entry for entry in entries}
        names = [str(number) for number in range(1, count + 1)]
        players = [replace(by_hand.get(name, Entry(name)), seed=int(name)) for name in names]
        swiss_options = SwissOptions.from_dict({"seeding": "seeded", **options})
        return cls(Tournament.from_draw("swiss", players, options=swiss_options))

    def pairs(self, number: int) -> Pairs:
        """The pairings of a round by their slots, a bye with None."""
        return [_numbers(pairing) for pairing in self.pairings(number)]

    def pairings(self, number: int) -> list[Pairing]:
        """The pairings of a round by their slots."""
        return [pairing for place, pairing in sorted(self.tournament.pairings.items()) if place[0] == number]

    def win(self, *winners: int) -> None:
        """Let these win their matches, and pair what follows."""
        for winner in winners:
            (place,) = [
                pairing.place for pairing in self.tournament.waiting() if str(winner) in pairing.entrants
            ]
            self.tournament.finish(place, str(winner))
        self.tournament.advance()

    def better_wins(self) -> None:
        """Let the smaller number win every match that waits."""
        self.win(*(min(map(int, pairing.entrants)) for pairing in self.tournament.waiting()))

    def leave(self, *players: int) -> None:
        """Withdraw players: their matches not begun are walkovers."""
        uids = {str(player) for player in players}
        for uid in uids:
            self.tournament.entries[uid] = replace(self.tournament.entries[uid], is_withdrawn=True)
        for pairing in self.tournament.waiting():
            others = [uid for uid in pairing.entrants if uid not in uids]
            if len(others) < 2 and not pairing.is_begun and pairing.two is not None:
                winner = others[0] if others else None
                self.tournament.results[pairing.place] = Result(
                    *pairing.place, pairing.one, pairing.two, winner, is_played=False
                )
        self.tournament.advance()

    def change(self, player: int, **changes: object) -> None:
        """Change the entry of a player."""
        entry = self.tournament.entries[str(player)]
        assert self.tournament.try_change(replace(entry, **changes))  # type: ignore[arg-type]

    def reasons(
        self, number: int, one: int, two: int | None = None
    ) -> list[tuple[str, dict[str, str | int]]]:
        """Why these two meet in a round, or the one has a bye."""
        (pairing,) = [
            pairing for pairing in self.pairings(number) if _numbers(pairing) in {(one, two), (two, one)}
        ]
        reasons = self.tournament.format.explain(self.tournament.state, pairing)
        return [(reason.code, reason.data) for reason in reasons]

    def codes(self, number: int, one: int, two: int | None = None) -> list[str]:
        """The codes of the reasons."""
        return [code for code, _ in self.reasons(number, one, two)]

    @property
    def is_over(self) -> bool:
        """Whether no match can follow."""
        return self.tournament.format.is_complete(self.tournament.state)


def _numbers(pairing: Pairing) -> tuple[int, int | None]:
    return int(pairing.one), None if pairing.two is None else int(pairing.two)
