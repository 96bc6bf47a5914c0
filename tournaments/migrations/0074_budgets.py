import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0073_numbers_of_merged'),
    ]

    operations = [
        migrations.AddField(
            model_name='accesslink',
            name='mailed_to',
            field=models.CharField(blank=True, db_default='', default='', editable=False, max_length=64),
        ),
        migrations.AddField(
            model_name='accesslink',
            name='opened_at',
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.CreateModel(
            name='BudgetUse',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('budget', models.CharField(max_length=40)),
                ('who', models.CharField(max_length=64)),
                ('at', models.DateTimeField(default=django.utils.timezone.now, editable=False)),
            ],
            options={
                'verbose_name': 'use of a budget',
                'verbose_name_plural': 'uses of budgets',
                'ordering': ['-at', '-pk'],
                'indexes': [models.Index(fields=['budget', 'who', 'at'], name='budget_use')],
            },
        ),
    ]
