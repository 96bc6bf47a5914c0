import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from matches.models.names import near_keys


def store_keys(apps, schema_editor):
    """Store the keys of everybody who is there, a thousand players at a time."""
    Player, NameKey = apps.get_model("matches", "Player"), apps.get_model("matches", "NameKey")
    rows = []
    for pk, name in Player.objects.values_list("pk", "name").order_by("pk").iterator(chunk_size=1_000):
        rows += (NameKey(player_id=pk, key=key) for key in sorted(near_keys(name)))
        if len(rows) > 5_000:
            NameKey.objects.bulk_create(rows)
            rows = []
    NameKey.objects.bulk_create(rows)


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0005_cube_rules_of_a_match"),
    ]

    operations = [
        migrations.CreateModel(
            name="NameKey",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(db_index=True, max_length=48)),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="name_keys",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="namekey",
            constraint=models.UniqueConstraint(fields=["player", "key"], name="name_key_once"),
        ),
        migrations.RunPython(store_keys, migrations.RunPython.noop),
    ]
