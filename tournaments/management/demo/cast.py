"""Who plays in the demonstration; nobody here exists."""

from __future__ import annotations

from typing import NamedTuple


class Person(NamedTuple):
    """A player of the demonstration."""

    name: str
    country: str
    club: str


DIRECTOR = "Hélène Marchand"
DIRECTOR_EMAIL = "director@demo.example"
TOURNAMENT = "Coupe de la Rade"

RENNES, LONDON, LYON, DUBLIN = (
    "Tric-Trac Rennes",
    "Thames Backgammon",
    "Dés et Jacquet Lyon",
    "Liffey Doublers",
)

# The strongest first: the finished event seeds its eight.
MASTERS = (
    Person("Zoë Marchetti", "FR", LYON),
    Person("James Whitfield", "GB", LONDON),
    Person("Étienne Caron", "FR", RENNES),
    Person("Sinéad Murphy", "IE", DUBLIN),
    Person("Priya Nair", "GB", LONDON),
    Person("Théo Lambert", "FR", LYON),
    Person("Margaux Delaunay", "FR", RENNES),
    Person("Lukas Brandt", "DE", ""),
)

# The record that comes with the demonstration is of a match between these two.
RECORDED = (Person("Camille Renaud", "FR", RENNES), Person("Oliver Grant", "GB", LONDON))

OPEN_FIELD = (
    *RECORDED,
    Person("Harriet Boyle", "GB", LONDON),
    Person("Baptiste Roux", "FR", LYON),
    Person("Noémie Garnier", "FR", RENNES),
    Person("Lucas Fontaine", "FR", ""),
    Person("Aoife Brennan", "IE", DUBLIN),
    Person("Samir Haddad", "FR", LYON),
    Person("Eleanor Finch", "GB", ""),
    Person("Mathilde Perrin", "FR", RENNES),
    Person("Daniel Okafor", "GB", LONDON),
    Person("Inès Carpentier", "FR", LYON),
    Person("Conor Walsh", "IE", DUBLIN),
)

EARLY_BIRDS = (OPEN_FIELD[3], OPEN_FIELD[6], OPEN_FIELD[8])
