from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0045_closing'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='hours',
            field=models.JSONField(blank=True, default=list, verbose_name='hours of the hall'),
        ),
    ]
