"""What requests may say (`...Asked`) and what answers show (`...Shown`)."""
