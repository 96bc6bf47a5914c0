"""Players as people: their names, what they see, and how their events ended."""
