"""Pages of disputes: claims, exhibits, rulings and appeals."""
