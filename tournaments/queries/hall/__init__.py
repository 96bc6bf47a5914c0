"""What the hall and its desk work from: who plays where, who is free, who is late."""
