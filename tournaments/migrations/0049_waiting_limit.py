import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0048_plain_words'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournament',
            name='waiting_limit',
            field=models.PositiveSmallIntegerField(blank=True, default=120, help_text='In minutes. A match that has waited so long is called before those with a longer way.', null=True, validators=[django.core.validators.MinValueValidator(5), django.core.validators.MaxValueValidator(1440)], verbose_name='longest wait for a table'),
        ),
        migrations.AlterField(
            model_name='tournament',
            name='calls_automatically',
            field=models.BooleanField(default=False, help_text='A free table takes the match with the longest way to the end of its event.', verbose_name='tables are given automatically'),
        ),
        migrations.AddConstraint(
            model_name='tournament',
            constraint=models.CheckConstraint(condition=models.Q(('waiting_limit', None), ('waiting_limit__range', (5, 1440)), _connector='OR'), name='tournament_waiting_limit_within_a_day', violation_error_message='The longest wait for a table is between 5 minutes and a day.'),
        ),
    ]
