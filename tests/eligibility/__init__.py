"""Who may enter a division."""
