from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0054_series'),
    ]

    operations = [
        migrations.AddField(
            model_name='outboxjob',
            name='started_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
