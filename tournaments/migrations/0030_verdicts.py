from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0029_submissions'),
    ]

    operations = [
        migrations.RenameField(model_name='countingrule', old_name='log_seq', new_name='revision'),
    ]
