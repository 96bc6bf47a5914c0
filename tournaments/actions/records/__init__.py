"""Game records and their analyses."""
