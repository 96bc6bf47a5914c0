"""Histories anew, a row for sixteen people; each list is computed again, because its mark is of another form."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0077_contract_after_0_2_0_segments"),
    ]

    operations = [
        migrations.CreateModel(
            name="RatingHistory",
            fields=[
                (
                    "id",
                    models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID"),
                ),
                ("bucket", models.PositiveIntegerField()),
                ("matches", models.BinaryField()),
                (
                    "list",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tournaments.ratinglist",
                    ),
                ),
            ],
            options={
                "verbose_name": "history of a rating",
                "verbose_name_plural": "histories of ratings",
                "ordering": ["list_id", "bucket"],
                "constraints": [
                    models.UniqueConstraint(fields=("list", "bucket"), name="rating_history_once"),
                ],
            },
        ),
    ]
