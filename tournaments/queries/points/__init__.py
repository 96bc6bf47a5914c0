"""The points of sanctioned events, and the tables of seasons."""
