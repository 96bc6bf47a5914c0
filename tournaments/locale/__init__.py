"""Words and formats by language."""
