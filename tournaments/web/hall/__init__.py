"""Pages of the hall: control boards, display, announcements, absences."""
