"""Universal Club Master Points System, intermediate table: verified.

The points of a place by the number of players, with a table for ties, or 0.04 for each match won, whichever is higher.
"""

from tournaments.points.club_system import club_scheme

SCHEME = club_scheme(
    name="Universal club master points, intermediate",
    win="0.04",
    points={
        "1": ("1.25", "1.5", "2", "2.5", "3"),
        "1-2": ("0.94", "1.13", "1.5", "1.88", "2.25"),
        "2": ("0.63", "0.75", "1", "1.25", "1.5"),
        "2-3": ("0.52", "0.62", "0.83", "1.04", "1.25"),
        "3": ("0.42", "0.5", "0.67", "0.83", "1"),
        "3-4": ("0.31", "0.38", "0.5", "0.63", "0.75"),
        "4": ("0.27", "0.33", "0.44", "0.55", "0.66"),
        "5-8": ("0.16", "0.19", "0.25", "0.31", "0.38"),
    },
)
