"""Actions on disputes: adding exhibits and appealing against rulings."""
