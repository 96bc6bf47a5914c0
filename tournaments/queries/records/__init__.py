"""Game records: their facts, analyses and differences from reports."""
