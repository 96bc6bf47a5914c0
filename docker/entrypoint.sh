#!/bin/sh
# Becomes one process of a production installation: web, live, worker, beat or migrate, else a manage.py command.
set -eu

# A secret may be a file instead of a variable: NAME_FILE is its path.
for name in SECRET_KEY CHECKPOINT_KEY PUSH_KEY DATABASE_URL EMAIL_URL METRICS_TOKEN SENTRY_DSN; do
    eval "file=\${${name}_FILE:-}"
    if [ -n "$file" ]; then
        value=$(cat -- "$file") || value=''
        if [ -z "$value" ]; then
            printf '%s\n' "${name}_FILE names $file, which is missing, empty or not to be read. Put the value into it." >&2
            exit 1
        fi
        export "$name=$value"
        unset "${name}_FILE"
    fi
done

# Whatever cannot be meant so is named before anything starts.
python tournaments/project/environment.py

celery="celery --app tournaments.project"

case "${1:-web}" in
    web)
        exec gunicorn tournaments.project.wsgi --config python:tournaments.project.web_server \
            --bind 0.0.0.0:8000 --workers "${WEB_WORKERS:-2}" --threads "${WEB_THREADS:-4}" --graceful-timeout 20 \
            --worker-tmp-dir /dev/shm --no-control-socket --log-level warning
        ;;
    live)
        exec gunicorn tournaments.project.asgi --config python:tournaments.project.live.server \
            --bind 0.0.0.0:8001 --worker-class asgi --workers 1 --graceful-timeout 5 \
            --worker-tmp-dir /dev/shm --no-control-socket --log-level warning
        ;;
    worker)
        exec $celery worker --pool threads --concurrency "${WORKER_THREADS:-4}" --loglevel WARNING \
            --without-gossip --without-mingle
        ;;
    beat)
        exec $celery beat --loglevel WARNING --pidfile=
        ;;
    migrate)
        exec python manage.py migrate --noinput
        ;;
    *)
        exec python manage.py "$@"
        ;;
esac
