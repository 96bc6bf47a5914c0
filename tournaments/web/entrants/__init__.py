"""Pages of entrants: registration, the registration desk, pairs and teams, re-entry."""
