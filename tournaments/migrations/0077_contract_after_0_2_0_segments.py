"""A list is computed whole: no release that is out has its segments, nor histories by segment."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0076_list_start"),
    ]

    operations = [
        migrations.DeleteModel(name="ListSegment"),
        migrations.DeleteModel(name="ListSegmentRecords"),
        migrations.DeleteModel(name="RatingHistory"),
    ]
