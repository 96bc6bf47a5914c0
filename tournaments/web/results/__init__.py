"""Pages of a match: reports, scoresheets, and what a director decides about it."""
