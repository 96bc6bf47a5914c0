from django.db import migrations, models

from matches.database.online import AddCheckOnline


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('tournaments', '0067_entries_of_another_event'),
    ]

    operations = [
        AddCheckOnline(
            model_name='ledgerline',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', 'payment'), ('means', 'entry'), ('paid_from__isnull', False), ('reverses', None)), models.Q(models.Q(('kind', 'payment'), ('means', 'entry'), ('reverses', None), _negated=True), ('paid_from', None)), _connector='OR'), name='ledger_entries_are_paid_from_prizes'),
        ),
    ]
