from django.db import migrations, models

from matches.database.online import AddCheckOnline


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('tournaments', '0066_entries_paid_as_prizes'),
    ]

    operations = [
        AddCheckOnline(
            model_name='event',
            constraint=models.CheckConstraint(condition=models.Q(('pays_entry', False), ('qualifies_for__isnull', False), _connector='OR'), name='event_pays_entry_of_another', violation_error_message='Only an event that qualifies for another one pays the entry there.'),
        ),
    ]
