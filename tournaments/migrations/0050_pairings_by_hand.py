from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0049_waiting_limit'),
    ]

    operations = [
        migrations.AddField(
            model_name='stage',
            name='by_hand',
            field=models.JSONField(blank=True, default=list, verbose_name='paired by hand'),
        ),
    ]
