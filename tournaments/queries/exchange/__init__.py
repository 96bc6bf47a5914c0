"""What the files that installations exchange are made of, and how they compare with what is here."""
