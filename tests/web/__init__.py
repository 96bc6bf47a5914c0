"""Pages: what they show, what they refuse, and that they work without JavaScript."""
