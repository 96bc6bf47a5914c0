"""The format round robin."""
