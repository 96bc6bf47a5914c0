"""What the operator sees of the jobs, and what everybody sees of the service."""
