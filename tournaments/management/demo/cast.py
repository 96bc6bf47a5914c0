"""Who plays in the demonstration; nobody here exists."""

from __future__ import annotations

from typing import NamedTuple


class CastMember(NamedTuple):
    """A player of the demonstration."""

    name: str
    country: str
    club: str


DIRECTOR = "Hélène Marchand"
DIRECTOR_EMAIL = "director@demo.example"
TOURNAMENT = "Coupe de la Rade"
FEDERATION_CODE, FEDERATION = "DEMO", "Fédération de démonstration"
RATING_LIST, FORMER_LIST = "Classement national", "Cotes de la saison passée"

RENNES, LONDON, LYON, DUBLIN = (
    "Tric-Trac Rennes",
    "Thames Backgammon",
    "Dés et Jacquet Lyon",
    "Liffey Doublers",
)

# The strongest first: the finished event seeds its eight.
MASTERS = (
    CastMember("Zoë Marchetti", "FR", LYON),
    CastMember("James Whitfield", "GB", LONDON),
    CastMember("Étienne Caron", "FR", RENNES),
    CastMember("Sinéad Murphy", "IE", DUBLIN),
    CastMember("Priya Nair", "GB", LONDON),
    CastMember("Théo Lambert", "FR", LYON),
    CastMember("Margaux Delaunay", "FR", RENNES),
    CastMember("Lukas Brandt", "DE", ""),
)

# The record that comes with the demonstration is of a match between these two.
RECORDED = (CastMember("Camille Renaud", "FR", RENNES), CastMember("Oliver Grant", "GB", LONDON))

OPEN_FIELD = (
    *RECORDED,
    CastMember("Harriet Boyle", "GB", LONDON),
    CastMember("Baptiste Roux", "FR", LYON),
    CastMember("Noémie Garnier", "FR", RENNES),
    CastMember("Lucas Fontaine", "FR", ""),
    CastMember("Aoife Brennan", "IE", DUBLIN),
    CastMember("Samir Haddad", "FR", LYON),
    CastMember("Eleanor Finch", "GB", ""),
    CastMember("Mathilde Perrin", "FR", RENNES),
    CastMember("Daniel Okafor", "GB", LONDON),
    CastMember("Inès Carpentier", "FR", LYON),
    CastMember("Conor Walsh", "IE", DUBLIN),
)

EARLY_BIRDS = (OPEN_FIELD[3], OPEN_FIELD[6], OPEN_FIELD[8])
