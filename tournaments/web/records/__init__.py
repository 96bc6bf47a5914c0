"""Pages of game records: upload, check, analysis and replay."""
