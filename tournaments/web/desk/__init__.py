"""What the pages of the desk share: their frame, refusals, edit conflicts, and the questions before an act."""
