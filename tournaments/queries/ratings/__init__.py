"""What ratings are made of: the facts of matches, and which of them count."""
