#!/bin/sh
# Starts a production installation, or replaces the release that runs by the one of this code, without a stop:
#   sh docker/deploy.sh production.env
# Tables first, which the processes of the last release work with too; then one process after the other, each as soon as the one
# before it is healthy. It ends at the first failure, and what was not replaced goes on.
set -eu

file=${1:?Name the file of settings, as in: sh docker/deploy.sh production.env}
here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd)

compose() {
    docker compose --file "$here/compose.yaml" --env-file "$file" "$@"
}

# A typo is named before anything is touched.
python3 "$here/../tournaments/project/environment.py" "$file"
compose config --quiet
compose build
compose up --detach --wait postgres redis
compose run --rm migrate
for service in web_a web_b worker beat; do
    compose up --detach --no-deps --wait "$service"
done
# Backups and what a profile adds: only what differs is started again.
compose up --detach --no-deps --wait backup
for profile in live proxy; do
    case ",${COMPOSE_PROFILES:-$(sed -n 's/^COMPOSE_PROFILES=//p' "$file")}," in
        *",$profile,"*) compose up --detach --no-deps --wait "$profile" ;;
    esac
done
