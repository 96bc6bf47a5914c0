"""Players: names, namesakes, own matches, and the results of their events."""
