from django.db import migrations
from django.db.models import Count

from tournaments.queries.people.namesakes import namesakes_among


def tell_apart(apps, schema_editor):
    """Call the namesakes of each event by what tells them apart, as an entry does from this release on."""
    Side = apps.get_model("matches", "Side")
    # A later release calls the column full_name, and its migration may have run before this one.
    name = "full_name" if any(field.name == "full_name" for field in Side._meta.fields) else "name"
    Entrant, EntrantPlayer = apps.get_model("tournaments", "Entrant"), apps.get_model("tournaments", "EntrantPlayer")
    people = EntrantPlayer.objects.order_by().values("event", "player__name_key")
    teams = Entrant.objects.order_by().filter(event__kind="teams").values("event", f"side__{name}")
    events = {
        *people.annotate(n=Count("player", distinct=True)).filter(n__gt=1).values_list("event", flat=True),
        *teams.annotate(n=Count("side", distinct=True)).filter(n__gt=1).values_list("event", flat=True),
    }
    for event in sorted(events):
        entrants = Entrant.objects.filter(event=event).select_related("side", "event").order_by("pk")
        for entrant in entrants:
            entrant.side.full_name = getattr(entrant.side, name)
        for one in namesakes_among(list(entrants), kind=entrants[0].event.kind):
            Side.objects.filter(pk=one.side).update(**{name: one.name})


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0007_names_that_can_be_seen"),
        ("tournaments", "0019_clocks_that_jump"),
    ]

    operations = [migrations.RunPython(tell_apart, migrations.RunPython.noop)]
