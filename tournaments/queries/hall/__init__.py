"""The playing hall: matches at tables, free players, lateness, and the tournament desk."""
