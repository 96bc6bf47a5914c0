from itertools import groupby
from operator import itemgetter

import numpy as np
from django.db import migrations, models

PLAYERS = 16
_OLD = np.dtype(
    [
        ("row", "<i8"),
        ("opponent", "<i8"),
        ("day", "<i4"),
        ("length", "<i2"),
        ("has_won", "u1"),
        ("rating", "<i8"),
        ("experience", "<i4"),
        ("change", "<i8"),
        ("opponent_rating", "<i8"),
        ("opponent_experience", "<i4"),
        ("opponent_change", "<i8"),
    ]
)
_NEW = np.dtype([("player", "<i8"), *_OLD.descr])
_AT_ONCE = 2000


def _with_player(player, data):
    old = np.frombuffer(data, dtype=_OLD)
    new = np.empty(len(old), dtype=_NEW)
    new["player"] = player
    for name in _OLD.names:
        new[name] = old[name]
    return new.tobytes()


def join_players(apps, schema_editor):
    """Store the matches of sixteen players in one row: a twentieth of the rows, and as many bytes."""
    history = apps.get_model("tournaments", "RatingHistory")
    segments = list(history.objects.order_by("list", "segment").values_list("list_id", "segment").distinct())
    for list_id, segment in segments:
        rows = history.objects.filter(list=list_id, segment=segment)
        every = [
            (player // PLAYERS, player, bytes(data))
            for player, data in rows.order_by("player").values_list("player_id", "matches")
        ]
        rows.delete()
        new = (
            history(
                list_id=list_id,
                segment=segment,
                player_id=0,
                bucket=bucket,
                matches=b"".join(_with_player(player, data) for _bucket, player, data in some),
            )
            for bucket, some in groupby(every, key=itemgetter(0))
        )
        history.objects.bulk_create(new, batch_size=_AT_ONCE)


class Migration(migrations.Migration):
    dependencies = [
        ("tournaments", "0043_answers"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="ratinghistory",
            name="rating_history_once",
        ),
        migrations.AddField(
            model_name="ratinghistory",
            name="bucket",
            field=models.PositiveIntegerField(default=0),
            preserve_default=False,
        ),
        migrations.RunPython(join_players),
        migrations.AlterModelOptions(
            name="ratinghistory",
            options={
                "ordering": ["list_id", "segment", "bucket"],
                "verbose_name": "history of a rating",
                "verbose_name_plural": "histories of ratings",
            },
        ),
        migrations.RemoveField(
            model_name="ratinghistory",
            name="player",
        ),
        migrations.AddConstraint(
            model_name="ratinghistory",
            constraint=models.UniqueConstraint(
                fields=("list", "segment", "bucket"), name="rating_history_once"
            ),
        ),
    ]
