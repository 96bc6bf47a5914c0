"""Histories of an earlier form go away; each list is computed again, because its mark is of another form."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0081_regions_of_clubs"),
    ]

    operations = [
        migrations.RunSQL(
            "DELETE FROM tournaments_ratinghistory", reverse_sql="DELETE FROM tournaments_ratinghistory"
        ),
    ]
