"""What follows a dispute: the file of exhibits, and appeals against the ruling."""
