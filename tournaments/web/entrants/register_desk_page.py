"""The search box of the registration desk: what each answer can do, and what the Enter key does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, cast

from matches.models import Player, name_key
from tournaments.actions.entrants.player_list import ListedPlayer, read_line
from tournaments.errors import SimilarPlayers
from tournaments.models import EntrantPlayer, Event, EventKind
from tournaments.queries.entrants import reception
from tournaments.queries.entrants.reception import DeskEvent, DeskPerson

# At the end of what is typed: and has paid.
PAID_MARK = "+"
_FEWEST_LETTERS = 2


class ButtonKind(StrEnum):
    """What a button of the desk does; the things it names stand behind its code, after colons."""

    ENTER = "enter"
    """A player into an event."""
    BACK = "back"
    """An entrant who had left comes back."""
    PAIR = "pair"
    """A player into an event of pairs: the next search is for the partner."""
    PARTNER = "partner"
    """A player as the partner of the one chosen before."""
    WALK_IN = "walk_in"
    """Somebody new into an event."""
    ANYWAY = "anyway"
    """The same, although there are players with nearly this name."""
    HERE = "here"
    """A player is here, in every event entered."""
    PAID = "paid"
    """A player has paid all that is due, in cash."""
    WITHDRAW = "withdraw"
    """An entrant leaves its event."""
    POOL = "pool"
    """An entrant into a side pool."""
    NO_POOL = "no_pool"
    """An entrant out of a side pool."""


@dataclass(frozen=True, slots=True)
class Button:
    """A button: what it does, with what it names; `amount` is what is paid by it."""

    act: ButtonKind
    names: tuple[str, ...] = ()
    event: Event | None = None
    amount: int = 0

    @property
    def value(self) -> str:
        """What it sends."""
        return ":".join((self.act, *self.names))


@dataclass(frozen=True, slots=True)
class PersonChoice:
    """A person found, or somebody new: the buttons, of which `default` is pressed by Enter for the first answer."""

    name: str
    club: str
    country: str
    default: Button | None
    others: tuple[Button, ...] = ()
    person: DeskPerson | None = None
    clash: Event | None = None


@dataclass(frozen=True, slots=True)
class DeskInput:
    """What stands in the box: the words, and whether the mark for paid stands behind them."""

    line: str
    words: str
    is_paid: bool

    @classmethod
    def of(cls, line: str) -> DeskInput:
        """Read the box."""
        line = line.strip()
        words = line.removesuffix(PAID_MARK).strip()
        return cls(line, words, is_paid=words != line)

    @property
    def new(self) -> ListedPlayer:
        """Somebody new in one line: name, club, country."""
        return read_line(self.words)

    @property
    def is_enough(self) -> bool:
        """Whether there are letters enough to look for anybody."""
        return len(name_key(self.new.name).replace(" ", "")) >= _FEWEST_LETTERS


def answers(
    typed: DeskInput, *, events: Sequence[DeskEvent], main: DeskEvent | None
) -> tuple[PersonChoice, ...]:
    """The answers to what was typed, in the order of the keyboard; four queries.

    Known players come first, so that nobody is entered anew by habit.
    """
    if not typed.is_enough or main is None:
        return ()
    found = reception.people(typed.new.name, tournament=main.event.tournament)
    known = [answer_for(person, events=events, main=main) for person in found]
    if main.event.kind == EventKind.SINGLES:
        known.append(_new(typed, Button(ButtonKind.WALK_IN, (main.event.uid,), main.event)))
    return tuple(known)


def candidates(similar: SimilarPlayers, *, event: Event) -> list[dict[str, Any]]:
    """The players with nearly the name of somebody new, those last who are in the event: `is_in`; one query."""
    found = cast("list[dict[str, Any]]", similar.data["candidates"])
    entries = EntrantPlayer.objects.filter(
        event=event, entrant__withdrawn_at=None, player__uid__in=[one["uid"] for one in found]
    )
    entered = set(entries.values_list("player__uid", flat=True))
    told = [{**one, "is_in": one["uid"] in entered} for one in found]
    return sorted(told, key=lambda one: one["is_in"])


def partners(typed: DeskInput, *, event: Event, first: Player) -> tuple[PersonChoice, ...]:
    """The answers while a partner is looked for: everybody but the first player, and somebody new; four queries."""
    if not typed.is_enough:
        return ()
    found = [
        PersonChoice(
            one.player.name,
            one.player.club,
            one.player.country,
            Button(ButtonKind.PARTNER, (one.player.uid,), event),
            person=one,
        )
        for one in reception.people(typed.new.name, tournament=event.tournament)
        if one.player.pk != first.pk
    ]
    return (*found, _new(typed, Button(ButtonKind.PARTNER, (), event)))


def answer_for(person: DeskPerson, *, events: Sequence[DeskEvent], main: DeskEvent) -> PersonChoice:
    """A person with what can be done: first what is most likely, then everything else."""
    player = person.player
    buttons = list(_buttons(person, events=events, main=main))
    # Nobody comes into a side event, or leaves one, by a key that was pressed once too often.
    usual = [one for one in buttons if one.event in {None, main.event} and one.act is not ButtonKind.WITHDRAW]
    likely = next(iter(usual), None)
    is_new_here = likely is not None and likely.event is not None
    return PersonChoice(
        player.name,
        player.club,
        player.country,
        likely,
        tuple(one for one in buttons if one is not likely),
        person,
        person.clash_with(main.event) if is_new_here else None,
    )


def _buttons(person: DeskPerson, *, events: Sequence[DeskEvent], main: DeskEvent) -> Iterator[Button]:
    entry = person.entry_in(main.event)
    if entry is None or not entry.is_in:
        yield from _into(person, main)
    if person.present and not person.is_here:
        yield Button(ButtonKind.HERE, (person.player.uid,))
    if person.due > 0:
        yield Button(ButtonKind.PAID, (person.player.uid,), amount=person.due)
    for one in events:
        entry = person.entry_in(one.event)
        if one.event.pk != main.event.pk and (entry is None or not entry.is_in):
            yield from _into(person, one)
    for present in person.present:
        yield Button(ButtonKind.WITHDRAW, (present.entrant.uid,), present.event)


def _into(person: DeskPerson, into: DeskEvent) -> Iterator[Button]:
    """How a person comes into an event; a team is entered on its own page."""
    entry = person.entry_in(into.event)
    if entry is not None and not into.is_drawn:
        yield Button(ButtonKind.BACK, (entry.entrant.uid,), into.event)
    elif into.event.kind == EventKind.SINGLES and entry is None:
        yield Button(ButtonKind.ENTER, (person.player.uid, into.event.uid), into.event)
    elif into.event.kind == EventKind.DOUBLES and entry is None:
        yield Button(ButtonKind.PAIR, (person.player.uid, into.event.uid), into.event)


def _new(typed: DeskInput, button: Button) -> PersonChoice:
    new = typed.new
    return PersonChoice(new.name, new.club, new.country, button)
