"""What is open in events and tournaments when a director closes them."""
