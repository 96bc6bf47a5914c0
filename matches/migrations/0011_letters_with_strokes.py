from django.db import migrations

from matches.models.names import name_key, near_keys

_AT_ONCE = 1_000


def renew_keys(apps, schema_editor):
    """Fold the names of everybody again, a thousand players at a time; most names are plain and stay."""
    Player = apps.get_model("matches", "Player")
    last = 0
    while players := list(Player.objects.filter(pk__gt=last).order_by("pk")[:_AT_ONCE]):
        last = players[-1].pk
        changed = [player for player in players if player.name_key != name_key(player.name)]
        for player in changed:
            player.name_key = name_key(player.name)
        Player.objects.bulk_update(changed, ["name_key"], batch_size=500)
        _renew_pseudonyms(Player, players)
        _renew_near_keys(apps, players)


def _renew_pseudonyms(Player, players):
    """Fold the pseudonyms; of two that have become the same, the later one keeps its key."""
    for player in players:
        key = name_key(player.pseudonym) or None
        if key != player.pseudonym_key and not Player.objects.filter(pseudonym_key=key).exists():
            Player.objects.filter(pk=player.pk).update(pseudonym_key=key)


def _renew_near_keys(apps, players):
    """Store the keys that similar names share, where they are others."""
    NameKey = apps.get_model("matches", "NameKey")
    present = {player.pk: set() for player in players}
    rows = NameKey.objects.filter(player__gte=players[0].pk, player__lte=players[-1].pk)
    for player, key in rows.values_list("player", "key"):
        present[player].add(key)
    keys_by_player = {player.pk: near_keys(player.name) for player in players}
    changed = [key for key, keys in keys_by_player.items() if keys != present[key]]
    for start in range(0, len(changed), 500):
        NameKey.objects.filter(player__in=changed[start : start + 500]).delete()
    NameKey.objects.bulk_create(
        (NameKey(player_id=player, key=key) for player in changed for key in sorted(keys_by_player[player])),
        batch_size=6_000,
    )


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0010_plain_words"),
    ]

    operations = [migrations.RunPython(renew_keys, migrations.RunPython.noop)]
