"""What leaves the service: sheets of paper and spreadsheets."""
