from django.db import migrations

from matches.models.names import name_key


def renew_keys(apps, schema_editor):
    """Fold the names of clubs again; of two of a federation that have become the same, the later one keeps its key."""
    ClubName = apps.get_model("tournaments", "ClubName")
    for name in list(ClubName.objects.order_by("pk")):
        key = name_key(name.name)
        same = ClubName.objects.filter(federation=name.federation_id, name_key=key)
        if key != name.name_key and not same.exists():
            ClubName.objects.filter(pk=name.pk).update(name_key=key)


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0011_letters_with_strokes"),
        ("tournaments", "0070_entries_undone"),
    ]

    operations = [migrations.RunPython(renew_keys, migrations.RunPython.noop)]
