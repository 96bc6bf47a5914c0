"""What is next in a tournament: the list that leads its desk from the first page to the last."""
