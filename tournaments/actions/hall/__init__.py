"""The hall: calls to tables, absences, suspended matches, announcements and the clock."""
