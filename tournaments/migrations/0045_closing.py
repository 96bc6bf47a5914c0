from django.core.validators import MaxValueValidator
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0044_buckets_of_histories'),
    ]

    operations = [
        migrations.AddField(
            model_name='event',
            name='closed_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='closed'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='appeal_days',
            field=models.PositiveSmallIntegerField(default=14, help_text='After an event is closed, players appeal and send game records for this long.', validators=[MaxValueValidator(365)], verbose_name='days for appeals and records'),
        ),
        migrations.AddField(
            model_name='tournament',
            name='closed_at',
            field=models.DateTimeField(blank=True, null=True, verbose_name='closed'),
        ),
        migrations.AddConstraint(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('closed_at', None), ('registration', 'closed'), _connector='OR'), name='event_closed_takes_nobody', violation_error_message='A closed event takes no entrants. Reopen the event first.'),
        ),
    ]
