"""What the officers of a federation read."""
