"""One number of each person who was merged before goes on."""

from django.db import migrations


def keep_one_number(apps, schema_editor):
    """Mark as former all numbers of a person but that of the player who goes on, or else the oldest one."""
    Member = apps.get_model("tournaments", "Member")
    merged = Member.objects.filter(player__merged_into__isnull=False)
    persons = set(merged.values_list("federation", "player__merged_into"))
    for federation, person in sorted(persons):
        own = list(Member.objects.filter(federation=federation, player=person))
        others = list(merged.filter(federation=federation, player__merged_into=person).order_by("pk"))
        _first, *former = own + others
        Member.objects.filter(pk__in=[one.pk for one in former]).update(is_former=True)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0072_merge_proposals")]

    operations = [
        migrations.RunPython(keep_one_number, migrations.RunPython.noop),
    ]
