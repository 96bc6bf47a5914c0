"""Dates and times in French: a word between the day and the time, which Django's own formats leave out."""

DATETIME_FORMAT = "j F Y à H:i"
