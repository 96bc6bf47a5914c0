"""What the templates can do beyond Django."""
