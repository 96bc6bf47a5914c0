from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('matches', '0012_voices_in_appeals'),
    ]

    operations = [
        migrations.AddField(
            model_name='lengthchange',
            name='voided_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
    ]
