"""Universal Club Master Points System, advanced and open table: verified.

The points of a place by the number of players, with a table for ties, or 0.08 for each match won, whichever is higher.
"""

from tournaments.points.club_system import club_scheme

SCHEME = club_scheme(
    name="Universal club master points, advanced and open",
    win="0.08",
    points={
        "1": ("1.75", "2", "2.5", "3", "4"),
        "1-2": ("1.31", "1.5", "1.88", "2.25", "3"),
        "2": ("0.88", "1", "1.25", "1.5", "2"),
        "2-3": ("0.73", "0.83", "1.04", "1.25", "1.67"),
        "3": ("0.58", "0.67", "0.83", "1", "1.33"),
        "3-4": ("0.44", "0.5", "0.63", "0.75", "1"),
        "4": ("0.38", "0.44", "0.55", "0.66", "0.88"),
        "5-8": ("0.22", "0.25", "0.31", "0.38", "0.5"),
    },
)
